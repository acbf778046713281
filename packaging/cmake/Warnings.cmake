# SPDX-License-Identifier: Apache-2.0
# One target that carries the warnings of all our code; CMAKE_COMPILE_WARNING_AS_ERROR makes them errors.
# CUDA gets fewer: nvcc's own generated code doesn't bear -Wpedantic and -Wshadow.
add_library(ridgepoint_warnings INTERFACE)
target_compile_options(ridgepoint_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall>"
  # designated initialisers leave out what has its default
  "$<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers>")

# GCC 12 warns of overlapping copies inside its own std::string when it optimises (GCC bug 105651): false, and not ours.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ridgepoint_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>")
endif()
