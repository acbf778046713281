#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints kernels of the library of several runs side by side: commit, clock, median, p10, p90, n, rates, counted bytes."""
from session_table import print_runs


def name_of(event):
    """Family, variant and size of a kernel."""
    if event["event"] != "kernel_measurement":
        return None
    step = event["library"]
    return f"{step['family']}.{step['variant']}.{step['size']}"


def algorithmic(kernel, resources):
    """The work that the mathematics needs of resources whose names begin so."""
    return sum(work["amount"] for work in kernel["declared_work"] if work["resource"].startswith(resources))


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
        flop_per_s = algorithmic(kernel, ("fp32", "fp64", "fp16", "tensor")) / time_s
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
    heading = f"{'':36} run GHz   median s         p10         p90    n  TB/s alg  counted  TFLOP/s"
    everything = print_runs(heading, name_of, row)
    told = [event for event in everything if event["event"] in ("note", "skipped", "failed")]
    for note in sorted({" ".join(str(value) for value in event.values()) for event in told}):
        print(note)


main()
