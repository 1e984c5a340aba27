/// The reference as a manual page, in the macros of mdoc(7).
struct ManualPage {
  private(set) var text = ""
  /// The day on which what the page says of the tool as a whole was last looked through.
  private static let date = "November 26, 2026"

  init(_ manual: Manual) {
    text += """
      .\\" Made from the declarations of the commands by `make reference`.
      .Dd \(Self.date)
      .Dt INSPECT 1
      .Os
      .Sh NAME
      .Nm \(Manual.name)
      .Nd \(Manual.summary)
      .Sh SYNOPSIS
      .Nm
      .Op Ar option ...
      .Ar session
      .Nm
      .Op Ar option ...
      .Ar verb ...
      .Sh DESCRIPTION

      """
    for (place, section) in manual.sections.enumerated() {
      // The first section is the description.
      if place > 0 { text += ".Sh \(Self.argument(section.title.uppercased()))\n" }
      add(section.blocks)
      for part in section.parts {
        text += ".Ss \(Self.argument(part.title))\n"
        add(usages: part.usages)
        add(part.blocks)
      }
    }
  }

  private mutating func add(_ blocks: [HelpBlock]) {
    for (place, block) in blocks.enumerated() {
      switch block {
      case .heading(let title): text += ".Pp\n.Sy \(Self.argument(title))\n"
      case .paragraph(let words):
        // The first paragraph follows its title at once.
        if place > 0 || text.hasSuffix(".El\n") { text += ".Pp\n" }
        text += Self.filled(words)
      case .definitions(let all):
        text += ".Bl -tag -width Ds\n"
        for one in all { text += ".It \(Self.argument(one.term))\n" + Self.filled(one.text) }
        text += ".El\n"
      case .prompt(let all), .shell(let all):
        literal(all.flatMap { $0.text.isEmpty ? [$0.term] : [$0.term, "    \($0.text)"] })
      }
    }
  }

  private mutating func add(usages: [String]) {
    guard !usages.isEmpty else { return }
    text += ".Bl -item -offset indent -compact\n"
    for usage in usages { text += ".It\n" + Self.filled(usage) }
    text += ".El\n"
  }

  /// Lines that are shown as they stand.
  private mutating func literal(_ lines: [String]) {
    text += ".Bd -literal -offset indent\n"
    for line in lines { text += Self.line(line) }
    text += ".Ed\n"
  }

  /// Text that is filled: a sentence begins a line, and no line of the source is long.
  private static func filled(_ words: String) -> String {
    var lines = [""]
    for word in words.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.hasSuffix(".") && !last.hasSuffix("...") || last.count + word.count > 70 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = "\(last) \(word)"
      }
    }
    return lines.map(line).joined()
  }

  /// A line of text, which may begin like a request.
  private static func line(_ words: String) -> String {
    let first = words.first.map { ".'".contains($0) } == true ? "\\&" : ""
    return words.isEmpty ? "" : "\(first)\(escaped(words))\n"
  }

  /// One argument of a macro, in which no word is a macro itself.
  private static func argument(_ words: String) -> String {
    "\"\(escaped(words))\""
  }

  private static func escaped(_ words: String) -> String {
    words.reduce(into: "") { text, letter in
      switch letter {
      case "\\": text += "\\e"
      case "\"": text += "\\(dq"
      case "'": text += "\\(aq"
      case "`": text += "\\(ga"
      case "^": text += "\\(ha"
      case "~": text += "\\(ti"
      case "-": text += "\\-"
      default: text.append(letter)
      }
    }
  }
}
