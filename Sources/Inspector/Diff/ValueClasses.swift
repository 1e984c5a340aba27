import SessionFormat

/// Gives equal values equal numbers, so that they are compared in full only once.
struct ValueClasses {
  private var firsts: [Int: Int] = [:]
  private var known: [(value: JSONValue, next: Int?)] = []
  /// The number of hash collisions still allowed; they hardly ever happen by chance.
  private var collisions = 1 << 16

  /// The number of each value; nil if that takes too long.
  ///
  /// Complexity: O(size) on average; gives up on values made to collide.
  mutating func numbers(
    of values: ArraySlice<JSONValue>, _ effort: inout DifferenceEffort
  ) -> [Int]? {
    var numbers: [Int] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      effort.spend(DifferenceEffort.alignment + 2 * min(value.textSize, 1 << 40))
      if effort.isSpent { return nil }
      guard let number = number(of: value, &effort) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// A hash that equal values share.
  ///
  /// Complexity: O(size).
  static func hash(of value: JSONValue) -> Int {
    var hasher = Hasher()
    value.hashByValue(into: &hasher)
    return hasher.finalize()
  }

  private mutating func number(
    of value: JSONValue, _ effort: inout DifferenceEffort
  ) -> Int? {
    let hash = Self.hash(of: value)
    var candidate = firsts[hash]
    while let number = candidate {
      if known[number].value == value { return number }
      effort.spend(value.textSize)
      collisions -= 1
      if effort.isSpent || collisions < 0 { return nil }
      candidate = known[number].next
    }
    known.append((value, firsts[hash]))
    firsts[hash] = known.count - 1
    return known.count - 1
  }
}

extension JSONValue {
  /// Hashes what equality compares, which excludes the order of members and the digits of a number.
  fileprivate func hashByValue(into hasher: inout Hasher) {
    switch kind {
    case .null: hasher.combine(0)
    case .bool: hasher.combine(bool)
    case .number:
      // Equal decimal values round to the same double; comparison tells unequal ones apart.
      hasher.combine(number.flatMap { Double($0.text) })
    case .string:
      withStringBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(1)
    case .array:
      for element in array ?? [] { element.hashByValue(into: &hasher) }
      hasher.combine(2)
    case .object:
      // A sum does not depend on order.
      var sum = 0
      object?.forEach { member in
        var own = Hasher()
        var name = member.name
        name.withUTF8 { own.combine(bytes: UnsafeRawBufferPointer($0)) }
        member.value.hashByValue(into: &own)
        sum &+= own.finalize()
      }
      hasher.combine(sum)
    }
  }
}
