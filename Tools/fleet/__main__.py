"""Replays a fleet of sessions on the workers of a Ray cluster.

    python3 Tools/fleet s3://bucket/2026-11-26 --inspect PATH --host PATH -o reports.parquet

Writes `reports.jsonl`, a line a session as they finish, `reports.parquet`, a row a session in the order
of their names, and `reports.triage.json`, the faults as `inspect triage` groups them. A run that was ended
goes on if it is started again. Exit 0 if all sessions reproduce, 1 if some diverge, 2 if there is trouble.
"""
import argparse
import contextlib
import json
import pathlib
import sys
import tempfile
import time
from collections.abc import Iterator

import cluster
import kit
import listing
import table
from journal import Journal
from verify_task import Order, Session


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="fleet", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sessions", nargs="*", metavar="SESSIONS", help="a folder, a file, or a URL that fsspec reads")
    parser.add_argument("--list", action="append", default=[], metavar="FILE", help="read more SESSIONS, one a line")
    parser.add_argument("--inspect", type=pathlib.Path, required=True, metavar="PATH", help="the tool, for the workers")
    parser.add_argument("--host", metavar="CMD", help="the program that reduces, with its arguments")
    parser.add_argument("--config", type=pathlib.Path, metavar="FILE",
                        help="a config file of inspect, with a host for each store as ./NAME, and places to ignore")
    parser.add_argument("--ship", type=pathlib.Path, action="append", default=[], metavar="FILE",
                        help="a file for the workers, such as a host that the config names")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, metavar="FILE.parquet")
    parser.add_argument("--address", metavar="ADDRESS", help="the Ray cluster (default: one on this machine)")
    parser.add_argument("--workers", type=int, metavar="K", help="how many workers on this machine (one a core)")
    parser.add_argument("--window", type=int, default=1000, metavar="K", help="at most K sessions on their way (1000)")
    parser.add_argument("--time-limit", type=float, default=600, metavar="SECONDS", help="of each run of inspect (600)")
    parser.add_argument("--no-causes", action="store_true", help="do not rerun a step that differs to find the cause")
    return parser.parse_args()


def ordered(given: argparse.Namespace, folder: pathlib.Path) -> Order:
    """Lays the kit into a folder; what all tasks have in common."""
    program, host_arguments = kit.host_words(given.host) if given.host else (None, None)
    kit.lay(folder, given.inspect, program, given.config, given.ship)
    options = ("--no-causes",) if given.no_causes else ()
    return Order(kit.digest(folder, host_arguments, options, given.time_limit), host_arguments,
                 given.config is not None, options, given.time_limit)


def listed(found: Iterator[Session], path: pathlib.Path, journal: Journal) -> Iterator[Session]:
    """Writes down each session of the listing; gives those that are still to be judged."""
    with path.open("w") as file:
        for session in found:
            file.write(json.dumps({"session": session.name, "version": session.version}) + "\n")
            if not journal.has(session):
                yield session


def run(given: argparse.Namespace, order: Order, scratch: pathlib.Path) -> dict[str, float]:
    """Judges what is not judged yet, and collects everything."""
    lines = given.output.with_suffix(".jsonl")
    journal = Journal(lines, order)
    words = [*given.sessions, *listing.words_of(given.list)]
    waiting = listed(listing.sessions(words), scratch / "listing.ndjson", journal)
    began = shown = time.monotonic()
    count = 0
    for session, line in cluster.verified(waiting, order, given.window):
        journal.add(session, line)
        count += 1
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"fleet: {count} sessions, {count / (shown - began):.1f} a second", file=sys.stderr)
    journal.close()
    elapsed = time.monotonic() - began
    counts = table.collect(lines, scratch / "listing.ndjson", order.kit, given.output)
    table.write_triage(given.output, given.output.with_suffix(".triage.json"))
    return counts | {"judged": count, "seconds": elapsed}


def main() -> int:
    given = arguments()
    if given.output.suffix != ".parquet" or not (given.sessions or given.list):
        print("fleet: SESSIONS or --list, and an output that ends in .parquet, are needed", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        laid, scratch = pathlib.Path(folder, "kit"), pathlib.Path(folder)
        laid.mkdir()
        try:
            # Ray prints its messages; standard output is for the result alone.
            with contextlib.redirect_stdout(sys.stderr):
                order = ordered(given, laid)
                with cluster.connected(given.address, given.workers, laid):
                    counts = run(given, order, scratch)
        except (OSError, ValueError, listing.NoSessions) as failure:
            print(f"fleet: {failure}", file=sys.stderr)
            return 2
    print(json.dumps(counts))
    return 2 if counts["trouble"] or counts["unjudged"] else 1 if counts["diverge"] else 0


if __name__ == "__main__":
    sys.exit(main())
