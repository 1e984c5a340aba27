public import SessionFormat

/// Which places of states, actions and inputs are hidden before anything is written.
///
/// A place is named by a restricted JSONPath: names, indexes, `*` and `..name`, from the root of
/// each state, each action and each input value. A selected value, and every value below it, is
/// written as a stand-in. A stand-in has the same type, length and kind of characters; equal values
/// of a session have equal stand-ins.
///
/// ```swift
/// var options = RecorderOptions()
/// options.redactions = try .defaults + Redactions(["$.user.email", "$.cards[*].number"])
/// ```
///
/// Nothing is hidden unless it is asked for: the default is ``none``.
public struct Redactions: Hashable, Sendable {
  /// The patterns, each once, in the order given.
  public let patterns: [PathPattern]

  /// Hides nothing.
  public static let none = Redactions(patterns: [])

  /// Hides every member with one of the ``secretNames``, at any depth.
  public static let defaults = Redactions(patterns: RedactionList.defaults.patterns)

  /// Makes redactions from the texts of patterns.
  ///
  /// - Throws: The error of the first text that is not a pattern, with the text and the column.
  public init(_ patterns: [String]) throws(PathPatternError) {
    var read: [PathPattern] = []
    for text in patterns { read.append(try PathPattern(text)) }
    self.init(patterns: read)
  }

  private init(patterns: [PathPattern]) {
    var seen: Set<PathPattern> = []
    self.patterns = patterns.filter { seen.insert($0).inserted }
  }

  /// Whether nothing is hidden.
  public var isEmpty: Bool { patterns.isEmpty }

  /// Hides what either hides.
  public static func + (left: Redactions, right: Redactions) -> Redactions {
    Redactions(patterns: left.patterns + right.patterns)
  }
}
