struct KeyedPlaces<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: KeptPlace<EncodingRun>

  private var run: EncodingRun {
    @inline(__always) get { place.slot.pointee.run.takeUnretainedValue() }
  }
  private var id: Int {
    @inline(__always) get { place.slot.pointee.id }
  }

  var codingPath: [any CodingKey] { run.path(of: id) }

  func encodeNil(forKey key: Key) throws {
    let run = try run.writable(id, .object)
    run.writeName(key.stringValue)
    run.state.pointee.text.append("null")
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try place.slot.pointee.run._withUnsafeGuaranteedRef {
      try $0.member(id, key.stringValue, value)
    }
  }

  // The standard library's default copies the value and looks up its type for that.
  func encodeIfPresent<T: Encodable>(_ value: borrowing T?, forKey key: Key) throws {
    try Borrowed.call(some: value) { try encode(copy $0, forKey: key) }
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128, forKey key: Key) throws {
    try place.slot.pointee.run._withUnsafeGuaranteedRef {
      try $0.member(id, key.stringValue, value)
    }
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try place.slot.pointee.run._withUnsafeGuaranteedRef {
      try $0.member(id, key.stringValue, value)
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    run.nested(in: id, key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    run.nested(in: id, key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { run.nested(in: id, SuperKey.key.stringValue) }
  func superEncoder(forKey key: Key) -> any Encoder { run.nested(in: id, key.stringValue) }
}
