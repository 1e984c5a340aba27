import Inspector
import SessionFormat

/// A session that was made of another tool's file.
struct ImportReport: Report {
  let imported: DevToolsImport
  let store: String
  let file: String
  /// Whether a host computed the states that the file does not have.
  let isComputed: Bool

  /// `file`, `store`, `steps`, `skipped`, `unknown`, `computed`, `failure`, `serialized`.
  var json: JSONValue {
    var json = ReportJSON("import")
    json.add("file", file)
    json.add("store", store)
    json.add("steps", imported.steps)
    if imported.skipped > 0 { json.add("skipped", imported.skipped) }
    if imported.unknown > 0 { json.add("unknown", imported.unknown) }
    if isComputed { json.add("computed", true) }
    if let failure = imported.failure { json.add("failure", failure) }
    if imported.serialized > 0 { json.add("serialized", imported.serialized) }
    return json.value
  }

  /// A line, and what a reader must know of it.
  func write(to page: inout Page) {
    let skipped =
      imported.skipped > 0 ? ", \(CountText.words(imported.skipped, "skipped action"))" : ""
    page.line(
      .literal("written  ", .dim), .text(file, .bold), .literal("  "),
      .text(CountText.words(imported.steps, "action") + skipped), .literal(" of the store ", .dim),
      .text(store, .dim))
    if isComputed, imported.unknown == 0 {
      page.line(.literal("the host computed the states", .dim))
    }
    if imported.unknown > 0 {
      let count = CountText.words(imported.unknown, "action")
      let why =
        imported.failure ?? (isComputed ? nil : "a host of the store computes it (--host)")
      page.line(
        .literal("note: ", .changed),
        .text("of \(count) the state is not known" + (why.map { "; \($0)" } ?? "")))
    }
    if imported.serialized > 0 {
      page.line(
        .literal("note: ", .changed),
        .text(
          "\(CountText.words(imported.serialized, "value")) "
            + (imported.serialized == 1 ? "stands" : "stand")
            + " for what JSON cannot say, kept as written"))
    }
  }
}

/// A session that was written in another tool's form.
struct ExportReport: Report {
  let form: String
  let file: String
  let size: Int
  let notes: ExportNotes

  /// `form`, `file`, `size`, `losses`, `assumed`.
  var json: JSONValue {
    var json = ReportJSON("export")
    json.add("form", form)
    json.add("file", file)
    json.add("size", size)
    json.add("losses", notes.losses)
    if !notes.assumed.isEmpty { json.add("assumed", notes.assumed) }
    return json.value
  }

  func write(to page: inout Page) {
    page.line(.literal("written  ", .dim), .text(file, .bold), .literal("  "), .size(size))
    for words in notes.words { page.line(.literal("note: ", .changed), .text(words)) }
  }
}

/// What is to be said of a written file.
struct ExportNotes {
  /// What the form has no place for.
  var losses: [String] = []
  /// What was taken for granted.
  var assumed: [String] = []
  /// What loses less.
  var advice: [String] = []

  /// A line for what was lost and what loses less, and one for what was taken for granted.
  var words: [String] {
    var words: [String] = []
    if !losses.isEmpty {
      words.append(
        "left out, as the form has no place for it: " + losses.joined(separator: ", ")
          + advice.map { "; \($0)" }.joined())
    }
    if !assumed.isEmpty { words.append("taken for granted: " + assumed.joined(separator: ", ")) }
    return words
  }
}
