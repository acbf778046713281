#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs every test that needs a GPU and measures the ceilings and the kernel library three times: packaging/test-gpu.sh [BUILD FOLDER [OUT FOLDER]].
# The folder holds gpu_test and what it runs beside itself, and ridgepoint-capture, linked so that they run here (preset gpu: libraries inside).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build/gpu}
out=${2:-$build/measured}
# What was built elsewhere brings its commit along.
commit=$(cat "$build/commit" 2>/dev/null || git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)
gpu_test=$(find "$build" -name gpu_test -type f | head -1)
capture=$(find "$build" -name ridgepoint-capture -type f | head -1)
mkdir -p "$out"

"$capture" device
tests=passed
# The last line of a sanitizer's run; what it finds fails the whole.
sanitized() {
    compute-sanitizer --error-exitcode 1 --tool "$@" 2>&1 | tail -1 || tests=failed
}
"$gpu_test" --gtest_brief=1 >"$out/gpu_test.log" || tests=failed
grep -e FAILED -e PASSED -e ' is .* in place of' "$out/gpu_test.log" || true
for run in 1 2 3; do
    SECONDS=0
    "$capture" ceilings --thorough --out "$out/run$run.ridgepoint.jsonl" 2>"$out/run$run.log"
    echo "run $run: $SECONDS s"
done
for run in 1 2 3; do
    SECONDS=0
    "$capture" kernels --out "$out/library$run.ridgepoint.jsonl" 2>"$out/library$run.log"
    echo "library run $run: $SECONDS s"
done
if command -v ncu >/dev/null; then
    # What is counted of the same launches in the same state of the caches.
    python3 "$root/packaging/compare_with_ncu.py" "$capture" "$out/ncu" copy,triad,reduction || tests=failed
fi
if command -v compute-sanitizer >/dev/null; then
    # Everything but the DRAM sets and the library: memcheck is a hundred times slower there, and the code is the same.
    sanitized memcheck "$capture" ceilings --out "$out/memcheck.jsonl" \
        --only l2 l1 shared fp alu int_mad xu issue tensor latency_l latency_s launch
    for tool in memcheck racecheck; do
        sanitized "$tool" "$capture" kernels --size awkward --no-counters --longest-item 600 \
            --out "$out/$tool-library.jsonl"
    done
fi
python3 "$root/packaging/measured_table.py" "$commit" "$out"/run?.ridgepoint.jsonl
python3 "$root/packaging/library_table.py" "$commit" "$out"/library?.ridgepoint.jsonl
echo "tests $tests"
[[ $tests == passed ]]
