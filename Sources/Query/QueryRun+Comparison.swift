internal import SessionFormat

/// Compares values as in RFC 9535, section 2.3.5.2.2; nil is Nothing, as for a path without a node.
extension QueryRun {
  func compare(
    _ left: JSONValue?, _ comparison: Comparison, _ right: JSONValue?
  ) throws(QueryError) -> Bool {
    switch comparison {
    case .equal: return try areEqual(left, right)
    case .unequal: return try !areEqual(left, right)
    case .less: return try isLess(left, right)
    case .greater: return try isLess(right, left)
    case .lessOrEqual:
      if try isLess(left, right) { return true }
      return try areEqual(left, right)
    case .greaterOrEqual:
      if try isLess(right, left) { return true }
      return try areEqual(left, right)
    }
  }

  /// Only two numbers or two texts have an order.
  private func isLess(_ left: JSONValue?, _ right: JSONValue?) throws(QueryError) -> Bool {
    if let left = left?.number, let right = right?.number {
      if let a = Int(left.text), let b = Int(right.text) { return a < b }
      try spend(numbers: left, right)
      return left < right
    }
    if let left = left?.string, let right = right?.string {
      try spend(bytes: min(left.utf8.count, right.utf8.count))
      // The order of code points is that of UTF-8 bytes.
      return left.precedesInBytes(right)
    }
    return false
  }

  private func areEqual(_ left: JSONValue?, _ right: JSONValue?) throws(QueryError) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if seesCuts, left.height > 0, right.height > 0 {
      // A value left out on one side may be present on the other.
      try spend(1 + (left.textSize + right.textSize) / 16)
      if CutMark.stands(in: left) || CutMark.stands(in: right) { meetCut() }
    }
    var pairs = [(left, right)]
    while let (left, right) = pairs.popLast() {
      if left.sharesStorage(with: right) { continue }
      guard left.kind == right.kind, left.height == right.height else { return false }
      if try pushUnshared(left, right, to: &pairs) { continue }
      if let elements = left.array, let others = right.array {
        guard elements.count == others.count else { return false }
        try spend(elements.count)
        pairs.append(contentsOf: zip(elements, others))
      } else if let members = left.object, let others = right.object {
        guard members.count == others.count else { return false }
        try spend(members.count)
        for (name, value) in members {
          guard let other = others[name] else { return false }
          pairs.append((value, other))
        }
      } else if try !areEqualLeaves(left, right) {
        return false
      }
    }
    return true
  }

  /// Puts off the children of two containers that stand at the same places, where only a few are
  /// not shared; false if there are more.
  private func pushUnshared(
    _ left: JSONValue, _ right: JSONValue, to pairs: inout [(JSONValue, JSONValue)]
  ) throws(QueryError) -> Bool {
    guard let runs = left.unsharedRuns(with: right), runs.allSatisfy({ $0.old == $0.new }),
      let children = Children(of: left), let others = Children(of: right)
    else { return false }
    for index in runs.lazy.flatMap(\.old) {
      guard children.element(at: index) == others.element(at: index) else { return false }
    }
    for index in runs.lazy.flatMap(\.old) {
      try spend(1)
      pairs.append((children.value(at: index), others.value(at: index)))
    }
    return true
  }

  private func areEqualLeaves(_ left: JSONValue, _ right: JSONValue) throws(QueryError) -> Bool {
    if let left = left.number, let right = right.number { return try areEqual(left, right) }
    if let left = left.string, let right = right.string {
      try spend(bytes: min(left.utf8.count, right.utf8.count))
      return left.hasSameBytes(as: right)
    }
    return left.bool == right.bool
  }

  /// Compares by exact decimal value; -0 and 0 are equal here, but not in the session format.
  private func areEqual(_ left: JSONNumber, _ right: JSONNumber) throws(QueryError) -> Bool {
    if let a = Int(left.text), let b = Int(right.text) { return a == b }
    try spend(numbers: left, right)
    return left == right || (left.int == 0 && right.int == 0)
  }

  /// A number's text may have any length, and comparing two numbers reads both digit by digit.
  private func spend(numbers left: JSONNumber, _ right: JSONNumber) throws(QueryError) {
    try spend(1 + (left.text.utf8.count + right.text.utf8.count) / 16)
  }
}
