import SessionFormat
import TestSupport
import Testing

@testable import Inspector

@Suite("Who changed a value")
struct CauseScanTests {
  /// Every change of a path, told from all states side by side.
  private func oracle(_ builder: SessionBuilder, _ path: JSONPointer) -> [(
    Cause.Origin, JSONValue?
  )] {
    var found: [(Cause.Origin, JSONValue?)] = []
    var value = builder.states[0].flatMap(path.value(in:))
    if let value { found.append((.beginning, value)) }
    func note(_ next: JSONValue?, _ origin: Cause.Origin) {
      if next != value { found.append((origin, next)) }
      value = next
    }
    var types: [Int: String] = [:]
    for case .action(let line) in builder.lines { types[line.n] = line.type }
    for n in builder.states.keys.sorted().dropFirst() {
      guard let before = builder.leaving[n - 1], let type = types[n] else {
        note(path.value(in: builder.states[n] ?? .null), .unrecorded(before: n))
        continue
      }
      note(path.value(in: before), .outside(after: n - 1))
      note(path.value(in: builder.states[n] ?? .null), .action(n: n, type: type))
    }
    return found
  }

  /// The paths of all values of a document, the root included.
  private func paths(_ value: JSONValue, _ here: JSONPointer = .root) -> [JSONPointer] {
    let members = value.object?.map { ($0.name, $0.value) } ?? []
    let elements = value.array?.enumerated().map { (String($0.offset), $0.element) } ?? []
    return [here] + (members + elements).flatMap { paths($0.1, here.appending($0.0)) }
  }

  @Test(
    "history tells every change, against all states side by side",
    arguments: Array(0..<25) as [UInt64])
  func history(seed: UInt64) throws {
    let builder = SessionBuilder.random(seed: seed)
    let timeline = Timeline(try builder.session())
    let known = Set(builder.states.values.flatMap { paths($0) }.prefix(120))
    for path in known.union([JSONPointer(tokens: ["never"])]) {
      let expected = oracle(builder, path)
      let changes = try CauseScan(timeline, path: path).changes(upTo: timeline.last)
      #expect(changes.map(\.origin) == expected.map(\.0), "\(path)")
      #expect(changes.map(\.new) == expected.map(\.1), "\(path)")
      #expect(try CauseScan(timeline, path: path).last(upTo: timeline.last) == changes.last)
    }
  }

  @Test("why looks at or before the place, never after it")
  func placed() throws {
    var builder = SessionBuilder(["a": 0, "b": 0])
    builder.step(["a": 1, "b": 0], type: "first")
    builder.step(["a": 1, "b": 1], type: "other")
    builder.step(["a": 2, "b": 1], type: "second")
    let timeline = Timeline(try builder.session())
    let scan = CauseScan(timeline, path: JSONPointer(tokens: ["a"]))
    #expect(try scan.last(upTo: 0)?.origin == .beginning)
    #expect(try scan.last(upTo: 1)?.origin == .action(n: 1, type: "first"))
    #expect(try scan.last(upTo: 2)?.origin == .action(n: 1, type: "first"))
    #expect(try scan.last(upTo: 3)?.origin == .action(n: 3, type: "second"))
  }

  @Test("find gives the steps for which the condition holds, and stops when asked")
  func find() throws {
    var builder = SessionBuilder(["total": 0])
    for n in 1...9 {
      builder.step(["total": .number(n * n % 7)], type: n % 2 == 0 ? "even" : "odd")
    }
    let timeline = Timeline(try builder.session())
    func find(_ text: String) throws -> [Int] {
      try StepSearch(timeline, where: Condition(text)).matches()
    }
    #expect(try find("$.state.total > 2") == [2, 5, 9].filter { $0 * $0 % 7 > 2 })
    #expect(try find("$.type == 'even' && $.n > 3") == [4, 6, 8])
    #expect(
      try find("$.before.total > $.state.total")
        == (1...9).filter { n in
          (n - 1) * (n - 1) % 7 > n * n % 7
        })
    #expect(
      try find("$.patch[?@.path == '/total']")
        == (1...9).filter { n in
          (n - 1) * (n - 1) % 7 != n * n % 7
        })
    #expect(try find("$.state.nothing") == [])
    #expect(throws: InspectorError.interrupted) {
      try StepSearch(timeline, where: Condition("$.n"), interrupted: { true }).matches()
    }
  }
}
