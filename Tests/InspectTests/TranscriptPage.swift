import Foundation

/// A page of `Transcripts/`: under each heading the files that a case needs, and commands with what
/// they print.
///
/// What stands before the first heading belongs to each case.
struct TranscriptPage {
  /// A command after `$ `, and the lines below it.
  struct Command: Equatable {
    /// The line of the page, from 1.
    let line: Int
    let text: String
    let expected: [String]
  }

  enum Item: Equatable {
    case file(name: String, text: String)
    case command(Command)
  }

  struct Case {
    let title: String
    var items: [Item] = []
  }

  /// A page that cannot be run.
  struct Fault: Error, Equatable, CustomStringConvertible {
    let line: Int
    let reason: String

    var description: String { "line \(line): \(reason)" }
  }

  /// The sentence of its first line.
  let title: String
  /// What is done first in each case.
  private(set) var shared: [Item] = []
  private(set) var cases: [Case] = []
  private var lines: [String]

  init(_ text: String) throws {
    lines = Self.lines(text)
    guard let first = lines.first, first.hasPrefix("# ") else {
      throw Fault(line: 1, reason: "the title is missing")
    }
    title = String(first.dropFirst(2))
    var place = 1
    while place < lines.count {
      let line = lines[place]
      if line.hasPrefix("## ") {
        let title = String(line.dropFirst(3))
        if cases.contains(where: { $0.title == title }) {
          throw Fault(line: place + 1, reason: "a second case of that name")
        }
        cases.append(Case(title: title))
      } else if line.hasPrefix("```") {
        guard let end = lines[(place + 1)...].firstIndex(of: "```") else {
          throw Fault(line: place + 1, reason: "a block that is not closed")
        }
        add(try items(of: place..<end))
        place = end
      }
      place += 1
    }
  }

  private mutating func add(_ items: [Item]) {
    if cases.isEmpty { shared += items } else { cases[cases.count - 1].items += items }
  }

  /// What a block holds; its first line is the fence.
  private func items(of block: Range<Int>) throws -> [Item] {
    let fence = lines[block.lowerBound].dropFirst(3).split(separator: " ", maxSplits: 1)
    let places = block.dropFirst()
    if fence == ["console"] {
      let starts = places.filter { lines[$0].hasPrefix("$ ") }
      guard starts.first == places.first else {
        throw Fault(line: block.lowerBound + 2, reason: "no command")
      }
      return zip(starts, starts.dropFirst() + [block.upperBound]).map { start, end in
        .command(
          Command(
            line: start + 1, text: String(lines[start].dropFirst(2)),
            expected: Array(lines[(start + 1)..<end])))
      }
    }
    guard fence.count == 2, fence[0] == "ndjson" || fence[0] == "file" else {
      throw Fault(line: block.lowerBound + 1, reason: "neither console, ndjson NAME nor file NAME")
    }
    return [.file(name: String(fence[1]), text: places.map { lines[$0] + "\n" }.joined())]
  }

  /// The items of a case in their order.
  func items(ofCase title: String) -> [Item] {
    shared + (cases.first { $0.title == title }?.items ?? [])
  }

  /// The text of the page, in which the commands print something else.
  func text(replacing differences: [TranscriptDifference]) -> String {
    var lines = lines
    for difference in differences.sorted(by: { $0.command.line > $1.command.line }) {
      let start = difference.command.line
      let end = start + difference.command.expected.count
      lines.replaceSubrange(start..<end, with: difference.printed)
    }
    return lines.joined(separator: "\n")
  }

  /// The lines of a text, of which one that ends in a carriage return keeps it.
  static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}

/// A command that prints something else than its page shows.
struct TranscriptDifference {
  let command: TranscriptPage.Command
  let printed: [String]

  /// The line of the page from which on it is something else, from 1.
  var line: Int { command.line + 1 + same }

  /// How many lines are the same at the beginning.
  private var same: Int { zip(command.expected, printed).prefix { $0 == $1 }.count }

  /// The command and the lines that are not the same, those of the page first.
  var text: String {
    let (expected, printed) = (command.expected.dropFirst(same), printed.dropFirst(same))
    let end = zip(expected.reversed(), printed.reversed()).prefix { $0 == $1 }.count
    return
      (["$ \(command.text)"] + expected.dropLast(end).map { "- \($0)" }
      + printed.dropLast(end).map { "+ \($0)" }).joined(separator: "\n")
  }
}
