import Foundation

/// A fenced block of code on a page.
public struct CodeBlock: Sendable {
  /// The line of the page before the block, from 1, for messages.
  public let line: Int
  /// The word after the fence.
  public let language: String
  /// The lines between the fences.
  public let lines: [String]

  /// The blocks of a language in a text, in order; nil if one is not closed.
  public static func all(_ language: String, in text: String) -> [CodeBlock]? {
    var blocks: [CodeBlock] = []
    var open: (line: Int, language: String, lines: [String])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (place, line) in lines.enumerated() {
      if let block = open, line == "```" {
        blocks.append(CodeBlock(line: block.line, language: block.language, lines: block.lines))
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (place + 1, String(line.dropFirst(3)), [])
      }
    }
    return open == nil ? blocks.filter { $0.language == language } : nil
  }

  /// Whether a source file contains the code, line for line.
  ///
  /// Indentation and blank lines do not count, as a page may show a part of a function.
  public func stands(in source: String) -> Bool {
    let file = Self.codeLines(source.split(separator: "\n"))
    let wanted = Self.codeLines(lines)
    return file.indices.contains { file[$0...].starts(with: wanted) }
  }

  private static func codeLines(_ lines: some Sequence<some StringProtocol>) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
