"""The sessions of folders and object stores, in their order; the segments of a session are one."""
import os
import pathlib
import re
from collections.abc import Iterable, Iterator

import fsspec

from verify_task import Session

ENDING = re.compile(r"\.ndjson(\.gz)?$")
SEGMENT = re.compile(r"^(.+)\.(\d{4,})$", re.DOTALL)
# What changes with the bytes of an object, as the stores name it; the first that there is.
VERSIONS = ("ETag", "etag", "md5Hash", "generation", "mtime", "LastModified", "last_modified", "created")


class NoSessions(Exception):
    """A word names no session, which must not pass for success."""


def sessions(words: Iterable[str]) -> Iterator[Session]:
    """The sessions of folders (`reports`, `s3://bucket/2026-11`) and single files, folder by folder.

    A folder is read to its bottom. One folder at a time is in memory, not the whole listing.
    """
    for word in words:
        store, root = fsspec.core.url_to_fs(word)
        if store.isfile(root):
            name = root.rsplit("/", 1)[1]
            yield Session(as_text(word), name, (store.unstrip_protocol(root),), version(store.info(root)))
            continue
        count = 0
        # By default a folder that cannot be listed is left out.
        for folder, _, files in store.walk(root, detail=True, on_error="raise"):
            below = folder.removeprefix(root).strip("/")
            for name, parts in grouped(files):
                count += 1
                file = f"{below}/{name}" if below else name
                yield Session(
                    as_text(f"{word.rstrip('/')}/{file}"), file,
                    tuple(store.unstrip_protocol(f"{folder.rstrip('/')}/{part}") for part in parts),
                    " ".join(version(files[part]) for part in parts))
        if count == 0:
            raise NoSessions(f"{word}: no name there ends in .ndjson or .ndjson.gz")


def grouped(files: Iterable[str]) -> list[tuple[str, list[str]]]:
    """The sessions of a folder by the name under which inspect opens them, and the files of each."""
    groups: dict[str, list[str]] = {}
    for file in sorted(files, key=os.fsencode):
        if file.startswith(".") or not ENDING.search(file):
            continue
        stem = ENDING.sub("", file)
        segment = SEGMENT.match(stem)
        groups.setdefault(segment[1] if segment and int(segment[2]) else stem, []).append(file)
    return [(parts[0] if len(parts) == 1 else stem, parts) for stem, parts in groups.items()]


def version(info: dict) -> str:
    """A text that changes with the bytes of an object."""
    stamp = next((str(info[name]) for name in VERSIONS if info.get(name) is not None), "")
    return f"{info.get('size', '')}-{stamp}"


def as_text(name: str) -> str:
    """A name for a report; a folder may have names that are not UTF-8."""
    return name.encode("utf-8", "backslashreplace").decode()


def words_of(lists: Iterable[str]) -> Iterator[str]:
    """The names in files that have one a line."""
    for path in lists:
        yield from filter(None, pathlib.Path(path).read_text().splitlines())
