import SessionFormat
import TestTraits
import Testing

@testable import Recorder

private enum Leaf: Codable, CaseIterable { case plain, other }

private enum Search: Codable {
  case queryChanged(String)
  case leaf(Leaf)
  case labelled(inner: Leaf)
  case pair(Leaf, Int)
  case tuple((Leaf))
  case optional(Leaf?)
  case none
  indirect case again(Search)
}

private enum App: Codable {
  case search(Search)
  case described(Described)
  case tick
}

/// Says other words than its cases.
private enum Described: Codable, CustomStringConvertible {
  case first
  case second(Leaf)
  var description: String { "words" }
}

private enum DebugDescribed: Codable, CustomDebugStringConvertible {
  case first
  var debugDescription: String { "debug words" }
}

private enum Streamed: Codable, TextOutputStreamable {
  case first
  func write<Target: TextOutputStream>(to target: inout Target) { target.write("stream words") }
}

private enum Texts: String, Codable { case one = "the text", two }
private enum Numbers: Int, Codable { case one = 7, two }
private enum Generic<Value: Codable>: Codable { case value(Value), nothing }
private struct Box<Value: Codable>: Codable { var value: Value }
private struct Plain: Codable {}
private final class Reference: Codable {}
private enum Unencodable {
  case bare
  case wraps(Leaf)
}
private enum Outer { struct Inner: Codable {} }

@Suite("Names of actions", .alsoByPublicAPI)
struct ActionNameTests {
  private static func name(_ action: some Any) -> String {
    ActionName.of(action, encoded: Snapshot.of(action).value)
  }

  @Test("an enum is named by its cases, joined through single payloads that are enums")
  func namesCases() {
    let names: [(App, String)] = [
      (.tick, "tick"), (.search(.none), "search.none"),
      (.search(.queryChanged("x")), "search.queryChanged"),
      (.search(.leaf(.other)), "search.leaf.other"),
      (.search(.labelled(inner: .plain)), "search.labelled.plain"),
      (.search(.pair(.plain, 1)), "search.pair"),
      (.search(.again(.again(.leaf(.plain)))), "search.again.again.leaf.plain"),
      (.described(.first), "described.first"),
      (.described(.second(.other)), "described.second.other"),
    ]
    for (action, name) in names { #expect(Self.name(action) == name) }
  }

  @Test("a payload in more parentheses is the same payload")
  func namesParenthesized() {
    #expect(Self.name(Search.tuple((.plain))) == "tuple.plain")
  }

  @Test("an optional payload ends the name")
  func namesOptionals() {
    #expect(Self.name(Search.optional(.plain)) == "optional")
    #expect(Self.name(Search.optional(nil)) == "optional")
  }

  @Test("an action that is boxed as an optional is named as the action")
  func namesBoxedOptionals() {
    let boxed: [(Any, String)] = [
      (Search.leaf(.other) as Search? as Any, "leaf.other"),
      (Search.none as Search?? as Any, "none"),
      (Described.first as Described? as Any, "first"),
      (Plain() as Plain? as Any, "Plain"),
      (Search?.none as Any, "Search"),
      (Plain??.some(nil) as Any, "Plain"),
    ]
    for (action, name) in boxed {
      #expect(ActionName.of(action, encoded: Snapshot.of(action).value) == name)
    }
    let names = ActionRegistry<any Encodable> { $0.add(Plain.self, as: "plain") { $0 } }.names
    #expect(ActionName.of(Plain?.some(Plain()) as Any, encoded: [:], names: names) == "plain")
  }

  @Test("an enum of texts or numbers is named by its cases, not by what they stand for")
  func namesRawValues() {
    #expect(Self.name(Texts.one) == "one")
    #expect(Self.name(Texts.two) == "two")
    #expect(Self.name(Numbers.one) == "one")
  }

  @Test("an enum that describes itself is still named by its cases")
  func namesDescribed() {
    #expect(Self.name(Described.first) == "first")
    #expect(Self.name(Described.second(.plain)) == "second.plain")
    #expect(Self.name(DebugDescribed.first) == "first")
    #expect(Self.name(Streamed.first) == "first")
  }

  @Test("a struct or class is named by its type, without what encloses it")
  func namesTypes() {
    #expect(Self.name(Plain()) == "Plain")
    #expect(Self.name(Reference()) == "Reference")
    #expect(Self.name(Outer.Inner()) == "Inner")
    #expect(Self.name(Box(value: 1)) == "Box<Int>")
    #expect(Self.name(3) == "Int")
    #expect(Self.name("text") == "String")
    #expect(Self.name(Plain() as any Encodable) == "Plain")
  }

  @Test("the cases of a generic enum are named like any other's")
  func namesGeneric() {
    #expect(Self.name(Generic.value(1)) == "value")
    #expect(Self.name(Generic.value(Leaf.other)) == "value.other")
    #expect(Self.name(Generic<Int>.nothing) == "nothing")
  }

  @Test("an action that does not encode has its name all the same")
  func namesUnencodable() {
    #expect(Self.name(Unencodable.bare) == "bare")
    #expect(Self.name(Unencodable.wraps(.plain)) == "wraps.plain")
  }

  @Test("a type's name is unqualified, an optional's that of what it wraps")
  func namesTypesOfHeaders() {
    #expect(TypeName.of(Outer.Inner.self) == "Inner")
    #expect(TypeName.of(Outer.Inner?.self) == "Inner")
    #expect(TypeName.of([Plain].self) == "Array<Plain>")
    #expect(TypeName.of((any Encodable).self) == "Encodable")
  }
}
