/// A piece of a help page.
///
/// A terminal, the manual page and the reference page show it each in its way.
package enum HelpBlock: Sendable, Equatable {
  case heading(String)
  case paragraph(String)
  /// Options, keys or words, each with what it means.
  case definitions([Definition])
  /// Lines to type at the prompt, one after the other, each with what it does.
  case prompt([Definition])
  /// Lines to type in a shell.
  case shell([Definition])

  /// A term and what it means; the meaning may be empty.
  package struct Definition: Sendable, Equatable {
    package let term: String
    package let text: String

    package init(_ term: String, _ text: String = "") {
      self.term = term
      self.text = text
    }
  }
}

extension Page {
  /// Adds the pieces of a help page, with a blank line between two.
  mutating func blocks(_ blocks: [HelpBlock]) {
    for block in blocks {
      if !isEmpty { blank() }
      switch block {
      case .heading(let text): line(.text(text, .heading))
      case .paragraph(let text): paragraph(text)
      case .definitions(let all), .prompt(let all), .shell(let all):
        definitions(all.map { ($0.term, $0.text) })
      }
    }
  }
}
