import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Something stands where the session should go")
struct PlaceTests {
  struct Obstacle: Sendable, CustomTestStringConvertible {
    let name: String
    let words: String
    let make: @Sendable (String) throws -> Void
    var testDescription: String { name }
  }

  private static let another = "a session is only written to a new file: choose another name"

  static let obstacles = [
    Obstacle(
      name: "a file",
      words: "a file is there; a session is never overwritten: choose another name, or record to a "
        + "folder (in:), where each launch has a file of its own"
    ) { try Data("mine".utf8).write(to: URL(filePath: $0)) },
    Obstacle(
      name: "a directory",
      words: "a directory is there; give the name of a file in it, or record to the folder (in:)"
    ) { mkdir($0, 0o700) },
    Obstacle(name: "a FIFO", words: "a FIFO is there; \(another)") { mkfifo($0, 0o600) },
    Obstacle(name: "a link to a file", words: "a symbolic link is there; \(another)") {
      try Data("mine".utf8).write(to: URL(filePath: $0 + ".target"))
      symlink($0 + ".target", $0)
    },
    Obstacle(name: "a dangling link", words: "a symbolic link is there; \(another)") {
      symlink($0 + ".target", $0)
    },
    Obstacle(name: "a link to a device", words: "a symbolic link is there; \(another)") {
      symlink("/dev/null", $0)
    },
  ]

  @Test("at its path: it is refused in words, and nothing is touched", arguments: obstacles)
  func path(_ obstacle: Obstacle) throws {
    let folder = try SessionFolder()
    let path = folder.file("a.ndjson")
    try obstacle.make(path)
    let before = Self.listing(folder)
    let refusal = #expect(throws: RecorderError.self) { try RecordedLedger(path: path) }
    #expect(refusal?.description == "cannot record to \"\(path)\": \(obstacle.words)")
    #expect(Self.listing(folder) == before)
  }

  @Test("a path from the working directory stays that place when the app goes to another")
  func relative() throws {
    let folder = try SessionFolder()
    let here = FileManager.default.currentDirectoryPath
    let up = String(repeating: "../", count: here.split(separator: "/").count)
    let place = up + folder.path.dropFirst()
    let first = try RecordedLedger(path: place + "/a.ndjson")
    let second = RecordedLedger(in: place)
    #expect(first.post(1) && second.post(1))
    #expect(first.recorder.paths == ["\(here)/\(place)/a.ndjson"])
    #expect(second.recorder.paths.map { $0.hasPrefix("\(here)/\(place)/ledger-") } == [true])
    #expect(folder.names.count == 2)
  }

  @Test("a path that was refused as its folder does not synchronize has no file left in the way")
  func unsynchronizedFolder() {
    let files = MemoryFiles { _, call in
      call.operation == "synchronizeDirectory" ? .error(FileError(EIO)) : nil
    }
    let segments = Segments(
      store: "test", .file("a.ndjson"), files: files, limits: nil, durability: .everyLine)
    #expect(throws: RecorderError.self) { try segments.prepare() }
    #expect(files.files == [])
    #expect(files.descriptorsOpen == 0)
  }

  @Test("a device at its path is refused")
  func device() {
    let refusal = #expect(throws: RecorderError.self) { try RecordedLedger(path: "/dev/null") }
    #expect(
      refusal?.description
        == "cannot record to \"/dev/null\": a device is there; \(Self.another)")
  }

  @Test("a path in a folder that is not there, or below a file, is refused")
  func missingFolder() throws {
    let folder = try SessionFolder()
    try folder.put("file")
    for (name, words) in [
      ("none/a.ndjson", "No such file or directory"), ("file/a.ndjson", "Not a directory"),
    ] {
      let path = folder.file(name)
      let refusal = #expect(throws: RecorderError.self) { try RecordedLedger(path: path) }
      #expect(refusal?.description == "cannot record to \"\(path)\": \(words)")
    }
    #expect(folder.names == ["file"])
  }

  @Test("a path with a NUL is refused, and is not the path before it")
  func nul() throws {
    let folder = try SessionFolder()
    let path = folder.file("a") + "\0b"
    let refusal = #expect(throws: RecorderError.self) {
      try SessionRecorder(path: path, store: "test")
    }
    #expect(refusal?.description.hasSuffix(": Invalid argument") == true)
    #expect(folder.names == [])
  }

  @Test("a folder that cannot be made is told once, and the app goes on")
  func impossibleFolder() throws {
    let folder = try SessionFolder()
    try folder.put("file", "mine")
    let before = Self.listing(folder)
    var places = ["file", "file/in"].map { (folder.file($0), "Not a directory") }
    #if os(Linux)
      places.append(("/proc/hindsight", "No such file or directory"))
    #endif
    for (place, words) in places {
      let app = RecordedLedger(in: place)
      #expect(app.post(20))
      app.recorder.close()
      #expect(
        app.troubles == [
          "cannot record to \"\(place)\": \(words)",
          "the session was closed while nothing could be written; 20 actions were not recorded: "
            + words,
        ])
      #expect(app.recorder.paths == [])
    }
    #expect(Self.listing(folder) == before)
  }

  @Test("the folder was named also where it cannot be made, and nothing is recorded")
  func namedFolder() throws {
    let folder = try SessionFolder()
    try folder.put("file", "mine")
    for place in ["file", "file/in", "new/in", ""].map(folder.file) {
      let isThere = place.hasSuffix("new/in") || place.hasSuffix("/")
      let app = RecordedLedger(in: place)
      #expect(app.recorder.folder == (isThere ? place : nil), "\(place)")
      #expect(app.post(1) && app.recorder.paths.isEmpty == !isThere)
      #expect(app.recorder.folder == (isThere ? place : nil), "\(place)")
    }
    #if os(Linux)
      #expect(RecordedLedger(in: "/proc/state/hindsight").recorder.folder == nil)
    #endif
    #expect(try RecordedLedger(path: folder.file("a.ndjson")).recorder.folder == folder.path)
  }

  @Test(
    "a folder without the right to write is told once, and the app goes on",
    .disabled(if: geteuid() == 0, "the superuser may write everywhere"))
  func readOnlyFolder() throws {
    let folder = try SessionFolder()
    chmod(folder.path, 0o500)
    let app = RecordedLedger(in: folder.path)
    #expect(app.post(20))
    #expect(app.troubles.count == 1 && folder.names == [])
    #expect(app.recorder.folder == nil)
    chmod(folder.path, 0o700)
    #expect(app.post(1))
    app.recorder.close()
    let oracle = try folder.oracle(OneLedger())
    #expect(oracle.faults == [] && oracle.isClosed)
    #expect(oracle.gaps.map(\.lost) == [20])
  }

  @Test("a folder that is made later is used then, and the session counts what it lacks")
  func laterFolder() throws {
    let folder = try SessionFolder()
    let place = folder.file("sessions")
    symlink(folder.file("elsewhere/sessions"), place)
    let app = RecordedLedger(in: place)
    #expect(app.post(20))
    try FileManager.default.createDirectory(
      atPath: folder.file("elsewhere/sessions"), withIntermediateDirectories: true)
    #expect(app.post(3))
    app.recorder.close()
    var oracle = SegmentOracle(judge: OneLedger())
    for path in app.recorder.paths { try oracle.read(path: path) }
    #expect(oracle.faults == [] && oracle.isClosed)
    #expect(oracle.actions == Set(1...23) && oracle.states == Set(20...23))
    let words = "No such file or directory"
    #expect(
      app.troubles == [
        "cannot record to \"\(app.recorder.paths[0])\": \(words)",
        "the recording goes on with state 20; 20 actions before it were not recorded: \(words)",
      ])
  }

  /// What is in a folder: names, kinds, and contents.
  private static func listing(_ folder: SessionFolder) -> [String] {
    folder.names.map { name in
      let kind = (try? SystemFiles().status(at: folder.file(name)))?.kind
      let text = kind == .file ? folder.bytes(name) : nil
      return "\(name) \(kind.map { "\($0)" } ?? "") \(text.map { "\($0.count)" } ?? "")"
    }
  }
}
