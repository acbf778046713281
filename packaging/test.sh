#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds and runs every test: packaging/test.sh. With CI=true also sanitized, fuzzed and checked for style.
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

test_preset() {
    build_preset "$@"
    (cd "$root" && ctest --preset "$1" --parallel "$(nproc)")
}

fuzz() {
    install_packages "${fuzz_packages[@]}" || {
        say "fuzzing left out: no clang"
        return 0
    }
    test_preset fuzz "-DCMAKE_CXX_COMPILER=$clang"
}

install_packages "${build_packages[@]}" "${test_packages[@]}"
test_preset dev
cmake --build "$root/build/dev" --target all_verify_interface_header_sets
if [[ "${CI:-}" == true ]]; then
    "$root/packaging/check-style.sh"
    test_preset asan
    fuzz
fi
