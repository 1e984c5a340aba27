import SessionFormat

/// Makes the tree of two values that are known to differ.
struct DifferenceWalk {
  typealias Part = DifferenceTree.Part

  var effort: DifferenceEffort

  mutating func tree(_ old: JSONValue, _ new: JSONValue) -> DifferenceTree {
    // That they differ was found by looking at them, and their parts are looked at again.
    effort.spend(min(old.textSize, new.textSize))
    if effort.isSpent { return DifferenceTree(old: old, new: new, .replaced) }
    if let a = old.object, let b = new.object {
      return DifferenceTree(old: old, new: new, .members(members(a, b)))
    }
    if let a = old.array, let b = new.array {
      let (parts, alignment) = elements(Array(a), Array(b))
      return DifferenceTree(old: old, new: new, .elements(parts, alignment))
    }
    return DifferenceTree(old: old, new: new, .replaced)
  }

  private mutating func members(_ old: JSONObject, _ new: JSONObject) -> [Part] {
    var parts = PartList()
    var known = 0
    for (place, member) in old.enumerated() {
      let place = Self.place(of: member.name, in: new, near: place)
      guard let other = place.map({ new[$0].value }) else {
        parts.add(Part(.member(member.name), .removed(member.value)))
        continue
      }
      known += 1
      let isSame = member.value == other
      parts.add(
        Part(.member(member.name), isSame ? .same : .changed(tree(member.value, other))))
    }
    guard known < new.count else { return parts.parts }
    for (place, member) in new.enumerated()
    where Self.place(of: member.name, in: old, near: place) == nil {
      parts.add(Part(.member(member.name), .added(member.value)))
    }
    return parts.parts
  }

  /// The place of a name, which mostly is the same on both sides.
  private static func place(of name: String, in object: JSONObject, near place: Int) -> Int? {
    if place < object.count, object[place].name.hasSameBytes(as: name) { return place }
    return object.index(of: name)
  }

  private mutating func elements(
    _ old: [JSONValue], _ new: [JSONValue]
  ) -> ([Part], DifferenceTree.Alignment) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var atEnd = 0
    while atEnd < shorter - start, old[old.count - 1 - atEnd] == new[new.count - 1 - atEnd] {
      atEnd += 1
    }
    let (a, b) = (old[start..<old.count - atEnd], new[start..<new.count - atEnd])
    // Where both ends met the same element, it was looked at twice.
    if let first = a.first { effort.spend(first.textSize) }
    let (steps, alignment) = ElementAlignment.steps(from: a, to: b, &effort)
    var parts = PartList()
    parts.add(Part(.element(old: 0, new: 0), .same, count: start))
    for step in steps { parts.add(part(step, old, new)) }
    parts.add(
      Part(.element(old: old.count - atEnd, new: new.count - atEnd), .same, count: atEnd))
    return (parts.parts, alignment)
  }

  private mutating func part(
    _ step: ElementAlignment.Step, _ old: [JSONValue], _ new: [JSONValue]
  ) -> Part {
    switch step {
    case .equal(let i, let j): return Part(.element(old: i, new: j), .same)
    case .removed(let i): return Part(.element(old: i, new: nil), .removed(old[i]))
    case .added(let j): return Part(.element(old: nil, new: j), .added(new[j]))
    case .pair(let i, let j):
      let isSame = old[i] == new[j]
      return Part(.element(old: i, new: j), isSame ? .same : .changed(tree(old[i], new[j])))
    case .moved(let i, let j):
      let isSame = old[i] == new[j]
      let tree =
        isSame ? DifferenceTree(old: old[i], new: new[j], .same) : self.tree(old[i], new[j])
      return Part(.element(old: i, new: j), .moved(tree))
    }
  }
}

/// Parts in order, equal neighbours folded into one.
private struct PartList {
  private(set) var parts: [DifferenceTree.Part] = []

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
