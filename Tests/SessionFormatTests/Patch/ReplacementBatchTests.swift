import TestSupport
import Testing

@testable import SessionFormat

@Suite("Replacements made at once lead where patches one by one lead")
struct ReplacementBatchTests {
  /// Every path of a document but that of the whole.
  private static func paths(_ value: JSONValue, _ above: [String] = []) -> [JSONPointer] {
    var children: [(String, JSONValue)] = []
    if let object = value.object { children = object.map { ($0.name, $0.value) } }
    if let array = value.array { children = array.enumerated().map { (String($0), $1) } }
    return children.flatMap { name, child in
      [JSONPointer(tokens: above + [name])] + paths(child, above + [name])
    }
  }

  /// A patch of one to three operations, mostly replacements.
  private static func patch(
    _ document: JSONValue, _ documents: inout RandomDocuments, _ generator: inout SplitMix64
  ) -> JSONPatch {
    let paths = paths(document) + [JSONPointer(tokens: ["items", "99"]), JSONPointer(tokens: [])]
    return JSONPatch(
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let path = paths.randomElement(using: &generator) ?? JSONPointer(tokens: [])
        switch Int.random(in: 0..<30, using: &generator) {
        case 0: return .remove(path)
        case 1: return .add(path, documents.document(depth: 1))
        case 2: return .copy(from: path, path: paths[0])
        default: return .replace(path, documents.document(depth: 1))
        }
      })
  }

  private static func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
    a.description == b.description && a.textSize == b.textSize && a.height == b.height
  }

  @Test(
    "what is taken is what applies, and it leads to the same document",
    arguments: (0..<200).thinned(7), [false, true])
  func law(seed: Int, fromLines: Bool) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    var documents = RandomDocuments(seed: UInt64(seed))
    let text = JSONValue.object([("items", documents.document()), ("a", documents.document())])
    var state = try JSONValue(parsing: text.description)
    let limits =
      seed % 2 == 0
      ? JSONPatch.Limits() : JSONPatch.Limits(depth: 4, textSize: state.textSize + 200)
    var batch = ReplacementBatch(state, limits: limits)
    let lines = PatchLines(hasCRC: true)
    for _ in 0..<40 {
      let patch = Self.patch(state, &documents, &generator)
      let parsed = try JSONPatch(JSONValue(parsing: patch.document.description))
      let next = Result { () throws(JSONPatchError) in
        try parsed.applied(to: state, limits: limits)
      }
      let line = LineCoding.bytes(
        of: SessionLine.state(StateLine(n: 1, content: .patch(parsed))).document
      ).dropLast()
      let isTaken =
        fromLines
        ? Array(line).withUnsafeBufferPointer { batch.add($0, lines) } : batch.add(parsed)
      if isTaken {
        state = try next.get()
        #expect(Self.same(batch.applied(), state), "\(patch.document)")
      } else {
        #expect(Self.same(batch.applied(), state))
        if case .success(let value) = next { state = value }
        batch = ReplacementBatch(state, limits: limits)
      }
    }
  }

  private static func set(_ path: String, _ value: JSONValue) throws -> JSONPatch.Operation {
    .replace(try JSONPointer(path), value)
  }

  @Test("replacements are taken, also of one place twice; what lies in another is not")
  func taken() throws {
    let document: JSONValue = ["a": ["b": 1, "c": [1, 2]], "é": 1]
    func takes(_ operations: [JSONPatch.Operation]) -> Bool {
      var batch = ReplacementBatch(document)
      return batch.add(JSONPatch(operations))
    }
    #expect(try takes([Self.set("/a/b", 2), Self.set("/a/c/1", 3), Self.set("/a/b", 4)]))
    #expect(try !takes([Self.set("/a", 2), Self.set("/a/b", 3)]))
    #expect(try !takes([Self.set("/a/b", 2), Self.set("/a", 3)]))
    #expect(try !takes([Self.set("/e\u{301}", 2)]))
    #expect(try !takes([Self.set("", 2)]))
    #expect(try !takes([.add(JSONPointer("/a/b"), 2)]))
    #expect(try !takes([.test(JSONPointer("/a/b"), 1)]))
  }

  @Test("a patch that is not taken leaves nothing behind")
  func refused() throws {
    var batch = ReplacementBatch(["a": 1, "b": [1, 2]])
    let (first, second) = (try Self.set("/a", 2), try Self.set("/b/0", 3))
    let refused = JSONPatch([try Self.set("/a", 4), second, .remove(try JSONPointer("/b/1"))])
    var isTaken = batch.add(JSONPatch([first]))
    #expect(isTaken)
    isTaken = batch.add(refused)
    #expect(!isTaken)
    #expect(batch.applied() == ["a": 2, "b": [1, 2]])
    isTaken = batch.add(JSONPatch([second]))
    #expect(isTaken)
    #expect(batch.applied() == ["a": 2, "b": [3, 2]])
  }

  /// Whether the patch of a line is taken, and what the document then is.
  private static func take(_ line: String, _ document: JSONValue) -> JSONValue? {
    take(Array(line.utf8), document)
  }

  private static func take(_ line: [UInt8], _ document: JSONValue) -> JSONValue? {
    var batch = ReplacementBatch(document)
    let isTaken = line.withUnsafeBufferPointer {
      batch.add($0, PatchLines(hasCRC: false))
    }
    return isTaken ? .some(batch.applied()) : .none
  }

  @Test("with any byte left out, doubled or changed a line does what its document says, or nothing")
  func damagedLines() throws {
    let document = try JSONValue(parsing: #"{"a":{"b":1,"c":[1,2],"é":"x"},"d":"\u00e9"}"#)
    let number = #"{"op":"replace","path":"/a/b","value":-2.5e3}"#
    let string = #"{"op":"replace","path":"/a/c/1","value":"\nx"}"#
    let line = Array(#"{"kind":"state","n":1,"patch":[\#(number),\#(string)],"took":5}"#.utf8)
    var taken = 0
    for place in line.indices {
      var variants = [line[..<place] + line[(place + 1)...], line[...place] + line[place...]]
      for other in #"0 1-9.eac"\,:{}[]/~\#u{0}\#u{7F}é"#.utf8 {
        variants.append(line[..<place] + [other] + line[(place + 1)...])
      }
      for variant in variants {
        let text = String(decoding: variant, as: UTF8.self)
        guard let changed = Self.take(Array(variant), document) else { continue }
        taken += 1
        guard let value = try? JSONParser().parse(Array(variant)),
          case .state(let state)? = try? SessionLine(value)
        else {
          Issue.record("took \(text)")
          continue
        }
        #expect(try Self.same(changed, state.content.state(after: document)), "\(text)")
      }
    }
    #expect(taken > 50)
  }

  @Test("patches are taken from lines as a writer lays them out, and only leaves")
  func takenFromLines() throws {
    let document = try JSONValue(parsing: #"{"a":{"b":1,"c":[1,2],"é":"x"},"d":"\u00e9"}"#)
    func line(_ operations: String, _ n: String = "1") -> String {
      #"{"kind":"state","n":\#(n),"patch":[\#(operations)],"took":5}"#
    }
    let set = #"{"op":"replace","path":"/a/b","value":2.50}"#
    let other = #"{"op":"replace","path":"/a/c/1","value":"\n"}"#
    #expect(
      Self.take(line("\(set),\(other)"), document)?.description
        == #"{"a":{"b":2.50,"c":[1,"\n"],"é":"x"},"d":"é"}"#)
    let words = ["b", "c/0", "é"].map { #"{"op":"replace","path":"/a/\#($0)","value":null}"# }
    #expect(
      Self.take(line(words.joined(separator: ",")), document)?.description
        == #"{"a":{"b":null,"c":[null,2],"é":null},"d":"é"}"#)
    #expect(Self.take(line(""), document) == .some(document))
    for refused in [
      line(set, "-1"), line(set) + " x", line(#"{"op":"replace","path":"/a/b","value":[]}"#),
      line(#"{"op":"replace","path":"/a/x","value":1}"#),
      line(#"{"op":"replace","path":"/a/c/2","value":1}"#),
      line(#"{"op":"replace","path":"/a~0","value":1}"#),
      line(#"{"op":"replace","path":"a","value":1}"#),
      line(#"{"op":"replace","path":"/a/c","value":1}"# + "," + other),
      #"{"kind":"action","n":1,"t":1,"type":"a","action":1}"#, "",
    ] {
      #expect(Self.take(refused, document)?.description == nil, "\(refused)")
    }
  }
}
