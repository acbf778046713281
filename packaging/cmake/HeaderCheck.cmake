# SPDX-License-Identifier: Apache-2.0
# Every header compiles on its own: `cmake --build DIR --target all_verify_interface_header_sets`.

# Adds the headers of the current folder to `target` for that check.
function(ridgepoint_check_headers target)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS *.h)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_SOURCE_DIR}" FILES ${headers})
  set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()
