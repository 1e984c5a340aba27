import Foundation

// References that are hidden: inside a struct inside an array, behind a generic, in an existential,
// in the payload of a case. All are changed in place.

private final class Ref: Codable, Hashable {
  var count = 0
  static func == (left: Ref, right: Ref) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private struct Row: Encodable {
  var title = "row"
  var ref = Ref()
}

private struct Box<Value: Encodable>: Encodable {
  var value: Value
}

private struct Holder<Part: Encodable>: Encodable, Ticking {
  var tick = 0
  var part: Part
}

private struct AnyValue: Encodable {
  var value: any Encodable
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

private enum Item: Encodable {
  case number(Int)
  case row(Row, at: Int)
  indirect case nested(Item)
}

private struct Pairs: Encodable {
  var pair = (ref: Ref(), number: 3)
  var result: Result<Ref, CancellationError> = .success(Ref())

  enum CodingKeys: CodingKey { case pair, number, result }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pair.ref, forKey: .pair)
    try container.encode(pair.number, forKey: .number)
    try container.encode(result.get(), forKey: .result)
  }
}

private struct Hashed: Encodable {
  var any: AnyHashable
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode((any.base as? Ref)?.count ?? -1)
  }
}

private struct Slice: Encodable {
  var rows: ArraySlice<Row>
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for row in rows { try container.encode(row) }
  }
}

private struct Words: Encodable {
  let append: (String) -> Void
  let read: () -> [String]

  init() {
    var words: [String] = []
    append = { words.append($0) }
    read = { words }
  }

  func encode(to encoder: any Encoder) throws { try read().encode(to: encoder) }
}

private func keep(_ ref: Ref) -> Ref { Immortal.keep(ref) }

extension HostileStates {
  static let hidden: [Specimen] = [
    .codable("hidden-struct-in-array") {
      Holder(part: [Row(), Row(), Row()])
    } _: {
      $0.tick = $1.step
      $0.part[$1.step % 3].ref.count += $1.amount
    },
    .codable("hidden-behind-generics") {
      Holder(part: Box(value: Box(value: [Row()])))
    } _: {
      $0.tick = $1.step
      $0.part.value.value[0].ref.count += $1.amount
    },
    .codable("hidden-in-existential") {
      Holder(part: AnyValue(value: Box(value: keep(Ref()))))
    } _: { state, move in
      state.tick = move.step
      (state.part.value as? Box<Ref>)?.value.count += move.amount
    },
    .codable("hidden-in-existential-of-structs") {
      Holder(part: [AnyValue(value: Box(value: 1)), AnyValue(value: Box(value: Row()))])
    } _: { state, move in
      state.tick = move.step
      (state.part[1].value as? Box<Row>)?.value.ref.count += move.amount
      if move.step % 8 == 0 { state.part[0].value = Box(value: move.step) }
    },
    .codable("hidden-in-closure-capture") {
      Holder(part: [Words(), Words()])
    } _: {
      $0.tick = $1.step
      if $1.step % 2 == 0 { $0.part[1].append("\($1.amount)") }
    },
    .codable("hidden-in-dictionary") {
      Holder(part: ["a": ["b": Row()]])
    } _: {
      $0.tick = $1.step
      $0.part["a"]?["b"]?.ref.count += $1.amount
      if $1.step == 77 { $0.part["c"] = $0.part["a"] }
    },
    .codable("hidden-in-case") {
      Holder(part: [Item.number(1), .nested(.row(Row(), at: 1))])
    } _: {
      $0.tick = $1.step
      if case .nested(.row(let row, _)) = $0.part[1] { row.ref.count += $1.amount }
    },
    .codable("hidden-in-tuple-and-result") {
      Holder(part: Pairs())
    } _: {
      $0.tick = $1.step
      $0.part.pair.ref.count += $1.amount
      if case .success(let ref) = $0.part.result { ref.count -= $1.step }
    },
    .codable("hidden-in-any-hashable") {
      Holder(part: [Hashed(any: AnyHashable(Ref()))])
    } _: {
      $0.tick = $1.step
      ($0.part[0].any.base as? Ref)?.count += $1.amount
    },
    .codable("hidden-in-optionals") {
      Holder(part: [Optional(Optional(Row())), nil])
    } _: {
      $0.tick = $1.step
      $0.part[0]??.ref.count += $1.amount
    },
    .codable("hidden-in-slices") {
      Holder(part: Box(value: ContiguousArray([Slice(rows: [Row(), Row(), Row()].dropFirst())])))
    } _: {
      $0.tick = $1.step
      $0.part.value[0].rows[1].ref.count += $1.amount
    },
    .codable("hidden-in-set") {
      Holder(part: Set([keep(Ref())]))
    } _: {
      $0.tick = $1.step
      $0.part.first?.count += $1.amount
    },
  ]
}
