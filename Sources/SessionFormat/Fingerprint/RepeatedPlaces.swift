/// A place at which a type stands within itself again: all that differs below the outer one does so
/// below the inner one too.
struct TypeLoop: Equatable, Sendable {
  /// The inner place.
  let path: [String]
  /// How many tokens of that path lead to the outer place.
  let outer: Int
  /// How many types were open around the outer one.
  let opening: Int
}

/// All places of one difference between types, of which some stand within themselves: its path, and
/// what the path comes to below each inner place, however deep.
///
/// Complexity: a place is found in O(its tokens × the inner places).
package struct RepeatedPlaces: Equatable, Sendable {
  /// Places that a path may have come to.
  typealias Front = Set<Int>

  private struct Step: Equatable, Sendable {
    let token: String
    let place: Int
  }

  /// Where the difference is; no step leads on.
  private static let end = 0
  private static let root = 1

  /// Where it is as well, once further in, in the order in which these places were met.
  package private(set) var further: [[String]] = []
  private var steps: [[Step]] = [[], []]
  private(set) var start: Front = [root]

  /// The places of a path.
  init(_ path: [String]) {
    var known: [[String]: Int] = [[]: Self.root]
    add(path, leadingTo: Self.end, &known)
  }

  /// Nil if the difference is at one place alone.
  ///
  /// - Parameters:
  ///   - path: Where it was met.
  ///   - opening: How many types were open there.
  ///   - loops: Of all that was compared.
  init?(_ path: [String], opening: Int, _ loops: [TypeLoop]) {
    let leading = Self.leading(to: path, opening, loops)
    guard !leading.isEmpty else { return nil }
    var known: [[String]: Int] = [[]: Self.root]
    add(path, leadingTo: Self.end, &known)
    for loop in leading {
      let outer = Array(loop.path.prefix(loop.outer))
      let isOpen = opening > loop.opening
      if isOpen, path.starts(with: outer) { further.append(loop.path + path.dropFirst(loop.outer)) }
      add(loop.path, leadingTo: place(outer, &known), &known)
      if isOpen, path == outer { add(loop.path, leadingTo: Self.end, &known) }
    }
  }

  /// The inner places that lead to a difference, and those that lead to these.
  private static func leading(
    to path: [String], _ opening: Int, _ loops: [TypeLoop]
  ) -> [TypeLoop] {
    var leading: [TypeLoop] = []
    var others = loops
    while true {
      let found = others.filter { loop in
        let outer = loop.path.prefix(loop.outer)
        return opening > loop.opening && path.starts(with: outer)
          || leading.contains { $0.path.starts(with: outer) }
      }
      guard !found.isEmpty else { return leading }
      leading += found
      others.removeAll(where: found.contains)
    }
  }

  private mutating func place(_ path: [String], _ known: inout [[String]: Int]) -> Int {
    if let place = known[path] { return place }
    steps.append([])
    let place = steps.count - 1
    known[path] = place
    if let token = path.last {
      let above = self.place(path.dropLast(), &known)
      steps[above].append(Step(token: token, place: place))
    }
    return place
  }

  private mutating func add(
    _ path: [String], leadingTo place: Int, _ known: inout [[String]: Int]
  ) {
    guard let token = path.last else {
      start.insert(place)
      return
    }
    let above = self.place(path.dropLast(), &known)
    let step = Step(token: token, place: place)
    if !steps[above].contains(step) { steps[above].append(step) }
  }

  // MARK: Walking

  /// Whether it is a place of the difference that was come to.
  static func isEnd(_ front: Front) -> Bool { front.contains(end) }

  /// The places to which a token leads.
  func next(_ front: Front, _ token: String) -> Front {
    var next: Front = []
    for place in front {
      for step in steps[place] where step.token == "*" || step.token.hasSameBytes(as: token) {
        next.insert(step.place)
      }
    }
    return next
  }

  /// How far a path leads.
  enum Reach { case astray, above, there }

  /// Whether a path leads to the difference or below it, or stays above it.
  func reach(_ path: [String]) -> Reach {
    var front = start
    for token in path {
      if Self.isEnd(front) { return .there }
      front = next(front, token)
      if front.isEmpty { return .astray }
    }
    return Self.isEnd(front) ? .there : .above
  }
}
