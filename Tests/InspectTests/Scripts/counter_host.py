"""A reducer host for the counter store, in another language and as small as the protocol allows.

It answers the session, whole states and errors, and leaves out everything that a foreign host may
leave out: actions, inputs, checksums. With --drift it miscounts every third action, and with --clock
it makes each value of the time. With --threads each action starts forty threads that ask for the time;
with --hang the third action is never answered, with --die it ends the process. With --off it miscounts
each action; with --kept it counts its own actions. With --starts=FILE:N,N it has its faults only in these of its processes, which FILE counts.
"""
import json
import os
import signal
import sys
import threading
import time

drifts = "--drift" in sys.argv
clocks = "--clock" in sys.argv
threads = 40 if "--threads" in sys.argv else 0
hangs = "--hang" in sys.argv
dies = "--die" in sys.argv
off = "--off" in sys.argv
keeps = "--kept" in sys.argv
for option in sys.argv:
    if option.startswith("--starts="):
        file, numbers = option[len("--starts=") :].rsplit(":", 1)
        with open(file, "ab") as starts:
            starts.write(b".")
            start = starts.tell()
        if str(start) not in numbers.split(","):
            drifts = clocks = hangs = dies = off = False
            threads = 0
state = None
kept = None
expects = True
reduced = 0


def say(line):
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def reduce_kept():
    global kept, state, reduced
    if kept is None:
        return
    line, kept = kept, None
    if state is None:
        say({"kind": "error", "n": line["n"], "reason": "no-state", "message": "no state yet"})
        return
    action = line["action"]
    if "add" in action:
        value = state["value"] + action["add"]["_0"]
        if not -128 <= value <= 127:
            sys.stderr.write("OverflowError: %d is no eight-bit number\n" % value)
            sys.stderr.flush()
            raise SystemExit(70)
    elif "reset" in action:
        value = 0
    else:
        say({"kind": "error", "n": line["n"], "reason": "unknown-action", "message": line["type"]})
        return
    reduced += 1
    workers = [threading.Thread(target=time.time) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if hangs and reduced == 3:
        time.sleep(1000)
    if dies and reduced == 3:
        os.kill(os.getpid(), signal.SIGABRT)
    if drifts and reduced % 3 == 0:
        value += 1
    if off:
        value += 1
    if keeps:
        value = reduced
    if clocks:
        value = time.time_ns() // 1000 % 100
    state = {"steps": state["steps"] + 1, "value": value}
    say({"kind": "state", "n": line["n"], "state": state})


for text in sys.stdin:
    line = json.loads(text)
    kind = line["kind"]
    if kind in ("input", "mark", "dispatched"):
        continue
    reduce_kept()
    if kind == "session":
        if line["store"] != "counter":
            say({"kind": "error", "reason": "wrong-store", "message": line["store"]})
            raise SystemExit(1)
        header = dict(line, id="00000000-0000-4000-8000-000000000000", stateType="dict")
        # What it was sent says nothing of this program.
        for name in ("crc", "platform", "app"):
            header.pop(name, None)
        say(header)
    elif kind == "action":
        kept = line
    elif kind == "reset" or (kind == "state" and expects and "state" in line):
        expects = False
        state = line["state"]
        say({"kind": "state", "n": line["n"], "state": state})
    elif kind in ("hold", "back"):
        say({"kind": "error", "reason": "not-held", "message": "this host keeps nothing"})
reduce_kept()
