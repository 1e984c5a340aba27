internal import SessionFormat

/// Remembers between documents how many nodes the paths of a condition select.
///
/// In a changed copy it only visits what the previous value does not share. Not thread-safe.
package final class NodeCounts {
  package init() {}

  /// The last value and its count for each path number.
  fileprivate var known: [Int: (value: JSONValue?, count: NodeCount)] = [:]
  /// Paths whose nodes together take more visits than a query may use.
  fileprivate var tooLarge: Set<Int> = []

  /// Counting is recursive; deeper values are searched node by node.
  fileprivate static let deepest = 500
}

extension QueryRun {
  /// How many nodes a counted path selects; nil if that is not remembered.
  ///
  /// Complexity: O(children that changed since the last call × visits of the filters).
  func remembered(_ path: PathSyntax, in value: JSONValue?) throws(QueryError) -> Int? {
    guard let counts, let counted = path.counted, let value,
      (1...NodeCounts.deepest).contains(value.height), !counts.tooLarge.contains(counted.number)
    else { return nil }
    try spend(1)
    // Taken out: it changes in place, and a failure leaves nothing half changed behind.
    var known = counts.known.removeValue(forKey: counted.number) ?? (nil, NodeCount())
    if let old = known.value, !old.sharesStorage(with: value),
      old.unsharedRuns(with: value) == nil
    {
      known = (nil, NodeCount())
    }
    // An existence test ends at the first node, and later nodes must not make it fail.
    let run = QueryRun(places: places, limit: limit, interrupted: interrupted)
    do {
      try known.count.replace(known.value, by: value, counted, run: run)
    } catch {
      counts.tooLarge.insert(counted.number)
      return nil
    }
    known.value = value
    defer { counts.known[counted.number] = known }
    guard let side = counted.key?.outside else { return known.count.total }
    return NodeKey(try self.value(side, at: .null)).map { known.count.byKey[$0] ?? 0 }
  }
}

/// A path whose nodes can be counted apart for each child of a container, so that a changed child
/// changes the count by what it selects itself.
struct CountedPath: Sendable {
  /// The number under which ``NodeCounts`` keeps its count.
  let number: Int
  let segments: [PathSegment]
  /// The sides of `==` in the last filter, `[?@.id == $.n]`: nodes are counted by the value inside,
  /// and the value outside says which of them are selected.
  let key: (inside: ValueSyntax, outside: ValueSyntax)?

  /// Nil for a path with another way to depend on more than the child.
  init?(_ path: PathSyntax, number: Int) {
    guard case .place = path.start, !path.isSingular else { return nil }
    self.number = number
    var segments = path.segments
    key = segments.last?.splittingKey(from: &segments)
    let isLocal = segments.allSatisfy { segment in
      segment.selectors.allSatisfy { selector in
        switch selector {
        case .name, .index, .token, .wildcard: true
        case .slice: false
        case .filter(let condition): condition.reads { $0 == .current }
        }
      }
    }
    guard isLocal else { return nil }
    self.segments = segments
  }
}

extension PathSegment {
  /// Takes the `==` between the child and a value outside of it from the filter of this last segment.
  fileprivate func splittingKey(
    from segments: inout [PathSegment]
  ) -> (inside: ValueSyntax, outside: ValueSyntax)? {
    guard selectors.count == 1, case .filter(let condition) = selectors[0] else { return nil }
    var terms = if case .and(let terms) = condition { terms } else { [condition] }
    for (index, term) in terms.enumerated() {
      guard case .comparison(let left, .equal, let right) = term else { continue }
      let (isLeftInside, isRightInside) = (
        left.reads { $0 == .current }, right.reads { $0 == .current }
      )
      let outside = isLeftInside ? right : left
      guard isLeftInside != isRightInside, outside.reads({ $0 != .current }) else { continue }
      terms.remove(at: index)
      segments[segments.count - 1] = PathSegment(
        isDescendant: isDescendant, selectors: [.filter(.and(terms))])
      return (isLeftInside ? left : right, outside)
    }
    return nil
  }
}

/// The value by which nodes are counted; two are equal where `==` of RFC 9535 holds.
private enum NodeKey: Hashable {
  case missing
  case null
  case bool(Bool)
  case whole(Int)
  case text(NameKey)

  /// Nil for containers, and for numbers that are not an `Int`: none of these equals another case.
  init?(_ value: JSONValue?) {
    guard let value else {
      self = .missing
      return
    }
    if let text = value.string {
      self = .text(NameKey(text))
    } else if let whole = value.number?.int {
      self = .whole(whole)
    } else if let bool = value.bool {
      self = .bool(bool)
    } else if value.kind == .null {
      self = .null
    } else {
      return nil
    }
  }
}

/// How many nodes a path selects in a value.
private struct NodeCount {
  private(set) var total = 0
  private(set) var byKey: [NodeKey: Int] = [:]

  /// Counts a value instead of another; shared parts of the two are not visited.
  ///
  /// Recursive; the caller bounds the height.
  mutating func replace(
    _ old: JSONValue?, by new: JSONValue?, _ path: CountedPath, from segment: Int = 0, run: QueryRun
  ) throws(QueryError) {
    if let old, let new, old.sharesStorage(with: new) { return }
    try run.spend(1)
    guard segment < path.segments.count else {
      try add(old, -1, path, run)
      try add(new, 1, path, run)
      return
    }
    let step = path.segments[segment]
    for selector in step.selectors {
      switch selector {
      case .filter(let condition):
        try eachPair(old, new) { (old, new) throws(QueryError) in
          let isSelected = (
            try old.map { (old) throws(QueryError) in try run.holds(condition, at: old) } ?? false,
            try new.map { (new) throws(QueryError) in try run.holds(condition, at: new) } ?? false
          )
          guard isSelected != (false, false) else { return }
          try replace(
            isSelected.0 ? old : nil, by: isSelected.1 ? new : nil, path, from: segment + 1,
            run: run)
        }
      case .wildcard:
        try eachPair(old, new) { (old, new) throws(QueryError) in
          try replace(old, by: new, path, from: segment + 1, run: run)
        }
      default:
        try replace(
          old?.child(selector), by: new?.child(selector), path, from: segment + 1, run: run)
      }
    }
    guard step.isDescendant else { return }
    try eachPair(old, new) { (old, new) throws(QueryError) in
      guard old?.height ?? 0 > 0 || new?.height ?? 0 > 0 else { return }
      try replace(old, by: new, path, from: segment, run: run)
    }
  }

  private mutating func add(
    _ node: JSONValue?, _ sign: Int, _ path: CountedPath, _ run: QueryRun
  ) throws(QueryError) {
    guard let node else { return }
    total += sign
    guard let side = path.key?.inside, let key = NodeKey(try run.value(side, at: node)) else {
      return
    }
    byKey[key, default: 0] += sign
    if byKey[key] == 0 { byKey[key] = nil }
  }

  /// Passes on the children that two values do not share, those at the same place of a run together.
  private func eachPair(
    _ old: JSONValue?, _ new: JSONValue?,
    _ body: (JSONValue?, JSONValue?) throws(QueryError) -> Void
  ) throws(QueryError) {
    let (before, after) = (old.flatMap(Children.init), new.flatMap(Children.init))
    let all = UnsharedRun(old: 0..<(before?.count ?? 0), new: 0..<(after?.count ?? 0))
    let runs = old.flatMap { old in new.flatMap { old.unsharedRuns(with: $0) } } ?? [all]
    for run in runs {
      for offset in 0..<max(run.old.count, run.new.count) {
        let (first, second) = (run.old.lowerBound + offset, run.new.lowerBound + offset)
        let (child, other) = (
          run.old.contains(first) ? before?.value(at: first) : nil,
          run.new.contains(second) ? after?.value(at: second) : nil
        )
        if let child, let other, child.sharesStorage(with: other) { continue }
        try body(child, other)
      }
    }
  }
}

extension JSONValue {
  /// The child that a selector of a single child selects.
  fileprivate func child(_ selector: PathSelector) -> JSONValue? {
    guard let children = Children(of: self) else { return nil }
    let place: Int? =
      switch selector {
      case .name(let name): children.place(of: name)
      case .index(let index): children.place(of: index)
      case .token(let index): children.place(ofToken: index)
      case .wildcard, .slice, .filter: nil
      }
    return place.map(children.value)
  }
}
