import SessionFormat

/// The leaves of a state that somebody still looks for, as a document of the state's shape that goes
/// back with it, operation by operation, so that what others push along is found where it was.
///
/// Each leaf that is looked for is its number, wrapped in an array so that the height of a part
/// tells whether anything is looked for in it; all else is null, or no longer kept true to the
/// state. Only what an operation touches is changed, and the rest is shared, so that a step costs
/// what its patch says, not what the state does.
struct SoughtLeaves {
  /// A part that is looked for, and where it stands.
  struct Part {
    let place: JSONPointer
    let leaves: JSONValue
    /// Whether it is an element that pushed others on when it came, so that it was not there before,
    /// whatever stood at its place.
    var pushes = false
  }

  private(set) var document: JSONValue = .null
  /// Whether elements of an array have been moved on the way back.
  private(set) var hasShifted = false

  /// Whether nothing is looked for.
  var isEmpty: Bool { !Self.isSought(document) }

  // MARK: The parts of the document

  static func leaf(_ number: Int) -> JSONValue { [.number(number)] }

  /// The number of a leaf that is looked for; nil if this is none.
  static func number(of part: JSONValue) -> Int? {
    part.height == 1 ? part.array?.first?.int : nil
  }

  /// Whether anything is looked for in a part.
  static func isSought(_ part: JSONValue) -> Bool {
    let height = part.height
    return height > 1 || (height == 1 && part.array?.first?.kind == .number)
  }

  /// The numbers of all leaves in a part.
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

  /// A container as it stands in a state, of which only one child is looked for; null where the
  /// state has no place for that.
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

  /// The child of a part that a token names, where anything is looked for in it.
  private static func child(_ token: String, of part: JSONValue) -> JSONValue? {
    let child: JSONValue?
    if let array = part.array {
      child = JSONPointer.index(token).flatMap { $0 < array.count ? array[$0] : nil }
    } else {
      child = part[token]
    }
    return child.flatMap { isSought($0) ? $0 : nil }
  }

  /// Whether an operation may change a leaf, or where one stands: one is there, above or below, or
  /// it moves the elements of an array.
  ///
  /// The path is the text of a pointer without escapes of JSON. Complexity: O(depth × log size).
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

  /// Where the nearest part lies, at a path or a leaf above it.
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

  /// Whether two places are elements of one array in which anything is looked for.
  func isWithinArray(_ one: JSONPointer, _ other: JSONPointer) -> Bool {
    guard !one.isRoot, !other.isRoot else { return false }
    let parent = JSONPointer(tokens: one.tokens.dropLast())
    guard parent == JSONPointer(tokens: other.tokens.dropLast()),
      let (depth, part) = part(at: parent)
    else { return false }
    return depth == parent.tokens.count && Self.number(of: part) == nil && part.kind == .array
  }

  // MARK: Going back

  /// Begins with another change of the state.
  mutating func begin() { hasShifted = false }

  /// Takes out all that is looked for.
  mutating func takeAll() -> Part {
    defer { document = .null }
    return Part(place: .root, leaves: document)
  }

  /// Takes out what is looked for at a path, above it and below it.
  mutating func take(at path: JSONPointer) -> Part? {
    guard let (depth, part) = part(at: path) else { return nil }
    let place = JSONPointer(tokens: Array(path.tokens[..<depth]))
    set(.replace(place, .null))
    return Part(place: place, leaves: part)
  }

  /// Undoes that an element or a member came.
  ///
  /// - Returns: What is looked for there, or in what was empty before; it stands where it did after
  ///   the operation.
  mutating func undoAdding(at path: JSONPointer) -> Part? {
    guard let last = path.tokens.last else { return takeAll() }
    let parent = JSONPointer(tokens: path.tokens.dropLast())
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

  /// Undoes that an element or a member went.
  ///
  /// - Returns: The container, where it is looked for as it is empty since then.
  mutating func undoRemoving(at path: JSONPointer) -> Part? {
    guard let last = path.tokens.last else { return takeAll() }
    let parent = JSONPointer(tokens: path.tokens.dropLast())
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

  /// Looks for a part at a place of a state, beside what is looked for there already.
  ///
  /// - Parameters:
  ///   - state: The state that the document now has the shape of.
  ///   - meet: Takes two leaves that are looked for at one place; the first goes on being.
  mutating func put(_ part: Part, in state: JSONValue, _ meet: (Int, Int) -> Void) {
    let tokens = part.place.tokens
    func below(_ value: JSONValue, _ token: String) -> JSONValue {
      JSONPointer(tokens: [token]).value(in: value) ?? .null
    }
    var (depth, node, model) = (0, document, state)
    while depth < tokens.count, let child = Self.child(tokens[depth], of: node) {
      model = below(model, tokens[depth])
      (node, depth) = (child, depth + 1)
    }
    let isThere = Self.isSought(node)
    // What is not kept true to the state is made anew.
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

  /// Looks for a part where it was before an operation moved it.
  mutating func carry(_ part: Part, in state: JSONValue) {
    hasShifted = true
    // Nothing else can have stood there.
    put(part, in: state) { _, _ in }
  }

  /// What is looked for in either of two parts that stand at one place.
  ///
  /// Recursive over the value, whose nesting the reader bounds.
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

  /// Where the leaves of these numbers stand, which another document that came of this one by going
  /// back no longer has.
  ///
  /// What both share is passed over, so that it costs what was changed.
  func places(of numbers: Set<Int>, missingIn other: SoughtLeaves) -> [Part] {
    var parts: [Part] = []
    var open = [(place: JSONPointer.root, part: document, other: other.document)]
    while let (place, part, other) = open.popLast() {
      guard Self.isSought(part), !part.sharesStorage(with: other) else { continue }
      if let number = Self.number(of: part) {
        if numbers.contains(number) { parts.append(Part(place: place, leaves: part)) }
      } else {
        let count = part.array?.count ?? part.object?.count ?? 0
        let runs = part.unsharedRuns(with: other) ?? [UnsharedRun(old: 0..<count, new: 0..<count)]
        for run in runs {
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
  /// The token that a part of a pointer's text stands for.
  fileprivate static func token(_ text: some Collection<UInt8>) -> String {
    let token = String(decoding: text, as: UTF8.self)
    guard text.contains(UInt8(ascii: "~")) else { return token }
    return (try? JSONPointer("/" + token))?.tokens.first ?? token
  }
}
