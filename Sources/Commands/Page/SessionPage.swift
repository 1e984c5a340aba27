import Foundation
package import Inspector
import SessionFormat

/// A session as one HTML file: what it is, in plain words; the session itself, byte for byte; and the
/// script that steps through it.
///
/// The file needs nothing else and asks for nothing: its policy forbids every request and every script
/// but its own.
package struct SessionPage {
  private let session: Session
  /// The name of the session, without the folders of somebody's machine.
  private let name: String
  /// The step at which it opens; nil for its end.
  private let at: Int?
  /// What `verify` found; nil if nobody asked.
  private let verified: VerifiedSession?
  private let interrupted: @Sendable () -> Bool

  /// A page of a session that opens at its end.
  package init(_ session: Session) { self.init(session, at: nil) { false } }

  /// A page of a session.
  init(
    _ session: Session, at n: Int?, verified: VerifiedSession? = nil,
    interrupted: @escaping @Sendable () -> Bool
  ) {
    (self.session, at, self.interrupted) = (session, n, interrupted)
    let path = session.file
    name = path == "-" ? "session.ndjson" : (path as NSString).lastPathComponent
    self.verified = verified?.renamed(name)
  }

  /// What one line or cell of the summary shows of a value, in columns.
  private static let width = 120

  /// Writes the page to a file, which appears complete or not at all.
  ///
  /// - Returns: The number of its bytes.
  package func write(to file: String, replaces: Bool) throws(InspectorError) -> Int {
    // It has all of the session, so it is not for more readers.
    let made = try NewFile(
      file, replaces: replaces, mode: Platform.mode(of: session.file) & 0o644)
    var size = 0
    try write { piece throws(InspectorError) in
      size += piece.count
      try made.append(piece)
    }
    try made.finish()
    return size
  }

  /// Writes the page in pieces; the memory is that of the session's index and of a piece.
  func write(
    to sink: ([UInt8]) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    let summary = try SessionSummary(
      session: session, name: name, verified: verified, interrupted: interrupted
    ).page().html(RenderOptions(width: Self.width, breaksLines: false))
    for part in Self.template {
      switch part {
      case .text(let text): try sink(Array(text.utf8))
      case .policy: try sink(Array(Self.policy.utf8))
      case .title: try sink(Array(HTMLText.escaped("\(name), \(session.header.store)").utf8))
      case .style: try sink(PackageResources.page_css)
      case .summary: try sink(Array(summary.utf8))
      case .data: try writeData(to: sink)
      case .script: try sink(PageScript.bytes)
      }
    }
  }

  /// A page without a session and without a script.
  static func plain(title: String, _ content: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(HTMLText.escaped(title))</title>
    <style>\(String(decoding: PackageResources.page_css, as: UTF8.self))</style>
    <main id="about">
    \(content)</main>

    """
  }

  private func writeData(
    to sink: ([UInt8]) throws(InspectorError) -> Void
  ) throws(InspectorError) {
    for part in session.parts {
      if interrupted() { throw .interrupted }
      var file = session.parts.count == 1 ? name : (part.file as NSString).lastPathComponent
      if file.hasSuffix(".gz") { file.removeLast(3) }
      try part.enclose(named: file, to: sink)
      try sink([0x0A])
    }
    var facts = ReportJSON()
    facts.add("format", "hindsight-report")
    facts.add("version", 1)
    facts.add("name", name)
    facts.add("at", at)
    facts.add("verdict", verified.flatMap { VerifyReport(sessions: [$0]).rows.first })
    // A text of JSON has the sign only within strings.
    let text = facts.value.description.replacing("<", with: #"\u003c"#)
    try sink(Array(#"<script type="application/json" id="facts">\#(text)</script>"#.utf8))
  }

  /// Nothing but the page's own style and script, by their digests.
  private static let policy =
    "default-src 'none'; script-src '\(PageDigests.script)'; style-src '\(PageDigests.style)'; "
    + "img-src data:; base-uri 'none'; form-action 'none'"

  private enum Part {
    case text(String)
    case policy
    case title
    case style
    case summary
    case data
    case script
  }

  /// The template, cut at its places, so that no text of a session is searched for them.
  private static let template: [Part] = {
    let places: [(String, Part)] = [
      ("{{csp}}", .policy), ("{{title}}", .title), ("{{style}}", .style), ("{{summary}}", .summary),
      ("{{data}}", .data), ("{{script}}", .script),
    ]
    var parts = [Part.text(String(decoding: PackageResources.page_html, as: UTF8.self))]
    for (word, place) in places {
      parts = parts.flatMap { part in
        guard case .text(let text) = part, let found = text.range(of: word) else { return [part] }
        return [
          .text(String(text[..<found.lowerBound])), place, .text(String(text[found.upperBound...])),
        ]
      }
    }
    return parts
  }()
}
