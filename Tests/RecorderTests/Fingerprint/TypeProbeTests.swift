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
}
