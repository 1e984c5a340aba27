import Commands
import Foundation
import Inspector
import SessionFormat

/// The lines that were typed, kept from one prompt to the next.
///
/// One entry is one line in the visible form of `VisibleText`, so that an entry of several lines
/// stays one and the file is safe to look at. Each entry is appended when it is typed, so prompts
/// that run at the same time merge. Errors here are ignored: none is a reason to stop.
struct HistoryFile: Sendable {
  let path: String
  /// The most entries that are kept.
  let limit: Int

  private static let mostBytes = 4 << 20

  init(path: String, limit: Int = 10_000) {
    self.path = path
    self.limit = limit
  }

  /// The history that an environment sets; nil if it is off or has no place.
  ///
  /// `INSPECT_HISTORY` names the file or, empty, turns it off; else `$XDG_STATE_HOME/inspect/history`;
  /// else `.local/state/inspect/history` at home.
  init?(environment: [String: String]) {
    if let path = environment["INSPECT_HISTORY"] {
      guard !path.isEmpty else { return nil }
      self.init(path: path)
    } else if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      self.init(path: state + "/inspect/history")
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      self.init(path: home + "/.local/state/inspect/history")
    } else {
      return nil
    }
  }

  /// The entries that may be shown, oldest first, each once, at its latest place.
  ///
  /// A file that has grown to twice the limit is rewritten. Complexity: O(size of the file); at
  /// most the last 4 MiB are read.
  func load() -> [String] {
    guard let file = OpenFile(path, O_RDWR) ?? OpenFile(path, O_RDONLY), file.isRegular else {
      return []
    }
    file.lock()
    let lines = file.lastLines(within: HistoryFile.mostBytes)
    let entries = HistoryFile.latest(lines, limit)
    if lines.count >= 2 * limit || file.size > HistoryFile.mostBytes {
      file.replaceContent(with: entries.map { $0 + "\n" }.joined())
    }
    return entries.map(VisibleText.unescaped).filter(HistoryFile.isShown)
  }

  /// Adds an entry at the end; makes the file and its directory if they do not exist.
  func append(_ entry: String) {
    let flags = O_WRONLY | O_APPEND | O_CREAT
    let open = { OpenFile(path, flags) }
    var file = open()
    if file == nil {
      let directory = (path as NSString).deletingLastPathComponent
      try? FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      file = open()
    }
    guard let file else { return }
    file.lock()
    file.makePrivate()
    file.write(VisibleText.escaped(entry) + "\n")
  }

  /// Whether to remember a line: not if it is empty, begins with a space, or cannot be shown again.
  static func keeps(_ line: String) -> Bool {
    line.contains { $0 != " " } && !line.hasPrefix(" ") && isShown(line)
  }

  /// Whether a line editor may show a line: it makes ASCII's controls visible, and writes all others,
  /// such as C1 and marks of direction, as they are.
  private static func isShown(_ line: String) -> Bool {
    !line.unicodeScalars.contains { !$0.isASCII && UnsafeText.contains($0) }
  }

  private static func latest(_ lines: [String], _ limit: Int) -> [String] {
    var seen: Set<String> = []
    let newestFirst = lines.reversed().filter { !$0.isEmpty && seen.insert($0).inserted }
    return newestFirst.prefix(limit).reversed()
  }
}
