/// Finds the places that a list of patterns selects, on a traversal from the root of a value.
///
/// All patterns are matched together. A place is a set of patterns with the progress of each; the
/// transition from a place is computed once and cached. A traversal costs O(size of the value) for
/// any number of patterns. It begins at ``root``.
///
/// A dictionary with non-string keys is an array of keys and values, alternating or in pairs. In
/// it, a name selects the value after the key with that name.
package struct PathMatcher: Sendable {
  /// The progress of the patterns at a place of the value.
  package struct Place: Equatable, Sendable {
    let number: Int
    /// Whether a pattern selects the place, and so everything below it.
    package var isSelected: Bool { number == 1 }
    /// Whether no pattern selects anything below the place.
    package var isBarren: Bool { number == 0 }

    package static let barren = Place(number: 0)
    static let selected = Place(number: 1)
  }

  /// The properties of an element that patterns can distinguish.
  private struct Element: Hashable, Sendable {
    /// Its index, if a pattern names it.
    var index: Int?
    /// The name of the key before it, if a pattern names it.
    var key: Int?
    /// Whether it is itself a pair of key and value.
    var isPair: Bool
  }

  private struct State: Sendable {
    /// The next steps as ascending indices into `steps`.
    ///
    /// After them come, offset by the number of all steps, those that only the key of a pair can
    /// match.
    let next: [Int]
    var byName: [Int: Place] = [:]
    var byElement: [Element: Place] = [:]
    var otherName: Place?
    var otherIndex: Place?
  }

  /// The steps of all patterns in sequence, with nil after each pattern.
  private let steps: [PathPattern.Step?]
  private let names: [NameKey: Int]
  private let indexes: Set<Int>
  private var nameFilter = NameFilter()
  private var states: [State] = [State(next: []), State(next: [])]
  private var numbers: [[Int]: Int] = [:]
  private var remembered = 0

  /// The place of the whole value.
  package private(set) var root = Place.barren

  /// The most steps that are cached.
  ///
  /// Beyond that, patterns select too much, never too little. It takes dozens of overlapping `..`
  /// and `*` to get there.
  static let memoryLimit = 1 << 20

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
    let key = nameFilter.mayContain(name) ? names[NameKey(name)] : nil
    let known =
      if let key { states[place.number].byName[key] } else { states[place.number].otherName }
    if let known { return known }
    let found = follow(place) { $0.selectsMember(name) }
    if let key {
      states[place.number].byName[key] = found
    } else {
      states[place.number].otherName = found
    }
    return found
  }

  /// The place of an element of the array at a place.
  ///
  /// - Parameters:
  ///   - key: The name of the key before the element, if that is the key's value.
  ///   - isPair: Whether the element is itself an array of a key and its value.
  mutating func element(
    _ index: Int, of place: Place, key: String? = nil, isPair: Bool = false
  ) -> Place {
    guard place.number > 1 else { return place }
    let element = Element(
      index: indexes.contains(index) ? index : nil, key: key.flatMap { names[NameKey($0)] },
      isPair: isPair)
    let isPlain = element.index == nil && element.key == nil && !isPair
    let known =
      isPlain ? states[place.number].otherIndex : states[place.number].byElement[element]
    if let known { return known }
    let found = follow(place, key: key, isPair: isPair) { $0.selectsElement(index) }
    if isPlain {
      states[place.number].otherIndex = found
    } else {
      states[place.number].byElement[element] = found
    }
    return found
  }

  /// The place after a token for which these steps match, or after a key with that name.
  private mutating func follow(
    _ place: Place, key: String? = nil, isPair: Bool = false,
    where takes: (PathPattern.Step) -> Bool
  ) -> Place {
    var next: [Int] = []
    var ofPair: [Int] = []
    for at in states[place.number].next {
      // A step that waits for the key of a pair matches that key or never.
      let isOfPair = at >= steps.count
      let at = isOfPair ? at - steps.count : at
      guard let step = steps[at] else { continue }
      let isTaken = (!isOfPair && takes(step)) || (key.map(step.isName) ?? false)
      // Ascending like the previous steps, so that equal sets are equal lists.
      if step.isDescendant, !isOfPair, next.last != at { next.append(at) }
      if isTaken, next.last != at + 1 { next.append(at + 1) }
      if isPair, !isOfPair, case .name = step { ofPair.append(at + steps.count) }
    }
    // A waiting step may have led to a step that is already in the list.
    if let last = states[place.number].next.last, last >= steps.count {
      next = Set(next).sorted()
    }
    return self.place(of: next + ofPair)
  }

  private mutating func place(of next: [Int]) -> Place {
    if next.isEmpty { return .barren }
    if next.contains(where: { $0 < steps.count && steps[$0] == nil }) { return .selected }
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
