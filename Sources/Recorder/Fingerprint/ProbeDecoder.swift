import SessionFormat

/// A decoder that returns made-up values and notes what it is asked for.
struct ProbeDecoder: Decoder {
  let attempt: ProbeAttempt
  let node: ProbedNode
  /// The members that lead here.
  var path: [String] = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if path.isEmpty, attempt.refused == .object { throw ProbeRefusal.noValue }
    return KeyedDecodingContainer(ProbedObject<Key>(attempt: attempt, node: node, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ProbedArray(attempt: attempt, node: node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    ProbedValue(attempt: attempt, node: node)
  }
}

/// A value that cannot be made up, or that was left out on purpose.
enum ProbeRefusal: Error { case noValue, missing }

private struct ProbedObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let attempt: ProbeAttempt
  let node: ProbedNode
  let path: [String]
  /// All keys of the type; nil if they are data, or cannot be listed.
  private let keys: [Key]?

  init(attempt: ProbeAttempt, node: ProbedNode, path: [String]) {
    self.attempt = attempt
    self.node = node
    self.path = path
    keys = EnumValues.all(of: Key.self)
    node.isObject = true
    if let keys, node.knownNames == nil, !node.asksForNames {
      node.knownNames = keys.map(\.stringValue)
    }
  }

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    node.asksForNames = true
    guard let keys else { return Key(stringValue: ProbedNode.anyName).map { [$0] } ?? [] }
    let place = path.isEmpty ? attempt.chosenCase : 0
    return place < keys.count ? [keys[place]] : []
  }

  func contains(_ key: Key) -> Bool {
    note(key) { $0.isOptional = true }
    return !isLeftOut(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try leaveOut(key)
    note(key) { $0.mayBeNull = true }
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let (shape, value) = attempt.visit(type)
    note(key) { $0.shape = shape }
    try leaveOut(key)
    guard let value else { throw ProbeRefusal.noValue }
    return value
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let (shape, value) = attempt.visit(type)
    note(key) {
      $0.shape = shape
      $0.isOptional = true
    }
    return attempt.givesOptionals && !isLeftOut(key) ? value : nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key.stringValue).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder("super") }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key.stringValue) }

  private func decoder(_ name: String) throws -> ProbeDecoder {
    let inner = node.members[name]?.node ?? ProbedNode()
    node.members[name, default: ProbedNode.Member()].node = inner
    let place = path + [name]
    if attempt.leavesOut(place) { throw ProbeRefusal.missing }
    return ProbeDecoder(attempt: attempt, node: inner, path: place)
  }

  private func note(_ key: Key, _ change: (inout ProbedNode.Member) -> Void) {
    change(&node.members[key.stringValue, default: ProbedNode.Member()])
  }

  private func isLeftOut(_ key: Key) -> Bool { attempt.leavesOut(path + [key.stringValue]) }

  private func leaveOut(_ key: Key) throws {
    guard isLeftOut(key) else { return }
    throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "missing"))
  }
}

private struct ProbedArray: UnkeyedDecodingContainer {
  let attempt: ProbeAttempt
  let node: ProbedNode
  private(set) var currentIndex = 0

  init(attempt: ProbeAttempt, node: ProbedNode) {
    self.attempt = attempt
    self.node = node
    node.isArray = true
  }

  var codingPath: [any CodingKey] { [] }

  var count: Int? {
    node.asksForCount = true
    return 1
  }

  var isAtEnd: Bool {
    node.asksForCount = true
    return currentIndex >= 1
  }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let (shape, value) = attempt.visit(type)
    try add(shape)
    guard let value else { throw ProbeRefusal.noValue }
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try superProbe().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superProbe().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try superProbe() }

  /// The content of a container without a type is not examined.
  private mutating func superProbe() throws -> ProbeDecoder {
    try add(.unknown)
    return ProbeDecoder(attempt: attempt, node: ProbedNode(), path: [""])
  }

  private mutating func add(_ shape: TypeShape) throws {
    guard currentIndex < 100 else { throw ProbeRefusal.noValue }
    if currentIndex == node.elements.count { node.elements.append(shape) }
    currentIndex += 1
  }
}

private struct ProbedValue: SingleValueDecodingContainer {
  let attempt: ProbeAttempt
  let node: ProbedNode

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    node.mayBeNull = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if attempt.refused == .single { throw ProbeRefusal.noValue }
    let (shape, value) = attempt.visit(type)
    node.single = shape
    guard let value else { throw ProbeRefusal.noValue }
    return value
  }
}
