/// A place at which a type contains itself again.
///
/// Every difference below the outer place is also below the inner one.
struct TypeLoop: Equatable, Sendable {
  /// The inner place.
  let path: [String]
  /// How many tokens of that path lead to the outer place.
  let outer: Int
  /// How many types were open around the outer place.
  let opening: Int
}

/// All places of one difference between types, some of which contain themselves: its path, and what
/// the path becomes below each inner place, however deep.
///
/// Complexity: a place is found in O(its tokens × the inner places).
package struct RepeatedPlaces: Equatable, Sendable {
  /// The places that a path may have reached.
  typealias Front = Set<Int>

  private struct Step: Equatable, Sendable {
    let token: String
    let place: Int
  }

  /// The place of the difference; no step leads on from it.
  private static let end = 0
  private static let root = 1

  /// The same difference one recursion deeper, in the order of discovery.
  package private(set) var further: [[String]] = []
  private var steps: [[Step]] = [[], []]
  private(set) var start: Front = [root]

  /// The places of a path.
  init(_ path: [String]) {
    var known: [[String]: Int] = [[]: Self.root]
    add(path, leadingTo: Self.end, &known)
  }

  /// Nil if the difference has only one place.
  ///
  /// - Parameters:
  ///   - path: The path at which it was found.
  ///   - opening: How many types were open there.
  ///   - loops: All loops of the comparison.
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

  /// The loops that lead to a difference, and those that lead to these loops.
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
    add(path, leadingTo: place, &known)
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

  /// Whether the front includes a place of the difference.
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

  /// How far a path leads towards the difference.
  enum Reach { case astray, above, there }

  /// Whether a path leads to the difference or below it, ends above it, or leads elsewhere.
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
