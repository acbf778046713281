#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares our reader with NVIDIA's own (Python package ncu-report) on every report of a folder.

usage: compare_with_ncu_report.py DUMP_COUNTERS FOLDER
Exit codes: 0 all equal, 1 a difference, 77 skipped (package or reports missing).
"""

import glob
import json
import lzma
import math
import os
import subprocess
import sys
import tempfile

SKIPPED = 77


def our_launches(dump, path):
    output = subprocess.run([dump, path], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def their_actions(ncu_report, path):
    context = ncu_report.load_report(path)
    for r in range(context.num_ranges()):
        actions = context.range_by_idx(r)
        for a in range(actions.num_actions()):
            yield actions.action_by_idx(a)


def equal(theirs, ours):
    if ours == "nan":
        return isinstance(theirs, float) and math.isnan(theirs)
    if isinstance(theirs, str) or isinstance(ours, str):
        return theirs == ours
    return theirs == ours or math.isclose(theirs, ours, rel_tol=1e-12)


def absent_as_expected(theirs):
    """Their reader shows a counter without a value as 0; ours leaves it out."""
    return theirs is None or theirs == 0 or theirs == ""


def compare_launch(action, ours):
    """Differences as texts, and how many values were equal."""
    differences = []
    compared = 0
    if action.name() != ours["function"]:
        differences.append(f"function {ours['function']!r}, theirs {action.name()!r}")
    their_names = set(action.metric_names())
    for name in their_names:
        theirs = action.metric_by_name(name).value()
        if name not in ours["counters"]:
            if not absent_as_expected(theirs):
                differences.append(f"{name}: missing, theirs {theirs!r}")
        elif equal(theirs, ours["counters"][name]):
            compared += 1
        else:
            differences.append(f"{name}: {ours['counters'][name]!r}, theirs {theirs!r}")
    differences += [f"{name}: not in theirs" for name in ours["counters"] if name not in their_names]
    return differences, compared


def compare_report(ncu_report, dump, path):
    launches = our_launches(dump, path)
    actions = list(their_actions(ncu_report, path))
    label = os.path.basename(path)
    if len(launches) != len(actions):
        print(f"{label}: {len(launches)} launches, theirs {len(actions)}")
        return False
    # Their reader groups launches by range and process: match them by order within a function.
    total, good = 0, True
    for action, ours in zip(actions, launches):
        differences, compared = compare_launch(action, ours)
        total += compared
        for difference in differences[:5]:
            print(f"{label}: {ours['function']}: {difference}")
        good = good and not differences
    print(f"{label}: {len(launches)} launches, {total} values equal")
    return good and total > 0


def unpacked(path, folder):
    target = os.path.join(folder, os.path.basename(path)[: -len(".xz")])
    with lzma.open(path) as source, open(target, "wb") as sink:
        sink.write(source.read())
    return target


def main():
    dump, folder = sys.argv[1:3]
    try:
        import ncu_report
    except ImportError:
        print("the Python package ncu-report is not installed")
        return SKIPPED
    patterns = ["*.ncu-rep", "*.nsight-cuprof-report", "*.ncu-rep.xz"]
    paths = sorted(p for q in patterns for p in glob.glob(os.path.join(folder, "**", q), recursive=True))
    paths = [p for p in paths if "many" not in os.path.basename(p)]  # 248 MB of the same launches again
    if not paths:
        print(f"no reports in {folder}")
        return SKIPPED
    good = True
    with tempfile.TemporaryDirectory() as temporary:
        for path in paths:
            report = unpacked(path, temporary) if path.endswith(".xz") else path
            good = compare_report(ncu_report, dump, report) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
