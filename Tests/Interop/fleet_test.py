#!/usr/bin/env python3
"""Replays many sessions on a Ray cluster of this machine, kills workers on the way, and compares the
result with that of one process, row for row.

fleet_test.py INSPECT [--sessions 300] [--workers 2,4] [--kills 3] [--folder FOLDER]

Prints the throughput of each number of workers. Needs the Python packages ray, fsspec and duckdb.
"""
import argparse
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import duckdb
import fsspec
from ray.cluster_utils import Cluster

HERE = pathlib.Path(__file__).resolve().parent
FLEET = HERE.parents[1] / "Tools/fleet"
sys.path[:0] = [str(HERE), str(FLEET)]
import fleet_corpus
import listing
import verify_task

OPTIONS = argparse.Namespace()
CONFIG = "[store toast]\nhost = ./inspect host toast\n"
# What differs from one crash of the same program to the next.
CHANCE = re.compile(r"0x[0-9a-f]{8,}|Backtrace took [0-9.]+s")


def inspect_one(words: list[str], folder: pathlib.Path) -> subprocess.CompletedProcess:
    """One process over the sessions of a folder, beside which stands the kit."""
    command = ["../kit/inspect", "--config", "../kit/inspectrc", *words]
    environment = dict(os.environ, TZ="UTC", LC_ALL="C.UTF-8")
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def fleet(sessions: pathlib.Path | str, output: pathlib.Path, *more: str) -> subprocess.Popen:
    """Begins a run."""
    command = [sys.executable, str(FLEET), str(sessions), "--inspect", OPTIONS.inspect, "-o", str(output), *more]
    # Ray gives way to other programs; here it is to compete as one process does.
    environment = dict(os.environ, RAY_worker_niceness="0")
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(run: subprocess.Popen) -> dict:
    """What a run says at its end."""
    output, errors = run.communicate()
    if not output:
        raise AssertionError(errors)
    return json.loads(output.splitlines()[-1]) | {"status": run.returncode}


def lines(path: pathlib.Path) -> list[dict]:
    return [json.loads(text) for text in path.read_text().splitlines()]


def workers() -> list[int]:
    """The processes of Ray on this machine that verify a session now."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if path.read_bytes().startswith(b"ray::verify"):
                found.append(int(path.parent.name))
        except OSError:
            pass
    return found


def kill_some(run: subprocess.Popen, journal: pathlib.Path, total: int, kills: int) -> int:
    """Kills a worker each time that a further part of the sessions is done; how many it killed."""
    killed, chance = 0, random.Random(1)
    while run.poll() is None and killed < kills:
        done = journal.read_bytes().count(b"\n") if journal.exists() else 0
        found = workers()
        if done > total * (killed + 1) / (kills + 2) and found:
            os.kill(chance.choice(found), signal.SIGKILL)
            killed += 1
        time.sleep(0.05)
    return killed


class Fleet(unittest.TestCase):
    """The whole corpus, on the cluster and in one process."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = OPTIONS.folder
        cls.corpus, kit = cls.folder / "sessions", cls.folder / "kit"
        if not cls.corpus.exists():
            fleet_corpus.make(cls.corpus, OPTIONS.sessions)
        kit.mkdir(exist_ok=True)
        (kit / "inspectrc").write_text(CONFIG)
        if not (kit / "inspect").exists():
            (kit / "inspect").symlink_to(OPTIONS.inspect)
        days = sorted(path.name for path in cls.corpus.iterdir())
        began = time.monotonic()
        cls.reports = inspect_one(["verify", "--jobs", "2", *days, "--format", "ndjson"], cls.corpus).stdout.splitlines()
        verified = time.monotonic()
        cls.triage = json.loads(inspect_one(["triage", "--jobs", "2", *days, "--format", "json"], cls.corpus).stdout)
        took = time.monotonic() - began
        print(f"one process, 2 jobs: {len(cls.reports) / took:.1f} sessions a second (verify {verified - began:.0f} s, "
              f"triage {began + took - verified:.0f} s)", flush=True)

    def test_is_one_process(self) -> None:
        for count in OPTIONS.workers:
            with self.subTest(workers=count):
                self.run_with(count)

    def run_with(self, count: int) -> None:
        """Runs the fleet, kills workers on the way, and prints how long it took."""
        output = self.folder / f"reports-{count}.parquet"
        journal = output.with_suffix(".jsonl")
        journal.unlink(missing_ok=True)
        run = fleet(self.corpus, output, "--workers", str(count), "--config", str(self.folder / "kit/inspectrc"))
        killed: list[int] = []
        killer = threading.Thread(
            target=lambda: killed.append(kill_some(run, journal, OPTIONS.sessions, OPTIONS.kills)))
        killer.start()
        result = ended(run)
        killer.join()
        print(f"{count} workers, {killed[0]} times one killed: {result['judged'] / result['seconds']:.1f} sessions a second "
              f"({result['seconds']:.0f} s, {result['cpu_seconds']:.0f} s of processors)", flush=True)
        self.assertEqual(killed, [OPTIONS.kills])
        self.assertEqual(result["status"], 2)
        self.compare(output)

    def compare(self, output: pathlib.Path) -> None:
        """Each session has one line and one row, and both say what the one process said."""
        rows = duckdb.sql(f"SELECT session, result, report FROM '{output}'").fetchall()
        self.assertEqual(len(rows), OPTIONS.sessions)
        self.assertEqual(len(lines(output.with_suffix(".jsonl"))), OPTIONS.sessions)
        alone = {json.loads(text)["file"]: text for text in self.reports}
        self.assertEqual(len(alone), OPTIONS.sessions)
        for name, result, report in rows:
            expected = alone[name.removeprefix(f"{self.corpus}/")]
            self.assertEqual(CHANCE.sub("", report), CHANCE.sub("", expected))
            self.assertEqual(result, json.loads(expected)["result"])
        self.assertEqual([name for name, _, _ in rows], sorted(name for name, _, _ in rows))
        text = output.with_suffix(".triage.json").read_text()
        self.assertEqual(json.loads(text.replace(f"{self.corpus}/", "")), self.triage)


class Runs(unittest.TestCase):
    """Runs that end early, and sessions that end their workers."""

    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.corpus = self.folder / "few"
        fleet_corpus.make(self.corpus, 24, seed=7)
        self.output = self.folder / "reports.parquet"
        self.journal = self.output.with_suffix(".jsonl")

    def run_fleet(self, *more: str) -> dict:
        return ended(fleet(self.corpus, self.output, "--workers", "2", *more))

    def test_goes_on_where_it_was_ended(self) -> None:
        self.run_fleet()
        rows = duckdb.sql(f"SELECT session, report FROM '{self.output}'").fetchall()
        whole = self.journal.read_bytes()
        self.assertEqual(self.run_fleet()["judged"], 0)
        self.assertEqual(self.journal.read_bytes(), whole)
        # Ten lines and a half, as after a loss of power.
        kept = whole.splitlines(keepends=True)
        self.journal.write_bytes(b"".join(kept[:10]) + kept[10][:50])
        self.assertEqual(self.run_fleet()["judged"], 14)
        again = duckdb.sql(f"SELECT session, report FROM '{self.output}'").fetchall()
        self.assertEqual(CHANCE.sub("", str(again)), CHANCE.sub("", str(rows)))

    def test_answers_the_questions_of_the_page(self) -> None:
        self.run_fleet("--no-causes")
        page = (HERE.parents[1] / "docs/scale.md").read_text()
        base = duckdb.connect()
        base.execute("SET file_search_path = '" + str(self.folder) + "'")
        questions = re.findall(r"^```sql\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        self.assertTrue(questions)
        for question in questions:
            for statement in filter(str.strip, question.split(";")):
                self.assertTrue(base.execute(statement).fetchall(), statement)

    def test_judges_what_changed_and_forgets_what_is_gone(self) -> None:
        self.run_fleet()
        names = sorted((self.corpus / "day-00").iterdir())
        names[0].unlink()
        names[1].write_bytes(fleet_corpus.SAMPLES[0].read_bytes())
        self.assertEqual(self.run_fleet()["judged"], 1)
        rows = [name for name, in duckdb.sql(f"SELECT session FROM '{self.output}'").fetchall()]
        self.assertEqual(len(rows), 23)
        self.assertNotIn(str(names[0]), rows)
        # Another kit is another run.
        self.assertEqual(self.run_fleet("--no-causes")["judged"], 23)

    def test_reports_a_session_that_always_kills_its_worker(self) -> None:
        killer = self.folder / "killer"
        killer.write_text("#!/bin/sh\necho >> " + str(self.folder / "deaths") + "\n"
                          "kill -9 $(awk '{print $4}' /proc/$PPID/stat)\n")
        killer.chmod(0o755)
        config = self.folder / "inspectrc"
        config.write_text("[store killer]\nhost = ./killer\n")
        fatal = self.corpus / "fatal.ndjson"
        fatal.write_bytes(b"".join(fleet_corpus.counter(random.Random(1), "killer")))
        result = self.run_fleet("--config", str(config), "--ship", str(killer))
        self.assertEqual((result["sessions"], result["unjudged"]), (25, 1))
        self.assertEqual(len((self.folder / "deaths").read_text()), 4)
        row = next(row for row in lines(self.journal) if row["session"] == str(fatal))
        self.assertEqual(row["outcome"], "lost-workers")
        triage = json.loads(self.output.with_suffix(".triage.json").read_text())
        self.assertIn([str(fatal)], [group["sessions"] for group in triage["groups"]])

    def test_survives_the_death_of_a_machine(self) -> None:
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        self.addCleanup(cluster.shutdown)
        machines = [cluster.add_node(num_cpus=1) for _ in range(2)]
        run = fleet(self.corpus, self.output, "--address", cluster.address)
        while run.poll() is None and not (self.journal.exists() and self.journal.stat().st_size):
            time.sleep(0.05)
        cluster.remove_node(machines[0], allow_graceful=False)
        result = ended(run)
        self.assertEqual((result["sessions"], result["unjudged"]), (24, 0))
        self.assertEqual(len(lines(self.journal)), 24)

    def test_ships_a_host_with_its_arguments(self) -> None:
        for path in (self.corpus / "day-00").iterdir():
            path.unlink()
        chance = random.Random(1)
        for name in ("a", "-b", "c d"):
            (self.corpus / f"day-00/{name}.ndjson").write_bytes(b"".join(fleet_corpus.counter(chance)))
        host = self.folder / "my host"
        host.write_text('#!/bin/sh\nexec ../kit/inspect host "$1"\n')
        host.chmod(0o755)
        result = self.run_fleet("--host", f"'{host}' counter")
        self.assertEqual((result["status"], result["reproduce"]), (0, 3))
        self.assertEqual([row["report"].get("sample") for row in lines(self.journal)], [None] * 3)

    def test_reports_a_name_that_is_no_text(self) -> None:
        for path in (self.corpus / "day-00").iterdir():
            path.unlink()
        (self.corpus / os.fsdecode(b"day-00/\xff.ndjson")).write_bytes(fleet_corpus.SAMPLES[0].read_bytes())
        self.assertEqual(self.run_fleet()["sessions"], 1)
        row, = lines(self.journal)
        self.assertEqual(row["session"], f"{self.corpus}/day-00/\\udcff.ndjson")

    def test_ends_what_takes_too_long(self) -> None:
        for path in (self.corpus / "day-00").iterdir():
            path.unlink()
        (self.corpus / "day-00/slow.ndjson").write_bytes(b"".join(fleet_corpus.counter(random.Random(1))))
        result = self.run_fleet("--host", "/bin/sleep 100", "--time-limit", "2")
        row, = lines(self.journal)
        self.assertEqual((row["outcome"], result["status"]), ("timed-out", 2))
        self.assertLess(row["seconds"], 10)

    def test_says_if_there_is_nothing(self) -> None:
        (self.folder / "empty").mkdir()
        run = fleet(self.folder / "empty", self.output)
        self.assertIn("no name there ends in .ndjson", run.communicate()[1])
        self.assertEqual(run.returncode, 2)
        run = fleet(self.folder / "nowhere", self.output)
        self.assertIn("nowhere", run.communicate()[1])
        self.assertEqual(run.returncode, 2)


class Stores(unittest.TestCase):
    """Names of an object store, in this process."""

    def setUp(self) -> None:
        self.store = fsspec.filesystem("memory")
        self.addCleanup(self.store.rm, "/", True)
        self.order = verify_task.Order("kit", None, False, (), 60, fetches=1)

    def put(self, path: str, data: bytes) -> None:
        self.store.pipe(path, data)

    def verify(self, session: verify_task.Session) -> dict:
        with tempfile.TemporaryDirectory() as kit:
            os.symlink(OPTIONS.inspect, f"{kit}/inspect")
            before = os.getcwd()
            os.chdir(kit)
            try:
                return json.loads(verify_task.verify(session, self.order))
            finally:
                os.chdir(before)

    def test_lists_sessions_and_their_segments(self) -> None:
        for name in ("b.ndjson", "a.0002.ndjson", "a.0001.ndjson", "c.0003.ndjson.gz", "notes.txt", ".hidden.ndjson"):
            self.put(f"/bucket/day/{name}", b"")
        self.put("/bucket/top.ndjson", b"")
        found = list(listing.sessions(["memory://bucket"]))
        self.assertEqual([(session.name, session.file, len(session.urls)) for session in found], [
            ("memory://bucket/top.ndjson", "top.ndjson", 1), ("memory://bucket/day/a", "day/a", 2),
            ("memory://bucket/day/b.ndjson", "day/b.ndjson", 1),
            ("memory://bucket/day/c.0003.ndjson.gz", "day/c.0003.ndjson.gz", 1)])
        self.put("/bucket/top.ndjson", b"more")
        self.assertNotEqual(next(listing.sessions(["memory://bucket"])).version, found[0].version)

    def test_verifies_a_session_of_several_objects(self) -> None:
        for ending, data in fleet_corpus.segments(random.Random(3)):
            self.put(f"/bucket/-x/app{ending}", data)
        session, = listing.sessions(["memory://bucket"])
        row = self.verify(session)
        self.assertEqual((row["result"], row["report"]["file"], row["files"]), ("reproduces", "-x/app", 2))

    def test_says_which_session_the_store_did_not_give(self) -> None:
        self.put("/bucket/a.ndjson", b"")
        session, = listing.sessions(["memory://bucket/a.ndjson"])
        self.store.rm("/bucket/a.ndjson")
        row = self.verify(session)
        self.assertEqual((row["outcome"], row["reason"]), ("not-fetched", "it is no longer there"))

    def test_writes_no_file_outside_its_folder(self) -> None:
        for file in ("../a.ndjson", "a/../../b.ndjson", "/etc/a.ndjson", "./a.ndjson"):
            row = self.verify(verify_task.Session("x", file, ("memory://bucket/a.ndjson",), ""))
            self.assertEqual((row["outcome"], row["reason"]), ("not-fetched", "its name leads out of its folder"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("inspect", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--sessions", type=int, default=300)
    parser.add_argument("--workers", type=lambda text: [int(count) for count in text.split(",")], default=[2, 4])
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--folder", type=pathlib.Path, help="keep the corpus and the reports here")
    parser.add_argument("--only", help="the tests whose names have this")
    parser.parse_args(namespace=OPTIONS)
    with tempfile.TemporaryDirectory() as folder:
        OPTIONS.folder = (OPTIONS.folder or pathlib.Path(folder)).resolve()
        OPTIONS.folder.mkdir(exist_ok=True)
        unittest.main(argv=[sys.argv[0], *(["-k", OPTIONS.only] if OPTIONS.only else [])])


if __name__ == "__main__":
    main()
