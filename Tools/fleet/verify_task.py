"""What one task does on a worker: fetch a session, replay it, say what came of it in one line.

This module travels with the kit, so a worker needs nothing of this project but fsspec.
"""
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import fsspec


@dataclass(frozen=True)
class Session:
    """A session as a listing names it."""

    name: str  # in the report, as the caller named the folder or store
    file: str  # below that folder, as inspect names it
    urls: tuple[str, ...]  # one for each segment
    version: str  # changes if the store gets other bytes under the name


@dataclass(frozen=True)
class Order:
    """What is the same for all sessions of a run."""

    kit: str  # a digest of everything that decides a verdict
    host: str | None  # the arguments of the kit's `host`; None: the config names the hosts
    has_config: bool
    options: tuple[str, ...]  # more options of verify
    time_limit: float  # seconds, of each process
    fetches: int = 3


@dataclass
class Ended:
    """How a process ended."""

    status: int | None
    signal: int | None
    timed_out: bool
    output: bytes
    errors: str


class NotFetched(Exception):
    """The store did not give a session."""


def verify(session: Session, order: Order) -> str:
    """The line of a session: what `row` says, with the report of inspect as inspect wrote it."""
    began = time.monotonic()
    before = os.times()
    with tempfile.TemporaryDirectory(prefix="fleet-") as scratch:
        fields, report = judged(session, order, pathlib.Path(scratch))
    after = os.times()
    cpu = sum(after[:4]) - sum(before[:4])
    fields |= {"cpu_seconds": round(cpu, 4), "seconds": round(time.monotonic() - began, 4),
               "worker": f"{socket.gethostname()}:{os.getpid()}"}
    return line(row(session, order) | fields, report)


def row(session: Session, order: Order) -> dict:
    """The members that say which session a line is about, and under which kit."""
    return {"session": session.name, "version": session.version, "kit": order.kit, "files": len(session.urls)}


def line(fields: dict, report: str | None = None) -> str:
    """A row as one line. The report is not parsed and written again: its numbers keep their text."""
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return f'{text[:-1]},"report":{report}}}' if report else text


def unjudged(outcome: str, reason: str) -> dict:
    """The members of a row without a verdict; triage lists it as trouble, so it is not lost."""
    fault = {"kind": "trouble", "detail": f"{outcome}: {reason}", "actions": 0, "bytes": 0}
    return {"outcome": outcome, "reason": reason, "faults": [fault]}


def judged(session: Session, order: Order, scratch: pathlib.Path) -> tuple[dict, str | None]:
    """What inspect says of the session, and its report."""
    # The paths below stand in reports, so they are the same on each worker.
    (scratch / "kit").symlink_to(os.getcwd())
    folder = scratch / "sessions"
    try:
        fetched = fetch(session, folder, order.fetches)
    except NotFetched as failure:
        return unjudged("not-fetched", str(failure)), None
    ended = inspect(["verify", "--format", "ndjson", *order.options], session.file, folder, order)
    fields = fetched | {"status": ended.status, "signal": ended.signal}
    if ended.timed_out:
        return fields | unjudged("timed-out", f"it took more than {order.time_limit:g} s"), None
    if ended.signal:
        return fields | unjudged("died", f"inspect died of signal {ended.signal}"), None
    report = ended.output.decode().removesuffix("\n")
    if not report or "\n" in report:
        return fields | unjudged("no-report", ended.errors), None
    verdict = json.loads(report)
    fields |= {"outcome": "verified", **{name: verdict.get(name) for name in ("result", "store", "actions", "equal")}}
    return fields | faults(verdict, session, folder, order), report


def faults(verdict: dict, session: Session, folder: pathlib.Path, order: Order) -> dict:
    """The faults as `inspect triage` names them. If every action is equal, there is nothing to ask."""
    if verdict["result"] == "reproduces" and verdict["equal"] == verdict["actions"]:
        return {"faults": []}
    ended = inspect(["triage", "--format", "json"], session.file, folder, order)
    try:
        triage = json.loads(ended.output)
    except ValueError:
        how = "took too long" if ended.timed_out else f"died of signal {ended.signal}" if ended.signal else ended.errors
        return {"faults": [{"kind": "trouble", "detail": f"triage: {how}", "actions": 0, "bytes": 0}]}
    own = ("kind", "store", "type", "detail", "build", "actions", "bytes")
    found = [{name: group[name] for name in own if name in group} for group in triage["groups"]]
    return {"faults": found, "unreplayed": "unreplayed" in triage}


def fetch(session: Session, folder: pathlib.Path, tries: int) -> dict:
    """Copies the files of the session; their digest and bytes."""
    parts = session.file.split("/")
    if any(part in ("", ".", "..") for part in parts) or "\0" in session.file:
        raise NotFetched("its name leads out of its folder")
    place = folder.joinpath(*parts[:-1])
    place.mkdir(parents=True)
    digest, size = hashlib.sha256(), 0
    for url in session.urls:
        local = place / url.rsplit("/", 1)[1]
        copy(url, local, tries)
        with local.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
                size += len(block)
    return {"sha256": digest.hexdigest(), "fetched": size}


def copy(url: str, local: pathlib.Path, tries: int) -> None:
    """Copies a file from a store, which may fail for a moment."""
    for count in range(1, tries + 1):
        try:
            store, path = fsspec.core.url_to_fs(url)
            return store.get_file(path, str(local))
        except FileNotFoundError:
            raise NotFetched("it is no longer there") from None
        except Exception as failure:  # noqa: BLE001  each store has errors of its own
            if count == tries:
                raise NotFetched(f"{type(failure).__name__}: {failure}") from None
            time.sleep(4 ** (count - 1))


def inspect(words: list[str], file: str, folder: pathlib.Path, order: Order) -> Ended:
    """Runs the kit's inspect in the folder of the session."""
    command = [str(folder.parent / "kit/inspect")]
    if order.has_config:
        command += ["--config", "../kit/inspectrc"]
    if order.host is not None:
        command += ["--host", f"../kit/host {order.host}".rstrip()]
    command += [*words, "--", file]
    if setpriv := shutil.which("setpriv"):
        # If the worker is killed, so is this process, and its hosts see the end of their input.
        command = [setpriv, "--pdeathsig", "KILL", *command]
    # A verdict depends neither on the worker's settings nor on its user's files.
    environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(folder), "TMPDIR": str(folder.parent),
                   "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    return run(command, folder, environment, order.time_limit)


def run(command: list[str], folder: pathlib.Path, environment: dict[str, str], limit: float) -> Ended:
    """Runs a process to its end, or ends it and its group at the limit."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            start_new_session=True)
        with at_most(limit, process) as timed_out:
            process.wait()
        output.seek(0)
        errors.seek(0)
        status = process.returncode
        return Ended(
            status if status >= 0 else None, -status if status < 0 else None, timed_out.is_set(), output.read(),
            errors.read(2000).decode(errors="replace").strip())


@contextlib.contextmanager
def at_most(limit: float, process: subprocess.Popen) -> Iterator[threading.Event]:
    """Kills the group of a process at the limit, and says so by the event."""
    timed_out = threading.Event()

    def end() -> None:
        timed_out.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, end)
    timer.start()
    try:
        yield timed_out
    finally:
        timer.cancel()
        timer.join()
