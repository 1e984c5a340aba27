import Foundation
import SessionFormat
import TestSupport
import TestTraits
import Testing

@testable import Recorder

@Suite("A collection whose versions share structure", .alsoByPublicAPI)
struct StructureSharingTests {
  struct Row: Codable, Sendable {
    var id: Int
    var text = "a row"
    var notes: [String] = []
  }

  struct Shared: Codable, Sendable {
    var count = 0
    var rows = ChunkedList((0..<600).map { Row(id: $0) })
    var names: SharedTree<Row> = {
      var names = SharedTree<Row>()
      for n in 0..<40 { names["name \(n * 17 % 40)"] = Row(id: n) }
      return names
    }()
    var within: [String: ChunkedList<Int>] = ["a": ChunkedList(0..<300), "b": ChunkedList([])]
  }

  private static let changes: [@Sendable (inout Shared, Int) -> Void] = [
    { state, n in state.count += n },
    { state, n in state.rows.update(n * 7 % 600) { $0.text += "." } },
    { state, n in state.rows.update(n * 11 % 600) { $0.notes.append("note \(n)") } },
    { state, n in state.rows.append(Row(id: n)) },
    { state, n in state.rows = ChunkedList(state.rows.elements.dropFirst()) },
    { state, n in state.names["name \(n % 40)"]?.id += 1 },
    { state, n in state.names["new \(n)"] = Row(id: n) },
    { state, n in state.names["name \(n * 3 % 40)"] = nil },
    { state, n in state.within["a"]?.update(n % 300) { $0 += 1 } },
    { state, n in state.within["b"]?.append(n) },
    { state, n in state.within["\(n)"] = state.within["a"] },
  ]

  @Test("each state is what a full encoding gives", arguments: 0..<6 as Range<UInt64>)
  func law(seed: UInt64) throws {
    try expectFullEncodings(of: Shared(), steps: 60, seed: seed, Self.changes)
  }

  private static func patch<State: Encodable>(
    from old: State, to new: State, visiting: Int = .max
  ) -> String? {
    let patch = withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) {
        LockstepWalk().patch(
          from: old, to: $0, within: .max, removing: .max, visiting: visiting)
      }
    }
    return patch.map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test("what two versions share is not looked into, however large it is")
  func visits() {
    guard PrivateLayout.isUsed else { return }
    let old = Shared()
    var new = old
    #expect(Self.patch(from: old, to: new, visiting: 0) == "[]")
    new.count = 1
    // Only the state itself.
    #expect(
      Self.patch(from: old, to: new, visiting: 1)
        == #"[{"op":"replace","path":"/count","value":1}]"#)
    new.rows.update(300) { $0.text = "x" }
    // The state and the row.
    #expect(
      Self.patch(from: old, to: new, visiting: 2) == """
        [{"op":"replace","path":"/count","value":1},\
        {"op":"replace","path":"/rows/300/text","value":"x"}]
        """)
    #expect(Self.patch(from: old, to: new, visiting: 1) == nil)
  }

  /// A list that lists what it was told to list.
  struct Told: StructureSharing, Codable, Sendable {
    enum Lie: Codable, Sendable {
      case nothing, leftOut, otherShape, belowZero, beyond, onceBeyond, unknown
    }

    var lie = Lie.nothing
    var numbers: [Int]

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for number in numbers { try list.encode(number) }
    }

    init(_ numbers: [Int]) { self.numbers = numbers }

    init(from decoder: any Decoder) throws {
      numbers = try decoder.singleValueContainer().decode([Int].self)
    }

    func changes(since old: Told) -> [StructureChange<Int>]? {
      switch lie {
      case .nothing: [.element(0, old: old.numbers[0], new: numbers[0])]
      case .leftOut: []
      case .otherShape: [.member("zero", old: nil, new: numbers[0])]
      case .belowZero: [.element(-1, old: 0, new: 1)]
      case .beyond:
        [.element(0, old: old.numbers[0], new: numbers[0]), .inserted(at: numbers.count + 1, 7)]
      case .onceBeyond:
        // Beside an honest list, so that what applies is right.
        [.element(0, old: old.numbers[0], new: numbers[0])]
          + (numbers[0] == 12 ? [.element(numbers.count, old: 1, new: 2)] : [])
      case .unknown: nil
      }
    }
  }

  struct Liar: Codable, Sendable {
    var filler = (0..<200).map { "a text of some thirty bytes, \($0)" }
    var list = Told([1, 2, 3])
  }

  private static func recorder() -> (MemorySession, Gathered<RecorderError>, SessionRecorder) {
    let (memory, troubles) = (MemorySession(), Gathered<RecorderError>())
    var options = RecorderOptions()
    options.onError = { troubles.append($0) }
    return (memory, troubles, SessionRecorder(into: memory, store: "liar", options: options))
  }

  @Test("a promise that is broken from the start is noticed before anything is written of it")
  func broken() throws {
    let cases: [(Told.Lie, isNoticed: Bool)] = [
      (.nothing, false), (.leftOut, true), (.otherShape, true), (.belowZero, false),
      (.beyond, true),
      (.unknown, false),
    ]
    for (lie, isNoticed) in cases {
      let (memory, troubles, recorder) = Self.recorder()
      var state = Liar()
      state.list.lie = lie
      recorder.step(0, into: &state) { _ in }
      var expected: [JSONValue] = []
      for n in 1..<9 {
        recorder.step(n, into: &state) { $0.list.numbers[0] += n }
        expected.append(try ValueEncoder().encode(state).value)
      }
      recorder.close()
      #expect(try states(memory.sessionLines).suffix(8) == expected[...], "\(lie)")
      let isReported = troubles.all.contains {
        if case .stateDependsOnMore = $0 { true } else { false }
      }
      #expect(isReported == (isNoticed && PrivateLayout.isUsed), "\(lie): \(troubles.all)")
    }
  }

  @Test("the code on the page is code that these tests compile")
  func page() throws {
    let page = try String(
      contentsOf: PackageRoot.url.appending(path: "docs/snapshots.md"), encoding: .utf8)
    let source = try String(
      contentsOf: PackageRoot.url.appending(path: "Tests/RecorderTests/Support/ChunkedList.swift"),
      encoding: .utf8)
    let blocks = try #require(CodeBlock.all("swift", in: page))
    #expect(blocks.count == 3)
    for block in blocks { #expect(block.stands(in: source), "line \(block.line)") }
  }

  @Test("a place that does not exist passed the check, and no later state could be read")
  func beyond() throws {
    let (memory, troubles, recorder) = Self.recorder()
    var state = Liar()
    state.list.lie = .onceBeyond
    recorder.step(0, into: &state) { _ in }
    var expected: [Int: JSONValue] = [:]
    for n in 2..<40 {
      recorder.step(n, into: &state) { $0.list.numbers[0] = n }
      expected[n] = try ValueEncoder().encode(state).value
    }
    recorder.close()
    var (read, unread): (JSONValue?, [Int]) = (nil, [])
    for line in try memory.sessionLines {
      switch line {
      case .state(let line):
        if case .whole(let whole) = line.content {
          read = whole
        } else {
          read = try? read.map { try line.content.applied(to: $0) }
        }
        if let read {
          if line.n > 1 { #expect(read == expected[line.n], "state \(line.n)") }
        } else {
          unread.append(line.n)
        }
      case .outside: Issue.record("nothing changed from outside")
      default: break
      }
    }
    guard PrivateLayout.isUsed else { return #expect(unread == [] && troubles.all.isEmpty) }
    // The next check comes with the eighth patch after the one before it.
    #expect(unread == [12, 13, 14, 15])
    #expect(troubles.all.count == 1)
  }
}
