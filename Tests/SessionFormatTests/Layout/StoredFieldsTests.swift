import Foundation
import Testing

@testable import SessionFormat

@Suite("The stored properties and payloads of a type")
struct StoredFieldsTests {
  struct Pair<First, Second> {
    let flag: Bool
    let first: First
    let second: [Second]
    var sum: Int { 2 }
    lazy var later = 1
  }

  enum Shape<Value> {
    case none
    case one(Value)
    case labelled(to: Value)
    indirect case nested(Shape<[Value]>, UInt8)
    case other
  }

  final class Box {}

  private static func text(_ fields: [StoredFields.Field]?) -> [String]? {
    fields?.map { field in
      "\(field.name) \(field.type.map { String(reflecting: $0) } ?? "-") \(field.offset)"
    }
  }

  @Test("the metadata has the layout that is relied on") func sound() {
    #expect(StoredFields.isSound)
  }

  @Test("generic structs: each with its own types and offsets")
  func structs() {
    #expect(
      Self.text(StoredFields.properties(of: Pair<Int16, String>.self)) == [
        "flag Swift.Bool 0", "first Swift.Int16 2", "second Swift.Array<Swift.String> 8",
        "$__lazy_storage_$_later Swift.Optional<Swift.Int> 16",
      ])
    #expect(
      Self.text(StoredFields.properties(of: Pair<Double, UInt8>.self)) == [
        "flag Swift.Bool 0", "first Swift.Double 8", "second Swift.Array<Swift.UInt8> 16",
        "$__lazy_storage_$_later Swift.Optional<Swift.Int> 24",
      ])
    #expect(Self.text(StoredFields.properties(of: Void.self)) == nil)
    #expect(Self.text(StoredFields.properties(of: Box.self)) == nil)
    #expect(Self.text(StoredFields.properties(of: Shape<Int>.self)) == nil)
    #expect(Self.text(StoredFields.properties(of: (any Error).self)) == nil)
  }

  @Test("generic enums: the cases with payloads first")
  func enums() {
    let name = String(reflecting: Shape<[Int]>.self)
    #expect(
      Self.text(StoredFields.payloads(of: Shape<Int>.self)) == [
        "one Swift.Int 0", "labelled (to: Swift.Int) 0", "nested (\(name), Swift.UInt8) 0",
        "none - 0", "other - 0",
      ])
    #expect(
      Self.text(StoredFields.payloads(of: String?.self)) == ["some Swift.String 0", "none - 0"])
    #expect(Self.text(StoredFields.payloads(of: Never.self)) == [])
    #expect(Self.text(StoredFields.payloads(of: Int.self)) == nil)
  }

  @Test("nothing is read of the metadata if that is switched off")
  func off() {
    PrivateLayout.$isUsed.withValue(false) {
      #expect(StoredFields.properties(of: Pair<Int, Int>.self) == nil)
      #expect(StoredFields.payloads(of: Shape<Int>.self) == nil)
      #expect(TupleElements.of((Int, Int).self) == nil)
      #expect(ValueBits(of: Int.self) == nil)
      #expect(CasePayloads.lastName(of: Shape<Int>.none) == nil)
    }
  }

  @Test("the elements of a tuple, and the only one")
  func tuples() {
    let elements = TupleElements.of((Bool, Int32, x: String).self)
    #expect(elements?.map(\.offset) == [0, 4, 8])
    #expect(
      elements?.map { ObjectIdentifier($0.type) }
        == [Bool.self, Int32.self, String.self].map { ObjectIdentifier($0 as Any.Type) })
    #expect(TupleElements.only(of: (Int, Int).self) == nil)
    #expect(TupleElements.only(of: Int.self) == nil)
  }
}
