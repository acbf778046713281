# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
# The Debian packages that Ridgepoint is built from, one list a purpose, for each release. Sourced by setup.sh.

build_packages=(cmake g++ ninja-build
    qt6-base-dev qt6-charts-dev qt6-svg-dev
    libqt6opengl6-dev # qt6-charts-dev needs it without saying so (6.4.2 and 6.8.2)
    libprotozero-dev)
package_packages=(dpkg-dev file)
test_packages=(libbenchmark-dev libgmock-dev libgtest-dev)

case "$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")" in
bookworm) # its unversioned Boost, 1.74, has no Boost.JSON that reads described types
    build_packages+=(libboost-iostreams1.81-dev libboost-json1.81-dev libboost-program-options1.81-dev)
    fuzz_packages=(clang-14 libclang-rt-14-dev)
    clang="clang++-14"
    ;;
*) # trixie, and what comes after it
    build_packages+=(libboost-iostreams-dev libboost-json-dev libboost-program-options-dev)
    fuzz_packages=(clang libclang-rt-dev)
    clang="clang++"
    ;;
esac
