import Query
package import SessionFormat

/// A leaf of a state, and what set it.
package struct BlamedLeaf: Equatable, Sendable {
  /// The place of a text, number, truth value, null, or empty array or object.
  package let path: JSONPointer
  package let value: JSONValue
  package let origin: Cause.Origin
  /// Whether it came into view from behind a cut, so that it may have been set earlier.
  package var isFromCut = false
  /// The time of that, in nanoseconds since the start; nil if unknown.
  package let t: Int?
  /// Whether the text stands for omitted values, so that nobody knows what set them.
  package var isCut = false
}

/// Finds the action that set each value of a state, in one backward pass over the steps.
///
/// If a value is set to what it was before, its author stays the same, as with ``CauseScan``. Elements
/// of an array are followed as ``DifferenceTree`` matches them, so that the answer comes of the
/// states alone, however they were recorded. Only lines that may touch a value without a known
/// author are parsed.
package struct BlameScan {
  private let timeline: Timeline
  private let interrupted: () -> Bool
  private var leaves: [(path: JSONPointer, value: JSONValue)] = []
  private var authors: [Author?] = []
  private var sought = OpenLeaves()
  private var states: ReverseStates
  /// Arrays whose elements have identities, in the state that is passed.
  private var identified: Set<JSONPointer> = []
  /// The total number of levels, and of bytes of names, in the paths of the leaves so far.
  private var (levels, names) = (0, 0)
  /// The leaves that stand for omitted values.
  private var cutLeaves: Set<Int> = []
  private var cuts = CutPlaces()

  /// A scan of a timeline.
  ///
  /// - Parameters:
  ///   - timeline: The timeline to scan.
  ///   - interrupted: Called repeatedly; true ends the scan.
  package init(_ timeline: Timeline, interrupted: @escaping () -> Bool = { false }) {
    self.timeline = timeline
    self.interrupted = interrupted
    states = ReverseStates(timeline)
  }

  /// What set each leaf at and below a path of state `n`, in the state's order; nil for no value.
  ///
  /// Complexity: O(size of the value + bytes of the lines back to the oldest author + differences
  /// of the states around each line that may touch a leaf).
  ///
  /// - Throws: Damage found on the way, ``InspectorError/tooManyValues(limit:)``,
  ///   ``InspectorError/pathsTooLong``, or ``InspectorError/interrupted``.
  package mutating func leaves(
    of path: JSONPointer, in n: Int
  ) throws(InspectorError) -> [BlamedLeaf]? {
    let state = try timeline.state(n)
    guard let value = path.value(in: state) else { return nil }
    cuts = try timeline.cuts(n)
    sought = OpenLeaves(try collect(value, at: path), at: path, in: state)
    authors = Array(repeating: nil, count: leaves.count)
    var (step, count) = (n, 0)
    while step > timeline.first, !sought.isEmpty {
      if count % RecordedSteps.betweenChecks == 0, interrupted() { throw .interrupted }
      count += 1
      if timeline.hasState(step) { try passState(step) }
      if timeline.hasBefore(step) { try passOutsides(after: step - 1) }
      step = timeline.recorded(atOrBefore: step - 1) ?? timeline.first
    }
    return try told()
  }

  /// The most leaves in one scan; each takes about a kilobyte during the scan.
  private static let mostLeaves = 500_000
  /// The most levels, and the most bytes of names, in the paths of all leaves together.
  private static let (mostLevels, mostNames) = (8_000_000, 1 << 26)

  /// Recursive; the reader bounds the nesting of values.
  private mutating func collect(
    _ value: JSONValue, at path: JSONPointer
  ) throws(InspectorError) -> JSONValue {
    if let object = value.object, !object.isEmpty {
      var members: [(name: String, value: JSONValue)] = []
      for member in object {
        let part = try collect(member.value, at: path.appending(member.name))
        members.append((member.name, part))
      }
      return .object(members)
    }
    if let array = value.array, !array.isEmpty {
      var elements: [JSONValue] = []
      for (place, element) in array.enumerated() {
        elements.append(try collect(element, at: path.appending(place)))
      }
      return .array(elements)
    }
    guard leaves.count < Self.mostLeaves else { throw .tooManyValues(limit: Self.mostLeaves) }
    levels += path.tokens.count
    names += path.tokens.reduce(0) { $0 + $1.utf8.count }
    guard levels <= Self.mostLevels, names <= Self.mostNames else { throw .pathsTooLong }
    leaves.append((path, value))
    if cuts.hide(path) {
      cutLeaves.insert(leaves.count - 1)
      return .null
    }
    return OpenLeaves.leaf(leaves.count - 1)
  }

  private func told() throws(InspectorError) -> [BlamedLeaf] {
    var times: [Int: Int] = [:]
    return try leaves.enumerated().map { (place, leaf) throws(InspectorError) in
      let author = authors[place] ?? Author(origin: .beginning(of: timeline.first))
      var time: Int?
      if case .action(let n, _) = author.origin {
        if times[n] == nil { times[n] = try timeline.front(n).t }
        time = times[n]
      }
      return BlamedLeaf(
        path: leaf.path, value: leaf.value, origin: author.origin, isFromCut: author.isFromCut,
        t: time, isCut: cutLeaves.contains(place))
    }
  }

  // MARK: Going back

  private mutating func passState(_ n: Int) throws(InspectorError) {
    // After a gap, the values are compared with those of the last known state.
    let known = timeline.hasBefore(n) ? n - 1 : timeline.state(atOrBefore: n - 1) ?? timeline.first
    if n <= timeline.fork, !(try mayTouch(timeline.session.steps.changeLine(n), after: known)) {
      return
    }
    let hasOutsides = n < timeline.fork && timeline.session.steps.outsides[n] != nil
    let after = try hasOutsides ? timeline.state(n) : states.beforeNext(n)
    let before = try states.beforeNext(known)
    if before.sharesStorage(with: after) { return }
    let cuts =
      timeline.mayBeCut
      ? (
        before: try timeline.hasBefore(n) ? timeline.cutsBefore(n) : timeline.cuts(known),
        after: try timeline.cuts(n)
      ) : nil
    try pass(from: before, to: after, cuts, by: try origin(of: n), behind: n)
  }

  private mutating func passOutsides(after n: Int) throws(InspectorError) {
    guard n < timeline.fork, let entries = timeline.session.steps.outsides[n] else { return }
    var isTouched = false
    for entry in entries where !isTouched { isTouched = try mayTouch(entry, after: n) }
    guard isTouched else { return }
    // An outside change begins with the state as its action left it.
    let (before, after) = (try timeline.state(n), try states.beforeNext(n))
    let cuts =
      timeline.mayBeCut
      ? (before: try timeline.cuts(n), after: try timeline.cutsBefore(n + 1)) : nil
    try pass(from: before, to: after, cuts, by: .outside(after: n), behind: n)
  }

  /// What set a leaf.
  private struct Author {
    var origin: Cause.Origin
    /// Whether the earlier value was left out, so that it may have been the same.
    var isFromCut = false
  }

  private func origin(of step: Int) throws(InspectorError) -> Cause.Origin {
    timeline.isWhole(step)
      ? .action(n: step, type: try timeline.front(step).type) : .unrecorded(before: step)
  }

  /// Goes back over a change of state, and sets the authors of the leaves that it set.
  private mutating func pass(
    from before: JSONValue, to after: JSONValue, _ cuts: (before: CutPlaces, after: CutPlaces)?,
    by origin: Cause.Origin, behind n: Int
  ) throws(InspectorError) {
    if interrupted() { throw .interrupted }
    identified = []
    let tree = DifferenceTree(
      from: cuts?.before.marked(before) ?? before, to: cuts?.after.marked(after) ?? after)
    let author = Author(origin: origin)
    let behindCut = Author(origin: .unrecorded(before: n), isFromCut: true)
    var authors = authors
    self.authors = []
    sought.goBack(over: tree) { authors[$0] = $1 ? behindCut : author }
    self.authors = authors
  }

  // MARK: Lines that need not be parsed

  /// Whether a line may set an open leaf, or move one to another place.
  ///
  /// A patch within one element of an array leaves the others what they are. One within several
  /// does so if the elements have identities: else equal ones may count as the same.
  private mutating func mayTouch(_ entry: Int?, after n: Int) throws(InspectorError) -> Bool {
    guard let entry else { return false }
    let sought = sought
    let arrays: Set<JSONPointer>? = timeline.session.lines.withBytes(of: entry) { line in
      var (isTouched, isSpread) = (false, false)
      var element: UnsafeBufferPointer<UInt8>.SubSequence?
      let facts = PatchScan.facts(line) { operation, path in
        guard !isTouched else { return }
        let isReplacing = operation == .replace || operation == .splice
        switch sought.touch(by: path, isReplacing: isReplacing) {
        case .none: break
        case .some: isTouched = true
        case .within(let end):
          isSpread = isSpread || element.map { !$0.elementsEqual(path[..<end]) } ?? false
          element = path[..<end]
        }
      }
      if isTouched || facts?.isWhole ?? true { return nil }
      return isSpread ? Self.arrays(touchedBy: line, sought) : []
    }
    guard let arrays else { return true }
    for path in arrays where !identified.contains(path) {
      guard path.value(in: try states.beforeNext(n))?.array?.haveIdentities == true else {
        return true
      }
      identified.insert(path)
    }
    return false
  }

  /// The arrays into whose elements a line's patch leads; nil if it may change which elements are
  /// the same.
  private static func arrays(
    touchedBy line: UnsafeBufferPointer<UInt8>, _ sought: OpenLeaves
  ) -> Set<JSONPointer>? {
    var all: Set<JSONPointer>? = []
    _ = PatchScan.facts(line) { _, path in
      let pointer = try? JSONPointer(String(decoding: path, as: UTF8.self))
      guard let arrays = pointer.flatMap(sought.arrays) else {
        all = nil
        return
      }
      all?.formUnion(arrays)
    }
    return all
  }
}

extension JSONArray {
  /// Whether each element has the same identifying member, and no two share its value; false also
  /// if uncertain.
  fileprivate var haveIdentities: Bool {
    DifferenceTree.identifying.contains { name in
      var hashes: Set<Int> = []
      return allSatisfy { element in
        guard let id = element.object?[name], id.kind == .string || id.kind == .number else {
          return false
        }
        return hashes.insert(ValueClasses.hash(of: id)).inserted
      }
    }
  }
}
