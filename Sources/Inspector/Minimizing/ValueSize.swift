import SessionFormat

/// An order of JSON values by size, for making them smaller.
///
/// A value that contains less is smaller: `null` below all else, `false` below `true`, 0 below other
/// numbers, and fewer elements, members and characters. Ties are decided by numbers nearer to 0, in
/// order, members by name. Each value has finitely many smaller ones with whole numbers.
enum ValueSize {
  /// Whether a value is smaller than another.
  ///
  /// Complexity: O(size); without recursion, so that deep values need no stack.
  static func isSmaller(_ value: JSONValue, than other: JSONValue) -> Bool {
    let (left, right) = (weight(of: value), weight(of: other))
    if left != right { return left < right }
    return magnitudes(in: value).lexicographicallyPrecedes(magnitudes(in: other), by: <)
  }

  private static func weight(of value: JSONValue) -> Int {
    var (weight, pending) = (0, [value])
    while let part = pending.popLast() {
      switch part.kind {
      case .null: weight += 1
      case .bool: weight += part.bool == true ? 3 : 2
      case .number: weight += part == 0 ? 2 : 3
      case .string: weight += 2 + (part.string?.unicodeScalars.count ?? 0)
      case .array, .object:
        weight += 2
        pending += children(of: part)
      }
    }
    return weight
  }

  private static func magnitudes(in value: JSONValue) -> [JSONNumber] {
    var (numbers, pending) = ([JSONNumber](), [value])
    while let part = pending.popLast() {
      if let number = part.number {
        let text = number.text.drop { $0 == "-" }
        if let magnitude = JSONNumber(text: String(text)) { numbers.append(magnitude) }
      }
      pending += children(of: part).reversed()
    }
    return numbers
  }

  /// The elements of an array, or the members of an object by name.
  private static func children(of value: JSONValue) -> [JSONValue] {
    if let elements = value.array { return Array(elements) }
    guard let members = value.object else { return [] }
    let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return sorted.map(\.value)
  }
}
