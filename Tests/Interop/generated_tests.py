#!/usr/bin/env python3
"""Compiles and runs the tests that `export` makes of the recorded sessions of the sample apps.

generated_tests.py INSPECT

All must pass against the apps' own reducers, in both frames, and each must fail once the reducers are
broken on purpose. Then the packages that `minimize --package` writes: each compiles and fails.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build/generated-tests"
FRAMES = {"swift-testing": "Testing", "xctest": "XCTest"}

# What each store's app calls its own.
PROTOCOL = ["--action", "any ReSwift.Action"]
NAMES = {
    "toast": [
        "--action", "ToastAction",
        "--reduce", 'state = toastReducer(now: { Inputs.value("date") { Date() } })(action, state)'],
    "products": PROTOCOL + [
        "--action-type", "*=ProductListState.*",
        "--reduce", "state = ProductListState.reduce(action: action, state: state)"],
    "screens": PROTOCOL + [
        "--action-type", "*=ApplicationState.*",
        "--reduce", "state = ApplicationState.reduce(action: action, state: state)"],
    "archive": ["--action", "any ReduxAction", "--reduce", "state = archiveReducer(state, action)"],
    "gourmet": [
        "--action", "any ReduxAction",
        "--reduce", "state = GourmetApp.recordedZone.reducer(state, action)"],
    "counter": ["--reduce", "CounterApp.reduce(&state, action)"],
    "search": [
        "--reduce", "let queue = Composable.ImmediateScheduler()",
        "--reduce", "let environment = SearchEnvironment(weatherClient: .silent, mainQueue: queue)",
        "--reduce", "_ = searchReducer(&state, action, environment)"],
    "cat": ["--reduce", "state = catReducer(action: action, state: state)"],
}

# Faults, such that no session of the store comes to its recorded states.
FAULTS = [
    ("Counter/CounterApp.swift", "state.steps += 1", "state.steps += 2"),
    ("Cat/CatState.swift", "state.loadingState = loadingState", "state.loadingState = .idle"),
    ("Toast/ToastState.swift", "$0.id == id }", "$0.id == id + 1 }"),
    ("Toast/ToastState.swift", ".clearToast: state.items.removeAll()", ".clearToast: break"),
    ("Search/SearchState.swift", "state.searchQuery = query", 'state.searchQuery = query + " "'),
    ("Search/SearchState.swift", "state.locationWeather = weather\n", "\n"),
    ("Products/ProductListState.swift", "state.list = action.response", "state.list = []"),
    ("Screens/ApplicationReducer.swift", "case .search: searchViewState = nil", "case .search: break"),
    ("Screens/ApplicationReducer.swift", "detail.screens > 1", "detail.screens > 0"),
    ("Archive/ArchiveReducer.swift", "stored.contains(scene.id)", "!stored.contains(scene.id)"),
    ("Gourmet/DateLabels.swift", "padded(day, to: 2)", "padded(day, to: 3)"),
]

PACKAGE = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "generated-tests",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "hindsight", path: "%s")],
  targets: [
    .target(
      name: "Apps",
      dependencies: [
        .product(name: "Recorder", package: "hindsight"),
        .product(name: "RecorderHost", package: "hindsight"),
      ],
      resources: [.embedInCode("Gourmet/Content")]),
    .testTarget(
      name: "GeneratedTests",
      dependencies: [
        "Apps",
        .product(name: "Recorder", package: "hindsight"),
        .product(name: "RecorderHost", package: "hindsight"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
"""


def fail(words, output=""):
    print(words + ("\n" + output if output else ""))
    sys.exit(1)


def swift(folder, *words):
    return subprocess.run(
        ["swift", *words, "--package-path", str(folder)], capture_output=True, text=True,
        env={name: value for name, value in os.environ.items() if name != "HINDSIGHT_OPTIMIZED_FORMAT"})


def build(folder, *options):
    run = swift(folder, "build", "--build-tests", *options)
    if run.returncode != 0:
        lines = [line for line in run.stdout.splitlines() if "error:" in line or "warning:" in line]
        fail(f"{folder} does not compile", "\n".join(lines[:40] or [run.stdout[-3000:], run.stderr]))


def results(folder):
    """The types of tests that passed, and those that failed."""
    run = swift(folder, "test", "--skip-build")
    text = run.stdout + run.stderr
    verdicts = re.findall(r"^Test Suite '(\w+Tests)' (passed|failed)", text, re.MULTILINE)
    verdicts += re.findall(r"^. Suite (\w+Tests) (passed|failed)", text, re.MULTILINE)
    return ({name for name, verdict in verdicts if verdict == "passed"},
            {name for name, verdict in verdicts if verdict == "failed"}, run.returncode, text)


def write(files):
    """Writes what differs, so that nothing else is compiled again."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def sample_apps():
    source = ROOT / "Sources/SampleApps"
    target = SCRATCH / "Sources/Apps"
    shutil.copytree(source / "Gourmet/Content", target / "Gourmet/Content", dirs_exist_ok=True)
    return {target / path.relative_to(source): path.read_text() for path in source.rglob("*.swift")}


def main():
    inspect = pathlib.Path(sys.argv[1]).resolve()
    tests = SCRATCH / "Tests/GeneratedTests"
    shutil.rmtree(tests, ignore_errors=True)
    tests.mkdir(parents=True)
    expected = set()
    for session in sorted((ROOT / "sessions").glob("*.ndjson")):
        store = json.loads(session.open().readline())["store"]
        for frame, ending in FRAMES.items():
            name = "".join(word.capitalize() for word in session.stem.split("-")) + ending + "Tests"
            subprocess.run(
                [inspect, "export", session, "--to", frame, "-o", tests / f"{name}.swift",
                 "--module", "Apps", *NAMES[store]],
                check=True, stdout=subprocess.DEVNULL)
            expected.add(name)
    format_ = ["swift", "format", "lint", "--strict", "--configuration", ROOT / ".swift-format"]
    lint = subprocess.run([*format_, "-r", tests], capture_output=True, text=True)
    if lint.returncode != 0:
        fail("the generated tests are not formatted", lint.stderr)

    sound = sample_apps()
    write({SCRATCH / "Package.swift": PACKAGE % ROOT, **sound})
    build(SCRATCH, "-Xswiftc", "-warnings-as-errors")
    passed, failed, status, text = results(SCRATCH)
    if passed != expected or failed or status != 0:
        fail(f"against the reducers: {sorted(expected - passed)} did not pass", text[-3000:])

    broken = dict(sound)
    for file, good, bad in FAULTS:
        path = SCRATCH / "Sources/Apps" / file
        if good not in broken[path]:
            fail(f"{file} has no {good}")
        broken[path] = broken[path].replace(good, bad)
    write(broken)
    build(SCRATCH)
    passed, failed, status, text = results(SCRATCH)
    if failed != expected or passed or status == 0:
        fail(f"against broken reducers: {sorted(expected - failed)} did not fail")
    write(sound)
    print(f"ok: {len(expected)} generated tests pass, and fail if the reducers are broken")
    packages(inspect)


COUNTER = """
struct CounterState: Codable {
  var value: Int8 = 0
  var steps = 0
}

enum CounterAction: Codable {
  case add(Int8)
  case reset
}

func reduce(_ state: inout CounterState, _ action: CounterAction) {
  switch action {
  case .add(let amount): state.value += amount
  case .reset: state.value = 0
  }
  state.steps += 1
}
"""

TOAST = """
import Foundation
import Recorder

struct ToastState: Codable {
  struct Item: Codable {
    let id: Int
    let message: String
    let type: String
  }
  var items: [Item] = []
}

enum ToastAction: Codable {
  case enqueueToast(message: String, type: String?)
  case dequeueToast(id: Int)
  case clearToast
}

func reduce(_ state: inout ToastState, _ action: ToastAction) {
  switch action {
  case .enqueueToast(let message, let type):
    let date = Inputs.value("date") { Date() }
    let id = Int(date.timeIntervalSince1970)
    state.items.append(ToastState.Item(id: id, message: message, type: type ?? "info"))
  case .dequeueToast(let id): state.items.removeAll { $0.id == id }
  case .clearToast: state.items.removeAll()
  }
}
"""


def packages(inspect):
    """What each package fails with, while it has the reducer and while a stub stands for it."""
    cases = [
        ("crash", "counter-crash", ["--crashes"], "Counter", [], COUNTER, "overflow"),
        ("condition", "toast-queue", ["count(items[*]) > 1"], "Toast", ["--action", "ToastAction"],
         TOAST, 'after2["items"]'),
        ("stub", "products-hole", ["count(list[*]) > 4"], "Products",
         ["--action", "any ReSwift.Action", "--action-type", "*=ProductListState.*"],
         None, "NothingPasted"),
    ]
    for name, session, words, module, options, source, said in cases:
        folder = SCRATCH / "packages" / name
        shutil.rmtree(folder, ignore_errors=True)
        sources = []
        if source:
            file = SCRATCH / f"{name}.swift"
            file.write_text(source.lstrip())
            sources = ["--sources", file]
        subprocess.run(
            [inspect, "minimize", ROOT / f"sessions/{session}.ndjson", *words, "--package", folder,
             "--module", module, *options, *sources],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = sum(len(path.read_text().splitlines()) for path in folder.rglob("*.swift"))
        if lines > 200:
            fail(f"the package {name} has {lines} lines")
        build(folder)
        run = swift(folder, "test", "--skip-build", "--disable-xctest")
        text = run.stdout + run.stderr
        if run.returncode == 0 or said not in text:
            fail(f"the package {name} does not fail with {said}", text[-3000:])
        print(f"ok: the package {name} has {lines} lines, and fails")


main()
