import SessionFormat

/// Any JSON, decoded only through the containers of a decoder.
indirect enum Anything: Decodable {
  case null
  case bool(Bool)
  case whole(Int)
  case double(Double)
  /// A number that no double holds.
  case tooLarge
  case string(String)
  case array([Anything])
  case object([(name: String, value: Anything)])

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      var elements: [Anything] = []
      while !list.isAtEnd { elements.append(try list.decode(Anything.self)) }
      self = .array(elements)
    } else if let object = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try object.allKeys.map { ($0.stringValue, try object.decode(Anything.self, forKey: $0)) })
    } else {
      self = try Self.leaf(decoder.singleValueContainer())
    }
  }

  private static func leaf(_ container: any SingleValueDecodingContainer) throws -> Anything {
    if container.decodeNil() { return .null }
    if let truth = try? container.decode(Bool.self) { return .bool(truth) }
    if let whole = try? container.decode(Int.self) { return .whole(whole) }
    if let string = try? container.decode(String.self) { return .string(string) }
    if let double = try? container.decode(Double.self) { return .double(double) }
    return .tooLarge
  }

  /// Whether this equals the value.
  func agrees(with value: JSONValue) -> Bool {
    switch self {
    case .null: value.isNull
    case .bool(let truth): value.bool == truth
    case .whole(let whole): value.int == whole
    case .double(let double):
      value.int == nil && value.number?.double?.bitPattern == double.bitPattern
    case .tooLarge: value.number != nil && value.number?.double == nil
    case .string(let string): value == .string(string)
    case .array(let elements):
      value.array.map { array in
        array.count == elements.count && zip(elements, array).allSatisfy { $0.agrees(with: $1) }
      } ?? false
    case .object(let members): agrees(members, value.object)
    }
  }

  private func agrees(_ members: [(name: String, value: Anything)], _ object: JSONObject?) -> Bool {
    guard let object, object.count == members.count else { return false }
    return members.allSatisfy { name, value in
      object[name].map { value.agrees(with: $0) } ?? false
    }
  }
}
