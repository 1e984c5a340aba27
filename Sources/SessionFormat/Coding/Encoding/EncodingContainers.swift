// The containers that `encode(to:)` uses: thin handles on a run, of three words, so that only the
// keyed ones are boxed. 128-bit integers have methods because the library's defaults throw.

/// An encoder at one value's place.
struct PlaceEncoder: Encoder {
  let run: EncodingRun
  let id: Int

  var codingPath: [any CodingKey] { run.path(of: id) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    run.open(id, .object)
    typealias Container = KeyedEncodingContainer<Key>
    let idle = run.kept?.idle(Key.self, of: run) { Container(KeyedPlaces(place: $0)) }
    if let idle { return idle.hand(out: id, as: Container.self) }
    return Container(KeyedPlaces(place: KeptPlace(run, id, isOwner: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    run.open(id, .array)
    return UnkeyedPlaces(run: run, id: id)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SinglePlace(run: run, id: id)
  }
}

extension EncodingRun {
  /// Makes a place an array or object; the same request again changes nothing.
  @inline(__always)
  fileprivate func open(_ id: Int, _ content: EncodedContent) {
    if state.pointee.topID == id { become(content) } else { openSlowly(id, content) }
  }

  @inline(never)
  private func openSlowly(_ id: Int, _ content: EncodedContent) {
    guard !holds(id, content), let run = reachAlone(id) else { return }
    run.become(content)
  }

  private func holds(_ id: Int, _ content: EncodedContent) -> Bool {
    if let run = state.pointee.detached[id] { return run.holds(id, content) }
    var index = state.pointee.top
    while index >= 0, state.pointee.frames[index].id != id { index -= 1 }
    return index >= 0 && state.pointee.frames[index].content == content
  }

  /// Writes a member of an object.
  @inline(__always)
  func member<T: Encodable>(_ id: Int, _ name: String, _ value: T) throws {
    if isInnermost(id, .object) {
      writeName(ofKey: name)
      do { try write(value) } catch { throw withoutLastMember(error) }
    } else {
      try withUnsafePointer(to: value) { try memberSlowly(id, name, $0, T.self) }
    }
  }

  /// Writes an element of an array.
  @inline(__always)
  fileprivate func element<T: Encodable>(_ id: Int, _ value: T) throws {
    if isInnermost(id, .array) {
      let end = state.pointee.text.count
      writeElementStart()
      do { try write(value) } catch { throw withoutLast(error, from: end) }
    } else {
      try withUnsafePointer(to: value) { try elementSlowly(id, $0, T.self) }
    }
  }

  @inline(__always)
  private func isInnermost(_ id: Int, _ content: EncodedContent) -> Bool {
    state.pointee.topID == id && state.pointee.frames[state.pointee.top].content == content
  }

  @inline(never)
  private func memberSlowly(
    _ id: Int, _ name: String, _ value: UnsafeRawPointer, _ type: any Encodable.Type
  ) throws {
    let run = try writable(id, .object)
    run.writeName(name)
    do { try run.writeOther(at: value, type) } catch { throw run.withoutLastMember(error) }
  }

  @inline(never)
  private func elementSlowly(
    _ id: Int, _ value: UnsafeRawPointer, _ type: any Encodable.Type
  ) throws {
    let run = try writable(id, .array)
    let end = run.state.pointee.text.count
    run.writeElementStart()
    do { try run.writeOther(at: value, type) } catch { throw run.withoutLast(error, from: end) }
  }

  /// The run in which that container is the innermost frame.
  func writable(_ id: Int, _ content: EncodedContent) throws -> EncodingRun {
    if holds(id, content), let run = reach(id) { return run }
    throw refusal
  }

  fileprivate var refusal: EncodingError {
    .invalidValue(
      0,
      .init(
        codingPath: [],
        debugDescription: "a container was written to after its value had ended or was replaced"))
  }

  /// A place inside a container, for nested containers made by hand.
  ///
  /// If the container no longer accepts writes, the place refuses everything.
  func nested(in id: Int, _ name: String?) -> PlaceEncoder {
    if !isInnermost(id, name == nil ? .array : .object) { return nestedSlowly(in: id, name) }
    if let name { writeName(ofKey: name) } else { writeElementStart() }
    return PlaceEncoder(run: self, id: beginFrame(isValue: false))
  }

  @inline(never)
  private func nestedSlowly(in id: Int, _ name: String?) -> PlaceEncoder {
    guard let run = try? writable(id, name == nil ? .array : .object) else {
      return PlaceEncoder(run: self, id: -1)
    }
    return run.nested(in: id, name)
  }
}

struct UnkeyedPlaces: UnkeyedEncodingContainer {
  let run: EncodingRun
  let id: Int

  var codingPath: [any CodingKey] { run.path(of: id) }
  var count: Int { run.elementCount(of: id) }

  func encodeNil() throws {
    let run = try run.writable(id, .array)
    run.writeElementStart()
    run.state.pointee.text.append("null")
  }

  func encode<T: Encodable>(_ value: T) throws {
    try run.element(id, value)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128) throws {
    try run.element(id, value)
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128) throws {
    try run.element(id, value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    run.nested(in: id, nil).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    run.nested(in: id, nil).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { run.nested(in: id, nil) }
}

extension EncodingRun {
  /// The element count of an array.
  fileprivate func elementCount(of id: Int) -> Int {
    if let run = state.pointee.detached[id] { return run.elementCount(of: id) }
    var index = state.pointee.top
    while index >= 0, state.pointee.frames[index].id != id { index -= 1 }
    return index < 0 ? 0 : state.pointee.frames[index].count
  }
}

struct SinglePlace: SingleValueEncodingContainer {
  let run: EncodingRun
  let id: Int

  var codingPath: [any CodingKey] { run.path(of: id) }

  func encodeNil() throws {
    guard let run = run.reachAlone(id) else { throw run.refusal }
    run.clearTop()
    run.state.pointee.frames[run.state.pointee.top].content = .value
    run.state.pointee.text.append("null")
  }

  func encode<T: Encodable>(_ value: T) throws {
    try withUnsafePointer(to: value) { try write(at: $0, T.self) }
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: Int128) throws {
    try withUnsafePointer(to: value) { try write(at: $0, Int128.self) }
  }

  @available(macOS 15.0, iOS 18.0, *)
  func encode(_ value: UInt128) throws {
    try withUnsafePointer(to: value) { try write(at: $0, UInt128.self) }
  }

  private func write(at value: UnsafeRawPointer, _ type: any Encodable.Type) throws {
    if run.state.pointee.topID == id { return try run.writeInPlace(at: value, type, id) }
    guard let run = run.reach(id) else { throw run.refusal }
    try run.writeInPlace(at: value, type, id)
  }
}
