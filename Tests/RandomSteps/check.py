#!/usr/bin/env python3
"""Compares the states of a recorded session with the same states by full encodings.

usage: check.py SESSION TRUTH [--json]

SESSION is what RandomSteps recorded, or what `inspect expand` made of it. TRUTH is a session of the
same steps whose states are all whole; TRUTH.json has what another encoder made of each. The patches
are applied here, by other code than the recorder's. All states are compared, those after a change
from outside too, and of a state after an action also which places are opaque. The exit code is 0 if
all are right, 1 if one is not, 2 if a file is not sound.
"""

import argparse
import importlib.util
import json
import os
import sys

PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "HostileStates", "check.py")
SPEC = importlib.util.spec_from_file_location("hostile_states_check", PLACE)
applier = importlib.util.module_from_spec(SPEC)
sys.dont_write_bytecode = True
SPEC.loader.exec_module(applier)


def events(path, counts):
    """Each state of a session: its kind, number, value and opaque places, in the order of the file.

    The value is changed by the next one, so it is only good until then.
    """
    current, opaque = None, []
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                entry = applier.parsed(line.decode("utf-8"))
                kind = entry.get("kind")
                if kind not in ("state", "outside", "keyframe"):
                    counts[kind] = counts.get(kind, 0) + 1
                    continue
                if kind == "keyframe":
                    counts["keyframe"] = counts.get("keyframe", 0) + 1
                    if not applier.same(entry["state"], current):
                        raise applier.Unsound("the keyframe is another state")
                    continue
                if "patch" in entry:
                    current = applier.changed(current, entry["patch"])
                    for operation in entry["patch"]:
                        name = operation["op"]
                        counts[name] = counts.get(name, 0) + 1
                else:
                    current = entry["state"]
                # A change from outside says nothing of opaque places.
                if kind == "state":
                    opaque = entry.get("opaque", opaque if "patch" in entry else [])
                shape = kind + (" by patch" if "patch" in entry else "")
                counts[shape] = counts.get(shape, 0) + 1
                yield kind, int(entry["n"]), current, sorted(opaque)
            except (applier.Unsound, KeyError, ValueError, TypeError, RecursionError) as error:
                raise applier.Unsound("%s, line %d: %s" % (path, number, error)) from error


def settled(value, name=""):
    """The value with an order where the language has none."""
    if isinstance(value, dict):
        return {key: settled(inner, key) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    inner = [settled(element) for element in value]
    if name.endswith("Set"):
        return sorted(inner, key=applier.text)
    if name.endswith("Pairs") and len(inner) % 2 == 0:
        pairs = [inner[place:place + 2] for place in range(0, len(inner), 2)]
        return sorted(pairs, key=applier.text)
    return inner


class Comparison:
    def __init__(self, session, truth):
        self.counts, self.wrong, self.known, self.encoded = {}, [], 0, 0
        self.recorded = events(session, self.counts)
        self.truth = events(truth, {})
        self.json = truth + ".json"

    def run(self):
        with open(self.json, encoding="utf-8") as file:
            lines = file.read().split("\n")
        before, found = None, next(self.recorded, None)
        for kind, n, value, opaque in self.truth:
            # A change that only one of both noticed must be none.
            if found and kind == "state" and found[0] == "outside":
                self.compare("outside", n - 1, found[2], before, [], [])
                found = next(self.recorded, None)
            if kind == "outside" and not (found and found[0] == "outside"):
                self.compare("outside", n, before, value, [], [])
                continue
            if found is None or found[:2] != (kind, n):
                self.wrong.append("%s %d: not recorded, but %s" % (kind, n, found and found[:2]))
                return
            places = (found[3], opaque) if kind == "state" else ([], [])
            self.compare(kind, n, found[2], value, *places)
            if kind == "state" and lines[n] != "null":
                self.encoded += 1
                self.compare(
                    "encoder's state", n, settled(found[2]), settled(applier.parsed(lines[n])), [], [])
            before = value
            found = next(self.recorded, None)
        if found is not None:
            self.wrong.append("%s %d: recorded, but not true" % found[:2])

    def compare(self, kind, n, recorded, true, opaque, also):
        self.known += 1
        if not applier.same(recorded, true):
            where = applier.difference(recorded, true)
            self.wrong.append("%s %d: %s" % (kind, n, where))
        elif opaque != also:
            self.wrong.append("%s %d: opaque %s, true %s" % (kind, n, opaque[:3], also[:3]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("session")
    parser.add_argument("truth")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)
    comparison, trouble = Comparison(options.session, options.truth), []
    try:
        comparison.run()
    except (applier.Unsound, OSError, ValueError, IndexError) as error:
        trouble.append(str(error))
    wrong = comparison.wrong
    if options.json:
        print(json.dumps({
            "known": comparison.known, "wrong": len(wrong), "encoded": comparison.encoded,
            "differences": wrong[:5], "trouble": trouble, "counts": comparison.counts}))
    else:
        for line in trouble + wrong[:5]:
            print(line)
        print("%d comparisons, %d by another encoder, %d wrong; %s" % (
            comparison.known, comparison.encoded, len(wrong), comparison.counts))
    return 2 if trouble else 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
