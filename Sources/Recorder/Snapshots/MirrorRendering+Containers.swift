import SessionFormat

extension MirrorRendering {
  // MARK: Members

  mutating func object(_ fields: ReflectedFields, depth: Int) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    for (place, field) in fields.list.enumerated() {
      guard nodesLeft > 0 else {
        members.append((ReflectedFields.more, .string(Self.more(fields.list.count - place))))
        break
      }
      members.append((field.name, render(field.value, depth: depth + 1)))
    }
    return .object(members)
  }

  /// A case as synthesised coding writes it: `{"name":{"label":…}}`, `_0` where there is no label,
  /// the bare raw value where there is one.
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
      ? ReflectedFields(inner) : ReflectedFields(single: payload.value)
    guard depth + 1 < Self.depthLimit else { return [name: Self.tooDeep] }
    return [name: object(fields, depth: depth + 1)]
  }

  // MARK: Collections

  mutating func array(_ children: Mirror.Children, depth: Int) -> JSONValue {
    var elements: [JSONValue] = []
    for child in children {
      guard nodesLeft > 0 else {
        elements.append(.string("… \(Self.more(children.count - elements.count))"))
        break
      }
      elements.append(render(child.value, depth: depth + 1))
    }
    return .array(elements)
  }

  /// The elements in the order of their text.
  mutating func set(_ children: Mirror.Children, depth: Int) -> JSONValue {
    let count = children.count
    guard count <= nodesLeft else { return .array([.string("… \(Self.more(count))")]) }
    let share = nodesLeft / max(1, count)
    let elements = inHashOrder(children, share) { $0.render($1, depth: depth + 1) }
    return .array(Self.ordered(elements.map { [$0] }).map { $0[0] })
  }

  /// An object in the order of the keys' bytes, where all keys are texts, or all whole numbers;
  /// else, and where two keys look alike, an array of pairs in the order of their text.
  mutating func dictionary(_ children: Mirror.Children, depth: Int) -> JSONValue {
    let count = children.count
    guard count <= nodesLeft else { return [ReflectedFields.more: .string(Self.more(count))] }
    let share = nodesLeft / max(1, count)
    let pairs = inHashOrder(children, share) { rendering, child -> [JSONValue] in
      let pair = Mirror(reflecting: child).children.map(\.value)
      return pair.prefix(2).map { rendering.render($0, depth: depth + 2) }
    }
    let ordered = Self.ordered(pairs)
    guard let names = Self.names(of: ordered) else { return .array(ordered.map(JSONValue.array)) }
    let members = zip(names, ordered).map { (name: $0, value: $1[1]) }
    return .object(members.sorted { $0.name.precedesInBytes($1.name) })
  }

  /// The keys as the names of an object; nil where they cannot be.
  private static func names(of pairs: [[JSONValue]]) -> [String]? {
    guard let kind = pairs.first?.first?.kind ?? .some(.string) else { return nil }
    var seen: Set<JSONPointer> = []
    var names: [String] = []
    for pair in pairs {
      guard pair.count == 2, pair[0].kind == kind else { return nil }
      guard let name = pair[0].string ?? pair[0].int.map(String.init) else { return nil }
      // A pointer compares by bytes, where a set of strings would take é and é for one.
      guard seen.insert(JSONPointer(tokens: [name])).inserted else { return nil }
      names.append(name)
    }
    return names
  }

  private static func ordered(_ rows: [[JSONValue]]) -> [[JSONValue]] {
    rows.map { row in (row.map { JSONWriter.bytes(of: $0) }, row) }
      .sorted { left, right in
        for (a, b) in zip(left.0, right.0) where a != b { return a.lexicographicallyPrecedes(b) }
        return false
      }
      .map(\.1)
  }

  /// Renders the elements of a collection in hash order, each within its own share of the limit and
  /// as if it were the first: what is cut off, and which of them shows an object that several have,
  /// must not depend on that order.
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
}
