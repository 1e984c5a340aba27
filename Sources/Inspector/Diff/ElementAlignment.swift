import SessionFormat

/// Matches the elements of two arrays.
enum ElementAlignment {
  /// What happened to elements, by their indexes in the whole arrays.
  enum Step: Equatable {
    /// They are equal.
    case equal(Int, Int)
    /// They are a pair, and may differ.
    case pair(Int, Int)
    /// They are a pair, but are in another order than others.
    case moved(Int, Int)
    case removed(Int)
    case added(Int)

    /// This step, for arrays with `count` more elements at the start.
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

  /// The members that may identify an element, most likely first.
  static let identifying = ["id", "uuid", "key", "_id", "identifier", "guid"]

  /// The steps from one slice to another, in reading order.
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

  /// The elements of the longest common subsequence; nil if the search takes too long.
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

  /// Equal elements, and pairs of the elements between them as far as possible.
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

  /// The steps by an identifying member; nil if it does not identify.
  private static func steps(
    from old: ArraySlice<JSONValue>, to new: ArraySlice<JSONValue>, by name: String,
    _ effort: inout DifferenceEffort
  ) -> [Step]? {
    // Usually few elements are added or removed, and all others are next to their counterparts.
    let shorter = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < shorter,
      haveSame(name, old[old.startIndex + start], new[new.startIndex + start], &effort)
    {
      start += 1
    }
    while end < shorter - start,
      haveSame(name, old[old.endIndex - 1 - end], new[new.endIndex - 1 - end], &effort)
    {
      end += 1
    }
    let restOld = old.dropFirst(start).dropLast(end)
    let restNew = new.dropFirst(start).dropLast(end)
    guard areDistinct(old.prefix(start), old.suffix(end), restOld, restNew, by: name) else {
      return stepsBetween(old, new, by: name, &effort)
    }
    guard let between = stepsBetween(restOld, restNew, by: name, &effort) else { return nil }
    return (0..<start).map { .pair(old.startIndex + $0, new.startIndex + $0) } + between
      + (0..<end).map { .pair(old.endIndex - end + $0, new.endIndex - end + $0) }
  }

  /// Whether every identity is unique in both arrays, of which the elements at the start and end
  /// are known to match; false also if uncertain.
  private static func areDistinct(
    _ start: ArraySlice<JSONValue>, _ end: ArraySlice<JSONValue>, _ old: ArraySlice<JSONValue>,
    _ new: ArraySlice<JSONValue>, by name: String
  ) -> Bool {
    func insert(_ elements: ArraySlice<JSONValue>, _ hashes: inout Set<Int>) -> Bool {
      elements.allSatisfy { element in
        element.object?[name].map { hashes.insert(ValueClasses.hash(of: $0)).inserted } ?? false
      }
    }
    var hashes = Set<Int>(minimumCapacity: start.count + end.count + old.count)
    var others = Set<Int>()
    return insert(start, &hashes) && insert(end, &hashes) && insert(new, &others)
      && others.isDisjoint(with: hashes) && insert(old, &hashes)
  }

  /// Whether two elements have the same identity.
  private static func haveSame(
    _ name: String, _ old: JSONValue, _ new: JSONValue, _ effort: inout DifferenceEffort
  ) -> Bool {
    guard let id = old.object?[name], let other = new.object?[name],
      id.kind == .string || id.kind == .number
    else { return false }
    effort.spend(DifferenceEffort.alignment + 2 * min(id.textSize, 1 << 40))
    return !effort.isSpent && id == other
  }

  /// The steps between elements, of which neither the first two nor the last two match.
  private static func stepsBetween(
    _ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>, by name: String,
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

  /// A number for each element's identity; nil if one is missing or two are equal.
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

extension DifferenceTree {
  /// The members by which elements are matched, most likely first.
  package static var identifying: [String] { ElementAlignment.identifying }
}
