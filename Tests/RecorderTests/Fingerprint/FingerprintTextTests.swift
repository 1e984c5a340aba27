import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("The fingerprint of types")
struct FingerprintTextTests {
  struct Shelf: Codable {
    enum Kind: String, Codable { case book, disc = "a disc" }
    struct Item: Codable {
      var id: UUID
      var kind: Kind?
      var tags: Set<String>
      var parts: [Item]
      var prices: [String: Decimal]
      var shelf: [Kind: Int]
    }
    var items: [Item]
    var updated: Date?
    var size: Int??
  }
  enum Action: Codable { case add(Shelf.Item, at: Int?), clear }
  struct Wide<Value: Codable>: Codable { var value: Value }

  private func text(_ state: Any.Type, _ action: Any.Type = Never.self) -> String {
    StoreTypes(state: state, action: action, names: ActionNames()).fingerprint.text
  }

  @Test("it names members, types and cases in the order of their bytes")
  func text() {
    #expect(
      text(Shelf.self, Action.self)
        == "v1; state f4d3014a @Shelf; action f6d3b6a0 @Action; "
        + "@Shelf {items:[@Item],size?:Int?,updated?:Date}; "
        + "@Action <add:{_0:@Item,at?:Int}|clear:{}>; "
        + "@Item {id:UUID,kind?:@Kind,parts:[@Item],prices:{*:Decimal},shelf:[@Kind:Int],tags:[String]}; "
        + "@Kind String('a disc'|book)")
  }

  @Test("what cannot be decoded is an underscore, what refuses is marked, odd names are quoted")
  func unknown() {
    struct Shown: Encodable {}
    #expect(
      text(Shown.self, Wide<Member.Colour>.self)
        == "v1; state 5d4bb5a6 _; action 8ae58e16 @'Wide<Colour>'; "
        + "@'Wide<Colour>' {value:@Colour}!; @Colour String!")
  }

  @Test("two types of one name are told apart")
  func sameName() {
    enum One { struct Row: Codable { var a: Int } }
    enum Two { struct Row: Codable { var b: Int } }
    let fingerprint = StoreTypes(state: [One.Row].self, actions: .one([Two.Row].self)).fingerprint
    #expect(fingerprint.types.keys.sorted() == ["Row", "Row 2"])
  }

  @Test("what is written is read again", arguments: ChangedType.all)
  func roundTrip(_ change: ChangedType) throws {
    let all = [StoreTypes(state: Shelf.self, actions: .one(Action.self)).fingerprint]
    for fingerprint in all + change.fingerprints() {
      #expect(try #require(TypeFingerprint(text: fingerprint.text)) == fingerprint)
    }
  }

  @Test("a state that may be none is like one that is there, and an unknown action like any")
  func roots() throws {
    #expect(text(Shelf?.self) == text(Shelf.self))
    let known = StoreTypes(state: Shelf.self, actions: .one(Action.self)).fingerprint
    let unknown = StoreTypes(state: Shelf.self, actions: .one((any Sendable).self)).fingerprint
    #expect(TypeComparison.differences(from: unknown, to: known) == [])
    #expect(TypeComparison.differences(from: known, to: unknown) == [])
  }

  @Test("a registry's actions stand by name and alias")
  func registry() {
    let registry = ActionRegistry<any Sendable> { types in
      types.add(Member.Count.self, as: "b", aliases: ["a"]) { $0 }
    }
    let fingerprint = StoreTypes(
      state: Int.self, action: Any.self, names: registry.names
    ).fingerprint
    #expect(
      fingerprint.text
        == "v1; state f854fb86 Int; action b66a0b52 a=@Count; action b66a0b52 b=@Count; "
        + "@Count {count:Int}")
  }
}
