/// Encodes any `Encodable` as a ``JSONValue``, the same way in every process.
///
/// Numbers are exact, NaN and the infinities are strings, dates are exact (as `Date` codes itself),
/// URLs and data are strings, dictionaries are in the byte order of their keys, and sets and
/// dictionaries with other keys in the order of their encoded elements. What is nested deeper than
/// the limit is left out and named in ``Encoded/opaque``.
public struct ValueEncoder: Sendable {
  /// What encoding gave.
  public struct Encoded: Equatable, Sendable {
    /// The value.
    public let value: JSONValue
    /// The places that are only rendered and cannot be decoded.
    public let opaque: [JSONPointer]
  }

  /// A line has room for 512 levels; a patch operation takes four of them around its value.
  public static let depthLimit = 500

  /// The most levels that are encoded.
  public let depthLimit: Int

  /// An encoder with that limit of depth.
  public init(depthLimit: Int = Self.depthLimit) {
    self.depthLimit = depthLimit
  }

  /// The encoded value, and what of it is opaque.
  ///
  /// Complexity: O(size), n log n in the sizes of sets and dictionaries.
  ///
  /// - Throws: What the value's own `encode(to:)` throws.
  public func encode(_ value: some Encodable) throws -> Encoded {
    let slot = EncodingSlot(depth: 0, limit: depthLimit)
    try slot.encode(value, path: [])
    var opaque: [JSONPointer] = []
    let result = slot.finished(at: .root, opaque: &opaque)
    return Encoded(value: result, opaque: opaque)
  }
}

/// The place of one value that is being encoded.
final class EncodingSlot {
  private enum Content {
    case empty
    case value(JSONValue)
    case array([EncodingSlot])
    case object([(name: String, slot: EncodingSlot)])
    case tooDeep
  }

  private var content = Content.empty
  private var order = FileOrder.asEncoded
  private let depth: Int
  private let limit: Int

  init(depth: Int, limit: Int) {
    self.depth = depth
    self.limit = limit
  }

  func set(_ value: JSONValue) { content = .value(value) }

  func encode<T: Encodable>(_ value: T, path: [any CodingKey]) throws {
    if let leaf = value as? any LeafCoding {
      content = .value(leaf.encoded)
    } else if depth >= limit {
      content = .tooDeep
    } else {
      if let ordered = T.self as? any HashOrdered.Type { order = ordered.fileOrder }
      try value.encode(to: SlotEncoder(slot: self, codingPath: path))
    }
  }

  /// Makes this an object, which it stays when asked for again.
  func becomeObject() {
    if case .object = content { return }
    content = .object([])
  }

  /// Makes this an array, which it stays when asked for again.
  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  var count: Int {
    if case .array(let slots) = content { slots.count } else { 0 }
  }

  func member(_ name: String) -> EncodingSlot {
    let slot = EncodingSlot(depth: depth + 1, limit: limit)
    if case .object(var members) = content {
      content = .empty  // so that the array is not copied
      members.append((name, slot))
      content = .object(members)
    }
    return slot
  }

  func element() -> EncodingSlot {
    let slot = EncodingSlot(depth: depth + 1, limit: limit)
    if case .array(var elements) = content {
      content = .empty
      elements.append(slot)
      content = .array(elements)
    }
    return slot
  }

  func finished(at path: JSONPointer, opaque: inout [JSONPointer]) -> JSONValue {
    switch content {
    // A type that encodes nothing is written as an empty object, as its decoder expects one.
    case .empty: return .object([])
    case .value(let value): return value
    case .tooDeep:
      opaque.append(path)
      return .string("nested deeper than \(limit) levels")
    case .array(let slots):
      let sorted = inFileOrder(slots)
      return .array(
        sorted.enumerated().map { $1.finished(at: path.appending($0), opaque: &opaque) })
    case .object(var members):
      if order == .keys { members.sort { $0.name.precedesInBytes($1.name) } }
      return .object(
        members.map { ($0.name, $0.slot.finished(at: path.appending($0.name), opaque: &opaque)) })
    }
  }

  private func inFileOrder(_ slots: [EncodingSlot]) -> [EncodingSlot] {
    func text(_ slot: EncodingSlot) -> [UInt8] {
      var ignored: [JSONPointer] = []
      return JSONWriter.bytes(of: slot.finished(at: .root, opaque: &ignored))
    }
    switch order {
    case .asEncoded: return slots
    case .elements:
      return slots.map { (text($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    case .keys:
      let pairs = stride(from: 0, to: slots.count - 1, by: 2).map {
        (text(slots[$0]), [slots[$0], slots[$0 + 1]])
      }
      return pairs.sorted { $0.0.lexicographicallyPrecedes($1.0) }.flatMap(\.1)
    }
  }
}

/// What a type's `encode(to:)` is given.
struct SlotEncoder: Encoder {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(KeyedSlots(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return UnkeyedSlots(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleSlot(slot: slot, codingPath: codingPath)
  }
}

private struct KeyedSlots<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { slot.member(key.stringValue).set(.null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try slot.member(key.stringValue).encode(value, path: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(SuperKey.key) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: any CodingKey) -> SlotEncoder {
    SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct UnkeyedSlots: UnkeyedEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  func encodeNil() { slot.element().set(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    let path = codingPath + [IndexKey(count)]
    try slot.element().encode(value, path: path)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> SlotEncoder {
    let path = codingPath + [IndexKey(count)]
    return SlotEncoder(slot: slot.element(), codingPath: path)
  }
}

private struct SingleSlot: SingleValueEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  func encodeNil() { slot.set(.null) }
  func encode<T: Encodable>(_ value: T) throws { try slot.encode(value, path: codingPath) }
}

/// The place of an element as a coding key.
struct IndexKey: CodingKey {
  let index: Int
  init(_ index: Int) { self.index = index }
  init(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }
  var intValue: Int? { index }
  var stringValue: String { String(index) }
}

/// The key under which `Codable` puts a superclass.
enum SuperKey: String, CodingKey {
  case key = "super"
}
