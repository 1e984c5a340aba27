import Commands
import Foundation
import Inspector
import Recorder
import SessionFormat

/// What the recorders of one run of a test wrote, until the test is known to have passed.
///
/// The files stand where attachments go from the first action on, so that a test that ends the process
/// leaves them there. Thread-safe.
final class TestEvidence: Sendable {
  let scope: RecordingScope
  private let folder: String
  private let lock = NSLock()
  /// What was kept; nil as long as the test may pass.
  nonisolated(unsafe) private var kept: [Item]?

  /// Evidence of a run of a test.
  ///
  /// - Parameters:
  ///   - test: The name of the test, such as `dismissal()`.
  ///   - folder: Where the attachments of this run go.
  init(test: String, in folder: String) {
    self.folder = folder
    scope = RecordingScope(
      folder: folder, name: RunNames.next(String(test.prefix { $0 != "(" }), in: folder))
  }

  /// The command that opens the first of its sessions, and the last action of that one now; nil if
  /// nothing is recorded.
  func comment() -> String? {
    // Out of time, the files are kept before the failure is known.
    let done = lock.withLock { kept?.first?.path }
    guard let file = done ?? recorded.first else { return nil }
    let command = ShellLine.text([Self.shown(done ?? file + ".gz")])
    guard let session = try? Session(path: file), session.last > session.first,
      let action = try? session.action(session.last)
    else { return command }
    return "\(command)  · last action \(session.last) \(ShortText.beginning(of: action.type, 60))"
  }

  /// The files that have at least a header.
  private var recorded: [String] {
    scope.files.filter { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? Int ?? 0) > 0
    }
  }

  /// A path as one types it here.
  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  /// Removes all files, as the test passed.
  func discard() {
    for path in scope.files { try? FileManager.default.removeItem(atPath: path) }
  }

  /// An attachment of a failed test.
  struct Item {
    let name: String
    let path: String
  }

  /// Puts each session gzipped beside its page, and removes the plain file.
  ///
  /// - Returns: The files, which are the same if this was done before. What cannot be read stays as it is.
  @discardableResult
  func keep() -> [Item] {
    lock.withLock {
      let items = kept ?? packed()
      kept = items
      return items
    }
  }

  private func packed() -> [Item] {
    recorded.flatMap { path in
      do {
        let session = try Session(path: path)
        try session.copyFile(to: path + ".gz", replaces: true)
        let page = String(path.dropLast(".ndjson".count)) + ".html"
        _ = try SessionPage(session).write(to: page, replaces: true)
        try FileManager.default.removeItem(atPath: path)
        return [path + ".gz", page].map { Item(name: ($0 as NSString).lastPathComponent, path: $0) }
      } catch {
        return [Item(name: (path as NSString).lastPathComponent, path: path)]
      }
    }
  }
}

/// Names that no two runs of tests in this process share: `dismissal`, `dismissal-2`.
private enum RunNames {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var counts: [String: Int] = [:]

  /// A name that no session in the folder has, which a test left there that ended its process: it is
  /// neither evidence of this run, nor removed by it.
  static func next(_ name: String, in folder: String) -> String {
    let left = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".ndjson") }
    return lock.withLock {
      var next = name
      repeat {
        let count = (counts[name] ?? 0) + 1
        counts[name] = count
        next = count == 1 ? name : "\(name)-\(count)"
      } while left.contains { $0.hasPrefix("\(next)-") }
      return next
    }
  }
}
