# SPDX-License-Identifier: Apache-2.0
# One target that carries the warnings of all our code; CMAKE_COMPILE_WARNING_AS_ERROR makes them errors.
add_library(ridgepoint_warnings INTERFACE)
target_compile_options(ridgepoint_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow
  -Wno-missing-field-initializers) # designated initialisers leave out what has its default

# GCC 12 warns of overlapping copies inside its own std::string when it optimises (GCC bug 105651): false, and not ours.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(ridgepoint_warnings INTERFACE -Wno-restrict)
endif()
