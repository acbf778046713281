#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Checks format, licences and shell scripts with the tools that are there; says which were not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failed=0

# check NAME TOOL COMMAND...: runs the command where the tool is installed.
check() {
    local name=$1 tool=$2
    shift 2
    if ! command -v "$tool" >/dev/null; then
        echo "style: $name not checked: $tool is not installed"
    elif "$@"; then
        echo "style: $name is fine"
    else
        echo "style: $name has faults" >&2
        failed=1
    fi
}

# Names the source files without a licence line; fails if there are any.
# shellcheck disable=SC2317 # called by check
licence_lines() {
    local without
    without=$(git grep --files-without-match SPDX-License -- '*.cpp' '*.h' '*.sh' '*.cmake' '*CMakeLists.txt' .ci/run || true)
    [[ -z "$without" ]] || { echo "$without" && false; }
}

mapfile -t sources < <(git ls-files '*.cpp' '*.h')
mapfile -t scripts < <(git ls-files '*.sh' .ci/run)
# Versions of clang-format disagree, so it is Debian 12's that decides.
check format clang-format-14 clang-format-14 --dry-run -Werror "${sources[@]}"
check "licence lines" git licence_lines
check licences reuse reuse lint --quiet
check scripts shellcheck shellcheck --external-sources "${scripts[@]}"
exit "$failed"
