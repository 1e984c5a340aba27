import SessionFormat
import TestSupport
import TestTraits
import Testing

@Suite("Writing to containers in any order", .alsoByPublicAPI)
struct ContainerOrderTests {
  /// What a place holds, by the plainest means.
  final class Model {
    enum Content {
      case empty, leaf(JSONValue), array([Model]), object([(name: String, value: Model)])
    }
    var content = Content.empty

    var value: JSONValue {
      switch content {
      case .empty: .object([])
      case .leaf(let leaf): leaf
      case .array(let elements): .array(elements.map(\.value))
      case .object(let members): .object(members.map { ($0.name, $0.value.value) })
      }
    }

    func add(_ name: String?) -> Model {
      let model = Model()
      switch content {
      case .array(let elements): content = .array(elements + [model])
      case .object(let members): content = .object(members + [(name ?? "", model)])
      case .empty, .leaf: break
      }
      return model
    }
  }

  struct Key: CodingKey {
    let stringValue: String
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
  }

  enum Container {
    case keyed(KeyedEncodingContainer<Key>)
    case unkeyed(any UnkeyedEncodingContainer)
    /// A place that nobody has asked for a container yet.
    case place(any Encoder)
  }

  /// Opens containers inside one another and writes to all of them in random order.
  final class Scribe: Encodable {
    var generator: SplitMix64
    let steps: Int
    let model = Model()

    init(seed: UInt64, steps: Int) {
      generator = SplitMix64(seed: seed)
      self.steps = steps
    }

    func encode(to encoder: any Encoder) throws {
      var open: [(container: Container, model: Model)] = [(.place(encoder), model)]
      for _ in 0..<steps {
        let place = Int.random(in: 0..<open.count, using: &generator)
        var (container, model) = open[place]
        let made = try step(&container, model)
        open[place].container = container
        open += made
      }
    }

    private func step(
      _ container: inout Container, _ model: Model
    ) throws -> [(Container, Model)] {
      let choice = Int.random(in: 0..<6, using: &generator)
      let name = ["a", "b\"", "c", "dd", "é"].randomElement(using: &generator) ?? ""
      let key = Key(stringValue: name)
      switch container {
      case .place(let encoder):
        return try start(encoder, model, choice, &container)
      case .keyed(var keyed):
        switch choice {
        case 0:
          return [
            (.keyed(keyed.nestedContainer(keyedBy: Key.self, forKey: key)), object(model, name))
          ]
        case 1: return [(.unkeyed(keyed.nestedUnkeyedContainer(forKey: key)), array(model, name))]
        case 2: return [(.place(keyed.superEncoder(forKey: key)), model.add(name))]
        case 3:
          try keyed.encode([["x": 1]], forKey: key)
          model.add(name).content = .leaf([["x": 1]])
        default:
          try keyed.encode(choice, forKey: key)
          model.add(name).content = .leaf(.number(choice))
        }
      case .unkeyed(var unkeyed):
        switch choice {
        case 0: return [(.keyed(unkeyed.nestedContainer(keyedBy: Key.self)), object(model, nil))]
        case 1: return [(.unkeyed(unkeyed.nestedUnkeyedContainer()), array(model, nil))]
        case 2: return [(.place(unkeyed.superEncoder()), model.add(nil))]
        case 3:
          try unkeyed.encode(Set(["b", "a"]))
          model.add(nil).content = .leaf(["a", "b"])
        default:
          try unkeyed.encode("text")
          model.add(nil).content = .leaf("text")
        }
        container = .unkeyed(unkeyed)
      }
      return []
    }

    private func start(
      _ encoder: any Encoder, _ model: Model, _ choice: Int, _ container: inout Container
    ) throws -> [(Container, Model)] {
      switch choice {
      case 0...2:
        model.content = .object([])
        container = .keyed(encoder.container(keyedBy: Key.self))
      case 3, 4:
        model.content = .array([])
        container = .unkeyed(encoder.unkeyedContainer())
      default:
        // Stays a place, so that it may yet become something else.
        var single = encoder.singleValueContainer()
        try single.encode("single")
        model.content = .leaf("single")
      }
      return []
    }

    private func object(_ model: Model, _ name: String?) -> Model {
      let child = model.add(name)
      child.content = .object([])
      return child
    }

    private func array(_ model: Model, _ name: String?) -> Model {
      let child = model.add(name)
      child.content = .array([])
      return child
    }
  }

  @Test("containers that stay open together hold what was written to each", arguments: 0..<20)
  func interleaves(seed: Int) throws {
    for part in 0..<50 {
      let scribe = Scribe(seed: UInt64(seed * 50 + part), steps: part)
      let outer = ["k": [scribe]]
      let bytes = try ValueEncoder().bytes(of: outer).bytes
      let expected: JSONValue = ["k": [scribe.model.value]]
      #expect(bytes == JSONWriter.bytes(of: expected))
    }
  }

  @Test("a container of many open ones is written in linear steps")
  func interleavesMany() throws {
    struct Columns: Encodable {
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.unkeyedContainer()
        var columns = (0..<300).map { _ in outer.nestedUnkeyedContainer() }
        for row in 0..<30 {
          for column in columns.indices { try columns[column].encode(row) }
        }
      }
    }
    let row = (0..<30).map { JSONValue.number($0) }
    #expect(
      try ValueEncoder().encode(Columns()).value
        == .array(Array(repeating: .array(row), count: 300)))
  }

  @Test("a value may make any number of containers by hand, one after the other")
  func makesManyContainers() throws {
    struct Rows: Encodable {
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.unkeyedContainer()
        for row in 0..<20_000 {
          var container = outer.nestedContainer(keyedBy: Key.self)
          try container.encode(row, forKey: Key(stringValue: "row"))
        }
      }
    }
    let rows = (0..<20_000).map { JSONValue.object([(name: "row", value: JSONValue.number($0))]) }
    #expect(try ValueEncoder().bytes(of: Rows()).bytes == JSONWriter.bytes(of: .array(rows)))
  }

  @Test("a name that is encoded twice keeps its first place and its last value")
  func repeatsNames() throws {
    struct Twice: Encodable {
      var names: [String]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (place, name) in names.enumerated() {
          try container.encode(place, forKey: Key(stringValue: name))
        }
      }
    }
    func text(_ names: [String]) throws -> String {
      String(decoding: try ValueEncoder().bytes(of: Twice(names: names)).bytes, as: UTF8.self)
    }
    #expect(try text(["a", "b", "a"]) == #"{"a":2,"b":1}"#)
    #expect(try text(["\"", "b", "\"", "\""]) == #"{"\"":3,"b":1}"#)
    let many = (0..<100).map { "k\($0)" }
    #expect(try text(many + many).hasPrefix(#"{"k0":100,"k1":101,"#))
    #expect(try JSONValue(parsing: text(many + many)).object?.count == 100)
  }

  @Test("opaque places are named where they end up, also among interleaved and sorted ones")
  func namesOpaquePlaces() throws {
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var first = outer.nestedUnkeyedContainer(forKey: Key(stringValue: "first"))
        try outer.encode([[1]], forKey: Key(stringValue: "second"))
        try first.encode([["x": 1]])
        try first.encode(2)
      }
    }
    let encoded = try ValueEncoder(depthLimit: 2).bytes(of: Late())
    let deep = #""nested deeper than 2 levels""#
    #expect(
      String(decoding: encoded.bytes, as: UTF8.self)
        == #"{"first":[\#(deep),2],"second":[\#(deep)]}"#)
    #expect(encoded.opaque.map(\.description) == ["/first/0", "/second/0"])
    let sorted = try ValueEncoder(depthLimit: 2).bytes(of: [
      "z\"": [[1]], "a/": [[2], []], "m": [],
    ])
    #expect(sorted.opaque.map(\.description) == ["/a~1/0", "/a~1/1", "/z\"/0"])
    #expect(
      sorted.opaque
        == (try ValueEncoder(depthLimit: 2).encode(["z\"": [[1]], "a/": [[2], []], "m": []]).opaque)
    )
  }

  @Test("paths are those of the places, also in a container that was left open")
  func knowsPaths() throws {
    struct Curious: Encodable {
      let note: @Sendable (String, [any CodingKey]) -> Void
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var list = outer.nestedUnkeyedContainer(forKey: Key(stringValue: "li/st"))
        try list.encode(1)
        let inner = list.nestedContainer(keyedBy: Key.self)
        note("inner", inner.codingPath)
        try outer.encode(2, forKey: Key(stringValue: "x"))
        note("list", list.codingPath)
        note("inner, left open", inner.codingPath)
        note("super", list.superEncoder().codingPath)
        note("outer", outer.codingPath)
      }
    }
    nonisolated(unsafe) var notes: [String] = []
    _ = try ValueEncoder().bytes(
      of: ["k": [Curious { notes.append("\($0): \($1.map(\.stringValue))") }]])
    #expect(
      notes == [
        #"inner: ["k", "0", "li/st", "1"]"#, #"list: ["k", "0", "li/st"]"#,
        #"inner, left open: ["k", "0", "li/st", "1"]"#, #"super: ["k", "0", "li/st", "2"]"#,
        #"outer: ["k", "0"]"#,
      ])
  }

  @Test("a container that outlives its value refuses, and never writes into another text")
  func refusesLateWrites() throws {
    final class Leak: Encodable {
      var kept: (any UnkeyedEncodingContainer)?
      func encode(to encoder: any Encoder) throws { kept = encoder.unkeyedContainer() }
    }
    let leak = Leak()
    #expect(try ValueEncoder().bytes(of: [leak]).bytes == Array("[[]]".utf8))
    #expect(throws: EncodingError.self) { try leak.kept?.encode(1) }
    #expect(try ValueEncoder().bytes(of: [1]).bytes == Array("[1]".utf8))
  }

  /// Writes a part of itself, opens what it can, and fails.
  private struct Failing: Encodable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Key.self)
      try outer.encode([[1]], forKey: Key(stringValue: "deep"))
      var inner = outer.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
      try inner.encode(1)
      try outer.encode(2, forKey: Key(stringValue: "left open"))
      throw Refusal()
    }
  }

  @Test("a value that fails leaves nothing behind where the error is caught")
  func dropsFailedValues() throws {
    struct Patient: Encodable {
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        try? outer.encode(Failing(), forKey: Key(stringValue: "first"))
        try outer.encode(1, forKey: Key(stringValue: "a"))
        try? outer.encode(["x": Failing()], forKey: Key(stringValue: "b"))
        try? outer.encode([1: Failing()], forKey: Key(stringValue: "c"))
        try outer.encode(2, forKey: Key(stringValue: "b"))
        var list = outer.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
        try? list.encode(Failing())
        try list.encode([[3]])
        try? list.encode([Failing()])
        try list.encode(4)
        // The list is left open by this.
        try outer.encode(5, forKey: Key(stringValue: "c"))
        try? list.encode(Optional(Failing()))
        try list.encode(6)
        try? outer.encode(Failing(), forKey: Key(stringValue: "last"))
      }
    }
    let encoded = try ValueEncoder(depthLimit: 3).bytes(of: Patient())
    #expect(
      String(decoding: encoded.bytes, as: UTF8.self)
        == #"{"a":1,"b":2,"list":[["nested deeper than 3 levels"],4,6],"c":5}"#)
    #expect(encoded.opaque.map(\.description) == ["/list/0/0"])
  }

  @Test("what is put in the place of a value that fails is not mixed with a part of it")
  func replacesFailedValues() throws {
    struct Fallback<First: Encodable, Second: Encodable>: Encodable {
      let first: First
      let second: Second
      func encode(to encoder: any Encoder) throws {
        var place = encoder.singleValueContainer()
        do { try place.encode(first) } catch { try place.encode(second) }
      }
    }
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try ValueEncoder().bytes(of: [value]).bytes, as: UTF8.self)
    }
    struct Choice: Encodable {
      let fails: Bool
      func encode(to encoder: any Encoder) throws {
        if fails { try Failing().encode(to: encoder) } else { try 7.encode(to: encoder) }
      }
    }
    let half = [Choice(fails: false), Choice(fails: true)]
    #expect(try text(Fallback(first: Failing(), second: ["b": 1])) == #"[{"b":1}]"#)
    #expect(try text(Fallback(first: half, second: [9])) == "[[9]]")
    #expect(try text(Fallback(first: ["z": half, "a": half], second: ["b": 1])) == #"[{"b":1}]"#)
    #expect(try text(Fallback(first: [1: Failing()], second: half[0])) == "[7]")
    let inner = Fallback(first: half, second: Failing())
    #expect(try text(Fallback(first: inner, second: [[3], [1]])) == "[[[3],[1]]]")
  }
}
