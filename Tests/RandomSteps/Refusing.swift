/// A value that is written by where it is written.
struct Placed: Composed, Encodable {
  var value = 0
  var rows: [Int] = []

  static var parts: [Part<Placed>] { [Part(\.value), Part(\.rows)] }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NameKey.self)
    let path = encoder.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    try container.encode(path.joined(separator: "."), forKey: NameKey(stringValue: "place"))
    try container.encode(value, forKey: NameKey(stringValue: "value"))
    try container.encode(rows, forKey: NameKey(stringValue: "rows"))
  }
}

/// A state whose values look at their coding path, which is another one in each encoder.
struct Places: RandomState {
  var one = Placed()
  var list: [Placed] = []
  var table: [String: Placed] = [:]

  static var isComparable: Bool { false }

  static var parts: [Part<Places>] { [Part(\.one), Part(filling: \.list), Part(filling: \.table)] }
}

/// A value that cannot be encoded now and then.
struct Shy: Composed, Encodable {
  var value = 0
  var name = ""

  static var parts: [Part<Shy>] { [Part(\.value), Part(\.name)] }

  func encode(to encoder: any Encoder) throws {
    guard !value.isMultiple(of: 7) || value == 0 else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "it is shy"))
    }
    var container = encoder.container(keyedBy: NameKey.self)
    try container.encode(name, forKey: NameKey(stringValue: "name"))
    try container.encode(value, forKey: NameKey(stringValue: "value"))
  }
}

/// A state of which places cannot be encoded now and then, so that reflection shows them.
struct Refusing: RandomState {
  var one = Shy()
  var rows: [Row] = []
  var list: [Shy] = []
  var table: [String: Shy] = [:]
  var maybe: Shy?

  static var parts: [Part<Refusing>] {
    [
      Part(\.one), Part(filling: \.rows), Part(filling: \.list), Part(filling: \.table),
      Part(\.maybe),
    ]
  }
}
