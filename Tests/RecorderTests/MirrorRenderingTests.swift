import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("Rendering by reflection")
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
    #expect(text(Talker.quiet) == #"{"quiet":{}}"#)
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

@Suite("Rendering by reflection: limits")
struct MirrorRenderingLimitTests {
  private func render(_ value: Any, nodes: Int) -> String {
    var renderings = Renderings()
    renderings.nodeLimit = nodes
    return MirrorRendering.render(unencodable: value, renderings).description
  }

  private struct Item: Hashable { let id: Int }

  @Test("what is over the limit is counted in its place")
  func nodeLimit() {
    let items = (1...4).map(Item.init)
    let (a, b) = (#"{"id":1}"#, #"{"id":2}"#)
    #expect(render(items, nodes: 5) == "[\(a),\(b),\"… 2 more\"]")
    #expect(render(Shape.two(1, y: "s"), nodes: 2) == #"{"two":{"_0":1,"…":"1 more"}}"#)
    #expect(render(items, nodes: 1) == #"["… 4 more"]"#)
  }

  @Test("what is cut off of a set or dictionary does not depend on hash order")
  func hashOrderedLimit() {
    let items = (1...3).map(Item.init)
    #expect(render(Set(items), nodes: 3) == #"["… 3 more"]"#)
    #expect(
      render(Set(items), nodes: 4) == #"[{"…":"1 more"},{"…":"1 more"},{"…":"1 more"}]"#)
    let pairs = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    #expect(render(pairs, nodes: 3) == #"{"…":"3 more"}"#)
    #expect(
      render(pairs, nodes: 7)
        == #"{"1":{"…":"1 more"},"2":{"…":"1 more"},"3":{"…":"1 more"}}"#)
  }

  private final class Node: Hashable {
    let left: Any?
    let right: Any?
    init(_ left: Any?, _ right: Any?) { (self.left, self.right) = (left, right) }
    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test("objects shared twice at each of forty levels are shown once each")
  func sharedObjects() {
    var node = Node(nil, nil)
    var expected = #"{"left":null,"right":null}"#
    for _ in 0..<40 {
      node = Node(node, node)
      expected = #"{"left":\#(expected),"right":"Node (again)"}"#
    }
    #expect(render(node, nodes: 1_000) == expected)
  }

  @Test("objects shared at more levels than are shown end in bounded text")
  func deepSharing() {
    var node = Node(nil, nil)
    for _ in 0..<100 { node = Node(node, node) }
    let rendered = MirrorRendering.render(unencodable: node, Renderings())
    #expect(rendered.height == Renderings().depthLimit)
    #expect(rendered.textSize < 10_000)
  }

  @Test("an object that lay too deep to be shown is shown where it is met again")
  func shownLater() {
    struct Leaf { let value = 7 }
    final class Holder { let leaf = Leaf() }
    let holder = Holder()
    var deep: Any = holder
    for _ in 0..<70 { deep = [deep] }
    let rendered = MirrorRendering.render(unencodable: [deep, holder] as [Any], Renderings())
    #expect(rendered[1] == ["leaf": ["value": 7]])
  }

  @Test("which element of a set shows an object that several have does not depend on hash order")
  func sharedInSets() {
    struct Item: Hashable {
      let id: Int
      let node: Node
    }
    let node = Node(1, nil)
    let shown = #"{"left":1,"right":null}"#
    let items = (1...3).map { Item(id: $0, node: node) }
    let all = items.map { #"{"id":\#($0.id),"node":\#(shown)}"# }.joined(separator: ",")
    #expect(
      render([Set(items), node, Set(items)] as [Any], nodes: 1_000)
        == "[[\(all)],\"Node (again)\","
        + "[" + items.map { #"{"id":\#($0.id),"node":"Node (again)"}"# }.joined(separator: ",")
        + "]]")
  }

  @Test("one rendering of a graph with sets looks at no more values than the limit")
  func setsOfShared() {
    var node = Node(nil, nil)
    for _ in 0..<40 { node = Node(Set([node, Node(node, nil)]), [node: node]) }
    let rendered = MirrorRendering.render(unencodable: node, Renderings())
    #expect(rendered.textSize < 50 * Renderings().nodeLimit)
  }

  @Test("deep nesting ends in a text, on a thread with a small stack", arguments: [true, false])
  func depth(ofClasses: Bool) async throws {
    final class Link {
      let next: Any
      init(_ next: Any) { self.next = next }
    }
    let rendered = await withCheckedContinuation { continuation in
      let thread = Thread {
        var value: Any = Shape.plain
        for _ in 0..<400 { value = ofClasses ? Link(value) : [value] }
        continuation.resume(returning: MirrorRendering.render(unencodable: value, Renderings()))
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    var innermost = rendered
    for _ in 0..<Renderings().depthLimit {
      innermost = try #require(ofClasses ? innermost["next"] : innermost[0])
    }
    #expect(innermost == "nested deeper than 64 levels")
  }

  @Test("an encoded part that would be nested too deep where it stands is cut off there")
  func encodedDepth() {
    struct Chain: Encodable {
      let next: [Chain]
      init(_ depth: Int) { next = depth == 0 ? [] : [Chain(depth - 1)] }
    }
    struct Holder {
      let chain: Chain
      let action: () -> Void = {}
    }
    let deep = MirrorRendering.render(unencodable: Holder(chain: Chain(300)), Renderings())
    #expect(deep.height == Renderings().depthLimit)
    let fitting = MirrorRendering.render(unencodable: Holder(chain: Chain(248)), Renderings())
    #expect(fitting.height == 499)
    let shallow = MirrorRendering.render(unencodable: Holder(chain: Chain(2)), Renderings())
    #expect(
      shallow.description
        == #"{"chain":{"next":[{"next":[{"next":[]}]}]},"action":"() -> ()"}"#)
  }
}

@Suite("What a rendering leaves out")
struct CutRenderingTests {
  private struct Row { let id: Int }
  private struct Model {
    let rows: [Row]
    let names: Set<String>
    let byKey: [String: Row]
    let last = true
  }

  private func cuts(_ value: Any, _ limit: Int) -> (shown: JSONValue, places: [String], Int) {
    var renderings = Renderings()
    renderings.nodeLimit = limit
    let shown = MirrorRendering.shown(unencodable: value, renderings)
    return (shown.value, shown.cuts.map(\.description), shown.leftOut)
  }

  @Test("each place is named, with how much is left out there")
  func places() {
    let model = Model(
      rows: (0..<3).map { Row(id: $0) }, names: ["a", "b"], byKey: ["x": Row(id: 9)])
    let expected: [Int: (String, [String], Int)] = [
      1: (#"{"…":"4 more"}"#, ["/…"], 4),
      4: (#"{"rows":[{"id":0},"… 2 more"],"…":"3 more"}"#, ["/rows/1", "/…"], 5),
      8: (
        #"{"rows":[{"id":0},{"id":1},{"id":2}],"…":"3 more"}"#, ["/…"], 3
      ),
      9: (
        #"{"rows":[{"id":0},{"id":1},{"id":2}],"names":["a","b"],"…":"2 more"}"#, ["/…"], 2
      ),
      20: (
        #"{"rows":[{"id":0},{"id":1},{"id":2}],"names":["a","b"],"byKey":{"x":{"id":9}},"last":true}"#,
        [], 0
      ),
    ]
    for (limit, (text, places, leftOut)) in expected {
      let found = cuts(model, limit)
      #expect(found.shown.description == text, "\(limit)")
      #expect(found.places == places, "\(limit)")
      #expect(found.2 == leftOut, "\(limit)")
    }
  }

  @Test("every place stands in what is shown; nothing is left out where no place is named")
  func law() {
    let model = Model(
      rows: (0..<5).map { Row(id: $0) }, names: ["a", "b", "c"],
      byKey: ["x": Row(id: 1), "y": Row(id: 2)])
    let whole = cuts(model, 1_000).shown
    for limit in 1...60 {
      let found = cuts(model, limit)
      #expect(found.places.isEmpty == (found.shown == whole), "\(limit)")
      #expect(found.places.isEmpty == (found.2 == 0), "\(limit)")
      for place in found.places {
        #expect((try? JSONPointer(place))?.value(in: found.shown) != nil, "\(place) at \(limit)")
      }
    }
  }

  @Test("a set of which one element is cut is cut as a whole, as its order may be another")
  func sets() {
    struct Deep: Hashable { let name: String, words: [String] }
    struct Holder { let all: Set<Deep> }
    let holder = Holder(all: [
      Deep(name: "b", words: ["x", "y", "z"]), Deep(name: "a", words: ["q", "r"]),
    ])
    #expect(cuts(holder, 5).places == ["/all"])
    #expect(cuts(holder, 100).places == [])
  }

  @Test("what lies too deep is a place too")
  func deep() {
    final class Link { var next: Link? }
    let first = Link()
    var last = first
    for _ in 0..<100 {
      let next = Link()
      last.next = next
      last = next
    }
    let found = cuts(first, 2_500)
    #expect(found.places.count == 1 && found.2 == 1)
    #expect(found.places[0] == String(repeating: "/next", count: Renderings().depthLimit))
  }

  @Test("a state of more values than the limit says where, on each of its lines")
  func lines() throws {
    final class Feed {
      var rows: [Int] = Array(0..<20)
      var isLoading = true
    }
    let sink = CollectingSink()
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onTrouble: { told.append($0) })
    options.renderings.nodeLimit = 10
    let recorder = SessionRecorder(sink: sink, store: "test", options: options)
    var feed = Feed()
    for count in [30, 4, 25] {
      recorder.step(Row(id: 1), into: &feed) { $0.rows = Array(0..<count) }
    }
    let states = try sink.sessionLines.compactMap { line -> StateLine? in
      if case .state(let line) = line { line } else { nil }
    }
    #expect(states.map(\.cut) == [nil, ["/…"], nil, ["/…"]])
    let shortened = told.all.filter { if case .cutRendering = $0 { true } else { false } }
    #expect(shortened == [.cutRendering(type: "Feed", leftOut: 1, limits: [.values(10)])])
  }
}
