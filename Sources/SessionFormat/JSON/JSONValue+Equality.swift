extension JSONValue: Equatable {
  /// Whether two values are equal by the session format's definition.
  ///
  /// Complexity: O(size) without shared parts. It is not recursive, so depth does not matter.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var comparison = ValueComparison()
    return comparison.match(left, right) && comparison.finish()
  }

  /// Whether both are the same value in memory, and so equal.
  ///
  /// Complexity: O(1).
  package func sharesStorage(with other: JSONValue) -> Bool {
    switch (node, other.node) {
    case (.text(let a), .text(let b)): a.text === b.text && a.node == b.node
    case (.array(let a), .array(let b)): a.root === b.root
    case (.object(let a), .object(let b)): a === b
    default: false
    }
  }

  /// Whether this is a string of exactly these bytes.
  func isString(of text: String) -> Bool {
    switch node {
    case .string(let string): string.hasSameBytes(as: text)
    case .text(let place): place.kind == .string && place.hasBytes(of: text)
    default: false
    }
  }

  /// Whether both are strings of the same bytes.
  func hasSameBytes(as other: JSONValue) -> Bool {
    switch (node, other.node) {
    case (.string(let text), _): other.isString(of: text)
    case (_, .string(let text)): isString(of: text)
    case (.text(let a), .text(let b)): a.kind == .string && a.isEqual(to: b)
    default: false
    }
  }
}

/// A comparison in progress: the pairs of containers whose children are still to be compared.
private struct ValueComparison {
  private var pending: [(JSONValue, JSONValue)] = []

  /// Compares the remaining pairs; false at the first difference.
  mutating func finish() -> Bool {
    while let (left, right) = pending.popLast() {
      if let a = left.object, let b = right.object {
        guard matchMembers(a, b) else { return false }
      } else if case .array(let a) = left.node, case .array(let b) = right.node {
        guard a.agrees(with: b, { match($0, $1) }) else { return false }
      } else if let a = left.array, let b = right.array {
        guard zip(a, b).allSatisfy({ match($0, $1) }) else { return false }
      }
    }
    return true
  }

  /// Whether two values agree at first sight; containers are put off until ``finish()``.
  mutating func match(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left.node, right.node) {
    case (.text(let a), .text(let b)): return a.isEqual(to: b)
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    default: break
    }
    let kind = left.kind
    guard kind == right.kind else { return false }
    switch kind {
    case .null, .bool: return false
    case .string: return left.hasSameBytes(as: right)
    case .number: return left.number == right.number
    case .array: guard left.array?.count == right.array?.count else { return false }
    case .object: guard left.object?.count == right.object?.count else { return false }
    }
    if !left.sharesStorage(with: right) { pending.append((left, right)) }
    return true
  }

  /// Matches members by name.
  ///
  /// Both sides nearly always have the same order, so the same index is tried first.
  private mutating func matchMembers(_ left: JSONObject, _ right: JSONObject) -> Bool {
    if let a = left.changed, let b = right.changed {
      let before = pending.count
      var isSameOrder = true
      let agree = a.entries.agrees(with: b.entries) { entry, other in
        isSameOrder = entry.name.hasSameBytes(as: other.name)
        return isSameOrder && match(entry.value, other.value)
      }
      if agree || isSameOrder { return agree }
      pending.removeSubrange(before...)
    }
    for (member, candidate) in zip(left, right) {
      let isSameName = candidate.name.hasSameBytes(as: member.name)
      guard let other = isSameName ? candidate.value : right[member.name],
        match(member.value, other)
      else { return false }
    }
    return true
  }
}
