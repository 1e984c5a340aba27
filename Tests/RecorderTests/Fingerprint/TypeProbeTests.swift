import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("Probes of types")
struct TypeProbeTests {
  private enum Three: CaseIterable { case a, b, c }
  private enum One { case only }
  private enum Payload { case a, b(Int) }

  @Test("the values of an enum without payload are listed, in order")
  func enumValues() {
    #expect(EnumValues.all(of: Three.self) == Three.allCases)
    #expect(EnumValues.all(of: One.self) == [.only])
    #expect(EnumValues.all(of: Bool.self) == nil)
    #expect(EnumValues.all(of: Payload.self) == nil)
    #expect(EnumValues.all(of: Int.self) == nil)
    #expect(EnumValues.all(of: Three?.self) == nil)
    #expect(EnumValues.all(of: (any Error).self) == nil)
    #expect(EnumValues.all(of: Gathered<Int>.self) == nil)
    #expect(EnumValues.all(of: Never.self)?.count == 0)
  }

  /// Each level has two of the next: with no memory it would take a million visits.
  private struct Twice<Inner: Codable>: Codable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      // Kept by value, twenty levels would take a million places on the stack.
      _ = try container.decode(Inner.self, forKey: .left)
      _ = try container.decode(Inner.self, forKey: .right)
    }
    func encode(to encoder: any Encoder) throws {}
    enum Key: CodingKey { case left, right }
  }

  /// A type with so many levels.
  private func nested<Inner: Codable>(_ inner: Inner.Type, _ levels: Int) -> Any.Type {
    levels == 0 ? inner : nested(Twice<Inner>.self, levels - 1)
  }

  @Test("a type is looked at once, however often others have it")
  func shared() {
    let types = StoreTypes(state: nested(Int.self, 20), actions: .unknown)
    #expect(types.fingerprint.types.count == 20)
  }

  @Test("types that lie too deep within each other are not looked into")
  func deep() {
    let types = StoreTypes(state: nested(Int.self, 40), actions: .unknown)
    #expect(types.fingerprint.types.count == 30)
  }

  private struct OfTheSystem: Codable {
    var calendar = Calendar(identifier: .gregorian)
    var letters = CharacterSet()
    var link: URLComponents?
    var links: [URLComponents] = []
    var place = SIMD3<Float>()
    var zone = TimeZone.gmt
    var address = Address("a@b.org")
    var last = 1
  }

  private struct Address: Codable {
    let text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text.contains("@") else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no address"))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test("types of the system trapped on made-up values, or hid the members behind them")
  func system() {
    let types = StoreTypes(state: OfTheSystem.self, actions: .unknown).fingerprint
    #expect(
      types.text.replacing(#/ [0-9a-f]{8} /#, with: " HASH ")
        == "v1; state HASH @OfTheSystem; action HASH _; "
        + "@OfTheSystem {address:@Address,calendar:@Calendar,last:Int,letters:@CharacterSet,"
        + "link?:@URLComponents,links:[@URLComponents],place:@'SIMD3<Float>',zone:@TimeZone}; "
        + "@Address String; @Calendar _; @CharacterSet _; @URLComponents _; "
        + "@'SIMD3<Float>' (Float,Float,Float); @TimeZone _")
  }
}
