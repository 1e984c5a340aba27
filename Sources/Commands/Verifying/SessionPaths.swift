import Foundation
import Inspector

/// The sessions that the words of a command name, in a fixed order.
struct SessionPaths {
  /// A session, or the reason why a word names none.
  enum Found: Sendable {
    case session(String)
    case trouble(String, InspectorError)
  }

  private(set) var found: [Found] = []
  private var known: Set<[UInt8]> = []

  /// Reads the words: a folder is each of its sessions, a pattern each that it matches; a session
  /// that is named twice counts once.
  ///
  /// - Parameter deep: Whether a folder is the sessions of the folders in it, too.
  init(_ words: [String], deep: Bool = false) {
    for word in words {
      do throws(InspectorError) {
        try add(word, deep: deep)
      } catch {
        found.append(.trouble(word, error))
      }
    }
  }

  private mutating func add(_ word: String, deep: Bool) throws(InspectorError) {
    if Platform.isFolder(word) {
      let below = deep ? Self.folders(in: word).flatMap(Self.sessions) : []
      // A folder may have all of its sessions in others.
      if below.isEmpty || (try? SegmentFolder.sessions(in: word)) != nil {
        for session in try SegmentFolder.sessions(in: word) { add(found: session) }
      }
      for session in below { add(found: session) }
    } else if word != "-", !Platform.isThere(word), let glob = Glob(word) {
      let sessions = glob.paths().flatMap(Self.sessions)
      guard !sessions.isEmpty else { throw .noMatch(pattern: word) }
      for session in sessions { add(found: session) }
    } else {
      add(session: word)
    }
  }

  /// The folders in a folder, and in these, in the order of their names; links are not followed.
  private static func folders(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name -> [String] in
      let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
      return Platform.isFolderItself(path) ? [path] + folders(in: path) : []
    }
  }

  /// The sessions at a path of a pattern; other files there do not count.
  private static func sessions(of path: String) -> [String] {
    if Platform.isFolder(path) { return (try? SegmentFolder.sessions(in: path)) ?? [] }
    return path.split(separator: "/").last.map(SegmentNumber.isSession) == true ? [path] : []
  }

  /// Adds a session that was found, not named, so that a pipe with its name blocks nobody.
  private mutating func add(found path: String) {
    guard Platform.isSpecial(path) else { return add(session: path) }
    if known.insert(Array(path.utf8)).inserted { found.append(.trouble(path, .notAFile(path))) }
  }

  private mutating func add(session path: String) {
    if known.insert(Array(path.utf8)).inserted { found.append(.session(path)) }
  }

  /// Keeps the sessions of a shard, in the order of the bytes of their paths.
  ///
  /// A word that names no session is reported by every shard.
  mutating func keep(_ shard: Shard) {
    let sessions = found.compactMap { found -> String? in
      if case .session(let path) = found { path } else { nil }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let troubles = found.filter { if case .trouble = $0 { true } else { false } }
    found =
      sessions.enumerated().filter { $0.offset % shard.count == shard.number - 1 }
      .map { .session($0.element) } + troubles
  }
}

/// One of several runs that share the sessions among them.
///
/// Sessions are dealt out one by one in the order of the bytes of their paths, so that the shards
/// differ by at most one session. A new session may move those after it to other shards.
struct Shard: Equatable {
  /// The number of this one, from 1.
  let number: Int
  let count: Int

  /// Parses `I/M`; nil if it is not that, or I is not from 1 to M.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(parts[0]), let count = Int(parts[1]), (1...max(1, count)).contains(number),
      count > 0
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}

extension SegmentNumber {
  /// Whether it is the name of a session file.
  static func isSession(_ name: some StringProtocol) -> Bool { split(String(name)) != nil }
}
