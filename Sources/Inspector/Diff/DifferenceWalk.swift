import SessionFormat

/// Makes the difference tree of two values.
///
/// Parts that both share are recognised by their storage and skipped, so that the tree of two
/// states costs as much as the patches between them.
struct DifferenceWalk {
  typealias Part = DifferenceTree.Part

  private var comparison: ValuePairing
  /// The size of the differences found; deeper ones count more, because their paths are longer.
  private var found = 0
  /// The number of levels below the root of the walk.
  private var depth = 0
  /// The number of elements that may still be aligned.
  private var elementsLeft = 1 << 21

  /// Beyond this size of differences, a container with thousands of parts is compared as a whole: a
  /// few copies in an untrusted patch can make millions of values differ.
  private static let (mostFound, mostPartsBeyond) = (1 << 20, 1 << 12)

  private func isOverfull(_ parts: PartList) -> Bool {
    found > Self.mostFound && parts.parts.count > Self.mostPartsBeyond
  }

  private mutating func spend(differences count: Int) {
    found += (4 + depth) * count
    comparison.effort.spend(DifferenceEffort.difference * count)
  }

  init(effort: DifferenceEffort, glance: Int) {
    comparison = ValuePairing(effort: effort, glance: glance)
  }

  var effort: DifferenceEffort { comparison.effort }

  /// The tree of two values, which may be equal.
  ///
  /// - Parameter parting: The places on the way to their first difference; nil if unknown.
  mutating func tree(
    _ old: JSONValue, _ new: JSONValue, parting: ArraySlice<PlacePair>? = nil
  ) -> DifferenceTree {
    if parting == nil, comparison.areEqualAtOnce(old, new) {
      return DifferenceTree(old: old, new: new, .same)
    }
    if comparison.effort.isSpent || found > 2 * Self.mostFound {
      let isSame = parting == nil && comparison.effort.areEqual(old, new)
      return DifferenceTree(old: old, new: new, isSame ? .same : .replaced)
    }
    depth += 1
    defer { depth -= 1 }
    let content: DifferenceTree.Content
    if let a = old.object, let b = new.object {
      let parts = members(a, b, ValuePairing.runs(old, new), parting)
      content = isOverfull(parts) ? .replaced : parts.isSame ? .same : .members(parts.parts)
    } else if let a = old.array, let b = new.array {
      content = elements(
        ElementReader(a), ElementReader(b), ValuePairing.runs(old, new), parting)
    } else {
      spend(differences: 1)
      content = .replaced
    }
    return DifferenceTree(old: old, new: new, content)
  }

  // MARK: Members

  private mutating func members(
    _ old: JSONObject, _ new: JSONObject, _ runs: [UnsharedRun], _ parting: ArraySlice<PlacePair>?
  ) -> PartList {
    var parts = PartList()
    var came: [Part] = []
    var next = 0
    for run in runs {
      parts.addSame(members: next..<run.old.lowerBound, of: old)
      next = run.old.upperBound
      let pairing = MemberPairing(old, new, run)
      comparison.effort.spend(DifferenceEffort.child * (run.old.count + run.new.count))
      for (place, member) in zip(run.old, pairing.olds) {
        if isOverfull(parts) { return parts }
        guard let (otherPlace, other) = pairing.counterpart(of: member.name, at: place) else {
          spend(differences: 1)
          parts.add(Part(.member(member.name), .removed(member.value)))
          continue
        }
        let pair = PlacePair(old: place, new: otherPlace)
        let tree = child(member.value, other, pair, parting)
        parts.add(Part(.member(member.name), tree.content == .same ? .same : .changed(tree)))
      }
      let added = pairing.added
      came += added.map { Part(.member($0.name), .added($0.value)) }
      spend(differences: added.count)
    }
    parts.addSame(members: next..<old.count, of: old)
    for part in came { parts.add(part) }
    return parts
  }

  /// The tree of two children, whose parents' first difference may be known.
  private mutating func child(
    _ old: JSONValue, _ new: JSONValue, _ pair: PlacePair, _ parting: ArraySlice<PlacePair>?
  ) -> DifferenceTree {
    guard let parting, let first = parting.first else { return tree(old, new) }
    if pair.old < first.old { return DifferenceTree(old: old, new: new, .same) }
    return tree(old, new, parting: pair == first ? parting.dropFirst() : nil)
  }

  // MARK: Elements

  private mutating func elements(
    _ old: ElementReader, _ new: ElementReader, _ runs: [UnsharedRun],
    _ parting: ArraySlice<PlacePair>?
  ) -> DifferenceTree.Content {
    var (old, new, ends) = (old, new, EqualEnds(old, new, runs))
    var partings: [PlacePair: ArraySlice<PlacePair>] = [:]
    if let parting, let first = parting.first {
      ends.start = first.old
      partings[first] = parting.dropFirst()
    } else if let (pair, parting) = ends.findStart(&comparison) {
      partings[pair] = parting[...]
    }
    if ends.start == old.count, ends.start == new.count { return .same }
    if let (pair, parting) = ends.findEnd(&comparison, known: partings) {
      partings[pair] = parting[...]
    }
    let (start, atEnd) = (ends.start, ends.atEnd)
    let between = old.count + new.count - 2 * (start + atEnd)
    guard between <= elementsLeft else { return .replaced }
    elementsLeft -= between
    comparison.effort.spend(DifferenceEffort.child * between)
    let (steps, alignment) = ElementAlignment.steps(
      from: old[start..<old.count - atEnd][...], to: new[start..<new.count - atEnd][...],
      &comparison.effort)
    var parts = PartList()
    parts.add(Part(.element(old: 0, new: 0), .same, count: start))
    for step in steps {
      parts.add(part(step.shifted(by: start), &old, &new, partings))
      if isOverfull(parts) { return .replaced }
    }
    parts.add(
      Part(.element(old: old.count - atEnd, new: new.count - atEnd), .same, count: atEnd))
    return .elements(parts.parts, alignment)
  }

  private mutating func part(
    _ step: ElementAlignment.Step, _ old: inout ElementReader, _ new: inout ElementReader,
    _ partings: [PlacePair: ArraySlice<PlacePair>]
  ) -> Part {
    switch step {
    case .removed, .added, .moved: spend(differences: 1)
    case .equal, .pair: break
    }
    switch step {
    case .equal(let i, let j): return Part(.element(old: i, new: j), .same)
    case .removed(let i): return Part(.element(old: i, new: nil), .removed(old[i]))
    case .added(let j): return Part(.element(old: nil, new: j), .added(new[j]))
    case .pair(let i, let j):
      let tree = tree(old[i], new[j], parting: partings[PlacePair(old: i, new: j)])
      return Part(
        .element(old: i, new: j), tree.content == .same ? .same : .changed(tree))
    case .moved(let i, let j):
      let tree = tree(old[i], new[j], parting: partings[PlacePair(old: i, new: j)])
      return Part(.element(old: i, new: j), .moved(tree))
    }
  }
}

/// Parts in order; equal neighbours are folded into one.
private struct PartList {
  private(set) var parts: [DifferenceTree.Part] = []

  /// Whether nothing differs.
  var isSame: Bool { parts.allSatisfy { $0.change == .same } }

  mutating func addSame(members places: Range<Int>, of object: JSONObject) {
    guard let first = places.first else { return }
    add(DifferenceTree.Part(.member(object[first].name), .same, count: places.count))
  }

  mutating func add(_ part: DifferenceTree.Part) {
    guard part.count > 0 else { return }
    guard part.change == .same, let last = parts.last, last.change == .same,
      continues(part, last)
    else {
      parts.append(part)
      return
    }
    parts[parts.count - 1] = DifferenceTree.Part(
      last.place, .same, count: last.count + part.count)
  }

  private func continues(_ part: DifferenceTree.Part, _ last: DifferenceTree.Part) -> Bool {
    switch (last.place, part.place) {
    case (.element(let i?, let j?), .element(let k?, let l?)):
      i + last.count == k && j + last.count == l
    case (.member, .member): true
    default: false
    }
  }
}
