#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian package for the release that it runs on: packaging/deb.sh prints where it is.
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_packages "${build_packages[@]}" "${package_packages[@]}"
build_preset package
(cd "$root" && cpack --preset deb)
