import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A search for a text over bytes finds what a search over whole states finds")
struct TextSearchTests {
  @Test("over random sessions, each text", arguments: (0..<48).thinned(16))
  func law(seed: Int) throws {
    let recording = TextRecording(seed: seed)
    try agree(try open(recording.bytes))
  }

  @Test("over random sessions of the other generator", arguments: (0..<16).thinned(8))
  func otherLaw(seed: Int) throws {
    let recording = RandomRecording(seed: seed, plain: seed % 2 == 0)
    let texts = ["1", "s\"", "\"ß", "é", "x", "0", "10", "t7", "7"]
    try agree(try recording.session(), texts: texts)
  }

  @Test("over damaged sessions, what is left of them", arguments: (0..<24).thinned(8))
  func damaged(seed: Int) throws {
    let recording = TextRecording(seed: seed)
    var generator = SplitMix64(seed: UInt64(seed))
    var bytes = recording.bytes
    let start = bytes.firstIndex(of: 0x0A) ?? 0
    for _ in 0..<3 {
      let place = Int.random(in: start..<bytes.count, using: &generator)
      bytes[place] = UInt8(ascii: "?")
    }
    let session = try Session(bytes: Data(bytes), file: "s.ndjson", mode: .salvage)
    try agree(session)
  }

  private func agree(_ session: Session, texts: [String] = TextRecording.texts) throws {
    let timeline = Timeline(session)
    for text in texts {
      for ignoresCase in [false, true] {
        let query = TextQuery(text, ignoresCase: ignoresCase)
        var search = TextSearch(timeline, for: query)
        try search.run()
        let slow = try SlowTextSearch(timeline, query).hits()
        #expect(search.found.hits.map(FoundText.init) == slow, "\(text) \(ignoresCase)")
        #expect(search.found.count == slow.count)
        for limit in [1, 3] {
          var search = TextSearch(timeline, for: query, limit: limit)
          try search.run()
          #expect(search.found.hits.map(FoundText.init) == Array(slow.prefix(limit)), "\(text)")
        }
      }
    }
  }

  @Test("a name that a patch gives to what its later operations move was in no state")
  func namedThenMoved() throws {
    let steps = [
      #"{"op":"add","path":"/items/1/flag","value":true}"#,
      #"{"op":"add","path":"/items/0/flag","value":1}"#,
      #"{"op":"remove","path":"/items/0"}"#, #"{"op":"add","path":"/items/0","value":{"id":3}}"#,
      #"{"op":"move","from":"/items/1","path":"/items/0"}"#,
      #"{"op":"move","from":"/items/1/flag","path":"/flag"}"#,
      #"{"op":"copy","from":"/items","path":"/flag"}"#,
      #"{"op":"replace","path":"/items/1","value":{}}"#,
    ]
    let before: JSONValue = ["items": [["id": 1], ["id": 2]]]
    for one in steps {
      for two in steps {
        for three in steps {
          let text = "[\(one),\(two),\(three)]"
          let patch = try JSONPatch(JSONParser().parse(Array(text.utf8)))
          guard let after = try? patch.applied(to: before) else { continue }
          var builder = SessionBuilder()
          builder.whole(0, before)
          builder.action(1)
          builder.add(.state(StateLine(n: 1, content: .patch(patch))))
          builder.action(2)
          builder.whole(2, after)
          try agree(try open(builder.bytes()), texts: ["flag"])
        }
      }
    }
  }

  @Test("numbers are found by value, texts by their characters, of either case if so asked")
  func matches() {
    func match(_ text: String, _ value: String, ignoringCase: Bool = false) -> TextQuery.Match? {
      (try? JSONValue(parsing: value)).flatMap {
        TextQuery(text, ignoresCase: ignoringCase).match($0)
      }
    }
    #expect(match("1", "1.0") == .number)
    #expect(match("1", "10e-1") == .number)
    #expect(match("1", "12") == nil)
    #expect(match("1", "\"12\"") == .text)
    #expect(match("1.0", "\"1\"") == nil)
    #expect(match("0", "-0") == nil)
    #expect(match("true", "true") == nil)
    #expect(match("É", "\"caf\\u00e9\"") == nil)
    #expect(match("É", "\"caf\\u00e9\"", ignoringCase: true) == .text)
    #expect(match("k", "\"\\u212a\"", ignoringCase: true) == nil)
    #expect(match("οδυσσευς", "\"ΟΔΥΣΣΕΥΣ\"", ignoringCase: true) == .text)
    #expect(match("ΟΔΥΣΣΕΥΣ", "\"οδυσσευς\"", ignoringCase: true) == .text)
    #expect(match("STRASSE", "\"straße\"", ignoringCase: true) == nil)
    #expect(match("FAILED", "\"Upload failed\"", ignoringCase: true) == .text)
  }

  @Test("each text of a number has one of two groups of its digits")
  func digits() {
    for digits in ["7", "10", "125", "1795240609"] {
      let query = TextQuery(digits)
      let scan = TextLineScan(query)
      // The point at each place, with zeros around.
      for place in 0...digits.count {
        let (whole, fraction) = (digits.prefix(place), digits.dropFirst(place))
        for text in [
          "\(whole.isEmpty ? "0" : whole).\(fraction)0e\(fraction.count)",
          "\(whole.isEmpty ? "0" : whole).\(fraction)00E+\(fraction.count)",
          "\(digits)\(String(repeating: "0", count: place))e-\(place)",
        ] {
          let number = JSONNumber(text: text).map(JSONValue.number) ?? .null
          #expect(query.match(number) == .number, "\(text)")
          let line = Array("[\(text)]".utf8)
          #expect(line.withUnsafeBufferPointer(scan.mayMatch), "\(text)")
        }
      }
    }
    let zero = TextLineScan(TextQuery("0"))
    #expect(Array("[0.00e7]".utf8).withUnsafeBufferPointer(zero.mayMatch))
  }

  @Test("a damaged line is met only if its bytes leave open whether it has the text")
  func damage() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["a": "x", "b": 1])
    for n in 1...4 {
      builder.action(n)
      builder.patch(n, to: ["a": .string(n == 3 ? "needle" : "x"), "b": .number(n)])
    }
    var text = String(decoding: builder.bytes(), as: UTF8.self)
    text = text.replacing(#""path":"/b","value":2"#, with: #""path":"/b","value":7"#)
    let timeline = Timeline(try open(Array(text.utf8)))
    var absent = TextSearch(timeline, for: TextQuery("nothing"))
    try absent.run()
    #expect(absent.found.count == 0)
    let damage = errorText { () throws(InspectorError) in try timeline.session.stateLine(2) }
    #expect(damage != nil)
    var present = TextSearch(timeline, for: TextQuery("needle"))
    let error = errorText { () throws(InspectorError) in try present.run() }
    #expect(error == damage)
  }
}
