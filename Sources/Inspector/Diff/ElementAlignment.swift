import SessionFormat

/// Tells which elements of two arrays belong together.
enum ElementAlignment {
  /// What becomes of elements, by their indexes in the whole arrays.
  enum Step: Equatable {
    /// They are equal.
    case equal(Int, Int)
    /// They belong together, and may differ.
    case pair(Int, Int)
    /// They belong together, but others passed by.
    case moved(Int, Int)
    case removed(Int)
    case added(Int)

    /// This step in arrays that have so many elements before.
    func shifted(by count: Int) -> Step {
      switch self {
      case .equal(let i, let j): .equal(i + count, j + count)
      case .pair(let i, let j): .pair(i + count, j + count)
      case .moved(let i, let j): .moved(i + count, j + count)
      case .removed(let i): .removed(i + count)
      case .added(let j): .added(j + count)
      }
    }
  }

  /// The members that may identify an element, the likeliest first.
  static let identifying = ["id", "uuid", "key", "_id", "identifier", "guid"]

  /// The steps from one part of an array to another, in the order in which they are read.
  static func steps(
    from old: ArraySlice<JSONValue>, to new: ArraySlice<JSONValue>, _ effort: inout DifferenceEffort
  ) -> ([Step], DifferenceTree.Alignment) {
    if old.isEmpty || new.isEmpty {
      return (old.indices.map(Step.removed) + new.indices.map(Step.added), .content)
    }
    for name in identifying where old.first?.object?[name] != nil {
      if let steps = steps(from: old, to: new, by: name, &effort) {
        return (steps, .identity(name))
      }
    }
    if old.count == 1, new.count == 1 {
      return ([.pair(old.startIndex, new.startIndex)], .content)
    }
    if let equal = commonElements(old, new, &effort) {
      return (between(equal, old.indices, new.indices), .content)
    }
    return (between([], old.indices, new.indices), .index)
  }

  /// The elements of the longest common subsequence; nil where finding it takes too long.
  private static func commonElements(
    _ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, _ effort: inout DifferenceEffort
  ) -> [(Int, Int)]? {
    var classes = ValueClasses()
    guard let a = classes.numbers(of: old, &effort), let b = classes.numbers(of: new, &effort)
    else { return nil }
    return CommonSubsequence.pairs(a, b, &effort)?.map {
      ($0.0 + old.startIndex, $0.1 + new.startIndex)
    }
  }

  /// Equal elements, and between them pairs as far as they go.
  private static func between(
    _ equal: [(Int, Int)], _ old: Range<Int>, _ new: Range<Int>
  ) -> [Step] {
    var steps: [Step] = []
    var (i, j) = (old.lowerBound, new.lowerBound)
    func fill(_ end: (Int, Int)) {
      let pairs = min(end.0 - i, end.1 - j)
      for offset in 0..<pairs { steps.append(.pair(i + offset, j + offset)) }
      steps += (i + pairs..<end.0).map(Step.removed)
      steps += (j + pairs..<end.1).map(Step.added)
    }
    for pair in equal {
      fill(pair)
      steps.append(.equal(pair.0, pair.1))
      (i, j) = (pair.0 + 1, pair.1 + 1)
    }
    fill((old.upperBound, new.upperBound))
    return steps
  }

  /// The steps by a member that identifies; nil where it does not.
  private static func steps(
    from old: ArraySlice<JSONValue>, to new: ArraySlice<JSONValue>, by name: String,
    _ effort: inout DifferenceEffort
  ) -> [Step]? {
    var classes = ValueClasses()
    guard let ids = identities(old, name, &classes, &effort),
      let newIDs = identities(new, name, &classes, &effort)
    else { return nil }
    let oldPlaces = Dictionary(uniqueKeysWithValues: zip(ids, old.indices))
    let partners = newIDs.map { oldPlaces[$0] }
    let steady = Set(CommonSubsequence.longestRise(partners.compactMap { $0 }))
    let kept = Set(partners.compactMap { $0 })
    var steps: [Step] = []
    var came: [Step] = []
    var next = old.startIndex
    func close(at end: Int) {
      steps += (next..<end).filter { !kept.contains($0) }.map(Step.removed) + came
      came = []
    }
    for (j, partner) in zip(new.indices, partners) {
      if let i = partner, steady.contains(i) {
        close(at: i)
        steps.append(.pair(i, j))
        next = i + 1
      } else {
        came.append(partner.map { .moved($0, j) } ?? .added(j))
      }
    }
    close(at: old.endIndex)
    return steps
  }

  /// A number for each element's identity; nil where one has none, or two share one.
  private static func identities(
    _ elements: ArraySlice<JSONValue>, _ name: String, _ classes: inout ValueClasses,
    _ effort: inout DifferenceEffort
  ) -> [Int]? {
    var values: [JSONValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      guard let value = element.object?[name] else { return nil }
      guard value.kind == .string || value.kind == .number else { return nil }
      values.append(value)
    }
    guard let numbers = classes.numbers(of: values[...], &effort),
      Set(numbers).count == numbers.count
    else { return nil }
    return numbers
  }
}
