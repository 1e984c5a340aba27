import Inspector
import SessionFormat

/// A session that was written in another form.
struct RewriteReport: Report {
  let form: SnapshotForm
  let session: Session
  /// The bytes of the new session, before it is gzipped.
  let written: Int
  let file: String

  /// `{"report":"rewrite","version":1,"form":…,"read":…,"written":…,"file":…}`.
  var json: JSONValue {
    var json = ReportJSON("rewrite")
    json.add("form", form.rawValue)
    json.add("read", session.size)
    json.add("written", written)
    json.add("file", file)
    return json.value
  }

  /// One line.
  func write(to page: inout Page) {
    let size = "\(session.size) bytes became \(written)"
    page.line(.literal("written  ", .dim), .text(file, .bold), .text("  \(size)"))
  }
}
