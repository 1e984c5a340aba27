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
  /// How many values are encoding themselves one inside the other, right now and in this place.
  private var wrappings = 0

  init(depth: Int, limit: Int) {
    self.depth = depth
    self.limit = limit
  }

  func set(_ value: JSONValue) { content = .value(value) }

  func encode<T: Encodable>(_ value: T, path: [any CodingKey]) throws {
    if let leaf = value as? any LeafCoding {
      content = .value(leaf.encoded)
    } else if depth > limit || wrappings > limit {
      // At the limit itself a value may yet turn out to be a wrapped leaf; `finished` decides.
      content = .tooDeep
    } else {
      wrappings += 1
      defer { wrappings -= 1 }
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

  /// The value, and the opaque places in it.
  func finished() -> ValueEncoder.Encoded {
    switch content {
    case .value(let value): return .init(value: value, opaque: [])
    case .tooDeep: return tooDeep
    case .empty, .array, .object: break
    }
    guard depth < limit else { return tooDeep }
    switch content {
    case .array(let slots): return array(inFileOrder(slots.map { $0.finished() }))
    case .object(let slots): return object(slots.map { ($0.name, $0.slot.finished()) })
    // A type that encodes nothing is written as an empty object, as its decoder expects one.
    case .empty, .value, .tooDeep: return .init(value: .object([]), opaque: [])
    }
  }

  private var tooDeep: ValueEncoder.Encoded {
    .init(value: .string("nested deeper than \(limit) levels"), opaque: [.root])
  }

  private func array(_ elements: [ValueEncoder.Encoded]) -> ValueEncoder.Encoded {
    let opaque = elements.enumerated().flatMap { place, element in
      element.opaque.map { $0.below(String(place)) }
    }
    return .init(value: .array(elements.map(\.value)), opaque: opaque)
  }

  private func object(
    _ members: [(name: String, encoded: ValueEncoder.Encoded)]
  ) -> ValueEncoder.Encoded {
    var members = members
    if order == .keys { members.sort { $0.name.precedesInBytes($1.name) } }
    let opaque = members.flatMap { member in
      member.encoded.opaque.map { $0.below(member.name) }
    }
    return .init(value: .object(members.map { ($0.name, $0.encoded.value) }), opaque: opaque)
  }

  /// The finished elements, so that none is finished twice: sets may hold sets.
  private func inFileOrder(_ elements: [ValueEncoder.Encoded]) -> [ValueEncoder.Encoded] {
    func text(_ element: ValueEncoder.Encoded) -> [UInt8] { JSONWriter.bytes(of: element.value) }
    switch order {
    case .asEncoded: return elements
    case .elements:
      return elements.map { (text($0), $0) }
        .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    case .keys:
      let pairs = stride(from: 0, to: elements.count - 1, by: 2).map {
        (text(elements[$0]), [elements[$0], elements[$0 + 1]])
      }
      return pairs.sorted { $0.0.lexicographicallyPrecedes($1.0) }.flatMap(\.1)
    }
  }
}

extension JSONPointer {
  /// The same place, seen from one level further out.
  fileprivate func below(_ token: String) -> JSONPointer { JSONPointer(tokens: [token] + tokens) }
}
