import SessionFormat

/// Matches the actions of two sessions by type and content, whatever their numbers.
package struct SessionAlignment: Equatable, Sendable {
  /// An action that only one of the two sessions has at its place.
  package struct OneSided: Equatable, Sendable {
    /// Its number in its session.
    package let n: Int
    package let type: String
    /// Whether the first session has it.
    package let isLeft: Bool
  }

  /// Two actions at the same place, by their numbers in their sessions.
  struct Pair: Equatable, Sendable {
    let left: Int
    let right: Int
  }

  /// The number of matched actions.
  package private(set) var common = 0
  /// The matched actions in order, and between them those of which one takes the place of the other.
  private(set) var pairs: [Pair] = []
  /// The other actions, in the order of both sessions side by side.
  package private(set) var oneSided: [OneSided] = []
  /// Whether the part between the equal ends was too large to align; then all of it is one-sided.
  package private(set) var isCut = false

  /// Aligns two sessions.
  ///
  /// Removes equal actions at both ends, and finds a longest common subsequence of the rest.
  /// Complexity: O(actions), and O(rest × differences), bounded.
  ///
  /// - Throws: Damage found on the way, or ``InspectorError/interrupted``.
  package init(
    _ left: Session, _ right: Session, interrupted: () -> Bool = { false }
  ) throws(InspectorError) {
    var run = AlignmentRun(
      left: left, right: right, redacted: HiddenPlaces(left.header, right.header))
    let (a, b) = try run.cut(interrupted)
    let found = try run.pairs(a, b, interrupted)
    isCut = found == nil
    common = run.ahead.count + run.behind.count + (found?.count ?? 0)
    pairs = run.ahead
    var (i, j) = (0, 0)
    for (nextLeft, nextRight) in (found ?? []) + [(a.count, b.count)] {
      if nextLeft - i == nextRight - j {
        pairs += zip(a[i..<nextLeft], b[j..<nextRight]).map { Pair(left: $0, right: $1) }
      }
      if nextLeft < a.count { pairs.append(Pair(left: a[nextLeft], right: b[nextRight])) }
      for n in a[i..<nextLeft] {
        oneSided.append(OneSided(n: n, type: try left.action(n).type, isLeft: true))
      }
      for n in b[j..<nextRight] {
        oneSided.append(OneSided(n: n, type: try right.action(n).type, isLeft: false))
      }
      (i, j) = (nextLeft + 1, nextRight + 1)
    }
    pairs += run.behind.reversed()
  }
}

private struct AlignmentRun {
  let left: Session
  let right: Session
  var redacted: HiddenPlaces
  /// The equal actions at the beginning, and those at the end, from there back.
  private(set) var (ahead, behind): ([SessionAlignment.Pair], [SessionAlignment.Pair]) = ([], [])

  init(left: Session, right: Session, redacted: HiddenPlaces) {
    (self.left, self.right, self.redacted) = (left, right, redacted)
  }

  /// The most bytes of actions to hold at once.
  private static let sizeLimit = 1 << 26

  /// The numbers of the actions between the equal ends.
  mutating func cut(
    _ interrupted: () -> Bool
  ) throws(InspectorError) -> (ArraySlice<Int>, ArraySlice<Int>) {
    var a = Self.actions(of: left)[...]
    var b = Self.actions(of: right)[...]
    while let n = a.first, let m = b.first, try areEqual(n, m) {
      if interrupted() { throw .interrupted }
      ahead.append(SessionAlignment.Pair(left: a.removeFirst(), right: b.removeFirst()))
    }
    while let n = a.last, let m = b.last, try areEqual(n, m) {
      if interrupted() { throw .interrupted }
      behind.append(SessionAlignment.Pair(left: a.removeLast(), right: b.removeLast()))
    }
    return (Array(a)[...], Array(b)[...])
  }

  private static func actions(of session: Session) -> [Int] {
    session.steps.actions.numbers.filter { $0 > session.first }
  }

  private mutating func areEqual(_ n: Int, _ m: Int) throws(InspectorError) -> Bool {
    redacted.areAlike(try left.action(n), try right.action(m))
  }

  /// The places of the actions that both have; nil if the search takes too long.
  mutating func pairs(
    _ a: ArraySlice<Int>, _ b: ArraySlice<Int>, _ interrupted: () -> Bool
  ) throws(InspectorError) -> [(Int, Int)]? {
    if a.isEmpty || b.isEmpty { return [] }
    var size = 0
    var opaque: Set<NameKey> = []
    var lines: [[ActionLine]] = []
    for (session, numbers) in [(left, a), (right, b)] {
      var own: [ActionLine] = []
      for n in numbers {
        if interrupted() { throw .interrupted }
        let line = try session.action(n)
        size += line.action.textSize
        if size > Self.sizeLimit { return nil }
        if line.opaque { opaque.insert(NameKey(line.type)) }
        own.append(line)
      }
      lines.append(own)
    }
    var classes = ValueClasses()
    var effort = DifferenceEffort(rest: 1 << 28)
    var numbers: [[Int]] = []
    for own in lines {
      let keys: [JSONValue] = own.map { line in
        // A rendered action says nothing reliable, so only its type is compared.
        let isOpaque = opaque.contains(NameKey(line.type))
        return [.string(line.type), isOpaque ? .null : redacted.masked(line.action)]
      }
      guard let own = classes.numbers(of: keys[...], &effort) else { return nil }
      numbers.append(own)
    }
    return CommonSubsequence.pairs(numbers[0], numbers[1], &effort)
  }
}
