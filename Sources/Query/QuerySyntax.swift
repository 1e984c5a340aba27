internal import SessionFormat

/// A path as its grammar reads it: where it starts and what it selects, step by step.
struct PathSyntax: Sendable {
  enum Start: Sendable, Equatable {
    /// `$`, the document.
    case root
    /// `@`, the value that a filter is looking at.
    case current
    /// A place of the document whose value is given, by its index among those.
    case place(Int)
  }

  let start: Start
  let segments: [PathSegment]
  /// Whether it selects at most one node on any document (RFC 9535, section 2.3.5.1).
  let isSingular: Bool
  /// The number under which a ``FilterMemo`` keeps how many nodes it selects; nil for none.
  var memoNumber: Int?

  init(start: Start, segments: [PathSegment]) {
    self.start = start
    self.segments = segments
    isSingular = segments.allSatisfy { !$0.isDescendant && $0.selectsOne }
  }
}

/// One step of a path: selectors that are applied to a node or to it and all below it.
struct PathSegment: Sendable {
  let isDescendant: Bool
  let selectors: [PathSelector]

  var selectsOne: Bool {
    guard selectors.count == 1, let only = selectors.first else { return false }
    switch only {
    case .name, .index: return true
    case .wildcard, .slice, .filter: return false
    }
  }
}

enum PathSelector: Sendable {
  case name(String)
  case wildcard
  case index(Int)
  case slice(Slice)
  case filter(LogicalSyntax)
}

/// `start:end:step`; what is left out follows from the sign of the step.
struct Slice: Sendable {
  var start: Int?
  var end: Int?
  var step: Int?

  /// Whether what it selects depends on where the array ends.
  var countsFromEnd: Bool { start ?? 0 < 0 || end ?? 0 < 0 || step ?? 1 < 0 }

  /// The index that comes at a place among those selected in an array of that many elements, or
  /// nil after the last.
  ///
  /// RFC 9535, section 2.3.4.2.2. A step of 0 selects nothing.
  func index(at place: Int, count: Int) -> Int? {
    let step = step ?? 1
    let range = step > 0 ? 0...count : -1...(count - 1)
    func placed(_ bound: Int?, otherwise index: Int) -> Int {
      guard let bound else { return index }
      return min(max(bound < 0 ? count + bound : bound, range.lowerBound), range.upperBound)
    }
    let first = placed(start, otherwise: step > 0 ? range.lowerBound : range.upperBound)
    let end = placed(end, otherwise: step > 0 ? range.upperBound : range.lowerBound)
    // Places are asked for one after the other, so this stays within 2^53 of the array.
    let index = first + place * step
    if step > 0 { return index < end ? index : nil }
    return step < 0 && index > end ? index : nil
  }
}

/// A condition as its grammar reads it; only well-typed ones can be built.
indirect enum LogicalSyntax: Sendable {
  case or([LogicalSyntax])
  case and([LogicalSyntax])
  case not(LogicalSyntax)
  case comparison(ValueSyntax, Comparison, ValueSyntax)
  case exists(PathSyntax)
  case pattern(PatternTest)
}

enum Comparison: String, Sendable, CaseIterable {
  // Longer ones first, so that the first that fits is the one that was written.
  case equal = "=="
  case unequal = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
}

/// What gives one value or Nothing (RFC 9535, section 2.4.1, `ValueType`).
indirect enum ValueSyntax: Sendable {
  case literal(JSONValue)
  /// A singular path.
  case path(PathSyntax)
  case length(ValueSyntax)
  case count(PathSyntax)
  case value(PathSyntax)
}

/// `match` and `search`.
struct PatternTest: Sendable {
  enum Source: Sendable {
    /// Written in the query; nil if it is no regular expression, which nothing matches.
    case literal(IRegexp?)
    case computed(ValueSyntax)
  }

  let subject: ValueSyntax
  let pattern: Source
  /// Whether the whole text has to match (`match`), not just some part of it (`search`).
  let isWhole: Bool
  let column: Int
}
