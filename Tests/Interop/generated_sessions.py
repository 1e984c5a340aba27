"""Sessions for the tests of the page: random ones, hostile ones, and long ones, as a recorder writes them."""
import json
import random

TABLE = []
for number in range(256):
    for _ in range(8):
        number = (number >> 1) ^ 0x82F63B78 if number & 1 else number >> 1
    TABLE.append(number)


def checksum(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = TABLE[(value ^ byte) & 255] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


class Number:
    """A number with its source text."""

    def __init__(self, text):
        self.text = text


def written(value):
    if isinstance(value, Number):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(name) + ":" + written(v) for name, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class Writer:
    def __init__(self, file, store="generated", has_checksums=True, **header):
        self.file, self.has_checksums = open(file, "wb"), has_checksums
        self.line(kind="session", format="hindsight-session", version=1,
                  id="a530fc0c-a6ac-41c1-a383-ade933b3aab3", started="2026-11-21T05:56:47.792Z", store=store, **header)

    def line(self, **members):
        data = written(members)[:-1].encode()
        end = b',"crc":"%08x"}\n' % checksum(data) if self.has_checksums else b"}\n"
        self.file.write(data + end)

    def close(self):
        self.file.close()


NAMES = ["a", "b", "items", "0", "1", "", "a/b", "m~n", "x y", "__proto__", "constructor", "ä", "\u202ekey",
         "\u200b", "$", "é", "e\u0301", "loading", "idle", "toString", "-", "01"]
TEXTS = ["", "x", "x\u200b", "two words", "two  words", "é", "e\u0301", "\u202eevil", "a\nb", "</script>", "ようこそ", "👋", "\u2028", "\\u{41}", "\x1b[31m"]
NUMBERS = ["0", "-0", "1", "1.0", "10e-1", "9007199254740993", "1e400", "-1.5e-7", "123456789012345678901234567890",
           "0.1", "1E2", "100"]


class RandomSession:
    """A state that changes at random, written as patches, whole states and keyframes, with gaps,
    changes from outside and marks between them."""

    def __init__(self, seed, file, steps=60):
        self.random = random.Random(seed)
        self.next_id = 0
        self.state = {"items": [self.element() for _ in range(4)], "plain": [self.leaf() for _ in range(5)],
                      "e": {"loading": {}}, "text": "line of text\n" * 120, "o": self.value(3)}
        out = Writer(file, has_checksums=seed % 2 == 0, requires=["splice"])
        out.line(kind="state", n=0, state=self.state)
        n, t = 0, 0
        while n < steps:
            n += 1
            t += self.random.randint(1000, 10**8)
            if self.random.random() < 0.06:
                self.patch(3)
                n += self.random.randint(0, 3)
                out.line(kind="gap", n=n, t=t, lost=1, reason="disk full")
                out.line(kind="state", n=n, state=self.state)
                continue
            more = {"from": self.random.randint(max(1, n - 3), n - 1)} if n > 2 and self.random.random() < 0.3 else {}
            out.line(kind="action", n=n, t=t, type=self.random.choice(["add", "list.move", "load"]),
                     action={"add": self.value(2)}, **more)
            if self.random.random() < 0.2:
                out.line(kind="input", n=n, **{"is": "date"}, value=Number("816933407.8088689"))
            patch = self.patch(self.random.randint(0, 4))
            if self.random.random() < 0.15:
                out.line(kind="state", n=n, state=self.state, took=self.random.randint(0, 10**6))
            else:
                out.line(kind="state", n=n, patch=patch, took=self.random.randint(0, 10**6))
            if self.random.random() < 0.1:
                out.line(kind="keyframe", n=n, state=self.state)
            if self.random.random() < 0.1:
                out.line(kind="mark", n=n, t=t, text=self.random.choice(TEXTS))
            if self.random.random() < 0.1:
                out.line(kind="outside", n=n, t=t, patch=self.patch(1))
        if seed % 3:
            out.line(kind="end", n=n, t=t)
        else:
            out.line(kind="action", n=n + 1, t=t, type="crash", action={})
        out.close()

    def leaf(self):
        return self.random.choice([
            None, True, False, self.random.choice(TEXTS), Number(self.random.choice(NUMBERS)),
            Number(str(self.random.randint(0, 9)))])

    def value(self, depth):
        kind = self.random.random()
        if depth == 0 or kind < 0.4:
            return self.leaf()
        if kind < 0.7:
            return {name: self.value(depth - 1) for name in self.random.sample(NAMES, self.random.randint(0, 4))}
        return [self.value(depth - 1) for _ in range(self.random.randint(0, 5))]

    def element(self):
        self.next_id += 1
        return {"id": Number(str(self.next_id)), "name": self.random.choice(TEXTS), "v": self.leaf()}

    def patch(self, count):
        """Changes the state at random; the operations that do the same."""
        operations = []
        for _ in range(count):
            operation = self.random.choice([
                self.insert, self.remove, self.move, self.copy, self.replace, self.replace, self.shuffle, self.case,
                self.splice, self.member, self.member])()
            operations += operation if isinstance(operation, list) else [operation]
        return operations

    def list(self):
        name = self.random.choice(["items", "plain"])
        return name, self.state[name], self.element() if name == "items" else self.leaf()

    def insert(self):
        name, items, new = self.list()
        at = self.random.randint(0, len(items))
        place = "-" if at == len(items) and self.random.random() < 0.5 else str(at)
        self.state[name] = items[:at] + [new] + items[at:]
        return {"op": "add", "path": f"/{name}/{place}", "value": new}

    def remove(self):
        name, items, _ = self.list()
        if not items:
            return []
        at = self.random.randrange(len(items))
        self.state[name] = items[:at] + items[at + 1:]
        return {"op": "remove", "path": f"/{name}/{at}"}

    def move(self):
        name, items, _ = self.list()
        if not items:
            return []
        a, b = self.random.randrange(len(items)), self.random.randrange(len(items))
        items = list(items)
        items.insert(b, items.pop(a))
        self.state[name] = items
        return {"op": "move", "from": f"/{name}/{a}", "path": f"/{name}/{b}"}

    def copy(self):
        items = self.state["plain"]
        if not items:
            return []
        at = self.random.randrange(len(items))
        self.state["plain"] = items + [items[at]]
        return [{"op": "test", "path": f"/plain/{at}", "value": items[at]},
                {"op": "copy", "from": f"/plain/{at}", "path": "/plain/-"}]

    def replace(self):
        name, items, _ = self.list()
        if not items:
            return []
        at = self.random.randrange(len(items))
        new = {**items[at], "v": self.leaf()} if name == "items" else self.value(2)
        self.state[name] = items[:at] + [new] + items[at + 1:]
        path = f"/items/{at}/v" if name == "items" else f"/plain/{at}"
        return {"op": "replace", "path": path, "value": new["v"] if name == "items" else new}

    def shuffle(self):
        name, items, _ = self.list()
        items = list(items)
        self.random.shuffle(items)
        self.state[name] = items
        return {"op": "replace", "path": "/" + name, "value": items}

    def case(self):
        self.state["e"] = {self.random.choice(["loading", "idle", "failed"]): self.random.choice([{}, {"_0": True}])}
        return {"op": "replace", "path": "/e", "value": self.state["e"]}

    def splice(self):
        data = self.state["text"].encode()
        at = self.random.randint(0, len(data) - 20)
        data = data[:at] + b"!?" + data[at + 5:]
        self.state["text"] = data.decode()
        return {"op": "splice", "path": "/text", "at": at, "del": 5, "ins": "!?"}

    def member(self):
        old, name = self.state["o"], self.random.choice(NAMES)
        path = "/o/" + name.replace("~", "~0").replace("/", "~1")
        if not isinstance(old, dict):
            self.state["o"] = {}
            return {"op": "replace", "path": "/o", "value": {}}
        if name in old and self.random.random() < 0.5:
            self.state["o"] = {key: v for key, v in old.items() if key != name}
            return {"op": "remove", "path": path}
        new = self.value(3)
        self.state["o"] = {**old, name: new}
        return {"op": "add", "path": path, "value": new}


HOSTILE = ["<script>pwned()</script>", "</script><script>pwned()</script>", "<img src=x onerror=pwned()>",
           "<!--<script>", "]]>", "javascript:pwned()", "\" onmouseover=\"pwned()", "\u202egnp.exe", "\u2028pwned()\u2029",
           "\u200b\ufeff\u2066", "{{script}}", "{{data}}", "&lt;b&gt;&#x22;", "'><svg onload=pwned()>", "\u0000\u009b31m"]


def hostile_session(file):
    """Markup, directions and control characters in every place that a session has."""
    out = Writer(file, store=HOSTILE[0], app={"name": HOSTILE[2]}, stateType=HOSTILE[1])
    state = {text: text for text in HOSTILE}
    out.line(kind="state", n=0, state=state)
    for n, text in enumerate(HOSTILE, 1):
        out.line(kind="action", n=n, t=n * 1000, type=text, action={text: [text]}, at=text,
                 **({"from": n - 1} if n > 1 else {}))
        out.line(kind="input", n=n, **{"is": text}, value=text)
        state = {**state, text: text + str(n), text + text: {text: text}}
        out.line(kind="state", n=n, state=state, threw=text, took=1000)
        out.line(kind="mark", n=n, t=n * 1000, text=text)
        out.line(kind="outside", n=n, t=n * 1000, state={**state, "outside": text})
        out.line(kind="dispatched", n=n, t=n * 1000, type=text, action=text)
    out.line(kind="gap", n=40, t=10**6, lost=3, reason=HOSTILE[2])
    out.line(kind="state", n=40, state=state)
    out.line(kind="action", n=41, t=10**6, type=HOSTILE[13], action={})
    out.close()


def long_session(file, count):
    """As many actions as asked for, of the kind that a queue of toasts has."""
    chance = random.Random(7)
    out = Writer(file, store="toast", hook="reducer", snapshots="delta")
    items, t, patched = [], 0, 0
    words = "draft saved upload failed see you connected again photo shared sync".split()
    out.line(kind="state", n=0, state={"items": []})
    for n in range(1, count + 1):
        t += chance.randint(10**4, 9 * 10**7)
        if not items or (len(items) < 2 and chance.random() < 0.5):
            toast = {"id": 1795240607 + n, "message": " ".join(chance.choices(words, k=2)),
                     "type": chance.choice(["info", "success", "error"])}
            out.line(kind="action", n=n, t=t, type="enqueueToast",
                     action={"enqueueToast": {"message": toast["message"], "type": toast["type"]}})
            out.line(kind="input", n=n, **{"is": "date"}, value=816933407 + t / 1e9)
            patch = [{"op": "add", "path": f"/items/{len(items)}", "value": toast}]
            items = items + [toast]
        else:
            at = chance.randrange(len(items))
            out.line(kind="action", n=n, t=t, type="dequeueToast", action={"dequeueToast": {"id": items[at]["id"]}})
            patch = [{"op": "remove", "path": f"/items/{at}"}]
            items = items[:at] + items[at + 1:]
        took = int(chance.lognormvariate(9, 1.2)) if chance.random() > 0.0005 else chance.randint(16 * 10**6, 6 * 10**7)
        size, small = len(written({"items": items})), len(written(patch))
        if small >= size:
            out.line(kind="state", n=n, state={"items": items}, took=took)
            patched = 0
        else:
            out.line(kind="state", n=n, patch=patch, took=took)
            patched += small
            if patched >= size:
                out.line(kind="keyframe", n=n, state={"items": items})
                patched = 0
        if n % 10000 == 0:
            out.line(kind="mark", n=n, t=t, text=f"checkpoint {n}")
    out.line(kind="end", n=count, t=t)
    out.close()
