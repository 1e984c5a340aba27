#!/usr/bin/env python3
"""Compares the states of a session with the full encodings of the same states.

usage: check.py FILE FILE.truth [--unordered POINTER]... [--pairs POINTER]... [--json]

FILE is a session: lines of JSON whose states are whole or RFC 6902 patches. The truth has the
state after step n in its line n (from 0), or null where it is not known; a line may also be a
`state` line of another session. Numbers are equal by exact decimal value, -0 and 0 are not equal.
The exit code is 0 if every known state is right, 1 if one is not, 2 if the session is not sound.
"""

import argparse
import copy
import json
import sys
from decimal import Decimal


class Unsound(Exception):
    pass


def members(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unsound("a name is in an object twice")
    return found


def parsed(text):
    return json.loads(
        text, parse_int=Decimal, parse_float=Decimal, object_pairs_hook=members)


def same(left, right):
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Decimal) and isinstance(right, Decimal):
        return left == right and (left != 0 or left.is_signed() == right.is_signed())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(left) is type(right) and left == right


def tokens(pointer):
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise Unsound("no pointer: " + pointer)
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]


def index(token, count, adds=False):
    if adds and token == "-":
        return count
    if not token.isascii() or not token.isdigit() or (token != "0" and token[0] == "0"):
        raise Unsound("no index: " + token)
    if int(token) > count or (int(token) == count and not adds):
        raise Unsound("index %s of %d" % (token, count))
    return int(token)


def get(document, path):
    for token in path:
        if isinstance(document, list):
            document = document[index(token, len(document))]
        elif isinstance(document, dict) and token in document:
            document = document[token]
        else:
            raise Unsound("there is no /" + "/".join(path))
    return document


def put(document, path, value, adds):
    if not path:
        return value
    parent = get(document, path[:-1])
    if isinstance(parent, list):
        at = index(path[-1], len(parent), adds)
        parent[at:at if adds else at + 1] = [value]
    elif isinstance(parent, dict) and (adds or path[-1] in parent):
        parent[path[-1]] = value
    else:
        raise Unsound("nothing can be put at /" + "/".join(path))
    return document


def remove(document, path):
    if not path:
        return None
    parent = get(document, path[:-1])
    get(parent, path[-1:])
    del parent[index(path[-1], len(parent)) if isinstance(parent, list) else path[-1]]
    return document


def splice(text, operation):
    at, gone = int(operation["at"]), int(operation["del"])
    data = text.encode("utf-8", "surrogatepass")
    if at + gone > len(data):
        raise Unsound("a splice beyond its text")
    return (data[:at] + operation["ins"].encode() + data[at + gone:]).decode("utf-8")


def changed(document, patch):
    for operation in patch:
        kind, path = operation["op"], tokens(operation["path"])
        if kind in ("add", "replace"):
            value = copy.deepcopy(operation["value"])
            document = put(document, path, value, kind == "add")
        elif kind == "remove":
            document = remove(document, path)
        elif kind in ("move", "copy"):
            source = tokens(operation["from"])
            value = copy.deepcopy(get(document, source))
            if kind == "move":
                document = remove(document, source)
            document = put(document, path, value, True)
        elif kind == "test":
            if not same(get(document, path), operation["value"]):
                raise Unsound("a test fails at " + operation["path"])
        elif kind == "splice":
            document = put(document, path, splice(get(document, path), operation), False)
        else:
            raise Unsound("an operation " + kind)
    return document


def states(path, trouble):
    """The states by their numbers; of what is not sound, a line is added to the trouble."""
    found, current = {}, None
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                entry = parsed(line.decode("utf-8"))
                kind = entry.get("kind")
                if kind not in ("state", "outside", "keyframe"):
                    continue
                n = int(entry["n"])
                if "state" in entry:
                    if kind == "keyframe" and not same(entry["state"], current):
                        trouble.append("line %d: the keyframe is another state" % number)
                    current = entry["state"]
                else:
                    current = changed(current, entry["patch"])
                if kind != "outside":
                    found[n] = copy.deepcopy(current)
            except (Unsound, KeyError, ValueError, RecursionError) as error:
                trouble.append("line %d: %s" % (number, error))
                break
    return found


def ordered(value, unordered, pairs, at=""):
    if isinstance(value, dict):
        return {key: ordered(value[key], unordered, pairs, at + "/" + key) for key in value}
    if not isinstance(value, list):
        return value
    inner = [ordered(element, unordered, pairs, at + "/*") for element in value]
    if at in pairs and len(inner) % 2 == 0:
        inner = [inner[place:place + 2] for place in range(0, len(inner), 2)]
        return sorted(inner, key=text)
    return sorted(inner, key=text) if at in unordered else inner


def text(value):
    return json.dumps(value, sort_keys=True, default=str)


def difference(left, right, at=""):
    """The first place at which two values differ, in words."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys()):
            if key not in left or key not in right:
                return "%s/%s: only %s" % (at, key, "recorded" if key in left else "true")
            if not same(left[key], right[key]):
                return difference(left[key], right[key], at + "/" + key)
    if isinstance(left, list) and isinstance(right, list):
        for place, (one, other) in enumerate(zip(left, right)):
            if not same(one, other):
                return difference(one, other, "%s/%d" % (at, place))
        return "%s: %d elements recorded, %d true" % (at, len(left), len(right))
    return "%s: recorded %.60s, true %.60s" % (at or "/", left, right)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("truth")
    parser.add_argument("--unordered", action="append", default=[])
    parser.add_argument("--pairs", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)
    trouble, differences, known, right, wrong = [], [], 0, 0, []
    found = states(options.file, trouble)
    with open(options.truth, encoding="utf-8") as file:
        for step, line in enumerate(file):
            truth = parsed(line)
            if line.strip() == "null" or line.startswith('{"kind":"state"') and "state" not in truth:
                continue
            if line.startswith('{"kind":"state"'):
                truth = truth["state"]
            known += 1
            truth = ordered(truth, options.unordered, options.pairs)
            state = ordered(found.get(step, "no state"), options.unordered, options.pairs)
            if same(state, truth):
                right += 1
            else:
                wrong.append(step)
                if len(differences) < 5:
                    differences.append("step %d: %s" % (step, difference(state, truth)))
    share = 1 if known == 0 else right / known
    if options.json:
        print(json.dumps({
            "known": known, "right": right, "share": share, "trouble": trouble,
            "wrong": wrong, "differences": differences, "recorded": len(found)}))
    else:
        for text in trouble + differences:
            print(text)
        print("%d of %d known states are right (%.1f %%)" % (right, known, 100 * share))
    return 2 if trouble else 0 if right == known else 1


if __name__ == "__main__":
    sys.exit(main())
