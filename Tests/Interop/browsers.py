"""Drives Chromium by its DevTools protocol and Firefox by WebDriver BiDi, with the standard library."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


class Socket:
    """A client of a web socket that exchanges texts."""

    def __init__(self, url):
        host, port, path = re.match(r"ws://([^:/]+):(\d+)(/.*)", url).groups()
        self.socket = socket.create_connection((host, int(port)), timeout=120)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.socket.recv(1)
        if b" 101 " not in head:
            raise OSError(head.decode())

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = b"\x81" + (
            bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size) if size < 1 << 16
            else b"\xff" + struct.pack(">Q", size))
        pad = (mask * (size // 4 + 1))[:size]
        self.socket.sendall(head + mask + (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big"))

    def exactly(self, count):
        data = bytearray()
        while len(data) < count:
            part = self.socket.recv(min(count - len(data), 1 << 20))
            if not part:
                raise OSError("the browser closed the connection")
            data += part
        return bytes(data)

    def receive(self):
        text = b""
        while True:
            first, second = self.exactly(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.exactly(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.exactly(8))[0]
            data = self.exactly(size)
            if first & 15 == 9:
                continue  # a ping; nobody waits long enough to need an answer
            text += data
            if first & 128:
                return text.decode()


class Browser:
    """What both protocols share: commands with numbers, and events between the answers."""

    def __init__(self):
        self.count, self.events = 0, []

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, condition, seconds=60):
        """The first true value of an expression."""
        end = time.time() + seconds
        while True:
            found = self.run(condition)
            if found:
                return found
            if time.time() > end:
                raise AssertionError(f"not in {seconds} s: {condition}")
            time.sleep(0.05)

    def launch(self, command, port_pattern, files={}):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        for name, text in files.items():
            with open(os.path.join(self.folder.name, name), "w", encoding="utf8") as out:
                out.write(text)
        self.process = subprocess.Popen(
            [part.replace("FOLDER", self.folder.name) for part in command], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            match = re.search(port_pattern, line)
            if match:
                return match.group(1)
        raise OSError(f"{command[0]} did not start")

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


class Chromium(Browser):
    def __init__(self, program, width=1280, height=800):
        super().__init__()
        url = self.launch([
            program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-background-networking", "--user-data-dir=FOLDER", "--remote-debugging-port=0",
            "about:blank"], r"DevTools listening on (ws://\S+)")
        port = re.search(r":(\d+)/", url).group(1)
        while True:
            pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list"))
            pages = [page for page in pages if page["type"] == "page"]
            if pages:
                break
            time.sleep(0.05)
        self.socket = Socket(pages[0]["webSocketDebuggerUrl"])
        for domain in ("Page", "Runtime", "Network", "Log", "Audits"):
            self.call(domain + ".enable")
        self.size(width, height)

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def dark(self, value):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)

    def open_frame(self, url):
        """Opens a page with a sandboxed frame; what is run from now on is run there."""
        self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        self.open(url)
        # The frame has a process, and so a protocol session, of its own.
        frames, end = [], time.time() + 20
        while not frames and time.time() < end:
            self.run("0")
            frames = [e["params"]["sessionId"] for e in self.events if e["method"] == "Target.attachedToTarget"]
        self.session = frames[-1]

    def leave_frame(self):
        self.session = None

    def without_scripts(self, url, picture=None):
        """The nodes of a page that may run no script, as a text."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.open(url)
            time.sleep(0.5)
            if picture:
                self.picture(picture)
            return json.dumps(self.call("DOM.getDocument", depth=-1)["root"], ensure_ascii=False)
        finally:
            self.call("Emulation.setScriptExecutionDisabled", value=False)

    def faults(self):
        """The events that no page should cause: dialogs, errors, and what its policy refused."""
        self.run("0")
        for event in self.events:
            if event["method"] in ("Page.javascriptDialogOpening", "Runtime.exceptionThrown"):
                yield event
            if event["method"] in ("Log.entryAdded", "Audits.issueAdded"):
                text = json.dumps(event)
                if "ontentSecurityPolicy" in text or "Content Security Policy" in text:
                    yield event

    def requests(self):
        """The addresses that were asked for."""
        return [event["params"]["request"]["url"].split("#")[0] for event in self.events
                if event["method"] == "Network.requestWillBeSent"]

    def run(self, expression, context=None):
        more = {"contextId": context} if context else {}
        found = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, **more)
        if "exceptionDetails" in found:
            raise AssertionError(f"{expression[:200]}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def press(self, key):
        code = {"Escape": 27, "Enter": 13, "ArrowDown": 40, "ArrowUp": 38}.get(key)
        more = {"windowsVirtualKeyCode": code} if code else {"text": key}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


class Firefox(Browser):
    def __init__(self, program, preferences=""):
        super().__init__()
        self.program = program
        url = self.launch(
            [program, "--headless", "--no-remote", "--profile", "FOLDER", "--remote-debugging-port=0"],
            r"WebDriver BiDi listening on (ws://\S+)", {"user.js": preferences})
        self.socket = Socket(url + "/session")
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=[
            "log.entryAdded", "network.beforeRequestSent", "browsingContext.userPromptOpened"])
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, url):
        self.events.clear()
        # A page that differs only behind # would not be loaded again.
        self.call("browsingContext.navigate", context=self.context, url="about:blank", wait="complete")
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def open_frame(self, url):
        """Opens a page with a sandboxed frame; what is run from now on is run there."""
        self.open(url)
        self.page = self.context
        self.context = self.call("browsingContext.getTree", root=self.page)["contexts"][0]["children"][0]["context"]

    def leave_frame(self):
        self.context = self.page

    def without_scripts(self, url, picture=None):
        """The nodes of a page that may run no script, as a text."""
        other = Firefox(self.program, 'user_pref("javascript.enabled", false);')
        try:
            other.open(url)
            if picture:
                other.picture(picture)
            return json.dumps(other.call(
                "browsingContext.locateNodes", context=other.context, locator={"type": "css", "value": "body"},
                serializationOptions={"maxDomDepth": 99}), ensure_ascii=False)
        finally:
            other.close()

    def faults(self):
        """The events that no page should cause: dialogs, errors, and what its policy refused."""
        self.run("0")
        for event in self.events:
            method = event.get("method")
            if method == "browsingContext.userPromptOpened":
                yield event
            if method == "log.entryAdded" and event["params"]["level"] in ("error", "warn"):
                yield event

    def requests(self):
        """The addresses that were asked for, but for those that are their own content: the font of its list
        marks is one of them."""
        asked = [event["params"]["request"]["url"].split("#")[0] for event in self.events
                 if event.get("method") == "network.beforeRequestSent"]
        return [address for address in asked if not address.startswith("data:")]

    def press(self, key):
        value = {"Escape": "\ue00c", "Enter": "\ue007"}.get(key, key)
        self.call("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]}])

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("browsingContext.captureScreenshot", context=self.context)["data"]))

    def run(self, expression):
        # As JSON, since BiDi has a form of values of its own.
        found = self.call(
            "script.evaluate", expression=f"Promise.resolve({expression}).then(v => JSON.stringify(v ?? null) ?? 'null')",
            target={"context": self.context}, awaitPromise=True)
        if found["type"] != "success":
            raise AssertionError(f"{expression[:200]}: {found}")
        return json.loads(found["result"]["value"])
