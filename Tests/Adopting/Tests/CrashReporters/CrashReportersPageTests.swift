import Foundation
import Inspector
import Recorder
import TestSupport
import Testing

@testable import AdoptingApps

@Suite("docs/adopting/crash-reporters.md")
struct CrashReportersPageTests {
  /// What was attached.
  private final class Attachments: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var paths: [String] = []

    func add(_ path: String) { lock.withLock { paths.append(path) } }
    var all: [String] { lock.withLock { paths } }
  }

  @Test("the session of a run that did not end is attached, without secrets")
  func attached() throws {
    let manager = FileManager.default
    let scratch = manager.temporaryDirectory.appending(path: "crash-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: scratch) }
    let (first, second) = (scratch.appending(path: "first"), scratch.appending(path: "second"))
    try manager.createDirectory(at: scratch, withIntermediateDirectories: true)
    let attachments = Attachments()
    let before = recorder(in: .folder(first.path), attachments: scratch) { _ in }
    var state = ["token": "hunter2hunter", "count": "0"]
    for n in 1...5_000 {
      state = before.step(["add": n], state) {
        var next = state
        next["count"] = "\(n) \(String(repeating: "x", count: 40))"
        return next
      }
    }
    // The process still holds its own files; a copy looks like those of a run that was killed.
    try manager.copyItem(at: first, to: second)
    let next = recorder(in: .folder(second.path), attachments: scratch) { attachments.add($0) }
    withExtendedLifetime((before, next)) {}
    let path = try #require(attachments.all.first)
    let size = try #require(try manager.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size <= 200_000)
    let session = try Session(path: path)
    #expect(session.last == 5_000)
    #expect(session.ending == .cutOff)
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("hunter2hunter"))
  }
}
