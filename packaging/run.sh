#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds and opens the window: packaging/run.sh [FILE]. Without a display it draws a picture instead.
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

if (($# > 1)) || [[ "${1:-}" == -* ]]; then
    echo "usage: packaging/run.sh [FILE]" >&2
    exit 2
fi
file=${1:-$root/resources/samples/torch_roofline.ncu-rep.xz}

install_packages "${build_packages[@]}"
architectures=$(gpu_architectures)
build_preset run ${architectures:+"-DCMAKE_CUDA_ARCHITECTURES=$architectures"}
ridgepoint=$root/build/run/app/ridgepoint

if [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]; then
    exec "$ridgepoint" "$file"
fi
picture=$root/build/$(basename "$file").png
"$ridgepoint" render "$file" -o "$picture"
say "there is no display; the picture of $file is $picture"
