/// The index of an element as a coding key.
struct IndexKey: CodingKey {
  let index: Int
  init(_ index: Int) { self.index = index }
  init(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }
  var intValue: Int? { index }
  var stringValue: String { String(index) }
}

/// The name of a member as a coding key, made only when a path is needed.
struct TextKey: CodingKey {
  let stringValue: String
  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  var intValue: Int? { nil }
}

/// The key under which `Codable` puts a superclass.
enum SuperKey: String, CodingKey {
  case key = "super"
}
