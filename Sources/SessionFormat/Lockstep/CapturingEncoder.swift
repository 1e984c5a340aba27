// The containers of a value that encodes itself into a node.

/// An encoder that keeps what it is given, and encodes nothing.
struct CapturingEncoder: Encoder {
  let node: CapturedNode

  var codingPath: [any CodingKey] { node.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(CapturedMembers<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return CapturedElements(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { CapturedPlace(node: node) }
}

private struct CapturedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: CapturedNode

  var codingPath: [any CodingKey] { node.path }

  func encodeNil(forKey key: Key) throws { try node.add(key.stringValue, CapturedNode(null: ())) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try node.add(key.stringValue, CapturedNode(value))
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    try node.add(key.stringValue, CapturedNode(value))
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try node.add(key.stringValue, CapturedNode(value))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(SuperKey.key.stringValue) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

  private func nested(_ name: String) -> CapturingEncoder {
    CapturingEncoder(node: node.nested { try node.add(name, $0) })
  }
}

private struct CapturedElements: UnkeyedEncodingContainer {
  let node: CapturedNode

  var codingPath: [any CodingKey] { node.path }
  var count: Int { node.count }

  func encodeNil() throws { try node.add(CapturedNode(null: ())) }

  func encode<T: Encodable>(_ value: T) throws { try node.add(CapturedNode(value)) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128) throws { try node.add(CapturedNode(value)) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128) throws { try node.add(CapturedNode(value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
  func superEncoder() -> any Encoder { nested() }

  private func nested() -> CapturingEncoder {
    CapturingEncoder(node: node.nested { try node.add($0) })
  }
}

private struct CapturedPlace: SingleValueEncodingContainer {
  let node: CapturedNode

  var codingPath: [any CodingKey] { node.path }

  func encodeNil() throws { node.become(CapturedNode(null: ())) }

  func encode<T: Encodable>(_ value: T) throws { node.become(CapturedNode(value)) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128) throws { node.become(CapturedNode(value)) }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128) throws { node.become(CapturedNode(value)) }
}
