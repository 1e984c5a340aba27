internal import Foundation
internal import SessionFormat

extension IRegexp {
  /// Whether the pattern matches the whole text, or some part of it.
  func matches(_ text: String, isWhole: Bool, within budget: QueryBudget) throws(QueryError) -> Bool
  {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(QueryError) in try matches(bytes, isWhole: isWhole, within: budget) }
    }
    return try result.get()
  }

  /// The same for a text of valid UTF-8.
  ///
  /// Complexity: O(length × size) at worst, paid from the budget. A text without the pattern's
  /// literals, or a pattern that is a plain word, takes about the speed of `memchr`.
  func matches(
    _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool, within budget: QueryBudget
  ) throws(QueryError) -> Bool {
    if let word = matcher.literals.whole {
      if isWhole || (word.isAtStart && word.isAtEnd) {
        try budget.spend(bytes: min(text.count, word.bytes.count))
        return text.elementsEqual(word.bytes)
      }
      if word.isAtStart || word.isAtEnd {
        try budget.spend(bytes: min(text.count, word.bytes.count))
        return word.isAtStart
          ? text.starts(with: word.bytes) : text.suffix(word.bytes.count).elementsEqual(word.bytes)
      }
    }
    if !matcher.required.bytes.isEmpty {
      try budget.spend(bytes: text.count)
      let isFound = matcher.required.isFound(in: text)
      if isFound == false { return false }
      if isFound == true, matcher.literals.whole != nil { return true }
    }
    let table = matcher.take(isWhole: isWhole, program)
    defer { matcher.give(table, isWhole: isWhole) }
    return try table.matches(text, budget)
  }
}

/// The state of a pattern that is kept between texts.
///
/// Thread-safe: a table in use is not shared; another caller gets a new one.
final class PatternMatcher: Sendable {
  let literals: PatternLiterals
  let required: ByteSearch
  private let lock = NSLock()
  private nonisolated(unsafe) var whole: PatternTable?
  private nonisolated(unsafe) var search: PatternTable?

  init(_ literals: PatternLiterals) {
    self.literals = literals
    required = ByteSearch(literals.required)
  }

  fileprivate func take(isWhole: Bool, _ program: [PatternInstruction]) -> PatternTable {
    let idle = lock.withLock {
      defer { if isWhole { whole = nil } else { search = nil } }
      return isWhole ? whole : search
    }
    return idle ?? PatternTable(program, isSearch: !isWhole)
  }

  fileprivate func give(_ table: PatternTable, isWhole: Bool) {
    lock.withLock { if isWhole { whole = table } else { search = table } }
  }
}
