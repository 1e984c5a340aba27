import SessionFormat

/// Makes a JSON value as small as it can while a test still holds of it.
///
/// Numbers go to 0 or near it, `true` to `false`; texts and arrays lose elements; members go or
/// become null. It goes place by place, from the outside to the inside, until nothing more goes. The
/// value that the test returns counts, and only if it is smaller than the current one. Deterministic.
struct ValueReduction {
  /// The current value; the test held of it.
  private(set) var value: JSONValue
  /// How often the test was run.
  private(set) var tests = 0

  /// A reduction of a value of which the test is known to hold.
  init(_ value: JSONValue) {
    self.value = value
  }

  /// The resulting value if a test holds, such as the value encoded again; nil if it does not hold.
  typealias Test<Failure: Error> = (JSONValue) throws(Failure) -> JSONValue?

  /// Makes the value smaller; keeps the value reached if the test throws.
  mutating func run<Failure: Error>(
    _ test: Test<Failure>
  ) throws(Failure) {
    var before: JSONValue
    repeat {
      before = value
      try reduce(.root, test)
    } while value != before
  }

  /// Parts at a greater depth stay as they are.
  private static let deepest = 64

  private mutating func reduce<Failure: Error>(
    _ path: JSONPointer, _ test: Test<Failure>
  ) throws(Failure) {
    guard let part = path.value(in: value) else { return }
    switch part.kind {
    case .null: return
    case .bool:
      if part.bool == true { _ = try take(false, path, test) }
    case .number: try reduceNumber(part, path, test)
    case .string:
      try reduceElements(Array(part.string ?? ""), path, test) { .string(String($0)) }
    case .array:
      guard path.tokens.count < Self.deepest else { return }
      try reduceElements(part.array.map(Array.init) ?? [], path, test) { .array($0) }
      let count = path.value(in: value)?.array?.count ?? 0
      for index in 0..<count { try reduce(path.appending(index), test) }
    case .object:
      guard path.tokens.count < Self.deepest else { return }
      let members = part.object.map { $0.map { (name: $0.name, value: $0.value) } } ?? []
      try reduceElements(members, path, test) { .object($0) }
      let kept = path.value(in: value)?.object.map(Array.init) ?? []
      for member in kept {
        let place = path.appending(member.name)
        if !member.value.isNull, try take(.null, place, test) { continue }
        try reduce(place, test)
      }
    }
  }

  /// Leaves elements out, all of them if possible.
  private mutating func reduceElements<Element, Failure: Error>(
    _ elements: [Element], _ path: JSONPointer, _ test: Test<Failure>,
    _ made: ([Element]) -> JSONValue
  ) throws(Failure) {
    guard !elements.isEmpty else { return }
    var options = ElementReduction.Options()
    options.plainSteps = 0
    var reduction = ElementReduction(count: elements.count, options)
    try reduction.run { (kept) throws(Failure) in
      let fewer = made(kept.places.map { elements[$0] })
      return try take(fewer, path, test) ? kept.count : nil
    }
  }

  /// Reduces a number towards 0, to the nearest for which the test holds, found by bisection.
  private mutating func reduceNumber<Failure: Error>(
    _ part: JSONValue, _ path: JSONPointer, _ test: Test<Failure>
  ) throws(Failure) {
    guard part != 0, try !take(0, path, test) else { return }
    guard let whole = part.int else {
      guard let double = part.number?.double, abs(double) < 1e15 else { return }
      let whole = Int(double.rounded(.towardZero))
      guard whole != 0, try take(.number(whole), path, test) else { return }
      return try reduceNumber(.number(whole), path, test)
    }
    // The test does not hold for 0, and holds for `high`.
    var (low, high) = (UInt(0), whole.magnitude)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      let number = whole < 0 ? "-\(middle)" : "\(middle)"
      guard let candidate = JSONNumber(text: number) else { return }
      if try take(.number(candidate), path, test) { high = middle } else { low = middle }
    }
  }

  /// Replaces a part by another if the test holds of the resulting value.
  private mutating func take<Failure: Error>(
    _ part: JSONValue, _ path: JSONPointer, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    guard let candidate = try? JSONPatch([.replace(path, part)]).applied(to: value) else {
      return false
    }
    tests += 1
    guard let made = try test(candidate), ValueSize.isSmaller(made, than: value) else {
      return false
    }
    if made != candidate {
      tests += 1
      guard try test(made) == made else { return false }
    }
    value = made
    return true
  }
}
