import SessionFormat

/// A step on the way to a value.
enum WayStep: Hashable {
  case name(String)
  case index(Int)
}

/// What a walk over values asks of each leaf and of each name.
protocol ValueVisitor {
  /// What replaces a string, number or truth value; nil if it stays.
  ///
  /// - Parameter kind: What its place alone makes it: ``SecretKind/name`` or ``SecretKind/place``.
  mutating func leaf(_ value: JSONValue, on way: [WayStep], kind: SecretKind?) -> JSONValue?
  /// A pattern selects the next value or one around it.
  mutating func select()
  /// What replaces the name of a member of the object at the end of a way; nil if it stays.
  mutating func name(_ name: String, on way: [WayStep]) -> String?
}

extension ValueVisitor {
  mutating func select() {}
}

/// Visits the leaves and names of values, and puts the values together again if some are replaced.
///
/// Leaves at places that are hidden already are left out, as they are stand-ins. Names of members are
/// such only if a redaction made them.
struct ValueWalk {
  /// The patterns that select places, and those of what is hidden.
  private var matcher: PathMatcher
  private var hidden: PathMatcher
  private let hidesNames: Bool
  private(set) var way: [WayStep] = []

  private let names = SecretNameTable.shared

  struct Place: Equatable {
    var selected: PathMatcher.Place
    var hidden: PathMatcher.Place
    /// Whether the name of a secret leads to it.
    var isNamed = false
    /// Whether it is in an action whose type is the name of a secret.
    var isInNamedAction = false
  }

  /// Whether some value was the name of another one that is a secret.
  private(set) var hasListed = false
  /// The type of the action that is visited, if that is the name of a secret.
  private var type: String?

  /// - Parameters:
  ///   - patterns: What is selected beside the values below names of secrets.
  ///   - hidesNames: Whether the names of members are stand-ins as well where values are hidden.
  init(selecting patterns: [PathPattern], hidden: [PathPattern], hidesNames: Bool = false) {
    self.hidesNames = hidesNames
    matcher = PathMatcher(patterns)
    self.hidden = PathMatcher(hidden)
  }

  var root: Place { Place(selected: matcher.root, hidden: hidden.root) }

  /// The value with what its visitor replaced; nil if that is nothing.
  ///
  /// Recursive; the format limits the depth of values. Complexity: O(size).
  mutating func walk(
    _ value: JSONValue, at place: Place? = nil, _ visitor: inout some ValueVisitor
  ) -> JSONValue? {
    let place = place ?? root
    if place.selected.isSelected { visitor.select() }
    if let array = value.array {
      var changed: [(Int, JSONValue)] = []
      for (index, element) in array.enumerated() {
        if let new = walk(element, to: .index(index), self.place(index, in: array, place), &visitor)
        {
          changed.append((index, new))
        }
      }
      return Self.exchanging(changed, in: array)
    }
    if let object = value.object { return walk(object, at: place, &visitor) }
    if value.isNull || place.hidden.isSelected { return nil }
    return visitor.leaf(value, on: way, kind: kind(of: value, at: place))
  }

  /// What its place alone makes a leaf.
  private func kind(of value: JSONValue, at place: Place) -> SecretKind? {
    if place.isNamed { return .name }
    if place.selected.isSelected { return .place }
    guard place.isInNamedAction, value.kind == .number || value.kind == .string else { return nil }
    // An action repeats its type, or is nothing but that.
    return value.string == type ? nil : .name
  }

  /// The action with what its visitor replaced; nil if that is nothing.
  ///
  /// If its type is the name of a secret, as of `SetPassword(value:)`, its texts and numbers are secrets.
  mutating func walk(
    action: JSONValue, ofType type: String?, _ visitor: inout some ValueVisitor
  ) -> JSONValue? {
    var place = root
    if let type, names.containsType(type) { (place.isInNamedAction, self.type) = (true, type) }
    defer { self.type = nil }
    return walk(action, at: place, &visitor)
  }

  /// The value with what its visitor replaced, made of what was made of the value before it; nil if
  /// that stays.
  ///
  /// What both values share, and leaves that are equal, are not visited.
  ///
  /// - Parameters:
  ///   - before: A value that was walked before.
  ///   - written: What came of it.
  mutating func walk(
    _ value: JSONValue, since before: JSONValue, _ written: JSONValue, at place: Place,
    _ visitor: inout some ValueVisitor
  ) -> JSONValue? {
    guard let count = Self.size(of: value),
      [before, written].allSatisfy({ $0.kind == value.kind && Self.size(of: $0) == count })
    else { return value == before ? nil : walk(value, at: place, &visitor) ?? value }
    // What another member names may be a secret, and was none before.
    if let object = value.object, let old = before.object,
      SecretPair.namesSecret(object, names) != SecretPair.namesSecret(old, names)
    {
      return walk(value, at: place, &visitor) ?? value
    }
    let runs =
      before.unsharedRuns(with: value) ?? [UnsharedRun(old: 0..<count, new: 0..<count)]
    guard runs.allSatisfy({ $0.old == $0.new }) else {
      return walk(value, at: place, &visitor) ?? value
    }
    var changes: [(place: Int, element: JSONValue)] = []
    var next = 0
    for run in runs {
      // The value behind a key in an array depends on the key.
      let end = min(count, run.new.upperBound + (value.array == nil ? 0 : 1))
      for index in max(next, run.new.lowerBound)..<max(next, end) {
        switch child(index, of: value, before, written, place, &visitor) {
        case .stays: break
        case .becomes(let child): changes.append((index, child))
        case .isRenamed: return walk(value, at: place, &visitor) ?? value
        }
      }
      next = max(next, end)
    }
    return changes.isEmpty ? nil : written.exchangingChildren(changes)
  }

  private static func size(of value: JSONValue) -> Int? {
    value.array?.count ?? value.object?.count
  }

  private enum Child {
    case stays
    case becomes(JSONValue)
    /// There is a member of another name at its index, in what was before or was written.
    case isRenamed
  }

  private mutating func child(
    _ index: Int, of value: JSONValue, _ before: JSONValue, _ written: JSONValue, _ place: Place,
    _ visitor: inout some ValueVisitor
  ) -> Child {
    let step: WayStep
    let (new, old, done): (JSONValue, JSONValue, JSONValue)
    let inner: Place
    var isSamePlace = true
    if let array = value.array, let before = before.array, let written = written.array {
      step = .index(index)
      (new, old, done) = (array[index], before[index], written[index])
      inner = self.place(index, in: array, place)
      isSamePlace = inner == self.place(index, in: before, place)
    } else if let object = value.object, let before = before.object, let written = written.object {
      let name = object[index].name
      guard name.hasSameBytes(as: before[index].name),
        name.hasSameBytes(as: written[index].name)
      else { return .isRenamed }
      step = .name(name)
      (new, old, done) = (object[index].value, before[index].value, written[index].value)
      inner = self.place(name, in: object, place)
    } else {
      return .isRenamed
    }
    way.append(step)
    defer { way.removeLast() }
    guard isSamePlace else { return .becomes(walk(new, at: inner, &visitor) ?? new) }
    return walk(new, since: old, done, at: inner, &visitor).map(Child.becomes) ?? .stays
  }

  private static func exchanging(_ changed: [(Int, JSONValue)], in array: JSONArray) -> JSONValue? {
    guard !changed.isEmpty else { return nil }
    var elements = Array(array)
    for (index, new) in changed { elements[index] = new }
    return .array(elements)
  }

  private mutating func walk(
    _ object: JSONObject, at place: Place, _ visitor: inout some ValueVisitor
  ) -> JSONValue? {
    var members: [(name: String, value: JSONValue)]?
    var taken: Set<String>?
    for (index, member) in object.enumerated() {
      let inner = self.place(member.name, in: object, place)
      let newName = hides(inner) ? nil : visitor.name(member.name, on: way)
      let newValue = walk(member.value, to: .name(member.name), inner, &visitor)
      guard newName != nil || newValue != nil else { continue }
      if members == nil { members = Array(object) }
      if let newValue { members?[index].value = newValue }
      guard let newName else { continue }
      var names = taken ?? Set(object.map(\.name))
      members?[index].name = Self.free(newName, among: &names)
      taken = names
    }
    return members.map(JSONValue.object)
  }

  /// Whether the name that leads to a place is no secret.
  private func hides(_ place: Place) -> Bool { hidesNames && place.hidden.isSelected }

  /// A name that no other member has.
  static func free(_ name: String, among taken: inout Set<String>) -> String {
    var name = name
    while !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// Visits a child.
  mutating func walk(
    _ child: JSONValue, to step: WayStep, _ place: Place, _ visitor: inout some ValueVisitor
  ) -> JSONValue? {
    way.append(step)
    defer { way.removeLast() }
    return walk(child, at: place, &visitor)
  }

  /// Visits the value of a member of the root.
  mutating func walk(
    named name: String, _ value: JSONValue, _ visitor: inout some ValueVisitor
  ) -> JSONValue? {
    walk(value, to: .name(name), place(name, in: nil, root), &visitor)
  }

  /// The place of a member; nil in `object` if that is not known.
  mutating func place(_ name: String, in object: JSONObject?, _ place: Place) -> Place {
    var inner = place
    inner.selected = matcher.member(name, of: place.selected)
    inner.hidden = hidden.member(name, of: place.hidden)
    inner.isNamed = place.isNamed || names.contains(name)
    if let object, SecretPair.isValue(name), SecretPair.namesSecret(object, names) {
      hasListed = true
      inner.isNamed = inner.isNamed || SecretPair.isSecret(name, of: object, names)
    }
    return inner
  }

  /// The place of an element.
  mutating func place(_ index: Int, in array: JSONArray, _ place: Place) -> Place {
    var inner = place
    inner.selected = matcher.element(index, in: array, of: place.selected)
    inner.hidden = hidden.element(index, in: array, of: place.hidden)
    if array.name(before: index).map(names.contains) == true {
      hasListed = true
      inner.isNamed = true
    }
    return inner
  }

  /// The tokens of a path, with the names that a visitor gives in place of others.
  mutating func names(in path: JSONPointer, _ visitor: inout some ValueVisitor) -> JSONPointer {
    var (place, way): (Place, [WayStep]) = (root, [])
    return JSONPointer(
      tokens: path.tokens.map { token in
        defer { way.append(.name(token)) }
        place = self.place(token, in: nil, place)
        return hides(place) ? token : visitor.name(token, on: way) ?? token
      })
  }

  /// Where to begin to visit what was put at a path: at the object around it of which it may name another
  /// member.
  ///
  /// - Parameter after: The state with it; nil if that is not known.
  mutating func start(ofPut value: JSONValue, at path: JSONPointer, in after: JSONValue?)
    -> JSONPointer
  {
    guard let text = value.string, let last = path.tokens.last, SecretPair.isName(last),
      names.containsPath(text)
    else { return path }
    hasListed = true
    guard let after else { return path }
    return [path.parent, path.parent.parent].first { around in
      around.value(in: after)?.object.map { SecretPair.namesSecret($0, names) } == true
    } ?? path
  }

  /// Visits a value at the end of a path; nil in `before` if that is not known.
  mutating func walk(
    _ value: JSONValue, at path: JSONPointer, in before: JSONValue?,
    _ visitor: inout some ValueVisitor
  ) {
    var (place, container) = (root, before)
    for token in path.tokens {
      if let array = container?.array, let index = JSONPointer.index(token) {
        place = self.place(index, in: array, place)
        way.append(.index(index))
        container = array.indices.contains(index) ? array[index] : nil
      } else {
        place = self.place(token, in: container?.object, place)
        if !hides(place) { _ = visitor.name(token, on: way) }
        // `-` is the place behind the last element.
        let index =
          container?.object == nil ? JSONPointer.index(token) ?? (token == "-" ? 0 : nil) : nil
        way.append(index.map(WayStep.index) ?? .name(token))
        container = container?[token]
      }
    }
    _ = walk(value, at: place, &visitor)
    way = []
  }
}
