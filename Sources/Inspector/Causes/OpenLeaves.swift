import SessionFormat

/// The open leaves of a state, those without a known author, as a document of the state's shape.
///
/// The document follows the patches backwards, so that a leaf shifted by others is found at its
/// earlier place. Each open leaf is its number, wrapped in an array so that the height of a part
/// shows whether it has open leaves. Everything else is null, or no longer follows the state. An
/// operation changes only what it touches and shares the rest, so that a step costs as much as its
/// patch.
struct OpenLeaves {
  /// A part with open leaves, and its place.
  struct Part {
    let place: JSONPointer
    let leaves: JSONValue
    /// Whether it is an inserted element that shifted others, so that it was not there before,
    /// whatever was at its place.
    var pushes = false
  }

  private(set) var document: JSONValue = .null
  /// Whether elements of an array were shifted on the way back.
  private(set) var hasShifted = false

  /// Whether there are no open leaves.
  var isEmpty: Bool { !Self.isSought(document) }

  // MARK: The parts of the document

  static func leaf(_ number: Int) -> JSONValue { [.number(number)] }

  /// The number of an open leaf; nil if this is not one.
  static func number(of part: JSONValue) -> Int? {
    part.height == 1 ? part.array?.first?.int : nil
  }

  /// Whether a part has open leaves.
  static func isSought(_ part: JSONValue) -> Bool {
    let height = part.height
    return height > 1 || (height == 1 && part.array?.first?.kind == .number)
  }

  /// The numbers of all open leaves in a part.
  static func numbers(in part: JSONValue) -> [Int] {
    var (numbers, open): ([Int], [JSONValue]) = ([], [part])
    while let next = open.popLast() {
      if let number = number(of: next) {
        numbers.append(number)
      } else if next.height > 1 {
        open += next.object.map { $0.map(\.value) } ?? next.array.map(Array.init) ?? []
      }
    }
    return numbers
  }

  /// A container shaped like one in a state, with only these children; null if they have no place.
  static func container(like model: JSONValue, _ children: [(String, JSONValue)]) -> JSONValue {
    if let array = model.array {
      var elements = Array(repeating: JSONValue.null, count: array.count)
      for (token, child) in children {
        guard let index = JSONPointer.index(token), index < elements.count else { continue }
        elements[index] = child
      }
      return .array(elements)
    }
    return model.kind == .object ? .object(children.map { (name: $0.0, value: $0.1) }) : .null
  }

  /// The child of a part for a token, if it has open leaves.
  private static func child(_ token: String, of part: JSONValue) -> JSONValue? {
    part.child(token).flatMap { isSought($0) ? $0 : nil }
  }

  /// Whether an operation may change or shift an open leaf: one is at, above or below its path, or
  /// it shifts the elements of an array.
  ///
  /// The path is a pointer's text without JSON escapes. Complexity: O(depth × log size).
  func isTouched(by path: UnsafeBufferPointer<UInt8>, isReplacing: Bool) -> Bool {
    guard Self.isSought(document) else { return false }
    var (part, at) = (document, 0)
    while at < path.count {
      if Self.number(of: part) != nil { return true }
      var end = at + 1
      while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
      let isLast = end == path.count
      if isLast, !isReplacing, part.kind == .array { return true }
      let token = JSONPointer.token(path[(at + 1)..<end])
      guard let child = Self.child(token, of: part) else { return false }
      (part, at) = (child, end)
    }
    return true
  }

  /// The part at a path, or the leaf above it, and its depth.
  private func part(at path: JSONPointer) -> (depth: Int, part: JSONValue)? {
    guard Self.isSought(document) else { return nil }
    var part = document
    for (depth, token) in path.tokens.enumerated() {
      if Self.number(of: part) != nil { return (depth, part) }
      guard let child = Self.child(token, of: part) else { return nil }
      part = child
    }
    return (path.tokens.count, part)
  }

  /// Whether two places are elements of one array with open leaves.
  func isWithinArray(_ one: JSONPointer, _ other: JSONPointer) -> Bool {
    guard !one.isRoot, !other.isRoot, one.parent == other.parent,
      let (depth, part) = part(at: one.parent)
    else { return false }
    return depth == one.tokens.count - 1 && Self.number(of: part) == nil && part.kind == .array
  }

  // MARK: Going back

  /// Begins with another change of state.
  mutating func begin() { hasShifted = false }

  /// Takes out all open leaves.
  mutating func takeAll() -> Part {
    defer { document = .null }
    return Part(place: .root, leaves: document)
  }

  /// Takes out the open leaves at a path, above it and below it.
  mutating func take(at path: JSONPointer) -> Part? {
    guard let (depth, part) = part(at: path) else { return nil }
    let place = JSONPointer(tokens: Array(path.tokens[..<depth]))
    set(.replace(place, .null))
    return Part(place: place, leaves: part)
  }

  /// Undoes that an element or a member was added.
  ///
  /// - Returns: The open leaves there, or in a container that was empty before, at their place
  ///   after the operation.
  mutating func undoAdding(at path: JSONPointer) -> Part? {
    guard let last = path.tokens.last else { return takeAll() }
    let parent = path.parent
    guard let (depth, part) = part(at: parent) else { return nil }
    guard depth == parent.tokens.count, Self.number(of: part) == nil, let array = part.array else {
      return take(at: path)
    }
    guard let index = last == "-" ? array.count - 1 : JSONPointer.index(last), index >= 0,
      index < array.count
    else { return nil }
    let (place, element) = (parent.appending(index), array[index])
    hasShifted = true
    set(.remove(place))
    guard Self.isSought(element) else { return nil }
    return Part(place: place, leaves: element, pushes: index < array.count - 1)
  }

  /// Undoes that an element or a member was removed.
  ///
  /// - Returns: The container, if it is an open leaf because the removal emptied it.
  mutating func undoRemoving(at path: JSONPointer) -> Part? {
    guard let last = path.tokens.last else { return takeAll() }
    let parent = path.parent
    guard let (depth, part) = part(at: parent) else { return nil }
    if Self.number(of: part) != nil {
      return take(at: JSONPointer(tokens: Array(parent.tokens[..<depth])))
    }
    if part.kind == .array, JSONPointer.index(last) != nil {
      hasShifted = true
      set(.add(path, .null))
    }
    return nil
  }

  /// Adds a part at a place of a state to the open leaves.
  ///
  /// - Parameters:
  ///   - state: The state whose shape the document has now.
  ///   - meet: Called with two leaves at one place; the first one stays open.
  mutating func put(_ part: Part, in state: JSONValue, _ meet: (Int, Int) -> Void) {
    let tokens = part.place.tokens
    func below(_ value: JSONValue, _ token: String) -> JSONValue { value.child(token) ?? .null }
    var (depth, node, model) = (0, document, state)
    while depth < tokens.count, let child = Self.child(tokens[depth], of: node) {
      model = below(model, tokens[depth])
      (node, depth) = (child, depth + 1)
    }
    let isThere = Self.isSought(node)
    // A part that no longer follows the state is made anew.
    let isChild = isThere && depth < tokens.count
    if isChild { model = below(model, tokens[depth]) }
    let start = isChild ? depth + 1 : depth
    var models: [JSONValue] = []
    for token in tokens[start...] {
      models.append(model)
      model = below(model, token)
    }
    var new = part.leaves
    for (token, model) in zip(tokens[start...], models).reversed() {
      new = Self.container(like: model, [(token, new)])
    }
    if isThere, !isChild { new = Self.merged(node, new, meet) }
    let path = JSONPointer(tokens: Array(tokens[..<start]))
    set(isChild && node.kind == .object ? .add(path, new) : .replace(path, new))
  }

  /// Adds a part at its place before an operation moved it.
  mutating func carry(_ part: Part, in state: JSONValue) {
    hasShifted = true
    // Nothing else can have been there.
    put(part, in: state) { _, _ in }
  }

  /// The open leaves of two parts at one place.
  ///
  /// Recursive; the reader bounds the nesting of values.
  private static func merged(
    _ one: JSONValue, _ other: JSONValue, _ meet: (Int, Int) -> Void
  ) -> JSONValue {
    guard isSought(one) else { return other }
    guard isSought(other) else { return one }
    if let first = number(of: one), let second = number(of: other) {
      meet(first, second)
      return one
    }
    if let a = one.array, let b = other.array {
      return .array(zip(a, b).map { merged($0, $1, meet) })
    }
    var both = one
    for member in other.object.map(Array.init) ?? [] {
      let value = merged(both[member.name] ?? .null, member.value, meet)
      both = both.object?.setting(member.name, to: value) ?? both
    }
    return both
  }

  private mutating func set(_ operation: JSONPatch.Operation) {
    let limits = JSONPatch.Limits(depth: .max, textSize: .max)
    if let next = try? JSONPatch([operation]).applied(to: document, limits: limits) {
      document = next
    }
  }

  // MARK: Places

  /// The places of the leaves with these numbers that another document, which followed from this
  /// one by going back, no longer has.
  ///
  /// Shared parts are skipped, so it costs what was changed.
  func places(of numbers: Set<Int>, missingIn other: OpenLeaves) -> [Part] {
    var parts: [Part] = []
    var open = [(place: JSONPointer.root, part: document, other: other.document)]
    while let (place, part, other) = open.popLast() {
      guard Self.isSought(part), !part.sharesStorage(with: other) else { continue }
      if let number = Self.number(of: part) {
        if numbers.contains(number) { parts.append(Part(place: place, leaves: part)) }
      } else {
        for run in ValuePairing.runs(part, other) {
          for (offset, index) in run.old.enumerated() {
            if let element = part[index] {
              let there = offset < run.new.count ? other[run.new.lowerBound + offset] : nil
              open.append((place.appending(index), element, there ?? .null))
            } else if let member = part.object?[index] {
              let there = other[member.name] ?? .null
              open.append((place.appending(member.name), member.value, there))
            }
          }
        }
      }
    }
    return parts
  }
}

extension JSONPointer {
  /// The token for a part of a pointer's text.
  fileprivate static func token(_ text: some Collection<UInt8>) -> String {
    let token = String(decoding: text, as: UTF8.self)
    guard text.contains(UInt8(ascii: "~")) else { return token }
    return (try? JSONPointer("/" + token))?.tokens.first ?? token
  }
}
