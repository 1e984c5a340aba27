"""The lines of a run in a file, which a later run takes up."""
import fcntl
import json
import os
import pathlib

from verify_task import Order, Session


class Journal:
    """A line for each session that was judged, in the order in which they finished.

    One process writes it. A line that was cut off is removed, and its session judged again.
    """

    def __init__(self, path: pathlib.Path, order: Order) -> None:
        self.order = order
        self.done: set[tuple[str, str]] = set()
        self.file = path.open("a+b")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{path}: another run writes it") from None
        self.take_up()

    def take_up(self) -> None:
        """Reads what is there already."""
        self.file.seek(0)
        end = 0
        for text in self.file:
            if not text.endswith(b"\n"):
                break
            end += len(text)
            row = json.loads(text)
            # What no worker could judge is tried again.
            if row["kit"] == self.order.kit and row["outcome"] == "verified":
                self.done.add((row["session"], row["version"]))
        self.file.truncate(end)

    def has(self, session: Session) -> bool:
        """Whether this version of the session was judged under this kit."""
        return (session.name, session.version) in self.done

    def add(self, session: Session, line: str) -> None:
        """Appends a line, unless the session has one."""
        if self.has(session):
            return
        self.file.write(line.encode() + b"\n")
        self.file.flush()
        self.done.add((session.name, session.version))

    def close(self) -> None:
        """Writes everything to the disk."""
        os.fsync(self.file.fileno())
        self.file.close()
