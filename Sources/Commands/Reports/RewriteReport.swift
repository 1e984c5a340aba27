import Inspector
import SessionFormat

/// A session that was written in another form.
struct RewriteReport: Report {
  let form: SnapshotForm
  let session: Session
  /// The bytes of the new session, before it is gzipped.
  let written: Int
  /// The bytes of its file.
  let fileSize: Int
  let file: String

  /// `form`, `read`, `written`, `fileSize`, `file`.
  var json: JSONValue {
    var json = ReportJSON("rewrite")
    json.add("form", form.rawValue)
    json.add("read", session.size)
    json.add("written", written)
    json.add("fileSize", fileSize)
    json.add("file", file)
    return json.value
  }

  /// One line.
  func write(to page: inout Page) {
    let gzipped: [Span] =
      fileSize == written ? [] : [.literal(", gzipped to "), .size(fileSize)]
    page.line(
      [
        .literal("written  ", .dim), .text(file, .bold), .literal("  "), .size(session.size),
        .literal(" became "), .size(written),
      ] + gzipped)
  }
}
