// 128-bit integers have their own methods, as the defaults of the standard library throw.

/// What a type's `init(from:)` is given.
struct ValueDecoding: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let leaf = type as? any LeafCoding.Type else { return try T(from: self) }
    guard let result = leaf.init(encoded: value) as? T else { throw mismatch(type, "\(type)") }
    return result
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = value.object else { throw mismatch([String: Any].self, "an object") }
    return KeyedDecodingContainer(KeyedValues(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch([Any].self, "an array") }
    return UnkeyedValues(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(decoding: self) }

  func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let found = value.textSize < 60 ? value.description : value.kind.withArticle
    return .typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "expected \(expected), found \(found)"))
  }
}

extension JSONValue.Kind {
  fileprivate var withArticle: String {
    switch self {
    case .null: "null"
    case .bool, .number, .string: "a \(rawValue)"
    case .array, .object: "an \(rawValue)"
    }
  }
}

struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let codingPath: [any CodingKey]

  var allKeys: [Key] { object.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { object.index(of: key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoding(key).value.isNull }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoding(key).decode(type)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoding(key).decode(type)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoding(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoding(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoding(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoding(SuperKey.key) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoding(key) }

  private func decoding(_ key: any CodingKey) throws -> ValueDecoding {
    guard let value = object[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "missing"))
    }
    return ValueDecoding(value: value, codingPath: codingPath + [key])
  }
}

struct UnkeyedValues: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current(Any.self).value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // The index moves on only after success, as callers try again with another type.
    let result = try current(type).decode(type)
    currentIndex += 1
    return result
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let result = try current(type).decode(type)
    currentIndex += 1
    return result
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let result = try current(type).decode(type)
    currentIndex += 1
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try current(type).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoding = try current(Any.self)
    currentIndex += 1
    return decoding
  }

  private func current(_ type: Any.Type) throws -> ValueDecoding {
    let path = codingPath + [IndexKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "the array has no more elements"))
    }
    return ValueDecoding(value: elements[currentIndex], codingPath: path)
  }
}

struct SingleValue: SingleValueDecodingContainer {
  let decoding: ValueDecoding
  var codingPath: [any CodingKey] { decoding.codingPath }

  func decodeNil() -> Bool { decoding.value.isNull }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoding.decode(type) }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try decoding.decode(type) }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoding.decode(type) }
}
