/// The types of a store's state and actions, as in a session's header: the keys, types and cases of
/// their values.
///
/// It shows whether one build can read values that another build wrote. Written as a text:
///
/// ```
/// v1; state 5d0c3b2a @Basket; action 77aa01fe @BasketAction; @Basket {pieces:{*:Int},total:Int}; …
/// ```
package struct TypeFingerprint: Equatable, Sendable {
  /// A state or action type, as a whole.
  package struct Root: Equatable, Sendable {
    /// The name that a registry gives an action; nil for the state, and for actions of one type.
    package let name: String?
    /// A checksum of the whole type: eight hexadecimal digits.
    package let hash: String
    /// The type.
    package let shape: TypeShape
  }

  /// The state's type.
  package let state: Root
  /// The actions: one without a name, or those of a registry by name.
  package let actions: [Root]
  /// The types that the roots refer to, by name.
  package let types: [String: TypeShape]

  /// The most bytes of a text; a longer fingerprint is written as checksums only.
  package static let sizeLimit = 1 << 16

  init(state: Root, actions: [Root], types: [String: TypeShape]) {
    self.state = state
    self.actions = actions
    self.types = types
  }

  /// A fingerprint of these types.
  ///
  /// - Parameters:
  ///   - state: The state's type.
  ///   - actions: The actions' types.
  ///   - types: The types that they refer to.
  package init(
    state: TypeShape, actions: [(name: String?, shape: TypeShape)], types: [String: TypeShape]
  ) {
    func root(_ name: String?, _ shape: TypeShape) -> Root {
      var shape = shape
      // The recorded store may begin without a state while its host does not.
      while case .optional(let wrapped) = shape { shape = wrapped }
      var text = FingerprintText()
      text.add(shape)
      text.addDeclarations(of: [shape], types)
      return Root(
        name: name, hash: CRC32C.text(CRC32C.checksum(Array(text.text.utf8))), shape: shape)
    }
    self.init(
      state: root(nil, state), actions: actions.map { root($0.name, $0.shape) }, types: types)
  }

  /// The checksum of the actions with that name.
  package func actionHash(_ name: String) -> String? {
    if actions.count == 1, actions[0].name == nil { return actions[0].hash }
    return actions.first { $0.name?.hasSameBytes(as: name) == true }?.hash
  }

  /// The text for a header.
  package var text: String {
    let whole = text(isWhole: true)
    return whole.utf8.count <= Self.sizeLimit ? whole : text(isWhole: false)
  }

  private func text(isWhole: Bool) -> String {
    var text = FingerprintText()
    text.text = "v1"
    for (kind, root) in [("state", state)] + actions.map({ ("action", $0) }) {
      text.text += "; \(kind) \(root.hash) "
      if let name = root.name {
        text.add(name: name)
        text.text += "="
      }
      text.add(isWhole ? root.shape : .unknown)
    }
    if isWhole { text.addDeclarations(of: [state.shape] + actions.map(\.shape), types) }
    return text.text
  }
}

/// Writes shapes as text.
struct FingerprintText {
  var text = ""

  mutating func add(_ shape: TypeShape) {
    switch shape {
    case .leaf(let name): text += name
    case .optional(let wrapped):
      add(wrapped)
      text += "?"
    case .array(let element): list("[", [element], "]") { $0.add($1) }
    case .tuple(let elements): list("(", elements, ")") { $0.add($1) }
    case .dictionary(let value, let names):
      list("{*", names == .leaf("String") ? [] : [names], ":") { $0.add($1) }
      list("", [value], "}") { $0.add($1) }
    case .pairs(let key, let value):
      list("[", [key], ":") { $0.add($1) }
      list("", [value], "]") { $0.add($1) }
    case .object(let fields):
      list("{", fields, "}") { text, field in
        text.add(name: field.name)
        text.text += field.isOptional ? "?:" : ":"
        text.add(field.shape)
      }
    case .cases(let cases):
      list("<", cases, ">", "|") { text, field in
        text.add(name: field.name)
        text.text += ":"
        text.add(field.shape)
      }
    case .raw(let base, let values): list(base + "(", values, ")", "|") { $0.add(name: $1) }
    case .reference(let name):
      text += "@"
      add(name: name)
    case .custom(let shape):
      add(shape)
      text += "!"
    case .unknown: text += "_"
    }
  }

  private mutating func list<Item>(
    _ start: String, _ items: [Item], _ end: String, _ separator: String = ",",
    _ add: (inout FingerprintText, Item) -> Void
  ) {
    text += start
    for (place, item) in items.enumerated() {
      if place > 0 { text += separator }
      add(&self, item)
    }
    text += end
  }

  mutating func add(name: String) {
    guard name.isEmpty || !name.utf8.allSatisfy(Self.isPlain) else { return text += name }
    text += "'"
    for scalar in name.unicodeScalars {
      if scalar == "'" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    text += "'"
  }

  /// Whether a name of such bytes needs no quotes.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "$"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Adds the declarations of all types that the shapes refer to, in order of discovery.
  mutating func addDeclarations(of roots: [TypeShape], _ types: [String: TypeShape]) {
    var known: Set<String> = []
    var waiting: [String] = []
    func meet(_ shape: TypeShape) {
      shape.eachReference { if known.insert($0).inserted { waiting.append($0) } }
    }
    roots.forEach(meet)
    var next = 0
    while next < waiting.count {
      let name = waiting[next]
      next += 1
      guard let shape = types[name] else { continue }
      text += "; @"
      add(name: name)
      text += " "
      add(shape)
      meet(shape)
    }
  }
}
