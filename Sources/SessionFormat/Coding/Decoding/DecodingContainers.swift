// The containers that `init(from:)` uses: thin handles on a run. 128-bit integers have their own
// methods because the standard library's defaults throw.

/// A decoder at one value.
///
/// It has three words, so it is never boxed.
struct PlaceDecoder: Decoder {
  let run: DecodingRun
  let place: TapePlace

  var codingPath: [any CodingKey] { run.path(place) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try run.keyed(place, by: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try run.unkeyed(place) }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SinglePlaceDecoding(run: run, place: place)
  }
}

extension DecodingRun {
  @inline(__always)
  func keyed<Key: CodingKey>(
    _ place: TapePlace, by type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard tape.pointee.nodes[place.index].kind == .object else {
      throw mismatch(place, [String: Any].self, "an object")
    }
    typealias Container = KeyedDecodingContainer<Key>
    let idle = kept.idle(Key.self, of: self) { place in
      place.slot.pointee.lone = LoneKeys()
      return Container(KeyedPlaceDecoding(place: place))
    }
    if let idle { return idle.hand(out: place.index, as: Container.self) }
    return Container(KeyedPlaceDecoding(place: KeptPlace(self, place.index, isOwner: true)))
  }

  @inline(__always)
  func unkeyed(_ place: TapePlace) throws -> any UnkeyedDecodingContainer {
    let node = tape.pointee.nodes[place.index]
    guard node.kind == .array else { throw mismatch(place, [Any].self, "an array") }
    return UnkeyedPlaceDecoding(
      run: self, array: place.node, next: place.node &+ 2, ordinal: 0,
      count32: UInt32(truncatingIfNeeded: node.count))
  }
}

struct SinglePlaceDecoding: SingleValueDecodingContainer {
  let run: DecodingRun
  let place: TapePlace

  var codingPath: [any CodingKey] { run.path(place) }

  func decodeNil() -> Bool { run.tape.pointee.nodes[place.index].kind == .null }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try run.decode(type, place) }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try run.decode(type, place) }

  @available(macOS 15.0, iOS 18.0, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try run.decode(type, place) }
}

struct UnkeyedPlaceDecoding: UnkeyedDecodingContainer {
  let run: DecodingRun
  let array: UInt32
  var next: UInt32
  var ordinal: UInt32
  let count32: UInt32

  var codingPath: [any CodingKey] { run.path(run.place(ofContainer: Int(array))) }
  var count: Int? { Int(count32) }
  var isAtEnd: Bool { ordinal >= count32 }
  var currentIndex: Int { Int(ordinal) }

  mutating func decodeNil() throws -> Bool {
    let place = try current(Any.self)
    guard run.tape.pointee.nodes[place.index].kind == .null else { return false }
    advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // The index moves on only after success, because callers may try again with another type.
    let result = try run.decode(type, current(type))
    advance()
    return result
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let result = try run.decode(type, current(type))
    advance()
    return result
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let result = try run.decode(type, current(type))
    advance()
    return result
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try run.keyed(current(type), by: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try run.unkeyed(current([Any].self))
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let place = try current(Any.self)
    advance()
    return PlaceDecoder(run: run, place: place)
  }

  @inline(__always)
  private func current(_ type: Any.Type) throws -> TapePlace {
    if ordinal < count32 { return TapePlace(node: next, parent: array, ordinal: ordinal) }
    throw noElement(type)
  }

  @inline(never)
  private func noElement(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .init(
        codingPath: codingPath + [IndexKey(currentIndex)],
        debugDescription: "the array has no more elements"))
  }

  @inline(__always)
  private mutating func advance() {
    next = UInt32(truncatingIfNeeded: run.tape.pointee.next(after: Int(next)))
    ordinal &+= 1
  }
}
