// 128-bit integers have their own methods, as the defaults of the standard library throw.

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

struct KeyedSlots<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { slot.member(key.stringValue).set(.null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try slot.member(key.stringValue).encode(value, path: codingPath + [key])
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128, forKey key: Key) {
    slot.member(key.stringValue).set(.number(value))
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128, forKey key: Key) {
    slot.member(key.stringValue).set(.number(value))
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

struct UnkeyedSlots: UnkeyedEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  func encodeNil() { slot.element().set(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    let path = codingPath + [IndexKey(count)]
    try slot.element().encode(value, path: path)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128) { slot.element().set(.number(value)) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128) { slot.element().set(.number(value)) }

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

struct SingleSlot: SingleValueEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  func encodeNil() { slot.set(.null) }
  func encode<T: Encodable>(_ value: T) throws { try slot.encode(value, path: codingPath) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128) { slot.set(.number(value)) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128) { slot.set(.number(value)) }
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
