import SessionFormat

extension MirrorRendering {
  // MARK: Members

  mutating func object(_ fields: ReflectedFields, depth: Int) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    for (place, field) in fields.list.enumerated() {
      guard nodesLeft > 0 else {
        let rest = fields.list.count - place
        members.append((ReflectedFields.more, .string(Self.more(rest))))
        cut([ReflectedFields.more], leavingOut: rest, for: valueLimit)
        break
      }
      let before = cuts.count
      members.append((field.name, render(field.value, depth: depth + 1)))
      moveCuts(from: before, into: field.name)
    }
    return .object(members)
  }

  /// A case as synthesised coding writes it: `{"name":{"label":…}}`, `_0` without a label, the bare
  /// raw value if there is one.
  mutating func enumCase(_ value: Any, _ mirror: Mirror, depth: Int) -> JSONValue {
    guard let payload = mirror.children.first else {
      if let raw = value as? any RawRepresentable {
        return render(raw.rawValue, depth: depth)
      }
      return [CaseName.of(value): [:]]
    }
    let name = payload.label ?? CaseName.of(value)
    let inner = Mirror(reflecting: payload.value)
    let fields =
      inner.displayStyle == .tuple
      ? ReflectedFields(inner, most: mostChildren) : ReflectedFields(single: payload.value)
    let before = cuts.count
    defer { moveCuts(from: before, into: name) }
    guard !isTooDeep(depth + 1) else { return [name: tooDeep(depth + 1)] }
    return [name: object(fields, depth: depth + 1)]
  }

  // MARK: Collections

  mutating func array(_ mirror: Mirror, depth: Int) -> JSONValue {
    var elements: [JSONValue] = []
    for child in mirror.children {
      guard nodesLeft > 0 else {
        let rest = mirror.childCount - elements.count
        cut([String(elements.count)], leavingOut: rest, for: valueLimit)
        elements.append(.string("… \(Self.more(rest))"))
        break
      }
      let before = cuts.count
      elements.append(render(child.value, depth: depth + 1))
      moveCuts(from: before, into: String(elements.count - 1))
    }
    return .array(elements)
  }

  /// The elements in the order of their text.
  mutating func set(_ mirror: Mirror, depth: Int) -> JSONValue {
    let count = mirror.childCount
    guard count <= nodesLeft else {
      cut(["0"], leavingOut: count, for: valueLimit)
      return .array([.string("… \(Self.more(count))")])
    }
    let share = nodesLeft / max(1, count)
    let elements = Self.ordered(
      inHashOrder(mirror.children, share) { rendering, child in
        rendering.row { [$0.render(child, depth: depth + 1)] }
      })
    // What is left out of one element may have changed its place in the order.
    if elements.contains(where: { !$0.cuts.isEmpty }) { cuts.append([]) }
    return .array(elements.map { $0.values[0] })
  }

  /// An object in the order of the keys' bytes, if all keys are texts, or all are whole numbers;
  /// otherwise, and if two keys look alike, an array of pairs in the order of their text.
  mutating func dictionary(_ mirror: Mirror, depth: Int) -> JSONValue {
    let count = mirror.childCount
    guard count <= nodesLeft else {
      cut([ReflectedFields.more], leavingOut: count, for: valueLimit)
      return [ReflectedFields.more: .string(Self.more(count))]
    }
    let share = nodesLeft / max(1, count)
    let start = cuts.count
    let pairs = inHashOrder(mirror.children, share) { rendering, child in
      rendering.row { rendering in
        let pair = Mirror(reflecting: child).children.map(\.value)
        return pair.prefix(2).enumerated().map { place, value in
          let before = rendering.cuts.count
          defer { rendering.moveCuts(from: before, into: String(place)) }
          return rendering.render(value, depth: depth + 2)
        }
      }
    }
    let ordered = Self.ordered(pairs)
    defer { boundCuts(from: start) }
    guard let names = Self.names(of: ordered.map(\.values)) else {
      if ordered.contains(where: { !$0.cuts.isEmpty }) { cuts.append([]) }
      return .array(ordered.map { .array($0.values) })
    }
    for (name, pair) in zip(names, ordered) {
      // If a pair is a member, only its value has a place.
      put(pair.cuts.map { Array($0.dropLast()) }, into: [name])
    }
    let members = zip(names, ordered).map { (name: $0, value: $1.values[1]) }
    return .object(members.sorted { $0.name.precedesInBytes($1.name) })
  }

  /// The keys as the names of an object; nil if they cannot be names.
  private static func names(of pairs: [[JSONValue]]) -> [String]? {
    guard let kind = pairs.first?.first?.kind ?? .some(.string) else { return nil }
    var seen: Set<NameKey> = []
    var names: [String] = []
    for pair in pairs {
      guard pair.count == 2, pair[0].kind == kind else { return nil }
      guard let name = pair[0].string ?? pair[0].int.map(String.init) else { return nil }
      guard seen.insert(NameKey(name)).inserted else { return nil }
      names.append(name)
    }
    return names
  }

  private static func ordered(_ rows: [Row]) -> [Row] {
    rows.map { row in (row.values.map { JSONWriter.bytes(of: $0) }, row) }
      .sorted { left, right in
        for (a, b) in zip(left.0, right.0) where a != b { return a.lexicographicallyPrecedes(b) }
        return false
      }
      .map(\.1)
  }

  /// Renders the elements of a collection in hash order, each with its own share of the limit and
  /// as if it were the first: what is cut, and which element shows a shared object, must not depend
  /// on that order.
  private mutating func inHashOrder<Result>(
    _ children: Mirror.Children, _ share: Int,
    _ body: (inout MirrorRendering, Any) -> Result
  ) -> [Result] {
    let start = shownObjects.count
    var shown: [AnyObject] = []
    let results = children.map { child in
      let before = nodesLeft
      nodesLeft = share
      let result = body(&self, child.value)
      nodesLeft += before - share
      shown += shownObjects.removeLast(downTo: start)
      return result
    }
    for object in shown { _ = shownObjects.insert(object) }
    return results
  }

  private static func more(_ count: Int) -> String { "\(count) more" }

  // MARK: What is left out

  /// Values that belong together in a collection, and what is left out of them.
  struct Row {
    let values: [JSONValue]
    var cuts: [[String]] = []
  }

  /// The most places within one dictionary that are listed one by one.
  private static let cutLimit = 8

  /// Notes that values are left out at a place below the current value.
  ///
  /// - Parameters:
  ///   - place: The tokens of the place, the innermost first.
  ///   - count: How many values.
  ///   - limit: The limit that leaves them out.
  mutating func cut(_ place: [String], leavingOut count: Int, for limit: Renderings.Limit) {
    cuts.append(place)
    leftOut += count
    limits.insert(limit)
  }

  /// Renders values, and takes from the list what was left out of them.
  fileprivate mutating func row(_ body: (inout MirrorRendering) -> [JSONValue]) -> Row {
    let before = cuts.count
    let values = body(&self)
    defer { cuts.removeSubrange(before...) }
    return Row(values: values, cuts: Array(cuts[before...]))
  }

  private mutating func put(_ cuts: [[String]], into tokens: [String]) {
    self.cuts += cuts.map { $0 + tokens }
  }

  /// Adds a member or element to the places noted since then, because they are inside it.
  fileprivate mutating func moveCuts(from start: Int, into token: String) {
    for place in start..<max(start, cuts.count) { cuts[place].append(token) }
  }

  /// Marks the whole collection as cut if it is cut in too many places.
  private mutating func boundCuts(from start: Int) {
    guard cuts.count - start > Self.cutLimit else { return }
    cuts.removeSubrange(start...)
    cuts.append([])
  }
}

extension Mirror {
  /// How many children there are; at least so many if the app's own mirror may have no end.
  var childCount: Int {
    let isOwn = subjectType is any CustomReflectable.Type
    guard isOwn, !TypeName.full(subjectType).hasPrefix("Swift.") else { return children.count }
    let end = children.index(
      children.startIndex, offsetBy: Self.mostCounted, limitedBy: children.endIndex)
    return end == nil ? children.count : Self.mostCounted
  }

  private static var mostCounted: Int { 1 << 16 }
}
