# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What run.sh and test.sh share: install what is missing, configure, build. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=packaging/packages.sh
. "$root/packaging/packages.sh"

say() { echo "ridgepoint: $*" >&2; }

# Prints those of the packages given that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] ||
            echo "$package"
    done
}

# Installs the packages given that are missing; fails, with the line to type, where it is not allowed to.
# --no-remove: a package that stands in the way is the user's to decide about.
install_packages() {
    local missing as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    local install=(apt-get install --no-remove --no-install-recommends)
    if ((EUID != 0)); then
        as_root=(sudo)
        [[ -t 0 ]] || as_root+=(--non-interactive)
    fi
    say "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" "${install[@]}" --yes "${missing[@]}"; } >&2; then
        say "could not install what is missing; as root, type:"
        say "  apt-get update && ${install[*]} ${missing[*]}"
        return 1
    fi
}

# As many compilers at once as there are processors and as memory has room for: about 1.5 GB each.
build_jobs() {
    local processors memory_kb
    processors=$(nproc)
    memory_kb=$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)
    local fitting=$((${memory_kb:-2000000} / 1500000))
    ((fitting > 0)) || fitting=1
    echo $((fitting < processors ? fitting : processors))
}

# The architectures of the GPUs here as CMake takes them ("90a-real"), empty where there is none: what is built for one
# runs on no other. wgmma and tcgen05 are in the variants with an "a" alone. nvidia-smi prints its failures on stdout,
# too; CUDA 13 builds for 7.5 and later.
gpu_architectures() {
    nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d . |
        awk '/^[0-9]+$/ && $0 >= 75' | sed -E 's/^(90|100|103)$/\1a/; s/$/-real/' | sort -u | paste -sd ';' || true
}

# Configures and builds the targets of a preset: build_preset PRESET [CMAKE OPTION...]
build_preset() {
    local preset=$1 log="$root/build/$1.configure.log"
    shift
    mkdir -p "$root/build"
    if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
    sed -n 's/^-- \(CUDA Toolkit not found.*\)/ridgepoint: \1/p' "$log" >&2
    say "building $preset in $root/build/$preset"
    (cd "$root" && cmake --build --preset "$preset" --parallel "$(build_jobs)") >&2
}
