import SessionFormat

/// The lines of a session whose bytes leave open whether they have a text.
struct MatchingLines {
  /// Their indexes, in ascending order.
  private var entries: [Int] = []
  /// The steps at which they are read, in ascending order: for a change from outside the next one.
  private var steps: [Int] = []

  /// How many lines are read between two questions whether to stop.
  private static let pieceSize = 1 << 16

  /// Reads the lines of the requested kinds.
  ///
  /// Complexity: O(bytes), on all cores, mostly at the speed of `memchr`.
  init(
    _ session: Session, _ changes: TextChanges, in kinds: Set<TextHit.Kind>,
    interrupted: () -> Bool, progress: ((Double) -> Void)?
  ) throws(InspectorError) {
    let lines = session.lines
    let lineKinds = Self.lineKinds(kinds, isSalvaged: session.salvage != nil)
    var start = 0
    while start < lines.count {
      if interrupted() { throw .interrupted }
      progress?(Double(start) / Double(lines.count))
      let first = start
      let found = Parallel.map(Parallel.cores) { core in
        let from = min(lines.count, first + core * Self.pieceSize)
        return Self.found(
          lines, from..<min(lines.count, from + Self.pieceSize), lineKinds, changes)
      }
      for piece in found {
        entries += piece.entries
        steps += piece.steps
      }
      start += Parallel.cores * Self.pieceSize
    }
    steps.sort()
  }

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether the bytes of one of them are as a body says.
  func contains(of session: Session, _ isSo: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    entries.contains { session.lines.withBytes(of: $0, isSo) }
  }

  /// Whether a line is one of these.
  func has(_ entry: Int) -> Bool {
    let place = entries.indices.partitionPoint { entries[$0] >= entry }
    return place < entries.count && entries[place] == entry
  }

  /// The first step at or after n at which one of them is read.
  func step(atOrAfter n: Int) -> Int? {
    let place = steps.indices.partitionPoint { steps[$0] >= n }
    return place < steps.count ? steps[place] : nil
  }

  /// The kinds of lines that say something of what is searched, by their raw values.
  private static func lineKinds(_ kinds: Set<TextHit.Kind>, isSalvaged: Bool) -> [Bool] {
    var all = Array(repeating: false, count: Int(LineIndex.Kind.blank.rawValue) + 1)
    func add(_ kinds: LineIndex.Kind...) { for kind in kinds { all[Int(kind.rawValue)] = true } }
    if kinds.contains(.action) { add(.action, .dispatched) }
    if kinds.contains(.input) { add(.input) }
    if kinds.contains(.mark) { add(.mark) }
    if kinds.contains(.state) { add(.state, .outside) }
    // A keyframe may stand for a damaged line.
    if kinds.contains(.state), isSalvaged { add(.keyframe) }
    return all
  }

  private static func found(
    _ lines: LineIndex, _ stretch: Range<Int>, _ kinds: [Bool], _ changes: TextChanges
  ) -> (entries: [Int], steps: [Int]) {
    var (entries, steps): ([Int], [Int]) = ([], [])
    _ = lines.allSatisfy(in: stretch) { index, kind, line in
      guard kinds[Int(kind.rawValue)] else { return true }
      let isState = kind == .state || kind == .outside
      guard changes.mayMatch(line) || (isState && changes.maySplice(line)) else { return true }
      entries.append(index)
      steps.append(LineIndex.place(line).n + (kind == .outside ? 1 : 0))
      return true
    }
    return (entries, steps)
  }
}
