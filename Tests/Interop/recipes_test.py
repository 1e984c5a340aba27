#!/usr/bin/env python3
"""Runs the recipes of docs/recipes.md as they stand, and compares what those of the shell print.

Beside the sessions of this repository are a torn and a gzipped one, and the tables must have what inspect says.

recipes_test.py INSPECT

Needs jq, and the Python package duckdb.
"""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]


def blocks(page):
    """The fenced blocks in their order, each with its language."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def add_odd_sessions(folder):
    """Adds one whose last line an app that died has torn, and a gzipped one."""
    crash = (folder / "counter-crash.ndjson").read_bytes()
    (folder / "torn.ndjson").write_bytes(crash[:-40])
    with gzip.open(folder / "packed.ndjson.gz", "wb") as packed:
        packed.write((folder / "toast-saga.ndjson").read_bytes())


def main():
    inspect = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(inspect, pathlib.Path(folder) / "inspect")
        shutil.copytree(ROOT / "sessions", pathlib.Path(folder) / "sessions")
        add_odd_sessions(pathlib.Path(folder) / "sessions")
        environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}", LC_ALL="C")
        subprocess.run(
            ["inspect", "export", "sessions/counter-crash.ndjson", "--to", "csv", "-o", "counter.csv"],
            cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
        os.chdir(folder)
        database = duckdb.connect()
        all_blocks = blocks((ROOT / "docs/recipes.md").read_text())
        failures = ran = 0
        for place, (language, text) in enumerate(all_blocks):
            if language == "sql":
                # As the page says for gzipped ones.
                text = text.replace(
                    "['sessions/*.ndjson',", "['sessions/*.ndjson', 'sessions/*.ndjson.gz',")
                result = database.execute(text)
                rows = result.fetchall() if text.lstrip().startswith("SELECT") else []
                ran += 1
                if text.lstrip().startswith("SELECT") and not rows:
                    failures += 1
                    print(f"no rows:\n{text}")
            elif language == "sh":
                run = subprocess.run(
                    ["bash", "-c", text], env=environment, capture_output=True, text=True)
                expected = all_blocks[place + 1][1]
                ran += 1
                if run.stdout != expected or run.stderr:
                    failures += 1
                    print(f"{text}printed\n{run.stdout}{run.stderr}instead of\n{expected}")
        # What the tables say is what inspect says.
        counted = dict(database.execute(
            "SELECT type, count(*) FROM lines WHERE kind = 'action' GROUP BY ALL").fetchall())
        listed = {}
        for session in sorted(pathlib.Path("sessions").rglob("*.ndjson*")):
            run = subprocess.run(
                f"inspect log {session} --format ndjson | jq -r 'select(.type and (.outside | not)).type'",
                shell=True, env=environment, capture_output=True, text=True, check=True)
            for name in run.stdout.split("\n"):
                if name:
                    listed[name] = listed.get(name, 0) + 1
        if counted != listed:
            failures += 1
            print(f"counted {counted}\nlisted {listed}")
        sessions = {name for (name,) in database.execute("SELECT DISTINCT session FROM lines").fetchall()}
        if not sessions >= {"torn.ndjson", "packed.ndjson.gz"}:
            failures += 1
            print(f"the table has only {sorted(sessions)}")
        rows = database.execute("SELECT count(*) FROM 'counter.parquet'").fetchone()
        if rows != (8,):
            failures += 1
            print(f"counter.parquet has {rows}")
        print(f"{ran} recipes run, {failures} failed")
        sys.exit(failures > 0)


main()
