import Foundation

/// The files of one session in a folder, in order (session format, "Segments").
package struct SegmentFolder {
  package struct File {
    package let path: String
    /// Its number; nil if the name has none, as that of a first or only file may.
    let segment: Int?
    /// Its bytes, if they are at hand, as those of a file inside a page.
    var held: Data?
    var number: Int { segment ?? 1 }

    init(path: String, segment: Int?) { (self.path, self.segment) = (path, segment) }

    /// A file by its path, whose name may contain its number.
    init(_ path: String) {
      let name = (path as NSString).lastPathComponent
      self.init(path: path, segment: SegmentNumber.split(name)?.segment)
    }
  }

  package let files: [File]
  /// A session chosen among several.
  struct Choice {
    let name: String
    /// Among how many, and by which rule.
    let (count, by): (Int, NewestRule)
    /// Whether they are known to be of one store.
    let isOfOneStore: Bool
  }

  /// The session chosen among several; nil if it was the only one.
  private(set) var choice: Choice?

  /// The path that opens the chosen session, whatever others there are.
  var chosenPath: String? {
    guard let choice, let path = files.first?.path, let slash = path.lastIndex(of: "/") else {
      return nil
    }
    return path[...slash] + choice.name
  }

  /// The session that a path names: a folder, or a folder and the beginning of a session's name.
  ///
  /// Each launch of an app adds a session; among several of one store the newest is chosen. Nil if
  /// the path is a file, or names nothing.
  ///
  /// - Parameter ofAnyStore: Whether the newest is also chosen among sessions of several stores.
  /// - Throws: If the folder cannot be read or has no session; and else if it has sessions of several
  ///   stores.
  package init?(_ path: String, ofAnyStore: Bool = false) throws(InspectorError) {
    if Platform.isFolder(path) {
      try self.init(folder: path, prefix: "", ofAnyStore)
      return
    }
    let (folder, prefix) = Self.split(path)
    guard path != "-", !prefix.isEmpty, !Platform.isThere(path), Platform.isFolder(folder),
      let sessions = try? Self.sessions(in: folder, prefix), !sessions.isEmpty
    else { return nil }
    try self.init(folder: folder, prefix: prefix, ofAnyStore)
  }

  /// Known files, in their order.
  init(files: [File]) { self.files = files }

  /// The files inside a page.
  init(_ enclosed: EnclosedSession, page: String) {
    files = enclosed.files.map { inside in
      var file = File("\(page)/\(inside.name)")
      file.held = inside.gzip
      return file
    }
  }

  private init(
    folder: String, prefix: String, _ ofAnyStore: Bool
  ) throws(InspectorError) {
    var sessions = try Self.sessions(in: folder, prefix)
    if let exact = sessions.first(where: { $0.name == prefix }) { sessions = [exact] }
    let names = sessions.map(\.name)
    if names.count > 1 {
      let newest = Set(LaunchName.newest(of: names))
      let ofOneStore =
        newest.isEmpty
        ? NewestLaunch(ofStoreOf: sessions)
        : NewestLaunch(of: sessions.filter { newest.contains($0.name) })
      if let launch = ofOneStore ?? (ofAnyStore ? NewestLaunch(of: sessions) : nil) {
        choice = Choice(
          name: launch.name, count: names.count, by: launch.rule,
          isOfOneStore: ofOneStore != nil)
        sessions.removeAll { $0.name != launch.name }
      }
    }
    guard let (_, found) = sessions.first else { throw .noSessions(folder: folder) }
    guard sessions.count == 1 else { throw .severalSessions(folder: folder, names: names) }
    let sorted = found.sorted { ($0.number, $0.path) < ($1.number, $1.path) }
    // If a segment also has a gzipped copy, the copy is not read.
    files = sorted.enumerated().filter { place, file in
      place == 0 || sorted[place - 1].number != file.number
    }.map(\.element)
    guard files.count <= Self.mostFiles else {
      throw .tooManySegments(folder: folder, count: files.count, limit: Self.mostFiles)
    }
  }

  /// The most segments that are read as one session.
  ///
  /// Each is mapped. If no maps are left (Linux: 65,530), the next allocation ends the process.
  static let mostFiles = 20_000

  /// The paths of all sessions in a folder, in a form that opens: a file, or the beginning of the
  /// names of several segments.
  ///
  /// - Throws: If the folder cannot be read or has no session.
  package static func sessions(in folder: String) throws(InspectorError) -> [String] {
    let sessions = try sessions(in: folder, "")
    guard !sessions.isEmpty else { throw .noSessions(folder: folder) }
    return sessions.map { name, files in
      files.count == 1 ? files[0].path : folder + (folder.hasSuffix("/") ? "" : "/") + name
    }
  }

  /// The sessions of a folder by name, and their files.
  private static func sessions(
    in folder: String, _ prefix: String
  ) throws(InspectorError) -> [(name: String, files: [File])] {
    let names: [String]
    do { names = try Platform.names(in: folder) } catch {
      throw .cannotRead(file: folder, errno: error.errno)
    }
    var sessions: [String: [File]] = [:]
    for name in names where name.hasPrefix(prefix) {
      guard let parts = SegmentNumber.split(name) else { continue }
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      sessions[parts.stem, default: []].append(File(path: path, segment: parts.segment))
    }
    return sessions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (
      slash == path.startIndex ? "/" : String(path[..<slash]),
      String(path[path.index(after: slash)...])
    )
  }
}
