"""What a specimen finds around it while it is recorded, and while it is verified."""

import os
import pathlib
import shutil
import subprocess

# No specimen is recorded under one of these, except in `UTC`; so each run differs from a recording that asked.
ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Adelaide"]
LANGUAGES = ["en_US.UTF-8", "de_DE.UTF-8", "C.UTF-8", "ja_JP.UTF-8", "pt_BR.UTF-8"]
# These are made so that they are there on any machine; the last ones are those that sessions are recorded in.
MADE = ["en_US", "de_DE", "ja_JP", "pt_BR", "fr_FR", "fr_CA", "sv_SE", "fi_FI", "it_IT", "tr_TR"]
TOOLS = ["strace", "faketime"]


def path_without_tools(work: pathlib.Path) -> str:
    """A PATH with everything that is installed but the tools that a search for causes may use."""
    folder = work / "bin"
    if not folder.exists():
        folder.mkdir(parents=True)
        for place in reversed(os.environ["PATH"].split(":")):
            if not os.path.isdir(place):
                continue
            for program in os.listdir(place):
                link = folder / program
                if program not in TOOLS:
                    link.unlink(missing_ok=True)
                    link.symlink_to(os.path.join(place, program))
    return str(folder)


def clock_shift(source: pathlib.Path, work: pathlib.Path) -> str:
    """The library that moves the clock of a process; built from its source if it is not there."""
    library = work / "shift.so"
    if not library.exists():
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return str(library)


def languages(work: pathlib.Path) -> str:
    """A folder for `LOCPATH` with the languages of the examination, for the C library."""
    folder = work / "languages"
    if not folder.exists():
        folder.mkdir(parents=True)
        for name in MADE:
            subprocess.run(["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], check=True)
    return str(folder)


class Machine:
    """One folder of a specimen, with the circumstances that its row asks for."""

    def __init__(self, row: dict, work: pathlib.Path, source: pathlib.Path):
        self.row, self.work, self.root = row, work, work / row["name"]
        self.source = source
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)

    def run(self, when: str, command: list, settings: dict, nice: int = 15, limit: float = 300):
        """Runs a command under the circumstances of "record" or "verify"; its output comes as text."""
        wanted = self.row["between"][when]
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.root), "LOCPATH": languages(self.work)}
        environment |= settings
        for name, text in wanted["environment"].items():
            environment[name] = self.filled(text)
        words = [str(word) for word in command]
        if wanted.get("clockAhead"):
            environment["LD_PRELOAD"] = clock_shift(self.source / "shift.c", self.work)
            environment["ZOO_CLOCK_AHEAD"] = str(wanted["clockAhead"])
        if wanted["isOnOneProcessor"]:
            words = ["taskset", "-c", "0", *words]
        if wanted.get("openFiles"):
            words = ["sh", "-c", f'ulimit -n {wanted["openFiles"]}; exec "$@"', "sh", *words]
        if wanted["isNobody"]:
            words = ["unshare", "--user", *words]
        if wanted.get("hostName"):
            words = ["unshare", "--uts", "sh", "-c", f'hostname {wanted["hostName"]}; exec "$@"', "sh", *words]
        self.lay_out(wanted["files"])
        folder = pathlib.Path(self.filled(wanted.get("directory") or "{work}/here"))
        folder.mkdir(parents=True, exist_ok=True)
        # What is recorded reads from a pipe that is at its end, as in a shell; a host's reducer from nothing.
        return subprocess.run(
            ["nice", "-n", str(nice), *words], cwd=folder, env=environment, input="",
            capture_output=True, text=True, errors="replace", timeout=limit)

    def filled(self, text: str) -> str:
        return text.replace("{work}", str(self.root))

    def lay_out(self, files: dict) -> None:
        shutil.rmtree(self.root / "files", ignore_errors=True)
        (self.root / "files").mkdir()
        for name, text in files.items():
            (self.root / name).write_text(text)
