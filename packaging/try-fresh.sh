#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves the README's two commands on fresh systems: packaging/try-fresh.sh [bookworm] [trixie], as root.
# Each is a debootstrap chroot under RIDGEPOINT_FRESH (default /tmp/ridgepoint-fresh) that gets the committed tree.
# RIDGEPOINT_MIRROR names the Debian mirror; without it the one that this system's apt uses.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fresh=${RIDGEPOINT_FRESH:-/tmp/ridgepoint-fresh}
# shellcheck disable=SC2016 # apt expands it
mirror=${RIDGEPOINT_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)}

# Runs a command in a chroot with a /proc of its own; nothing stays mounted afterwards.
# shellcheck disable=SC2016 # the inner shell expands it
inside() {
    local system=$1
    shift
    unshare --mount --pid --fork --kill-child bash -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$system" "$@"
}

environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root ${http_proxy:+"http_proxy=$http_proxy"})

# Runs a command of the tree in the chroot and says how long it took: timed SYSTEM LABEL COMMAND...
timed() {
    local system=$1 label=$2 start=$SECONDS code=0
    shift 2
    inside "$system" env -i "${environment[@]}" bash -c 'cd /ridgepoint && "$@" </dev/null' - "$@" \
        >"$system.$label.log" 2>&1 || code=$?
    echo "$(basename "$system"): $label: exit code $code, $((SECONDS - start)) s ($system.$label.log)"
    ((code == 0)) || failed=1
}

prepare() {
    local suite=$1 system=$2
    [[ -e "$fresh/$suite.tar" ]] || {
        debootstrap --variant=minbase "$suite" "$fresh/$suite.base" "$mirror" >"$fresh/$suite.debootstrap.log"
        tar -C "$fresh/$suite.base" -cf "$fresh/$suite.tar" .
        rm -rf "$fresh/$suite.base"
    }
    rm -rf "$system"
    mkdir -p "$system"
    tar -C "$system" -xf "$fresh/$suite.tar"
    cp /etc/resolv.conf "$system/etc/resolv.conf"
    mkdir "$system/ridgepoint"
    git -C "$root" archive HEAD | tar -C "$system/ridgepoint" -x
}

# The Debian package installs on a system that has nothing else, and the program starts there.
try_package() {
    local suite=$1 system=$fresh/$1 clean=$fresh/$1-clean
    timed "$system" deb packaging/deb.sh
    prepare "$suite" "$clean"
    cp "$system"/ridgepoint/build/package/ridgepoint_*.deb "$clean/ridgepoint/"
    timed "$clean" install-deb bash -c 'apt-get update && apt-get install --yes --no-install-recommends ./ridgepoint_*.deb'
    local sample=/usr/share/ridgepoint/samples/torch_roofline.ncu-rep.xz
    timed "$clean" list ridgepoint list "$sample"
    timed "$clean" render ridgepoint render "$sample" -o /roofline.png
    # A window that is still there after ten seconds has started.
    timed "$clean" window bash -c "QT_QPA_PLATFORM=offscreen timeout 10 ridgepoint $sample; ((\$? == 124))"
}

try() {
    local suite=$1 system=$fresh/$1
    prepare "$suite" "$system"
    timed "$system" run packaging/run.sh
    timed "$system" run-again packaging/run.sh
    timed "$system" test packaging/test.sh
    timed "$system" test-again packaging/test.sh
    grep -h -E 'tests passed|no display' "$system".*.log || true
    try_package "$suite"
}

((EUID == 0)) || { echo "try-fresh.sh: debootstrap and chroot need root" >&2; exit 1; }
mkdir -p "$fresh"
(($#)) || set -- bookworm trixie
failed=0
for suite in "$@"; do try "$suite"; done
exit "$failed"
