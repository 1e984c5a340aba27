internal import SessionFormat

/// Remembers between documents how many children of a container a filter selects.
///
/// In a changed copy, it only tests the children that the previous container does not share.
///
/// Only for filters that read nothing but the child. Not thread-safe.
package final class FilterMemo {
  package init() {}

  /// The last count for each path number.
  fileprivate var known: [Int: (container: JSONValue, count: Int)] = [:]
  /// Paths whose children together take more visits than a query may use.
  fileprivate var tooLarge: Set<Int> = []
}

extension PathSyntax {
  /// The filter of a path that selects children of a place with a single filter that depends only
  /// on the child; nil for other paths.
  var lonelyFilter: LogicalSyntax? {
    guard case .place = start, segments.count == 1, !segments[0].isDescendant,
      segments[0].selectors.count == 1, case .filter(let condition) = segments[0].selectors[0]
    else { return nil }
    var isLonely = true
    _ = condition.mappingPaths { path, _ in
      if path.start != .current { isLonely = false }
      return path
    }
    return isLonely ? condition : nil
  }
}

extension QueryRun {
  /// How many nodes a numbered path selects; nil if that is not remembered.
  ///
  /// Complexity: O(children that changed since the last call × visits of the filter).
  func remembered(
    _ path: PathSyntax, in container: JSONValue?
  ) throws(QueryError) -> Int? {
    guard let memo, let number = path.memoNumber, let container, container.height > 0,
      !memo.tooLarge.contains(number),
      case .filter(let condition) = path.segments[0].selectors[0]
    else { return nil }
    try spend(1)
    let count: Int
    if let known = memo.known[number],
      let changed = try recount(known, container, condition)
    {
      count = changed
    } else {
      // An existence test ends at the first match, and later children must not make it fail.
      let run = QueryRun(places: places, limit: limit, interrupted: interrupted)
      do { count = try run.count(container, condition) } catch {
        memo.tooLarge.insert(number)
        memo.known[number] = nil
        return nil
      }
    }
    memo.known[number] = (container, count)
    return count
  }

  private func count(
    _ container: JSONValue, _ condition: LogicalSyntax
  ) throws(QueryError) -> Int {
    var count = 0
    func ask(_ child: JSONValue) throws(QueryError) {
      try spend(1)
      if try holds(condition, at: child) { count += 1 }
    }
    for element in container.array ?? [] { try ask(element) }
    if let object = container.object { for member in object { try ask(member.value) } }
    return count
  }

  /// The count for a changed copy; nil if counting again is better.
  private func recount(
    _ known: (container: JSONValue, count: Int), _ container: JSONValue,
    _ condition: LogicalSyntax
  ) throws(QueryError) -> Int? {
    if known.container.sharesStorage(with: container) { return known.count }
    guard let old = Children(of: known.container), let new = Children(of: container),
      let runs = known.container.unsharedRuns(with: container),
      runs.reduce(0, { $0 + $1.old.count + $1.new.count }) < new.count
    else { return nil }
    var count = known.count
    for run in runs {
      // If one child is replaced, most of its run is still the same at the same index.
      let isEven = run.old.count == run.new.count
      for offset in 0..<max(run.old.count, run.new.count) {
        let before: JSONValue? =
          offset < run.old.count ? old.value(at: run.old.lowerBound + offset) : nil
        let after: JSONValue? =
          offset < run.new.count ? new.value(at: run.new.lowerBound + offset) : nil
        if isEven, let before, let after, before.sharesStorage(with: after) { continue }
        try spend(2)
        if let before, try holds(condition, at: before) { count -= 1 }
        if let after, try holds(condition, at: after) { count += 1 }
      }
    }
    return count
  }
}
