import TestSupport
import Testing

@testable import SessionFormat

struct DraftTests {
  @Test("it makes what a patch makes, or neither can be made", arguments: UInt64(0)..<400)
  func agreesWithPatches(seed: UInt64) throws {
    var random = RandomPatches(seed: seed)
    var state = random.documents.document(depth: 4)
    let line = DraftLine()
    let draft = try line.draft(of: state)
    for _ in 0..<12 {
      let patch = random.patch(for: state)
      let expected = try? patch.applied(to: state)
      let isMade = try draft.apply(patch)
      guard let expected, isMade else {
        #expect(!isMade && (expected == nil || random.isLeftOut(patch)), "\(patch.document)")
        return
      }
      state = expected
      #expect(try draft.equals(state), "\(patch.document)")
      let other = random.documents.edited(state)
      #expect(try draft.equals(other) == (other == state), "\(other)")
    }
  }

  @Test("members are found by name among many, after others came and went")
  func findsAmongMany() throws {
    var state = JSONValue.object((0..<100).map { ("name \($0)", .number($0)) })
    let draft = try DraftLine().draft(of: state)
    for n in 0..<300 {
      let patch = JSONPatch([
        .remove(JSONPointer(tokens: ["name \(n)"])),
        .add(JSONPointer(tokens: ["name \(n + 100)"]), .number(n)),
        .replace(JSONPointer(tokens: ["name \(n + 50)"]), .bool(true)),
        .test(JSONPointer(tokens: ["name \(n + 100)"]), .number(n)),
      ])
      state = try patch.applied(to: state)
      #expect(try draft.apply(patch))
      #expect(try draft.equals(state))
    }
    #expect(try !draft.apply(JSONPatch([.remove(JSONPointer(tokens: ["name 299"]))])))
  }

  @Test("an object that outgrows looking one by one still tells all names")
  func growsOutOfScanning() throws {
    var state: JSONValue = ["a/b": 1, "m~n": 2]
    let draft = try DraftLine().draft(of: state)
    for n in 0..<60 {
      let patch = JSONPatch([.add(JSONPointer(tokens: ["k/\(n)~"]), .number(n))])
      state = try patch.applied(to: state)
      #expect(try draft.apply(patch))
      #expect(try draft.equals(state))
    }
    let patch = JSONPatch((0..<60).map { .remove(JSONPointer(tokens: ["k/\($0)~"])) })
    #expect(try draft.apply(patch))
    #expect(try draft.equals(["m~n": 2, "a/b": 1]))
  }

  @Test("a value as deep as a line may be is refused one level deeper", arguments: [0, 1])
  func refusesTooDeep(excess: Int) throws {
    let depth = JSONParser.depthLimit - 3
    let state = try JSONValue(parsing: #"{"a":{"b":{"c":0}}}"#)
    let deep =
      String(repeating: "[", count: depth + excess)
      + String(repeating: "]", count: depth + excess)
    let patch = JSONPatch([
      .replace(JSONPointer(tokens: ["a", "b", "c"]), try JSONValue(parsing: deep))
    ])
    #expect((try? patch.applied(to: state)) != nil || excess == 1)
    #expect(try DraftLine().draft(of: state).apply(patch) == (excess == 0))
  }
}

/// A draft whose patches come as lines of a text.
private final class DraftLine {
  private var tape: Tape
  private var builder: TapeBuilder
  private var draft: Draft?
  private let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
  private var used = 0

  init() {
    tape = Tape(text: UnsafePointer(text.baseAddress ?? .allocate(capacity: 1)), textCount: 1 << 20)
    builder = TapeBuilder(tape, measures: true)
  }

  deinit {
    builder.free()
    tape.free()
    text.deallocate()
  }

  func draft(of state: JSONValue) throws -> DraftLine {
    draft = Draft(try add(state), tape)
    return self
  }

  func apply(_ patch: JSONPatch) throws -> Bool {
    let node = try add(patch.document)
    return draft?.apply(node, tape) ?? false
  }

  func equals(_ state: JSONValue) throws -> Bool {
    let (count, tables) = (tape.count, tape.tables.count)
    let node = try add(state)
    defer { (tape.count, tape.tables.count) = (count, tables) }
    return try #require(draft).isEqual(to: node, TapePair(left: tape, right: tape))
  }

  /// Writes a value behind the others and reads it.
  private func add(_ value: JSONValue) throws -> Int {
    let bytes = JSONWriter.bytes(of: value)
    // As any reader's text stays where it is, this one may only be filled.
    try #require(used + bytes.count <= text.count)
    for (place, byte) in bytes.enumerated() { text[used + place] = byte }
    let root = tape.count
    try #require(
      builder.fill(&tape, used..<used + bytes.count, depthLimit: JSONParser.depthLimit))
    used += bytes.count
    return root
  }
}

/// Patches that mostly can be applied.
private struct RandomPatches {
  var documents: RandomDocuments
  private var generator: SplitMix64

  init(seed: UInt64) {
    documents = RandomDocuments(seed: seed)
    generator = SplitMix64(seed: ~seed)
  }

  mutating func patch(for state: JSONValue) -> JSONPatch {
    if Int.random(in: 0..<3, using: &generator) == 0 {
      return JSONPatch(from: state, to: documents.edited(state, edits: 3))
    }
    var (operations, after) = ([JSONPatch.Operation](), state)
    for _ in 0..<Int.random(in: 1..<4, using: &generator) {
      let operation = operation(for: after)
      operations.append(operation)
      after = (try? JSONPatch([operation]).applied(to: after)) ?? after
    }
    return JSONPatch(operations)
  }

  /// Whether a draft leaves something of the patch to others.
  func isLeftOut(_ patch: JSONPatch) -> Bool {
    patch.operations.contains {
      switch $0 {
      case .move, .copy: true
      case .remove(let path): path.isRoot
      default: false
      }
    }
  }

  private mutating func operation(for state: JSONValue) -> JSONPatch.Operation {
    let path = path(in: state)
    return switch Int.random(in: 0..<12, using: &generator) {
    case 0...3: .add(path, documents.document(depth: 2))
    case 4...6: .replace(path, documents.document(depth: 2))
    case 7...8: .remove(path)
    case 9...10: .test(path, path.value(in: state) ?? .null)
    default: .move(from: path, path: self.path(in: state))
    }
  }

  private mutating func path(in state: JSONValue) -> JSONPointer {
    var (tokens, value) = ([String](), state)
    while Int.random(in: 0..<5, using: &generator) > 0 {
      if let object = value.object, let member = object.randomElement(using: &generator) {
        tokens.append(member.name)
        value = member.value
      } else if let array = value.array, !array.isEmpty {
        let place = Int.random(in: 0..<array.count, using: &generator)
        tokens.append(String(place))
        value = array[place]
      } else {
        break
      }
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      tokens.append(
        ["-", "0", "00", "new", "a/b~", "é", ""].randomElement(using: &generator) ?? "")
    }
    return JSONPointer(tokens: tokens)
  }
}
