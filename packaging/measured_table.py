#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints ceilings and figures of several runs side by side: commit, clock, median, p10, p90, n, and how far runs differ."""
from session_table import print_runs


def name_of(event):
    """Resource and access mix of a ceiling, name of a figure."""
    if event["event"] == "ceiling":
        return " ".join(filter(None, (event["resource"], event["access_mix"])))
    return event["name"] if event["event"] == "figure" else None


def row(name, present):
    """One line for each run, then the largest difference per second and per SM clock."""
    lines = []
    for number, result in enumerate(present, 1):
        samples = result["samples"]
        clock = result.get("sm_clock_hz")
        lines.append(
            f"{name if number == 1 else '':32} {number} {clock / 1e9 if clock else float('nan'):7.3f}"
            f" {samples['median']:12.5g} {samples['p10']:12.5g} {samples['p90']:12.5g} {samples['n']:5}"
            f" {' '.join(result['throttle_reasons'])}"
        )
    medians = [result["samples"]["median"] for result in present]
    per_clock = [r["samples"]["median"] / r["sm_clock_hz"] for r in present if r.get("sm_clock_hz")]
    difference = (max(medians) - min(medians)) / min(medians)
    clocked = f", per clock {(max(per_clock) - min(per_clock)) / min(per_clock):.2%}" if per_clock else ""
    lines.append(f"{'':32} runs differ by {difference:.2%}{clocked}")
    return "\n".join(lines)


print_runs(f"{'':32} run  GHz       median          p10          p90     n", name_of, row)
