/// Finds what a list of patterns selects, on a walk from the root of a value.
///
/// The patterns are taken together: a place is a set of patterns and how far each has come, and
/// where a step leads from there is worked out once and remembered. So a walk costs O(size of the
/// value), however many patterns there are. A walk begins at ``root``.
package struct PathMatcher: Sendable {
  /// How far the patterns have come at a place of the value.
  package struct Place: Equatable, Sendable {
    let number: Int
    /// Whether a pattern selects the place, and so all that is below it.
    package var isSelected: Bool { number == 1 }
    /// Whether no pattern selects anything below the place.
    package var isBarren: Bool { number == 0 }

    static let barren = Place(number: 0)
    static let selected = Place(number: 1)
  }

  private struct State: Sendable {
    /// The steps that come next, by their places in `steps`, rising.
    let next: [Int]
    var byName: [Int: Place] = [:]
    var byIndex: [Int: Place] = [:]
    var otherName: Place?
    var otherIndex: Place?
  }

  /// The steps of all patterns, one pattern after the other, nil behind each.
  private let steps: [PathPattern.Step?]
  private let names: [NameKey: Int]
  private let indexes: Set<Int>
  private var nameFilter = NameFilter()
  private var states: [State] = [State(next: []), State(next: [])]
  private var numbers: [[Int]: Int] = [:]
  private var remembered = 0

  /// The place of the whole value.
  package private(set) var root = Place.barren

  /// What is remembered at most, in steps.
  ///
  /// Patterns that need more select too much, never too little; it takes dozens of `..` and `*` in
  /// each other's way.
  static let memoryLimit = 1 << 18

  /// A matcher of all these patterns.
  ///
  /// Complexity: O(length of the patterns).
  package init(_ patterns: [PathPattern]) {
    var steps: [PathPattern.Step?] = []
    var starts: [Int] = []
    var names: [NameKey: Int] = [:]
    var indexes: Set<Int> = []
    for pattern in patterns {
      starts.append(steps.count)
      for step in pattern.steps {
        steps.append(step)
        switch step {
        case .name(let name), .descendant(let name):
          nameFilter.insert(name)
          if names[NameKey(name)] == nil { names[NameKey(name)] = names.count }
        case .index(let index): indexes.insert(index)
        case .any, .anyDescendant: break
        }
      }
      steps.append(nil)
    }
    self.steps = steps
    self.names = names
    self.indexes = indexes
    root = place(of: starts)
  }

  /// The place of a member of the object at a place.
  package mutating func member(_ name: String, of place: Place) -> Place {
    guard place.number > 1 else { return place }
    guard nameFilter.mayContain(name), let key = names[NameKey(name)] else {
      if let known = states[place.number].otherName { return known }
      let found = follow(place) { step in
        step == .any || step == .anyDescendant
      }
      states[place.number].otherName = found
      return found
    }
    if let known = states[place.number].byName[key] { return known }
    let found = follow(place) { step in
      switch step {
      case .name(let wanted), .descendant(let wanted): wanted.hasSameBytes(as: name)
      case .any, .anyDescendant: true
      case .index: false
      }
    }
    states[place.number].byName[key] = found
    return found
  }

  /// The place of an element of the array at a place.
  package mutating func element(_ index: Int, of place: Place) -> Place {
    guard place.number > 1 else { return place }
    let isWanted = indexes.contains(index)
    let known =
      isWanted ? states[place.number].byIndex[index] : states[place.number].otherIndex
    if let known { return known }
    let found = follow(place) { step in
      switch step {
      case .index(let wanted): wanted == index
      case .any, .anyDescendant: true
      case .name, .descendant: false
      }
    }
    if isWanted {
      states[place.number].byIndex[index] = found
    } else {
      states[place.number].otherIndex = found
    }
    return found
  }

  /// The place after a token that these steps take.
  private mutating func follow(
    _ place: Place, where takes: (PathPattern.Step) -> Bool
  ) -> Place {
    var next: [Int] = []
    for at in states[place.number].next {
      guard let step = steps[at] else { continue }
      // Rising, as the steps before were, so that the same set is the same list.
      if step.isDescendant, next.last != at { next.append(at) }
      if takes(step), next.last != at + 1 { next.append(at + 1) }
    }
    return self.place(of: next)
  }

  private mutating func place(of next: [Int]) -> Place {
    if next.isEmpty { return .barren }
    if next.contains(where: { steps[$0] == nil }) { return .selected }
    if let number = numbers[next] { return Place(number: number) }
    remembered += next.count
    guard remembered <= Self.memoryLimit else { return .selected }
    let number = states.count
    states.append(State(next: next))
    numbers[next] = number
    return Place(number: number)
  }
}

/// Rules out most names without hashing them, by length and first byte.
private struct NameFilter: Sendable {
  private var seen = [Bool](repeating: false, count: 64 * 32)

  mutating func insert(_ name: String) { seen[Self.slot(name)] = true }

  func mayContain(_ name: String) -> Bool { seen[Self.slot(name)] }

  private static func slot(_ name: String) -> Int {
    let utf8 = name.utf8
    return min(utf8.count, 63) << 5 | Int((utf8.first ?? 0) & 31)
  }
}
