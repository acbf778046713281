# SPDX-License-Identifier: Apache-2.0
"""What the tables of measured sessions share: reading them, and printing several runs of one commit side by side."""
import json
import sys


def events(path):
    """Events of a session in order; a line cut short ends it."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                return


def print_runs(heading, name_of, row):
    """Prints a table of the sessions that the command line names behind a commit; returns all their events.

    name_of(event): what the event is the result of, None if it is none. row(name, results): lines of one of them.
    """
    commit, paths = sys.argv[1], sys.argv[2:]
    runs = [list(events(path)) for path in paths]
    results = [{name_of(event): event for event in run if name_of(event)} for run in runs]
    print(f"commit {commit}")
    print(heading)
    for name in results[0]:
        print(row(name, [run[name] for run in results if name in run]))
    return [event for run in runs for event in run]
