import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Excerpts of a bounded size")
struct BoundedExcerptTests {
  private struct App: Codable {
    var items: [String] = []
    var token = "ab12cd34"
    var count = 0
  }

  private enum Action: Codable {
    case add(String)
  }

  /// A recorder with many steps in the folder, and the folder.
  private func recorded(
    _ steps: Int, limits: SizeLimits = SizeLimits(segment: 1 << 16, total: 1 << 20),
    closes: Bool = false
  ) throws -> (recorder: SessionRecorder, folder: String) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "excerpt-\(UUID().uuidString)").path
    var options = RecorderOptions()
    options.redactions = .defaults
    options.limits = limits
    let recorder = SessionRecorder(in: .folder(folder), store: "app", options: options)
    var state = App()
    for n in 0..<steps {
      state = recorder.step(Action.add("n\(n)"), state) {
        var next = state
        next.count += 1
        next.items.append("item number \(n)")
        if next.items.count > 200 { next.items.removeFirst(100) }
        return next
      }
    }
    if closes { recorder.close() }
    return (recorder, folder)
  }

  private func lines(_ path: String) throws -> [SessionLine] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      try Array(line.utf8).withUnsafeBufferPointer { bytes in
        try LineCoding.line(bytes, crc: .required).line
      }
    }
  }

  @Test(
    "fit, begin with a whole state and hold every line up to the last",
    arguments: [20_000, 50_000, 200_000, 5_000_000])
  func sizes(limit: Int) throws {
    let (recorder, folder) = try recorded(3_000)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/bug"
    try recorder.export(last: .bytes(limit), to: path)
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size <= limit)
    let lines = try lines(path)
    guard case .session(let header)? = lines.first, lines.count > 1,
      case .state(let first) = lines[1], case .whole(var state) = first.content
    else { return #expect(Bool(false), "\(lines.prefix(2))") }
    #expect(header.continues?.n == first.n)
    #expect(header.redactions == ["defaults@1"])
    // Close to what is allowed, unless there is no more.
    if first.n > 0, limit < 500_000 { #expect(size > limit / 2) }
    var n = first.n
    for line in lines.dropFirst(2) {
      if case .state(let line) = line {
        #expect(line.n == n + 1)
        n = line.n
        state = try line.content.state(after: state)
      }
    }
    #expect(n == 3_000)
    #expect(state["count"] == 3_000)
    #expect(state["token"] != "ab12cd34")
    guard case .end? = lines.last else { return #expect(Bool(false)) }
  }

  @Test("that are too small for the last state are refused, and make no file")
  func tooSmall() throws {
    let (recorder, folder) = try recorded(300)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: RecorderError.self) {
      try recorder.export(last: .bytes(1_000), to: "\(folder)/bug")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/bug"))
  }

  @Test("of the session before end as that did", arguments: [true, false])
  func previous(isClosed: Bool) throws {
    let (recorder, folder) = try recorded(500, closes: isClosed)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let paths = recorder.paths
    let session = PreviousSession(paths: paths, isClosed: isClosed, openActions: [])
    for span in [ExcerptSpan.bytes(50_000), .actions(20)] {
      let path = "\(folder)/bug-\(span)"
      try session.export(last: span, to: path)
      let lines = try lines(path)
      if case .end? = lines.last { #expect(isClosed) } else { #expect(!isClosed) }
      #expect(
        lines.compactMap { if case .state(let line) = $0 { line.n } else { nil } }.last == 500)
    }
  }
}
