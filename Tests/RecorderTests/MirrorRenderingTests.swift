import Foundation
import SessionFormat
import TestTraits
import Testing

@testable import Recorder

@Suite("Rendering by reflection", .alsoByPublicAPI)
struct MirrorRenderingTests {
  private func text(_ value: Any, _ renderings: Renderings = Renderings()) -> String {
    MirrorRendering.render(unencodable: value, renderings).description
  }

  @Test("members under the names of the source, what is Encodable encoded, all else by shape")
  func zoo() throws {
    let rendered = MirrorRendering.render(unencodable: Zoo(), Renderings())
    let expected = try JSONValue(
      parsing: #"""
        {"volume":{"wrappedValue":3,"top":10},"city":"Oslo","total":null,"plain":true,
        "slice":"def","letter":"é","action":"(Int) -> String","optionalAction":"() -> ()",
        "noAction":null,"metatype":"Int","key":"KeyPath<Zoo, Substring>",
        "identity":"ObjectIdentifier","pointer":"UnsafeRawPointer","pair":[1,"x"],
        "named":{"x":1,"y":null},"mixed":{"_0":1,"tail":"t"},"nothing":[],"hashable":7,
        "anything":[1,"two",3.5,null,[4]],"doubled":2,"words":[104,105],
        "range":{"lowerBound":"a","upperBound":"b"}}
        """#)
    #expect(rendered == expected)
    #expect(rendered.object?.map(\.name) == expected.object?.map(\.name))
  }

  @Test("a case has the shape of synthesised coding")
  func cases() {
    let expected: [(Shape, String)] = [
      (.plain, #"{"plain":{}}"#),
      (.one(1), #"{"one":{"_0":1}}"#),
      (.labelled(x: 1), #"{"labelled":{"x":1}}"#),
      (.two(1, y: "s"), #"{"two":{"_0":1,"y":"s"}}"#),
      (.closure({}), #"{"closure":{"_0":"@Sendable () -> ()"}}"#),
      (.none(nil), #"{"none":{"_0":null}}"#),
      (.void(()), #"{"void":{}}"#),
      (.nested(.nested(.plain)), #"{"nested":{"_0":{"nested":{"_0":{"plain":{}}}}}}"#),
    ]
    for (shape, text) in expected { #expect(self.text(shape) == text) }
  }

  @Test("a case is named as in the source, whatever the type says of itself")
  func describedCases() {
    // Only the runtime knows it in spite of the type.
    let name = PrivateLayout.isUsed ? "quiet" : "I am a talker"
    #expect(text(Talker.quiet) == #"{"\#(name)":{}}"#)
    #expect(text(Talker.loud(1)) == #"{"loud":{"_0":1}}"#)
    #expect(text(Level.high) == "2")
  }

  @Test("results and errors")
  func results() {
    enum Refusal: Error { case late(by: Int) }
    struct Broken: Error { let reason = "rust" }
    #expect(text(Result<Int, any Error>.success(1)) == #"{"success":{"_0":1}}"#)
    #expect(
      text(Result<Int, any Error>.failure(Refusal.late(by: 2)))
        == #"{"failure":{"_0":{"late":{"by":2}}}}"#)
    #expect(text(Broken() as any Error) == #"{"reason":"rust"}"#)
    #expect(text(NSError(domain: "net", code: -3)) == #"{"domain":"net","code":-3}"#)
  }

  @Test("an object has the members of its superclasses first; one name twice is kept apart")
  func objects() {
    #expect(
      text(Parrot())
        == #"{"name":"bird","secret":1,"friend":null,"secret (2)":2,"words":["hello"]}"#)
  }

  @Test("an object inside itself is a cycle; beside itself it is shown once and then named")
  func cycles() {
    let bird = Bird()
    bird.friend = bird
    #expect(text(bird) == #"{"name":"bird","secret":1,"friend":"cycle"}"#)
    bird.friend = nil
    #expect(
      text([bird, bird] as [Any])
        == #"[{"name":"bird","secret":1,"friend":null},"Bird (again)"]"#)
  }

  @Test("a dictionary with texts or whole numbers as keys is an object in the order of bytes")
  func objectsOfDictionaries() {
    let action: () -> Void = {}
    #expect(
      text(["b": action, "a": action, "é": action, "Z": action])
        == #"{"Z":"() -> ()","a":"() -> ()","b":"() -> ()","é":"() -> ()"}"#)
    #expect(text([10: action, 9: action]) == #"{"10":"() -> ()","9":"() -> ()"}"#)
    #expect(text(["b"[...]: action, "a"[...]: action]) == #"{"a":"() -> ()","b":"() -> ()"}"#)
    #expect(text([String: () -> Void]()) == "{}")
  }

  @Test("other keys, mixed keys and keys that look alike give pairs in the order of their text")
  func pairsOfDictionaries() {
    struct Key: Hashable {
      let id: Int
      let hidden: Int
      var rendered: String { String(id) }
    }
    var renderings = Renderings()
    renderings.add(Key.self) { $0.rendered }
    #expect(
      text([Key(id: 2, hidden: 0): "b", Key(id: 10, hidden: 0): "a"])
        == #"[[{"id":10,"hidden":0},"a"],[{"id":2,"hidden":0},"b"]]"#)
    #expect(
      text([Key(id: 1, hidden: 1): "b", Key(id: 1, hidden: 0): "a"], renderings)
        == #"[["1","a"],["1","b"]]"#)
    #expect(text([Key(id: 1, hidden: 1): "b"], renderings) == #"{"1":"b"}"#)
    #expect(text([AnyHashable(1): "i", AnyHashable("1"): "s"]) == #"[["1","s"],[1,"i"]]"#)
  }

  @Test("a set is in the order of its elements' text, however it was built")
  func sets() {
    struct Element: Hashable { let id: Int }
    let few = Set((0..<20).map(Element.init))
    var many = Set((0..<500).map(Element.init))
    for id in 20..<500 { many.remove(Element(id: id)) }
    let expected = (0..<20).map { #"{"id":\#($0)}"# }.sorted()
    #expect(text(few) == "[\(expected.joined(separator: ","))]")
    #expect(text(many) == text(few))
  }

  @Test("where encoding throws, that value is reflected, and what is in it is asked again")
  func throwingInside() {
    struct Holder {
      let good = Moody()
      let bad = Moody(isGood: false)
      let action: () -> Void = {}
    }
    #expect(
      text(Holder())
        == #"{"good":{"good":true},"bad":{"isGood":false,"next":[]},"action":"() -> ()"}"#)
    #expect(
      text(Moody(isGood: false, next: [Moody()])) == #"{"isGood":false,"next":[{"good":true}]}"#)
    #expect(Snapshot.of(Moody(isGood: false)).value == ["isGood": false, "next": []])
  }

  @Test("inside a value that did not encode its type is not asked again, so work stays linear")
  func failingTypes() {
    #expect(
      text(Moody(isGood: false, next: [Moody(isGood: false), Moody()]))
        == #"{"isGood":false,"next":[{"isGood":false,"next":[]},{"isGood":true,"next":[]}]}"#)
    final class Calls { var count = 0 }
    struct Link: Encodable {
      let next: [Link]
      let calls: Calls
      private enum CodingKeys: CodingKey { case next }
      func encode(to encoder: any Encoder) throws {
        calls.count += 1
        guard !next.isEmpty else { throw Moody.Refusal() }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(next, forKey: .next)
      }
    }
    let calls = Calls()
    var link = Link(next: [], calls: calls)
    for _ in 0..<20 { link = Link(next: [link], calls: calls) }
    _ = Snapshot.of(link)
    // All 21 for the whole, and 20 for the first array, which is of a type not yet asked.
    #expect(calls.count == 41)
  }

  @Test("rules of the app: the very type first, then a superclass or protocol; at any depth")
  func rules() {
    struct Holder {
      let list: [Any] = [Parrot(), Bird(), Talker.quiet, Optional(Level.low) as Any]
    }
    var renderings = Renderings()
    renderings.add((any Speaker).self) { $0.speech }
    renderings.add(Bird.self) { ["bird": $0.name] }
    renderings.add(Level.self) { $0.rawValue * 100 }
    #expect(text(Holder(), renderings) == #"{"list":[{"bird":"bird"},{"bird":"bird"},"hush",100]}"#)
    renderings.add(Parrot.self) { $0.words }
    #expect(text(Holder(), renderings) == #"{"list":[["hello"],{"bird":"bird"},"hush",100]}"#)
  }

  @Test("a rule whose result does not encode shows that result")
  func failingRule() {
    var renderings = Renderings()
    renderings.add(Bird.self) { _ in Moody(isGood: false) }
    #expect(text([Bird()] as [Any], renderings) == #"[{"isGood":false,"next":[]}]"#)
  }

  @Test("classes of Foundation stand for their Swift values")
  func foundation() throws {
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
    let objects: [Any] = [
      NSString("s"), NSNumber(value: 1.5), NSDate(timeIntervalSinceReferenceDate: 2), NSNull(),
      NSArray(array: [1, "a"]), NSData(data: Data([1])), NSURL(string: "https://a.b/c") as Any,
      NSUUID(uuidString: id.uuidString) as Any,
    ]
    #expect(
      text(objects)
        == #"["s",1.5,2.0,null,[1,"a"],"AQ==","https://a.b/c","\#(id.uuidString)"]"#)
    #expect(text([NSDictionary(dictionary: ["b": 1, "a": 2])] as [Any]) == #"[{"a":2,"b":1}]"#)
    #expect(text([NSSet(array: [2, 1])] as [Any]) == "[[1,2]]")
  }

  @Test("other classes of Foundation are named, and hide what they add to a class of the app")
  func foundationClasses() {
    final class Job: Operation, @unchecked Sendable { let number = 1 }
    let objects: [Any] = [NSLock(), Thread(), DateFormatter(), Job()]
    #expect(text(objects) == #"["NSLock","Thread","DateFormatter",{"number":1}]"#)
  }

  @Test("an attributed text is its characters, as its storage differs from process to process")
  func attributedText() {
    var attributed = AttributedString("bold é")
    attributed.link = URL(string: "https://a.b/c")
    let values: [Any] = [attributed, attributed[attributed.startIndex...]]
    #expect(text(values) == #"["bold é","bold é"]"#)
    struct Note {
      var text = AttributedString("note")
      var action: () -> Void = {}
    }
    #expect(text(Note()) == #"{"text":"note","action":"() -> ()"}"#)
  }

  @Test("values of Foundation are encoded exactly")
  func encodedFoundation() throws {
    let id = try #require(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let values: [Any] = [
      Date(timeIntervalSinceReferenceDate: 0.1), URL(string: "https://a.b/c") as Any, id,
      Data([255]), Decimal(string: "1.10") as Any, CGFloat(0.5), zone, 1..<3, Double.nan,
      UInt64.max,
    ]
    #expect(
      text(values)
        == #"[0.1,"https://a.b/c","\#(id.uuidString)","/w==",1.1,0.5,{"identifier":"Asia/Tokyo"},[1,3],"NaN",18446744073709551615]"#
    )
  }

  @Test("types private to a place or a function show no address")
  func addresses() {
    struct Local { let action: (Hidden) -> Void = { _ in } }
    let values: [Any] = [Local(), Local.self, \Local.action, { (_: Local) in }, NSObject()]
    #expect(
      text(values)
        == #"[{"action":"(Hidden) -> ()"},"Local","KeyPath<Local, (Hidden) -> ()>","(Local) -> ()","NSObject"]"#
    )
    let name = String(reflecting: Local.self)
    #expect(name.contains("(unknown context at $"), "the test has nothing to clean otherwise")
    #expect(
      TypeName.withoutAddresses("<\(name)> and \(name)")
        == "<RecorderTests.MirrorRenderingTests.Local> and RecorderTests.MirrorRenderingTests.Local"
    )
  }
}

private struct Hidden {}
