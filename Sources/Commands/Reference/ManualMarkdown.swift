/// The reference as a page of Markdown.
struct ManualMarkdown {
  private(set) var text = ""

  init(_ manual: Manual) {
    line("<!-- Made from the declarations of the commands by `make reference`. -->")
    line("# The commands of inspect")
    line(
      "Lines that begin with `inspect` are for a shell; all others are for the prompt. "
        + "session.ndjson stands for a session of yours.")
    for section in manual.sections {
      line("## \(section.title)")
      add(section.blocks)
      for part in section.parts {
        line("### \(part.title)")
        if !part.usages.isEmpty { fence("text", part.usages) }
        add(part.blocks)
      }
    }
  }

  private mutating func line(_ words: String) {
    if !text.isEmpty { text += "\n" }
    text += words + "\n"
  }

  private mutating func add(_ blocks: [HelpBlock]) {
    for block in blocks {
      switch block {
      case .heading(let title): line("#### \(Self.escaped(title))")
      case .paragraph(let words): line(Self.prose(words))
      case .definitions(let all):
        line("| | |\n| --- | --- |")
        for one in all { text += "| \(Self.code(one.term)) | \(Self.escaped(one.text)) |\n" }
      case .prompt(let all): fence("text", all.map(Self.example))
      case .shell(let all): fence("sh", all.map(Self.example))
      }
    }
  }

  private mutating func fence(_ language: String, _ lines: [String]) {
    line("```\(language)")
    for line in lines { text += line + "\n" }
    text += "```\n"
  }

  /// A line to type, with what it does as a comment.
  private static func example(_ one: HelpBlock.Definition) -> String {
    one.text.isEmpty ? one.term : "\(one.term)   # \(one.text)"
  }

  /// A paragraph, in which options stand as code.
  private static func prose(_ words: String) -> String {
    words.split(separator: " ").map { word in
      let option = word.prefix { $0 == "-" || $0.isLetter }
      guard option.hasPrefix("-"), option.count > 1 else { return escaped(String(word)) }
      return code(String(option)) + escaped(String(word.dropFirst(option.count)))
    }.joined(separator: " ")
  }

  private static func code(_ words: String) -> String {
    "`\(words.replacing("|", with: "\\|"))`"
  }

  /// Words in which no character means more than itself.
  private static func escaped(_ words: String) -> String {
    String(words.flatMap { "\\`*_[]<>|#".contains($0) ? ["\\", $0] : [$0] })
  }
}
