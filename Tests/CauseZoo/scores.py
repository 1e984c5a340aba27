"""What a report of `inspect verify` says of a specimen, held against what is true of it."""

import re

# The words that the reports use for a cause, by the kinds of this examination. The first word of a row is the
# cause itself. What follows is true of it too, but says less: a reader would look in the right direction.
WORDS = {
    "addresses": ["addresses"],
    "changed-code": ["changed-code"],
    "clock": ["clock"],
    "environment": ["environment", "unrecorded-input"],
    "hashing": ["hashing"],
    "hidden-state": ["hidden-state"],
    "locale": ["locale"],
    "lossy-coding": ["lossy-coding", "left-out"],
    "memory": ["memory", "addresses", "hidden-state"],
    "random": ["random"],
    "scheduling": ["scheduling"],
    "time-zone": ["time-zone"],
    "unrecorded-input": ["unrecorded-input"],
}

PLACE = re.compile(r"([\w+.-]+\.swift):(\d+)")
# Lines of the report that repeat what the session says, or end it.
NOT_OF_A_CAUSE = ("place ", "recorded ", "replayed ", "prompt ", "untested ")


def accepted(row: dict) -> set:
    return {word for kind in row["kinds"] for word in WORDS[kind]}


def named_lines(text: str) -> list:
    """The source lines that the part of a report on causes names, in order."""
    found = []
    for line in text.splitlines():
        if not line.strip().startswith(NOT_OF_A_CAUSE):
            found += [f"{file}:{number}" for file, number in PLACE.findall(line)]
    return list(dict.fromkeys(found))


def judge(row: dict, session: dict, text: str) -> dict:
    """What one report got right: a row for the file of results."""
    causes = [(cause["cause"], cause["confidence"]) for cause in (session.get("diagnosis") or {}).get("causes", [])]
    divergence = session.get("divergence") or session.get("crash") or {}
    n, result, lines = divergence.get("n"), session["result"], named_lines(text)
    found = {"result": result, "n": n, "causes": causes, "lines": lines}
    if row["clean"]:
        return found | {"alarm": result != "reproduces", "false_certain": [c for c, sure in causes if sure == "certain"]}
    by_chance = result == "reproduces" and row["manner"] == "sometimes"
    right = accepted(row)
    found["by_chance"] = by_chance
    found["false_certain"] = [c for c, sure in causes if sure == "certain" and c not in right]
    if not by_chance:
        found["first_right"] = n == row["first"] or (
            row["manner"] == "at-most" and n is not None and row["origin"] <= n <= row["first"])
        found["kind_right"] = bool(causes) and causes[0][0] in right
        found["kind_exact"] = bool(causes) and causes[0][0] in {WORDS[kind][0] for kind in row["kinds"]}
        found["kind_named"] = any(cause in right for cause, _ in causes)
        origins = [cause["origin"] for cause in (session.get("diagnosis") or {}).get("causes", []) if "origin" in cause]
        found["origin_right"] = origins[0] == row["origin"] if origins else None
        found["line_right"] = any(line in row["lines"] for line in lines) if lines and row["lines"] else None
    return found


def signature(row: dict, found: dict) -> tuple:
    """What must be the same in each run."""
    n = None if row.get("manner") == "at-most" else found["n"]
    return found["result"], n, tuple(map(tuple, found["causes"])), tuple(found["lines"])


def percentage(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % ({part} of {whole})" if whole else "none"


def summary(rows: list, results: dict) -> list:
    """The figures over all specimens, as lines of a table."""
    faults = [row for row in rows if not row["clean"] and results.get(row["name"])]
    clean = [row for row in rows if row["clean"] and results.get(row["name"])]
    runs = [run for row in faults for run in results[row["name"]] if not run["by_chance"]]
    with_line = [run for run in runs if run["line_right"] is not None]
    having_line = [
        run for row in faults if row["lines"] for run in results[row["name"]] if not run["by_chance"]]
    with_origin = [run for run in runs if run["origin_right"] is not None]
    same = [row for row in faults if is_steady(row, results[row["name"]])]
    false_certain = sum(bool(run["false_certain"]) for row in rows for run in results.get(row["name"], []))
    alarms = [row["name"] for row in clean if any(run["alarm"] for run in results[row["name"]])]
    return [
        ("faults", str(len(faults))),
        ("clean reducers", str(len(clean))),
        ("runs with a difference", str(len(runs))),
        ("first step exact", percentage(sum(run["first_right"] for run in runs), len(runs))),
        ("kind right (the first cause)", percentage(sum(run["kind_right"] for run in runs), len(runs))),
        ("kind right, by its own word", percentage(sum(run["kind_exact"] for run in runs), len(runs))),
        ("kind among the causes", percentage(sum(run["kind_named"] for run in runs), len(runs))),
        ("a line named", percentage(len(with_line), len(runs))),
        ("line right, if named", percentage(sum(run["line_right"] for run in with_line), len(with_line))),
        ("line right, where there is one",
         percentage(sum(bool(run["line_right"]) for run in having_line), len(having_line))),
        ("an earlier step named as the origin", percentage(len(with_origin), len(runs))),
        ("origin right, if named", percentage(sum(run["origin_right"] for run in with_origin), len(with_origin))),
        ("same report in all runs", percentage(len(same), len(faults))),
        ("runs with a false certain", str(false_certain)),
        ("false alarms", f"{len(alarms)} {' '.join(alarms)}".strip()),
    ]


def is_steady(row: dict, runs: list) -> bool:
    return len({signature(row, run) for run in runs if not run.get("by_chance")}) <= 1
