/// The members of one object.
struct KeyedPlaceDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let place: KeptPlace<DecodingRun>

  private var run: DecodingRun {
    @inline(__always) get { place.slot.pointee.run.takeUnretainedValue() }
  }
  /// Its node.
  private var object: Int {
    @inline(__always) get { place.slot.pointee.id }
  }

  var codingPath: [any CodingKey] { run.path(run.place(ofContainer: object)) }

  var allKeys: [Key] {
    let tape = run.tape.pointee
    guard let lone = place.slot.pointee.lone, tape.nodes[object].count == 1 else {
      return keys(of: tape)
    }
    let name = tape.nodes[object &+ 2]
    guard !name.hasEscapes, name.length > 0, name.length <= LoneKeys.longest else {
      return keys(of: tape)
    }
    return lone.keys(tape.written(object &+ 2)) { keys(of: tape) }
  }

  @inline(never)
  private func keys(of tape: Tape) -> [Key] {
    let end = tape.nodes[object].next
    var keys: [Key] = []
    // For the single key of an enum, reserving costs more than it saves.
    let count = tape.nodes[object].count
    if count > 1 { keys.reserveCapacity(run.roomFor(count, of: Key.self)) }
    var name = object + 2
    while name < end {
      if let key = Key(stringValue: tape.string(name)) { keys.append(key) }
      name = tape.next(after: name + 1)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { node(key) != 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    run.tape.pointee.nodes[try place(key).index].kind == .null
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try run.decode(type, place(key))
  }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try run.decode(type, place(key))
  }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try run.decode(type, place(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try run.keyed(place(key), by: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try run.unkeyed(place(key))
  }

  func superDecoder() throws -> any Decoder { try decoder(SuperKey.key) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: any CodingKey) throws -> PlaceDecoder {
    PlaceDecoder(run: run, place: try place(key))
  }

  /// The node of the value; 0 if the key is missing.
  @inline(__always)
  private func node(_ key: some CodingKey) -> Int {
    var name = key.stringValue
    return name.withUTF8 { name in
      guard let start = name.baseAddress else {
        return run.tape.pointee.member(of: object, run.tape.pointee.text, 0)
      }
      return run.tape.pointee.member(of: object, start, name.count)
    }
  }

  @inline(__always)
  private func place(_ key: some CodingKey) throws -> TapePlace {
    let node = node(key)
    guard node != 0 else { throw missing(key) }
    return place(node)
  }

  @inline(never)
  private func missing(_ key: some CodingKey) -> DecodingError {
    .keyNotFound(key, .init(codingPath: codingPath, debugDescription: "missing"))
  }

  @inline(__always)
  private func place(_ node: Int) -> TapePlace {
    TapePlace(
      node: UInt32(truncatingIfNeeded: node), parent: UInt32(truncatingIfNeeded: object),
      ordinal: 0)
  }

  /// A member that may be missing or null: one look-up instead of the three of the defaults.
  @inline(__always)
  private func member<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    let node = node(key)
    guard node != 0, run.tape.pointee.nodes[node].kind != .null else { return nil }
    return try run.decode(type, place(node))
  }
}

// One method for each requirement; otherwise the standard library's defaults would be used.
extension KeyedPlaceDecoding {
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try member(type, key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try member(type, key)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try member(type, key)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try member(type, key)
  }
}
