import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("A session in memory, for an app's own tests")
struct MemorySessionTests {
  private func options() -> RecorderOptions {
    RecorderOptions(
      app: AppInfo(name: "Shop", version: "2.1", build: "77"),
      environment: RecorderOptions.Environment(
        nanoseconds: { 1000 }, id: "00000000-0000-4000-8000-000000000000",
        started: "2026-01-02T03:04:05.678Z", platform: ["os": "Test"]))
  }

  private func play(_ recorder: SessionRecorder) {
    var total = 0
    for amount in [5, 7] { recorder.step(amount, into: &total) { $0 += amount } }
    recorder.mark("paid")
    recorder.close()
    recorder.step(9, into: &total) { $0 += 9 }
    #expect(total == 21)
  }

  @Test("it has what a file has, byte for byte, and no file is made")
  func sameAsFile() throws {
    let session = MemorySession()
    #expect(session.data.isEmpty && session.lines.isEmpty)
    let recorder = SessionRecorder(into: session, store: "shop", options: options())
    play(recorder)
    #expect(!recorder.isRecording && recorder.paths.isEmpty && recorder.folder == nil)
    #expect(recorder.flush())

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "shop.ndjson").path
    play(try SessionRecorder(path: path, store: "shop", options: options()))
    #expect(session.data == FileManager.default.contents(atPath: path))
    #expect(session.lines.count == 8)
  }

  @Test("it has nothing to export, and says so")
  func export() {
    let recorder = SessionRecorder(into: MemorySession(), store: "shop", options: options())
    #expect(throws: RecorderError.cannotExport(path: "x", reason: "nothing is recorded")) {
      try recorder.export(last: .actions(1), to: "x")
    }
  }

  @Test("the header names the app by what is known of it")
  func app() throws {
    let rows: [(AppInfo, JSONValue?)] = [
      (
        AppInfo(name: "Shop", version: "2.1", build: "77"),
        ["name": "Shop", "version": "2.1", "build": "77"]
      ),
      (AppInfo(build: "7"), ["build": "7"]), (AppInfo(), nil),
    ]
    for (app, expected) in rows {
      let session = MemorySession()
      var total = 0
      SessionRecorder(into: session, store: "shop", options: RecorderOptions(app: app))
        .step(1, into: &total) { $0 += 1 }
      let header = try JSONValue(parsing: session.lines[0])
      #expect(header["app"] == expected)
    }
  }
}
