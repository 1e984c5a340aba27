"""A folder of many sessions, the same for the same seed: most sound, some with each fault that there is."""
import gzip
import json
import pathlib
import random
import uuid

from generated_sessions import checksum, written

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "sessions").glob("*.ndjson"))
A_FOLDER = 1000
WORDS = ["draft", "saved", "upload", "failed", "see", "you", "again", "photo", "shared", "sync", "ようこそ"]
# How many of a hundred sessions are of each kind.
KINDS = {"counter": 30, "toast": 30, "sample": 18, "segments": 2, "wrong": 8, "cut": 3, "torn": 3, "flipped": 3,
         "gzip-cut": 1, "no-host": 1, "crash": 1}


def make(folder: pathlib.Path, count: int, seed: int = 1) -> None:
    """Writes `count` sessions, a thousand to a folder."""
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        day = folder / f"day-{number // A_FOLDER:02}"
        day.mkdir(parents=True, exist_ok=True)
        kind = chance.choices(list(KINDS), list(KINDS.values()))[0]
        for ending, data in files(kind, chance):
            (day / f"app-{number:05}{ending}").write_bytes(data)


def files(kind: str, chance: random.Random) -> list[tuple[str, bytes]]:
    """The files of a session: the end of each name, and the bytes."""
    if kind == "segments":
        return segments(chance)
    data = b"".join(MAKERS[kind](chance))
    if kind == "gzip-cut":
        packed = gzip.compress(data, mtime=0)
        return [(".ndjson.gz", packed[:chance.randrange(len(packed) // 2, len(packed))])]
    if chance.random() < 0.3:
        return [(".ndjson.gz", gzip.compress(data, mtime=0))]
    return [(".ndjson", data)]


def line(**members: object) -> bytes:
    return written(members).encode() + b"\n"


def header(chance: random.Random, store: str, **more: object) -> bytes:
    build = {"name": store, "version": chance.choice(["1.0", "1.1"]), "build": "sample"}
    return line(kind="session", format="hindsight-session", version=1, id=str(uuid.UUID(int=chance.getrandbits(128))),
                started="2026-11-21T05:56:47.792Z", store=store, app=build, snapshots="delta", **more)


def length(chance: random.Random) -> int:
    """How many actions: half of the sessions have less than 60, one in a hundred more than 900."""
    return max(2, min(2000, int(chance.lognormvariate(4.1, 1.15))))


def counter(chance: random.Random, store: str = "counter") -> list[bytes]:
    """Sums of eight bits, whose reducer is easy."""
    lines = [header(chance, store), counted(0, 0)]
    value, count = 0, length(chance)
    for n in range(1, count + 1):
        amount = chance.randint(-9, 9)
        if abs(value + amount) > 100:
            value, kind, action = 0, "reset", {"reset": {}}
        else:
            value, kind, action = value + amount, "add", {"add": {"_0": amount}}
        lines += [acted(n, kind, action), counted(n, value)]
    return lines + [line(kind="end", n=count, t=(count + 1) * 10**6)]


def acted(n: int, kind: str, action: dict) -> bytes:
    return line(kind="action", n=n, t=n * 10**6, type=kind, action=action)


def counted(n: int, value: int) -> bytes:
    return line(kind="state", n=n, state={"value": value, "steps": n}, **({"took": 700} if n else {}))


def toast(chance: random.Random) -> list[bytes]:
    """A queue of messages, whose ids are a recorded date; its states are patches."""
    lines = [header(chance, "toast"), line(kind="state", n=0, state={"items": []})]
    items: list[dict] = []
    date, count = 816933407.25, length(chance)
    for n in range(1, count + 1):
        date += chance.randint(4, 400) / 4  # so no two ids are the same
        if not items or (len(items) < 6 and chance.random() < 0.5):
            item = {"id": int(date + 978307200), "message": " ".join(chance.choices(WORDS, k=3)), "type": "error"}
            action = {"enqueueToast": {"message": item["message"], "type": "error"}}
            lines += [acted(n, "enqueueToast", action), line(kind="input", n=n, **{"is": "date"}, value=date)]
            patch = {"op": "add", "path": f"/items/{len(items)}", "value": item}
            items.append(item)
        else:
            place = chance.randrange(len(items))
            lines.append(acted(n, "dequeueToast", {"dequeueToast": {"id": items.pop(place)["id"]}}))
            patch = {"op": "remove", "path": f"/items/{place}"}
        lines.append(line(kind="state", n=n, patch=[patch], took=900))
    return lines + [line(kind="end", n=count, t=(count + 1) * 10**6)]


def sample(chance: random.Random, is_closed: bool = True) -> list[bytes]:
    """The beginning of a session that a sample app recorded, with the checksums that it has."""
    lines = chance.choice(SAMPLES).read_bytes().splitlines(keepends=True)
    parsed = [json.loads(text) for text in lines]
    acts = [place for place, text in enumerate(parsed) if text["kind"] == "action"]
    place = chance.choice(acts)
    if not is_closed:
        return lines[:place + 1]
    n = parsed[place]["n"]
    end = written({"kind": "end", "n": n - 1, "t": parsed[place]["t"]})[:-1].encode()
    return lines[:place] + [end + b',"crc":"%08x"}\n' % checksum(end)]


def wrong(chance: random.Random) -> list[bytes]:
    """A recorded state is not that of the reducer."""
    lines = counter(chance)
    n = chance.randint(1, (len(lines) - 3) // 2)
    state = json.loads(lines[1 + 2 * n])["state"]
    lines[1 + 2 * n] = counted(n, state["value"] + 1)
    return lines


def crash(chance: random.Random) -> list[bytes]:
    """The app died of an overflow, and the reducer of today does, too."""
    lines = counter(chance)[:-1]
    last = json.loads(lines[-1])
    n, value = last["n"], last["state"]["value"]
    lines += [acted(n + 1, "add", {"add": {"_0": 101 - value if value > 0 else 1 - value}})]
    lines += [counted(n + 1, 101 if value > 0 else 1)]
    return lines + [acted(n + 2, "add", {"add": {"_0": 127}})]


def torn(chance: random.Random) -> list[bytes]:
    """The end of the file is missing."""
    data = b"".join(sample(chance))
    return [data[:chance.randrange(len(data) // 2, len(data))]]


def flipped(chance: random.Random) -> list[bytes]:
    """A bit is not as it was written."""
    data = bytearray(b"".join(sample(chance)))
    data[chance.randrange(len(data) // 4, len(data))] ^= 1 << chance.randrange(7)
    return [bytes(data)]


def segments(chance: random.Random) -> list[tuple[str, bytes]]:
    """A session in two files, the second of which goes on with the last state of the first."""
    lines = counter(chance)
    middle = 2 * ((len(lines) - 3) // 4) + 2
    first, state = json.loads(lines[0]), json.loads(lines[middle - 1])
    goes_on = {"continues": {"id": first["id"], "n": state["n"]}, "id": str(uuid.UUID(int=chance.getrandbits(128)))}
    second = [line(**(first | goes_on)), counted(state["n"], state["state"]["value"])]
    end = line(kind="end", n=state["n"], t=state["n"] * 10**6 + 1)
    return [(".0001.ndjson", b"".join(lines[:middle] + [end])), (".0002.ndjson", b"".join(second + lines[middle:]))]


MAKERS = {"counter": counter, "toast": toast, "sample": sample, "wrong": wrong, "crash": crash, "torn": torn,
          "flipped": flipped, "gzip-cut": toast, "cut": lambda chance: sample(chance, is_closed=False),
          "no-host": lambda chance: counter(chance, "unknown")}
