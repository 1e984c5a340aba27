import Recorder
import SessionFormat
import Testing

@Suite("Which stored properties of a type no recording has")
struct UnencodedPartsTests {
  private struct Whole: Codable {
    var name: String
    var count: Int?
    var tags: [String]
  }
  private struct Renamed: Codable {
    var name: String
    enum CodingKeys: String, CodingKey { case name = "n" }
  }
  private struct Partial: Codable {
    var name = ""
    var pinned: String?
    var limit = 5
    private enum CodingKeys: String, CodingKey { case name }
  }
  private struct PartlyRenamed: Codable {
    var name = ""
    var limit = 5
    private enum CodingKeys: String, CodingKey { case name = "n" }
  }
  private struct Computed: Codable {
    var cents: Int
    private enum CodingKeys: String, CodingKey { case euros }
    init(from decoder: any Decoder) throws {
      cents = Int(
        try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .euros) * 100)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Double(cents) / 100, forKey: .euros)
    }
  }
  @propertyWrapper private struct Boxed<Value: Codable>: Codable {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
  }
  private struct Wrapped: Codable {
    @Boxed var name = ""
    @Boxed var hidden = 1
    private enum CodingKeys: String, CodingKey { case name }
  }
  private struct Lazy: Codable {
    var name = ""
    lazy var length = name.count
    private enum CodingKeys: String, CodingKey { case name }
  }
  private struct Nested: Codable {
    var rows: [Partial]
    var byName: [String: Lazy?]
  }
  private enum Choice: Codable {
    case one(Partial)
    case none
  }

  private func unencoded(_ type: any Decodable.Type) -> [String] {
    StoreTypes(state: type, actions: .unknown).examined.unencoded
  }

  @Test("a type whose properties are all asked for has none, under whatever names")
  func whole() {
    #expect(unencoded(Whole.self) == [])
    #expect(unencoded(Renamed.self) == [])
    #expect(unencoded(Computed.self) == [])
    #expect(unencoded([String: [Whole]].self) == [])
  }

  @Test("others are named, wherever the type is")
  func partial() {
    let parts = ["Partial.limit", "Partial.pinned"]
    #expect(unencoded(Partial.self) == parts)
    #expect(unencoded(Nested.self) == ["Lazy.length"] + parts)
    #expect(unencoded(Choice.self) == parts)
  }

  @Test("what the compiler stores for a lazy or wrapped property has the name of that property")
  func stored() {
    #expect(unencoded(Wrapped.self) == ["Wrapped.hidden"])
    #expect(unencoded(Lazy.self) == ["Lazy.length"])
  }

  @Test("which property is meant is not guessed where names differ")
  func renamed() { #expect(unencoded(PartlyRenamed.self) == ["PartlyRenamed"]) }

  @Test("the types of actions count, too")
  func actions() {
    let types = StoreTypes(state: Whole.self, actions: .one(Partial.self))
    #expect(types.examined.unencoded == ["Partial.limit", "Partial.pinned"])
  }
}
