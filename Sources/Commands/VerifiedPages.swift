import Foundation
import Inspector
import SessionFormat

/// The pages of a verification: one session as a file; of several, a folder with a list of all and a
/// page of each that does not reproduce, if it can be read.
struct VerifiedPages {
  let sessions: [VerifiedSession]
  let context: CommandContext

  /// Writes them, in place of what was written there before.
  func write(to path: String) throws(InspectorError) {
    if let only = sessions.first, sessions.count == 1, !Platform.isFolder(path) {
      return try write(only, to: path)
    }
    if !Platform.isFolder(path) {
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      } catch {
        throw .cannotWrite(file: path, errno: errno)
      }
    }
    var taken: Set<String> = [Self.list]
    var rows = ""
    for session in sessions {
      rows += row(session, page: try page(of: session, in: path, &taken))
    }
    let made = try NewFile("\(path)/\(Self.list)", replaces: true, mode: 0o644)
    try made.append(Array(list(rows).utf8))
    try made.finish()
  }

  /// Writes the page of a session that does not reproduce.
  ///
  /// - Returns: Its name; nil if there is none, as the session reproduces or cannot be read.
  private func page(
    of session: VerifiedSession, in folder: String, _ taken: inout Set<String>
  ) throws(InspectorError) -> String? {
    // A pipe would block the one who opens it.
    guard session.kind != .good, !Platform.isSpecial(session.file) else { return nil }
    let name = Self.name(of: session, &taken)
    do throws(InspectorError) {
      try write(session, to: "\(folder)/\(name)")
      return name
    } catch {
      switch error {
      case .interrupted, .cannotWrite, .sameFile: throw error
      default: guard session.kind == .trouble else { throw error }
      }
      taken.remove(name)
      return nil
    }
  }

  private static let list = "index.html"

  private func write(_ session: VerifiedSession, to file: String) throws(InspectorError) {
    var n: Int?
    if case .verdict(let verdict) = session.result { n = verdict.divergence?.n }
    let opened = try context.session(session.file, interrupted: context.interrupted)
    try opened.refuseTarget(file)
    let page = SessionPage(
      opened, at: n, verified: session, interrupted: context.interrupted)
    _ = try page.write(to: file, replaces: true)
  }

  /// A name that no other page has, after that of the session.
  private static func name(of session: VerifiedSession, _ taken: inout Set<String>) -> String {
    let stem = (session.file as NSString).lastPathComponent
    for number in 1... {
      let name = number == 1 ? "\(stem).html" : "\(stem)-\(number).html"
      if taken.insert(name).inserted { return name }
    }
    return "\(stem).html"
  }

  private func row(_ session: VerifiedSession, page: String?) -> String {
    let file = HTMLText.escaped(session.file)
    let name = page.map { #"<a href="\#(Self.address($0))">\#(file)</a>"# } ?? file
    let kind = session.kind == .good ? "new" : "bad"
    return #"<tr><td><span class="\#(kind)">\#(session.word)</span></td><td>\#(name)</td>"#
      + "<td>\(HTMLText.escaped(session.headline ?? ""))</td></tr>\n"
  }

  /// A file beside the list, as a relative address.
  private static func address(_ name: String) -> String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._")
    return "./" + (name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
  }

  private func list(_ rows: String) -> String {
    let good = sessions.count { $0.kind == .good }
    return SessionPage.plain(
      title: "verify",
      "<h1>\(good) of \(CountText.words(sessions.count, "session")) reproduce</h1>\n"
        + "<table>\n\(rows)</table>\n")
  }
}
