internal import SessionFormat

/// A parsed path: its start and its segments.
struct PathSyntax: Sendable {
  enum Start: Sendable, Equatable {
    /// `$`, the document.
    case root
    /// `@`, the value that a filter is testing.
    case current
    /// A place of the document with a given value, by its index among the places.
    case place(Int)
  }

  let start: Start
  let segments: [PathSegment]
  /// Whether it selects at most one node in any document (RFC 9535, section 2.3.5.1).
  let isSingular: Bool
  /// Whether it was written without `$`, and begins at a member of the document.
  var isBare = false
  /// How its nodes are counted between documents; nil if they are not.
  var counted: CountedPath?

  init(start: Start, segments: [PathSegment]) {
    self.start = start
    self.segments = segments
    isSingular = segments.allSatisfy { !$0.isDescendant && $0.selectsOne }
  }
}

/// One step of a path: selectors for a node, or for a node and everything below it.
struct PathSegment: Sendable {
  let isDescendant: Bool
  let selectors: [PathSelector]

  var selectsOne: Bool {
    guard selectors.count == 1, let only = selectors.first else { return false }
    switch only {
    case .name, .index, .token: return true
    case .wildcard, .slice, .filter: return false
    }
  }
}

enum PathSelector: Sendable {
  case name(String)
  case wildcard
  case index(Int)
  /// `[12]` in a path without `$`: the element, or the member with that name.
  case token(Int)
  case slice(Slice)
  case filter(LogicalSyntax)
}

/// `start:end:step`; the defaults depend on the sign of the step.
struct Slice: Sendable {
  var start: Int?
  var end: Int?
  var step: Int?

  /// Whether its selection depends on the end of the array.
  var countsFromEnd: Bool { start ?? 0 < 0 || end ?? 0 < 0 || step ?? 1 < 0 }

  /// The `place`-th selected index in an array with that many elements, counted from 0, or nil
  /// after the last.
  ///
  /// As in RFC 9535, section 2.3.4.2.2. A step of 0 selects nothing.
  func index(at place: Int, count: Int) -> Int? {
    let step = step ?? 1
    let range = step > 0 ? 0...count : -1...(count - 1)
    func placed(_ bound: Int?, otherwise index: Int) -> Int {
      guard let bound else { return index }
      return min(max(bound < 0 ? count + bound : bound, range.lowerBound), range.upperBound)
    }
    let first = placed(start, otherwise: step > 0 ? range.lowerBound : range.upperBound)
    let end = placed(end, otherwise: step > 0 ? range.upperBound : range.lowerBound)
    // Places are requested in order, so this stays within 2^53 of the array.
    let index = first + place * step
    if step > 0 { return index < end ? index : nil }
    return step < 0 && index > end ? index : nil
  }
}

/// A parsed condition; only well-typed ones can be built.
indirect enum LogicalSyntax: Sendable {
  case or([LogicalSyntax])
  case and([LogicalSyntax])
  case not(LogicalSyntax)
  case comparison(ValueSyntax, Comparison, ValueSyntax)
  case exists(PathSyntax)
  case pattern(PatternTest)
}

enum Comparison: String, Sendable, CaseIterable {
  // Longer operators first, so that the first match is the operator that was written.
  case equal = "=="
  case unequal = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
}

/// An expression with one value or Nothing (RFC 9535, section 2.4.1, `ValueType`).
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
    /// Written in the query; nil if it is not a valid regular expression, which never matches.
    case literal(IRegexp?)
    case computed(ValueSyntax)
  }

  let subject: ValueSyntax
  let pattern: Source
  /// Whether the whole text must match (`match`), or only some part of it (`search`).
  let isWhole: Bool
  let column: Int
}
