/// The names of the files of one session.
enum SegmentNames: Equatable, Sendable {
  /// The first file has this path; later ones have their number before its extension.
  case file(String)
  /// Files of a folder: `<stem>.<segment, 4 digits>.ndjson` (session format, "Segments").
  case folder(String, stem: String)

  static let fileExtension = ".ndjson"

  /// The names of a session in a folder.
  ///
  /// - Parameters:
  ///   - store: The store; whatever is unsafe in a file name becomes `-`.
  ///   - started: When the session started, RFC 3339 in UTC.
  ///   - id: The id of the first segment.
  init(folder: String, store: String, started: String, id: String) {
    let time = started.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" && $0 != "Z" }
    let stem = "\(Self.safe(store))-\(Self.safe(String(time)))Z-\(Self.safe(String(id.prefix(8))))"
    self = .folder(folder, stem: stem)
  }

  /// The path of a segment, counted from 1.
  func path(of segment: Int) -> String {
    let digits = String(segment)
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch self {
    case .folder(let folder, let stem):
      return "\(folder)/\(stem).\(number)\(Self.fileExtension)"
    case .file(let path):
      if segment == 1 { return path }
      guard path.hasSuffix(Self.fileExtension) else { return "\(path).\(number)" }
      return "\(path.dropLast(Self.fileExtension.count)).\(number)\(Self.fileExtension)"
    }
  }

  /// The folder that holds the files; `.` if the path names none.
  var folder: String {
    switch self {
    case .folder(let folder, _): return folder
    case .file(let path):
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  /// A path that stays valid when the app changes its working directory.
  static func absolute(_ path: String, in directory: String) -> String {
    path.isEmpty || path.hasPrefix("/") || directory.isEmpty
      ? path : directory + (directory.hasSuffix("/") ? "" : "/") + path
  }

  /// A text as part of a file name: ASCII letters, digits, `.`, `_` and `-`, with no dot first.
  static func safe(_ text: String) -> String {
    let bytes = text.utf8.prefix(64).map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
        byte
      default: UInt8(ascii: "-")
      }
    }
    let name = String(decoding: bytes, as: UTF8.self)
    return name.hasPrefix(".") ? "-" + name.dropFirst() : name
  }
}

/// What a file name in a folder of sessions says.
struct SegmentName: Equatable, Comparable {
  /// The session's part: store, start and id.
  let stem: String
  let segment: Int

  /// Nil if a recorder does not give such names.
  init?(_ name: String) {
    guard name.hasSuffix(SegmentNames.fileExtension) else { return nil }
    let parts = name.dropLast(SegmentNames.fileExtension.count)
    guard let dot = parts.lastIndex(of: ".") else { return nil }
    let digits = parts[parts.index(after: dot)...]
    guard digits.utf8.count >= 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let segment = Int(digits), segment > 0
    else { return nil }
    stem = String(parts[..<dot])
    self.segment = segment
  }

  /// Whether it is of that store: a start and an id follow the store's name.
  func isOf(store: String) -> Bool {
    let prefix = SegmentNames.safe(store) + "-"
    guard stem.hasPrefix(prefix) else { return false }
    let rest = stem.dropFirst(prefix.count).split(separator: "-", omittingEmptySubsequences: false)
    return rest.count == 2 && rest[0].utf8.count == 16 && rest[0].last == "Z"
      && !rest[1].isEmpty
  }

  /// Older sessions first, then the order of segments.
  static func < (left: SegmentName, right: SegmentName) -> Bool {
    (left.started, left.stem, left.segment) < (right.started, right.stem, right.segment)
  }

  /// The start in the name; it sorts by time.
  var started: Substring {
    let parts = stem.split(separator: "-")
    return parts.count >= 2 ? parts[parts.count - 2] : ""
  }
}
