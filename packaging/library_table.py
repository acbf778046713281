#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints kernels of the library of several runs side by side: commit, clock, median, p10, p90, n, rates, counted bytes."""
import json
import sys


def kernels(path):
    """Measurements of a session by family, variant and size; a line cut short ends it."""
    found, notes = {}, []
    for line in open(path, encoding="utf-8"):
        try:
            event = json.loads(line)
        except ValueError:
            break
        if event["event"] == "kernel_measurement":
            step = event["library"]
            found[f"{step['family']}.{step['variant']}.{step['size']}"] = event
        elif event["event"] in ("note", "skipped", "failed"):
            notes.append(" ".join(str(value) for value in event.values()))
    return found, notes


def algorithmic(kernel, resources):
    """The work that the mathematics needs of these resources."""
    return sum(work["amount"] for work in kernel["declared_work"] if work["resource"] in resources)


def counted_bytes(kernel):
    """DRAM bytes read and written, as counted; none without counters."""
    counts = [kernel["counters"].get(name) for name in ("dram__bytes_read.sum", "dram__bytes_write.sum")]
    return None if None in counts else sum(counts)


def scaled(value, scale, form):
    """The number in units of `scale`, a dash as wide where it isn't known."""
    return "–".rjust(int(form.split(".")[0])) if value is None else format(value / scale, form)


def row(name, runs):
    """A line for each run, then how far they differ."""
    lines = []
    for number, kernel in enumerate(runs, 1):
        samples, time_s = kernel["duration_samples"], kernel["duration_s"]
        bytes_per_s = algorithmic(kernel, ("dram_read", "dram_write")) / time_s
        flop_per_s = algorithmic(kernel, ("fp32", "fp64", "fp16")) / time_s
        lines.append(
            f"{name if number == 1 else '':36} {number} {scaled(kernel.get('sm_clock_hz'), 1e9, '6.3f')}"
            f" {samples['median']:11.5g} {samples['p10']:11.5g} {samples['p90']:11.5g} {samples['n']:4}"
            f" {bytes_per_s / 1e12:8.4f} {scaled(counted_bytes(kernel), 1e12 * time_s, '8.4f')} {flop_per_s / 1e12:8.4f}"
        )
    medians = [kernel["duration_s"] for kernel in runs]
    if len(runs) > 1:
        lines.append(f"{'':36} runs differ by {max(medians) / min(medians) - 1:.2%}")
    return "\n".join(lines)


def main():
    commit, paths = sys.argv[1], sys.argv[2:]
    runs = [kernels(path) for path in paths]
    print(f"commit {commit}")
    print(f"{'':36} run GHz   median s         p10         p90    n  TB/s alg  counted  TFLOP/s")
    for name in runs[0][0]:
        print(row(name, [found[name] for found, _ in runs if name in found]))
    for note in sorted({note for _, notes in runs for note in notes}):
        print(note)


main()
