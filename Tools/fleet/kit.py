"""What travels to the workers: inspect, the host, their settings, and the code of a task."""
import hashlib
import pathlib
import shlex
import shutil

import verify_task


def lay(folder: pathlib.Path, inspect: pathlib.Path, host: pathlib.Path | None, config: pathlib.Path | None,
        others: list[pathlib.Path]) -> None:
    """Copies everything into one folder, where a config names its hosts as `./NAME`."""
    parts = {"inspect": inspect, "host": host, "inspectrc": config, "verify_task.py": pathlib.Path(verify_task.__file__)}
    for name, path in [*parts.items(), *((path.name, path) for path in others)]:
        if path is None:
            continue
        if (folder / name).exists():
            raise ValueError(f"{path}: the kit has another {name}")
        shutil.copy(path, folder / name)
    # What names the line of a trap in a host that has the Swift runtime in itself, and what sees what a step asks.
    for name in ("swift-backtrace", "libWitness.so", "libWitness.dylib"):
        helper = inspect.resolve().parent / name
        if helper.exists() and not (folder / name).exists():
            shutil.copy(helper, folder)


def digest(folder: pathlib.Path, *settings: object) -> str:
    """A digest of the files, and of what else decides a verdict."""
    whole = hashlib.sha256(repr(settings).encode())
    for path in sorted(folder.iterdir()):
        whole.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:16]


def host_words(command: str) -> tuple[pathlib.Path, str]:
    """The program of a host command, and its arguments as a text."""
    words = shlex.split(command)
    if not words:
        raise ValueError("--host names no program")
    return pathlib.Path(words[0]), shlex.join(words[1:])
