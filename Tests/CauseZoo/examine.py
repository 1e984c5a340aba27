#!/usr/bin/env python3
"""Records each specimen of the zoo, lets `inspect verify` explain it several times, and scores the answers.

    swift build --package-path Tests/CauseZoo
    Tests/CauseZoo/examine.py .build/release/inspect --runs 10 --results results.ndjson --table table.md

Each run has its own time zone, language and hash seeds; some run under load, and some without strace and faketime.
Standard output has the table; the file of results has one line a run, with the whole report.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import machine
import scores

HERE = pathlib.Path(__file__).resolve().parent
RECORDED_IN = {"TZ": "UTC", "LANG": "en_US.UTF-8"}


def settings(run: int, work: pathlib.Path) -> dict:
    """The circumstances of one run, each a variable of the environment."""
    chosen = {"TZ": machine.ZONES[run % len(machine.ZONES)], "LANG": machine.LANGUAGES[run * 2 % len(machine.LANGUAGES)]}
    if run % 2:
        chosen["PATH"] = machine.path_without_tools(work)
    return chosen


def record(row: dict, place: machine.Machine, zoo: pathlib.Path, two_builds: bool) -> pathlib.Path:
    """The session of a specimen; recorded again if chance did not show the fault."""
    session = place.root / "session.ndjson"
    program = zoo.with_name("zoo-before") if two_builds or row["kinds"][:1] == ["changed-code"] else zoo
    words = [program, "record", row["name"], session, *row["between"]["record"]["arguments"]]
    for _ in range(400):
        session.unlink(missing_ok=True)
        done = place.run("record", words, RECORDED_IN)
        if done.returncode == 0:
            return session
        if done.returncode != 75:
            break
    raise RuntimeError(f"{row['name']} is not recorded: {done.returncode} {done.stderr}")


def verify(row: dict, place: machine.Machine, session: pathlib.Path, options, run: int) -> dict:
    """One report, judged."""
    report = place.root / f"report-{run}.xml"
    host = f"{options.zoo} host {row['name']}"
    words = [options.inspect, "--format", "json", "--host", host, "verify", session, "--junit", report]
    chosen = settings(run, options.work)
    load = subprocess.Popen(["nice", "-n", "19", "sh", "-c", "while :; do :; done"]) if run % 3 == 2 else None
    begin = time.monotonic()
    try:
        done = place.run("verify", words, chosen, nice=15 if run % 3 else 10)
        status, output, reason = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as error:
        status, output, reason = None, "", str(error)
    finally:
        if load:
            load.kill()
            load.wait()
    text = report.read_text() if report.exists() else ""
    try:
        answer = json.loads(output)["sessions"][0]
    except (ValueError, KeyError, IndexError):
        answer = {"result": "trouble", "reason": reason}
    found = scores.judge(row, answer, text)
    circumstances = {"run": run, "load": run % 3 == 2, "tools": run % 2 == 0, **chosen}
    return {"name": row["name"], **circumstances, "status": status,
            "seconds": round(time.monotonic() - begin, 2), **found, "text": text, "answer": answer}


def examined(row: dict, options, place: machine.Machine, session: pathlib.Path) -> list:
    runs = [verify(row, place, session, options, run) for run in range(options.runs)]
    wrong = [run for run in runs if problem(row, run)]
    print(f"{'✗' if wrong else '✓'} {row['name']}: {problem(row, wrong[0]) if wrong else 'right'}", file=sys.stderr)
    if options.results:
        with options.results.open("a") as file:
            file.writelines(json.dumps(run, ensure_ascii=False) + "\n" for run in runs)
    return runs


def problem(row: dict, run: dict) -> str:
    """What is wrong in a run, in a few words; none if nothing is."""
    named = ", ".join(f"{cause} {sure}" for cause, sure in run["causes"]) or "no cause"
    if run["false_certain"]:
        return f"falsely certain: {named}"
    if row["clean"]:
        return f"false alarm at {run['n']}: {named}" if run["alarm"] else ""
    if run["by_chance"]:
        return ""
    if not run["first_right"]:
        return f"first step {run['n']}: {named}"
    return "" if run["kind_right"] else f"kind: {named}"


def table(rows: list, results: dict) -> str:
    """The figures, then each specimen by itself, as Markdown."""
    lines = ["| | |", "| --- | --- |"]
    lines += [f"| {name} | {figure} |" for name, figure in scores.summary(rows, results)]
    lines += ["", "| specimen | true | first | causes | first step | kind | line | same |", "| --- " * 8 + "|"]
    for row in rows:
        runs = results.get(row["name"], [])
        if not runs:
            continue
        seen = dict.fromkeys(", ".join(f"{c} {sure}" for c, sure in run["causes"]) or run["result"] for run in runs)
        judged = [run for run in runs if not row["clean"] and not run["by_chance"]]
        lined = [run["line_right"] for run in judged if run["line_right"] is not None]
        counts = [f"{sum(run[key] for run in judged)}/{len(judged)}" if judged else "" for key in ("first_right", "kind_right")]
        cells = [row["name"], "clean" if row["clean"] else ", ".join(row["kinds"]), str(row.get("first", "")),
                 " · ".join(seen), *counts, f"{sum(lined)}/{len(lined)}" if lined else "",
                 "yes" if scores.is_steady(row, runs) else "no"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def listed(program: pathlib.Path, kind: str) -> list[dict]:
    """The truth of specimens. To list the hard ones they are played, which may end the program."""
    for _ in range(5):
        done = subprocess.run([program, kind], capture_output=True, text=True)
        if done.returncode == 0:
            return [json.loads(line) for line in done.stdout.splitlines()]
    raise RuntimeError(f"{kind}: {done.returncode} {done.stderr[-1000:]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inspect", type=pathlib.Path, help="the program to be examined")
    parser.add_argument("--faults", nargs="+",
                        help="patterns for the names of specimens (all but the hard ones, br-*)")
    parser.add_argument("--runs", type=int, default=10, help="how often each is verified (10)")
    parser.add_argument("--jobs", type=int, default=1, help="how many specimens at once (1)")
    parser.add_argument("--zoo", type=pathlib.Path, default=HERE / ".build/debug/zoo")
    parser.add_argument("--two-builds", action="store_true", help="record all by another build of the same reducers")
    parser.add_argument("--work", type=pathlib.Path, help="a folder for sessions and files (a temporary one)")
    parser.add_argument("--results", type=pathlib.Path, help="a file for one line of JSON a run")
    parser.add_argument("--table", type=pathlib.Path, help="a file for the table")
    options = parser.parse_args()
    options.inspect, options.zoo = options.inspect.resolve(), options.zoo.resolve()
    options.work = (options.work or pathlib.Path(tempfile.mkdtemp(prefix="cause-zoo-"))).resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    if options.results:
        options.results.write_text("")
    rows = [row for kind in (["list", "list-hard"] if options.faults else ["list"])
            for row in listed(options.zoo.with_name("zoo-before"), kind)
            if any(fnmatch.fnmatch(row["name"], pattern) for pattern in options.faults or ["*"])]
    # All are recorded before any is verified, so that a clock of whole seconds has moved on.
    recorded = {}
    for row in rows:
        place = machine.Machine(row, options.work, HERE)
        try:
            recorded[row["name"]] = (place, record(row, place, options.zoo, options.two_builds))
        except (RuntimeError, subprocess.SubprocessError) as error:
            print(f"✗ {error}", file=sys.stderr)
    # Before several begin at once.
    machine.path_without_tools(options.work)
    time.sleep(1.2)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = {row["name"]: pool.submit(examined, row, options, *recorded[row["name"]])
                for row in rows if row["name"] in recorded}
        results = {name: future.result() for name, future in work.items()}
    text = table(rows, results)
    if options.table:
        options.table.write_text(text)
    print(text)
    return 1 if len(recorded) < len(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
