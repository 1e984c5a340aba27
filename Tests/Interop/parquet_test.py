#!/usr/bin/env python3
"""Reads what `export --to parquet` writes of each session by DuckDB, and compares it with the session.

parquet_test.py INSPECT

Needs the Python package duckdb; if a program duckdb is in PATH, that makes the files.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSPECT = pathlib.Path(sys.argv[1]).resolve()
TEXTS = [
    "", "=1+1", 'a,"b"', "'; DROP TABLE x; --", " ", "null", "NULL", "true", "1e5", "2026-01-01", "ö🦊", "\\", "x" * 5_000_000,
]


def run(*words):
    return subprocess.run([INSPECT, *words], check=True, capture_output=True, text=True).stdout


def states(session):
    """The state after each action, by its number."""
    for line in run("expand", str(session), "-o", "-").splitlines():
        line = json.loads(line)
        if line["kind"] == "state":
            yield line["n"], line["state"]


def hostile(folder):
    """A session with texts that a careless table would change or run."""
    session = folder / "hostile'; x.ndjson"
    actions = folder / "actions.json"
    actions.write_text(json.dumps([{"type": text or "empty", "text": text} for text in TEXTS]))
    run("import", str(actions), "-o", str(session), "--state", "{}")
    return session


def members(session):
    """The names at the top of the states."""
    return sorted({name for _, state in states(session) if isinstance(state, dict) for name in state})


def same(cell, value):
    """Whether a cell has a value: a text or a number as it is, any other value as JSON; no text here has what is escaped."""
    if isinstance(value, str):
        return cell == value
    if isinstance(cell, str):
        return json.loads(cell) == value
    return cell == value and (cell is None) == (value is None)


def check(session, folder):
    file = folder / "table.parquet"
    names = members(session)
    options = [word for name in names for word in ("--path", f"/{name}")]
    run("export", str(session), "--to", "parquet", *options, "-o", str(file), "--force")
    rows = duckdb.read_parquet(str(file)).fetchall()
    lines = [json.loads(line) for part in [session.read_text()] for line in part.splitlines()]
    actions = {line["n"]: line for line in lines if line["kind"] == "action"}
    after = dict(states(session))
    assert [row[0] for row in rows] == sorted(actions), session
    for row in rows:
        action, state = actions[row[0]], after.get(row[0], {})
        assert row[1] == action["t"] and same(row[3], action["type"]), row[:4]
        assert json.loads(row[6]) == action["action"], row[0]
        for name, cell in zip(names, row[7:]):
            assert same(cell, state.get(name)), (session, row[0], name, cell)
    return len(rows)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sessions = sorted((ROOT / "sessions").glob("*.ndjson")) + [hostile(folder)]
        count = sum(check(session, folder) for session in sessions)
        left = [name for name in os.listdir(folder) if name.endswith(".partial")]
        assert not left, left
    print(f"{len(sessions)} sessions as Parquet, {count} rows as recorded")


main()
