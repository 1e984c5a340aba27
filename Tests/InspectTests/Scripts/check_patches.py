"""Applies the patches of sessions with an applier of its own, and compares every keyframe.

Prints, for each file, how many states and keyframes it saw. Independent of the project's code.
"""
import json
import sys


def target(document, pointer):
    tokens = [t.replace("~1", "/").replace("~0", "~") for t in pointer.split("/")[1:]]
    for token in tokens[:-1]:
        document = document[int(token)] if isinstance(document, list) else document[token]
    return document, tokens[-1]


def apply(document, patch):
    document = json.loads(json.dumps(document))
    for operation in patch:
        if operation["path"] == "":
            document = operation["value"]
            continue
        parent, token = target(document, operation["path"])
        op = operation["op"]
        if isinstance(parent, list):
            place = len(parent) if token == "-" else int(token)
            if op == "add":
                parent.insert(place, operation["value"])
            elif op == "remove":
                del parent[place]
            else:
                parent[place] = operation["value"]
        elif op == "remove":
            del parent[token]
        else:
            parent[token] = operation["value"]
    return document


for path in sys.argv[1:]:
    state, states, keyframes = None, 0, 0
    with open(path, encoding="utf-8") as file:
        for text in file:
            line = json.loads(text)
            if line["kind"] in ("state", "outside"):
                state = line["state"] if "state" in line else apply(state, line["patch"])
                states += 1
            elif line["kind"] == "keyframe":
                keyframes += 1
                if line["state"] != state:
                    sys.exit("%s: keyframe %d differs" % (path, line["n"]))
    print("%s: %d states, %d keyframes" % (path.split("/")[-1], states, keyframes))
