extension TypeFingerprint {
  /// The most bytes of text that are parsed, because a header may come from a stranger.
  static let readLimit = 1 << 20
  /// How deep types without a name may be nested.
  static let depthLimit = 64

  /// The fingerprint of a header; nil if this version cannot parse it.
  ///
  /// Complexity: O(size), bounded.
  package init?(_ value: JSONValue?) {
    guard let value, value.kind == .string, value.textSize <= Self.readLimit,
      let text = value.string
    else { return nil }
    self.init(text: text)
  }

  /// The fingerprint that a text spells; nil if it is not a fingerprint.
  package init?(text: String) {
    guard text.utf8.count <= Self.readLimit else { return nil }
    var parser = FingerprintParser(Array(text.utf8))
    guard let read = parser.fingerprint() else { return nil }
    self = read
  }
}

/// Parses the text of a fingerprint; nil if it is not one.
private struct FingerprintParser {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func fingerprint() -> TypeFingerprint? {
    guard take("v1") else { return nil }
    var state: TypeFingerprint.Root?
    var actions: [TypeFingerprint.Root] = []
    var types: [String: TypeShape] = [:]
    while at < bytes.count {
      guard take("; ") else { return nil }
      if take("state ") {
        guard state == nil, let root = root(), root.name == nil else { return nil }
        state = root
      } else if take("action ") {
        guard let root = root() else { return nil }
        actions.append(root)
      } else {
        guard take("@"), let name = name(), take(" "), let shape = shape(),
          types.updateValue(shape, forKey: name) == nil
        else { return nil }
      }
    }
    guard let state else { return nil }
    return TypeFingerprint(state: state, actions: actions, types: types)
  }

  private mutating func root() -> TypeFingerprint.Root? {
    guard let hash = name(), hash.utf8.count == 8, take(" ") else { return nil }
    let start = at
    if let name = name(), take("=") {
      return shape().map { TypeFingerprint.Root(name: name, hash: hash, shape: $0) }
    }
    at = start
    return shape().map { TypeFingerprint.Root(name: nil, hash: hash, shape: $0) }
  }

  private mutating func shape() -> TypeShape? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= TypeFingerprint.depthLimit, var shape = plainShape() else { return nil }
    var marks = 0
    while marks < 4 {
      if take("?") {
        shape = .optional(shape)
      } else if take("!") {
        shape = .custom(shape)
      } else {
        break
      }
      marks += 1
    }
    return shape
  }

  private mutating func plainShape() -> TypeShape? {
    if take("@") { return name().map(TypeShape.reference) }
    if take("[") {
      guard let first = shape() else { return nil }
      if take("]") { return .array(first) }
      guard take(":"), let value = shape(), take("]") else { return nil }
      return .pairs(first, value)
    }
    if take("(") { return list(")", ",") { $0.shape() }.map(TypeShape.tuple) }
    if take("{*") { return dictionary() }
    if take("{") { return list("}", ",") { $0.field() }.map(TypeShape.object) }
    if take("<") { return list(">", "|") { $0.field() }.map(TypeShape.cases) }
    guard let name = name() else { return nil }
    if name == "_" { return .unknown }
    guard TypeShape.leaves.contains(name) else { return nil }
    guard take("(") else { return .leaf(name) }
    return list(")", "|") { $0.name() }.map { .raw(name, $0) }
  }

  private mutating func dictionary() -> TypeShape? {
    if take(":") {
      guard let value = shape(), take("}") else { return nil }
      return .dictionary(value)
    }
    guard let names = shape(), take(":"), let value = shape(), take("}") else { return nil }
    return .dictionary(value, names: names)
  }

  private mutating func field() -> TypeShape.Field? {
    guard let name = name() else { return nil }
    let isOptional = take("?")
    guard take(":"), let shape = shape() else { return nil }
    return TypeShape.Field(name, isOptional: isOptional, shape)
  }

  private mutating func list<Item>(
    _ end: StaticString, _ separator: StaticString,
    _ item: (inout FingerprintParser) -> Item?
  ) -> [Item]? {
    if take(end) { return [] }
    var items: [Item] = []
    while true {
      guard let next = item(&self) else { return nil }
      items.append(next)
      if take(end) { return items }
      guard take(separator) else { return nil }
    }
  }

  private mutating func name() -> String? {
    let start = at
    if take("'") {
      var name: [UInt8] = []
      while at < bytes.count, bytes[at] != UInt8(ascii: "'") {
        if bytes[at] == UInt8(ascii: "\\") { at += 1 }
        guard at < bytes.count else { return nil }
        name.append(bytes[at])
        at += 1
      }
      return take("'") ? String(decoding: name, as: UTF8.self) : nil
    }
    while at < bytes.count, FingerprintText.isPlain(bytes[at]) { at += 1 }
    return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - at >= count else { return false }
    for place in 0..<count where bytes[at + place] != text.utf8Start[place] { return false }
    at += count
    return true
  }
}
