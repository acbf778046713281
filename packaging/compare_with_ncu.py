#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts kernels of the library by Ridgepoint and by Nsight Compute, and says where they differ by more than 1 %.

compare_with_ncu.py CAPTURE OUT_FOLDER FAMILY[,FAMILY...] [SIZE]

Both count a launch that follows one of the same kernel, with caches and clocks as they are. Nsight Compute replays a
kernel for each pass and restores its memory before, which leaves other lines in L2; so what passes through memory is
asked for in a run of its own, which takes one pass. Of sizes that L2 holds, lines that wait to be written when it begins
weigh more than 1 %: hence large.
"""
import csv
import io
import pathlib
import subprocess
import sys

from session_table import events

# The first launches of a kernel verify it and find out how long it takes.
INVOCATION = 6
LARGEST_DIFFERENCE = 0.01
MEMORY = [
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "lts__t_sectors_srcunit_tex_op_read.sum",
    "lts__t_sectors_srcunit_tex_op_write.sum",
    "lts__t_sectors_srcunit_tex_op_atom.sum",
    "lts__t_sectors_srcunit_tex_op_red.sum",
    "lts__t_sectors_srcunit_ltcfabric.sum",
    "l1tex__t_sectors.sum",
    "sm__inst_executed_pipe_xu.sum",
    "smsp__inst_executed.sum",
]
# What the profilers themselves move, and what other launches left to be written: of no weight beside a megabyte.
NEGLIGIBLE = {"dram__bytes": 1 << 20, "lts__t_sectors": (1 << 20) // 32}


def run(command, log):
    """Its standard output; what it says on stderr goes into the log."""
    with open(log, "a", encoding="utf-8") as errors:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=errors, text=True).stdout


def ours(capture, kernels, folder):
    """Kernels of a session by mangled name, where one launch is a variant and no other variant has its kernel."""
    session = folder / "counted.ridgepoint.jsonl"
    run([capture, "kernels", *kernels, "--counters", "full", "--out", session], folder / "capture.log")
    found, twice = {}, set()
    for event in events(session):
        if event["event"] == "kernel_measurement" and event["kind"] == "kernel":
            if event["mangled"] in found:
                twice.add(event["mangled"])
            found[event["mangled"]] = event
    return {name: kernel for name, kernel in found.items() if name not in twice}


def of_nsight_compute(capture, kernels, folder, counters):
    """Values of the kernels by mangled name and counter."""
    text = run(
        ["ncu", "--cache-control", "none", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base"]
        + ["--print-kernel-base", "mangled", "--kernel-name-base", "mangled"]
        + ["--kernel-id", f"::regex:.*:{INVOCATION}", "--metrics", ",".join(counters)]
        + [capture, "kernels", *kernels, "--no-counters", "--out", folder / "uncounted.ridgepoint.jsonl"],
        folder / "ncu.log",
    )
    rows = csv.DictReader(io.StringIO(text[text.index('"ID"') :]))
    next(rows)  # units
    number = lambda cell: float(cell.replace(",", ""))
    return {
        row["Kernel Name"]: {name: number(row[name]) for name in counters if row.get(name)} for row in rows
    }


def differs(name, mine, theirs):
    """Relative difference, 0 where it is of no weight."""
    negligible = max([bytes for family, bytes in NEGLIGIBLE.items() if name.startswith(family)], default=0)
    return 0 if abs(mine - theirs) <= negligible else abs(mine - theirs) / max(mine, theirs)


def title(kernel):
    """Name of a kernel as a person would call it."""
    step = kernel["library"]
    return f"{step['family']}.{step['variant']}.{step['size']}"


def main():
    capture, folder, families = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    kernels = ["--family", families, "--size", sys.argv[4] if len(sys.argv) > 4 else "large"]
    folder.mkdir(parents=True, exist_ok=True)
    counted = ours(capture, kernels, folder)
    present = {name for kernel in counted.values() for name in kernel["counters"]}
    groups = [
        [name for name in MEMORY if name in present],
        sorted(name for name in present if "__sass_" in name and name.endswith(".sum")),
    ]
    worst, compared = {}, 0
    for group in groups:
        theirs = of_nsight_compute(capture, kernels, folder, group)
        for mangled, kernel in counted.items():
            for name in group:
                if mangled not in theirs or name not in theirs[mangled] or name not in kernel["counters"]:
                    continue
                mine, other = float(kernel["counters"][name]), theirs[mangled][name]
                compared += 1
                worst.setdefault(name, []).append((differs(name, mine, other), title(kernel), mine, other))
    print(f"{'counter':62} kernels  worst     ours             Nsight Compute   of")
    failed = 0
    for name, rows in worst.items():
        rows.sort(reverse=True)
        difference, kernel, mine, other = rows[0]
        print(f"{name:62} {len(rows):7} {difference:6.2%} {mine:16.0f} {other:16.0f}   {kernel}")
        failed += sum(row[0] > LARGEST_DIFFERENCE for row in rows)
    print(f"{compared} values of {len(counted)} kernels compared, {failed} differ by more than {LARGEST_DIFFERENCE:.0%}")
    sys.exit(failed > 0 or compared == 0)


main()
