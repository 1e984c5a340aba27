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
/// If a value is set to what it was before, its author stays the same, as with ``CauseScan``. An
/// element of an array keeps its author if elements before it are added or removed, or if it is
/// moved within the array. A `move` to any other place sets the value.
/// Only lines that may touch a value without a known author are parsed.
package struct BlameScan {
  private let timeline: Timeline
  private let interrupted: () -> Bool
  private var leaves: [(path: JSONPointer, value: JSONValue)] = []
  private var authors: [Author?] = []
  /// A leaf that met another one at the same place, and shares its author.
  private var leaders: [Int: Int] = [:]
  private var sought = OpenLeaves()
  private var states: ReverseStates
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
  /// Complexity: O(size of the value + bytes of the lines back to the oldest author + values that
  /// are set or copied by the patches that touch a leaf).
  ///
  /// - Throws: Damage found on the way, ``InspectorError/tooManyValues(limit:)``,
  ///   ``InspectorError/pathsTooLong``, or ``InspectorError/interrupted``.
  package mutating func leaves(
    of path: JSONPointer, in n: Int
  ) throws(InspectorError) -> [BlamedLeaf]? {
    let state = try timeline.state(n)
    guard let value = path.value(in: state) else { return nil }
    cuts = try timeline.cuts(n)
    let part = OpenLeaves.Part(place: path, leaves: try collect(value, at: path))
    sought.put(part, in: state) { _, _ in }
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
      var number = place
      while let leader = leaders[number] { number = leader }
      let author = authors[number] ?? Author(origin: .beginning)
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
    guard n <= timeline.fork else {
      let (before, after) = (try timeline.before(n), try timeline.state(n))
      if before.sharesStorage(with: after) { return }
      try pass([.patch(JSONPatch(from: before, to: after))], after: n - 1, by: n)
      return
    }
    guard mayTouch(timeline.session.steps.states[n]) else { return }
    let content = try timeline.session.stateLine(n).content
    // After a gap, the values are compared with those of the last known state.
    let known = timeline.session.steps.states.last(atOrBefore: n - 1) ?? timeline.first
    try pass([content], after: known, by: n)
  }

  private mutating func passOutsides(after n: Int) throws(InspectorError) {
    guard n < timeline.fork, let entries = timeline.session.steps.outsides[n],
      entries.contains(where: mayTouch)
    else { return }
    try pass(try timeline.session.outsides(n).map(\.content), after: n, by: nil)
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

  private func mayTouch(_ entry: Int?) -> Bool {
    guard let entry else { return false }
    return timeline.session.lines.withBytes(of: entry) { line in
      var isTouched = false
      let facts = PatchScan.facts(line) { operation, path in
        isTouched =
          isTouched || sought.isTouched(by: path, isReplacing: operation == .replace)
      }
      return isTouched || facts?.isWhole ?? true
    }
  }

  /// Goes back over a change of state, and sets the authors of the leaves that it set.
  ///
  /// - Parameters:
  ///   - n: The last known state before the change.
  ///   - step: The step that made it; nil for one from outside.
  private mutating func pass(
    _ contents: [StateContent], after n: Int, by step: Int?
  ) throws(InspectorError) {
    if interrupted() { throw .interrupted }
    var before: JSONValue?
    func known() throws(InspectorError) -> JSONValue {
      if let before { return before }
      // An outside change begins with the state as its action left it.
      let known = step == nil ? try timeline.state(n) : try states.beforeNext(n)
      before = known
      return known
    }
    let way = try WayBack(sought, over: contents, from: known)
    sought = way.sought
    guard !way.parts.isEmpty else { return }
    var state = try known()
    let author = Author(origin: try step.map(origin) ?? .outside(after: n))
    var behindCut = author
    if timeline.mayBeCut, timeline.hasState(n) {
      let cuts =
        step != nil && timeline.hasBefore(n + 1)
        ? try timeline.cutsBefore(n + 1) : try timeline.cuts(n)
      if !cuts.isEmpty {
        behindCut = Author(origin: .unrecorded(before: step ?? n), isFromCut: true)
      }
      state = cuts.marked(state)
    }
    for part in way.parts {
      let there = part.place.value(in: state)
      let isBehindCut = there == nil && part.place.isBehindMark(in: state)
      let kept = keep(
        part.leaves, there, isBehindCut ? behindCut : author, way.new, behindCut: behindCut)
      guard OpenLeaves.isSought(kept) else { continue }
      sought.put(OpenLeaves.Part(place: part.place, leaves: kept), in: state) {
        leaders[$1] = $0
      }
    }
  }

  /// The part's leaves that had the same value before; all others, and those of an inserted element
  /// that shifted others, get their author.
  ///
  /// Recursive; the reader bounds the nesting of values.
  private mutating func keep(
    _ part: JSONValue, _ value: JSONValue?, _ author: Author, _ new: Set<Int>,
    behindCut: Author
  ) -> JSONValue {
    let shown = value.flatMap { CutMark.isMark($0) ? nil : $0 }
    // The text for omitted values, which may have been the same.
    let author = value != nil && shown == nil ? behindCut : author
    guard OpenLeaves.isSought(part) else { return .null }
    let number = OpenLeaves.number(of: part)
    if let number, shown == leaves[number].value, !new.contains(number) { return part }
    guard let value = shown, value.height > 0, number == nil else {
      for number in OpenLeaves.numbers(in: part) { authors[number] = author }
      return .null
    }
    var kept: [(String, JSONValue)] = []
    var isWhole = part.kind == value.kind
    let endsInCut = CutMark.ends(value)
    func take(_ token: @autoclosure () -> String, _ part: JSONValue, _ rest: JSONValue) {
      if !part.sharesStorage(with: rest) { isWhole = false }
      if OpenLeaves.isSought(rest) { kept.append((token(), rest)) }
    }
    if let members = part.object {
      let object = value.object
      for (name, part) in members where OpenLeaves.isSought(part) {
        let there = object.map { $0[name] } ?? value.child(name)
        let author = there == nil && endsInCut ? behindCut : author
        take(name, part, keep(part, there, author, new, behindCut: behindCut))
      }
    } else if let elements = part.array {
      isWhole = isWhole && elements.count == value.array?.count
      var others = value.array?.makeIterator()
      for (place, part) in elements.enumerated() {
        let other = others?.next()
        guard OpenLeaves.isSought(part) else { continue }
        let there = others == nil ? value[String(place)] : other
        let isBehindCut = endsInCut && there.map(CutMark.isMark) ?? true
        let author = isBehindCut ? behindCut : author
        take(String(place), part, keep(part, there, author, new, behindCut: behindCut))
      }
    }
    // An unchanged part need not be made again.
    if isWhole { return part }
    return kept.isEmpty ? .null : OpenLeaves.container(like: value, kept)
  }
}
