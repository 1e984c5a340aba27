package import Query
package import SessionFormat

/// Comparisons that can never hold because of the kinds of values that a place has.
extension NeverThere {
  /// A comparison with a literal of a kind that the place never has.
  package struct Mismatch: Sendable {
    package let comparison: Condition.LiteralComparison
    /// The kinds of all values that are at the place, wherever there is one.
    package let kinds: Set<JSONValue.Kind>
  }

  /// The comparisons of a condition that no value at their place can make true, in their order.
  ///
  /// Complexity: for each place that is compared with a literal O(the state) if the state here, the
  /// first or the last can make it true, else O(bytes of the lines).
  package func mismatches(in condition: Condition) throws(InspectorError) -> [Mismatch] {
    var found: [Mismatch] = []
    for comparison in condition.literalComparisons {
      guard let all = try kinds(at: comparison.place, unless: comparison.isPossible) else {
        continue
      }
      let kinds = Set(all.compactMap(\.self))
      guard !kinds.isEmpty, !kinds.contains(where: comparison.isPossible) else { continue }
      found.append(Mismatch(comparison: comparison, kinds: kinds))
    }
    return found
  }

  /// The kinds of the values at a place of a step, with nil if some step has none; nil if not all are
  /// known, or if some value is of a kind that the body names.
  private func kinds(
    at place: DocumentPlace, unless isEnough: (JSONValue.Kind) -> Bool
  ) throws(InspectorError) -> Set<JSONValue.Kind?>? {
    let path = JSONPointer(tokens: Array(place.tokens.dropFirst()))
    switch (place.tokens.first, path.isRoot) {
    case ("n", true), ("t", true): return [.number]
    case ("type", true): return [.string]
    case ("state", false), ("before", false):
      return kindsNearby(at: path).contains(where: isEnough) ? nil : try kinds(at: path)
    case ("action", false): return try payloadKinds(at: path, unless: isEnough)
    default: return nil
    }
  }

  /// The kinds at a path in a few states, which refute most suspicions.
  func kindsNearby(at path: JSONPointer) -> [JSONValue.Kind] {
    var kinds: [JSONValue.Kind] = []
    for n in Set([timeline.first, n, timeline.last]) where timeline.hasState(n) {
      if let kind = (try? path.value(in: timeline.state(n)))?.kind { kinds.append(kind) }
    }
    return kinds
  }

  /// The kinds in all states, with nil if some state has none; nil if not all are known.
  func kinds(at path: JSONPointer) throws(InspectorError) -> Set<JSONValue.Kind?>? {
    guard timeline.session.fault == nil, !timeline.mayBeCut, timeline.hasState(timeline.first)
    else { return nil }
    do throws(InspectorError) {
      let found = try CauseScan(timeline, path: path, interrupted: interrupted).foundInAll()
      guard found.unknown.isEmpty else { return nil }
      let first = path.value(in: try timeline.state(timeline.first))?.kind
      return Set([first] + found.changes.map { $0.new?.kind })
    } catch .interrupted { throw .interrupted } catch { return nil }
  }

  /// The same at a path of the payloads.
  private func payloadKinds(
    at path: JSONPointer, unless isEnough: (JSONValue.Kind) -> Bool
  ) throws(InspectorError) -> Set<JSONValue.Kind?>? {
    guard timeline.session.fault == nil, !timeline.mayBeCut else { return nil }
    var kinds: Set<JSONValue.Kind?> = []
    // A payload that was only rendered passes the test, whatever it is.
    let isDecided = try eachPayload(of: nil) { payload in
      let kind = path.value(in: payload)?.kind
      kinds.insert(kind)
      return kind.map(isEnough) ?? false
    }
    return isDecided ? nil : kinds
  }
}
