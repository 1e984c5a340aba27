import Testing

@testable import SessionFormat

/// What relies on the layout of the runtime's and the library's types, and the way without it.
@Suite("Private layout")
struct PrivateLayoutTests {
  private final class Object {}
  private struct Box { let object: Object }
  private struct Two {
    let first = Object()
    let second = Object()
  }
  private struct Word { let number: Int }
  private struct Weakly { weak var object: Object? }

  private enum Case { case plain, one(Int) }
  private enum Renamed: CustomStringConvertible {
    case name
    var description: String { "other words" }
  }
  private struct Structure {}
  private enum Key: CodingKey { case key }

  /// Whether the containers that it is given are one reference each.
  private struct Containers: Codable {
    nonisolated(unsafe) static var areReferences: [Bool] = []

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      Self.areReferences.append(PrivateLayout.isOneReference(container))
    }

    func encode(to encoder: any Encoder) throws {
      let container = encoder.container(keyedBy: Key.self)
      Self.areReferences.append(PrivateLayout.isOneReference(container))
    }
  }

  @Test("what is relied on holds on this system")
  func holds() {
    #expect(TypeKind.isSound)
    #expect(EnumValues.isSound)
    #expect(CaseName.isSound)
  }

  @Test("one reference is told from all else of its size")
  func oneReference() {
    let object = Object()
    #expect(PrivateLayout.isOneReference(Box(object: object)))
    #expect(!PrivateLayout.isOneReference(Two()))
    #expect(!PrivateLayout.isOneReference(Word(number: Int(bitPattern: ObjectIdentifier(object)))))
    #expect(!PrivateLayout.isOneReference(Weakly(object: object)))
    #expect(!PrivateLayout.isOneReference(1))
    #expect(!PrivateLayout.isOneReference("text"))
  }

  @Test("keyed containers are one reference on this system, so they are handed out again")
  func containers() throws {
    let text = try ValueEncoder().bytes(of: Containers()).bytes
    _ = try ValueDecoder().decode(Containers.self, from: text)
    #expect(Containers.areReferences == [true, true])
  }

  @Test("the kinds of values are the same by the public API")
  func kinds() {
    for value: Any in [
      Case.plain, Case.one(1), Optional(Case.plain) as Any, Structure(), Object(), 1, (1, 2),
    ] {
      let byLayout = (TypeKind.isEnum(value), TypeKind.isTuple(value))
      let byMirror = PrivateLayout.$isUsed.withValue(false) {
        (TypeKind.isEnum(value), TypeKind.isTuple(value))
      }
      #expect(byLayout == byMirror, "\(value)")
    }
  }

  @Test("switched off, nobody says more than the public API does")
  func off() {
    #expect(TypeKind.isEnum(type: Case.self) == true)
    #expect(CaseName.of(Renamed.name) == "name")
    PrivateLayout.$isUsed.withValue(false) {
      #expect(TypeKind.isEnum(type: Case.self) == nil)
      #expect(EnumValues.all(of: Renamed.self) == nil)
      #expect(CaseName.of(Renamed.name) == "other words")
      #expect(CaseName.of(Case.plain) == "plain")
    }
  }
}
