import Foundation

/// A state with all that values are made of and that bits can prove: what is in it changes at random.
public struct LockstepState: Codable, Sendable {
  var count = 0
  var title = "a title"
  var isOn = false
  var ratio = 0.5
  var small: Int8 = 3
  var rows: [Row] = (0..<20).map { Row(id: $0) }
  var names: [String: Row] = ["b": Row(id: 1), "a/b~c": Row(id: 2), "": Row(id: 3)]
  var byNumber: [Int: String] = [1: "one", 2: "two"]
  var tags: Set<String> = ["x", "y"]
  var numbers: [Int] = [1, 2, 3, 4, 5]
  var maybe: Int?
  var perhaps: Int?? = .some(nil)
  var optionals: [Int?] = [1, nil, 3]
  var grid: [[Int]] = [[1, 2], [3]]
  var screen = Screen.idle
  var tree = Tree.leaf(0)
  var when = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
  var link = URL(string: "https://example.com/a?b=c")
  var blob = Data([1, 2, 3])
  var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var shown = Shown()
  var layered = Layered()
  var kind = Kind.first
  /// So much that its text is long enough to be walked over.
  var filler = (0..<60).map {
    "a text of some seventy bytes, as there are many in a state, number \($0)"
  }

  /// The first state.
  public init() {}

  /// Changes one thing: the `id` of an element of `rows`, of which the first state has 20.
  public mutating func renumber(row: Int, to id: Int) { rows[row].id = id }

  struct Row: Codable, Sendable {
    var id: Int
    var text = "row"
    var isDone = false
    var price = 1.5
    var notes: [String] = []
    var size: Size?
  }

  struct Size: Codable, Sendable {
    var width: Int16 = 1
    var isFixed = false
    var height: Double = 2
  }

  enum Screen: Codable, Sendable {
    case idle
    case loading(String, progress: Double)
    case shown(Row)
    case failed(code: Int)
  }

  indirect enum Tree: Codable, Sendable {
    case leaf(Int)
    case node(Tree, Tree)
  }

  enum Kind: String, Codable, Sendable { case first, second, third }
}

/// Encodes values that it makes while it does so, and members only if they are needed.
struct Shown: Codable, Sendable {
  var names = ["ann", "bob"]
  var isLong = false

  private enum Keys: String, CodingKey { case upper, count, first, list, pairs }

  init() {}
  init(from decoder: any Decoder) throws { self.init() }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(names.map { $0.uppercased() }, forKey: .upper)
    try container.encode(names.count, forKey: .count)
    if isLong { try container.encodeNil(forKey: .first) }
    var list = container.nestedUnkeyedContainer(forKey: .list)
    for name in names {
      try list.encode(name)
      if isLong { try list.encodeNil() }
    }
    var pairs = container.nestedContainer(keyedBy: Keys.self, forKey: .pairs)
    try pairs.encode(names.first, forKey: .first)
    try pairs.encode(names.count, forKey: .count)
  }
}

/// Encodes in a single value container, and under a super encoder.
struct Layered: Codable, Sendable {
  var inner = 1
  var text = "t"

  init() {}
  init(from decoder: any Decoder) throws { self.init() }

  private struct Wrapped: Encodable {
    let value: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if value < 0 { try container.encodeNil() } else { try container.encode([value, value + 1]) }
    }
  }

  private enum Keys: CodingKey { case wrapped }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(Wrapped(value: inner), forKey: .wrapped)
    try text.encode(to: container.superEncoder())
  }
}

extension LockstepState {
  private typealias Mutation = @Sendable (inout LockstepState, inout SplitMix64) -> Void

  /// Changes one thing or several.
  public mutating func mutate(by random: inout SplitMix64) {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      Self.mutations[Int.random(in: 0..<Self.mutations.count, using: &random)](&self, &random)
    }
  }

  private static let strings = [
    "", "a", "e\u{301}", "\u{E9}", "line\nbreak", "quo\"te", "\u{1F600}", "\u{202E}x", "~/",
    "a text that is longer than thirty-two bytes, for the memo of long strings",
  ]

  private static func text(_ random: inout SplitMix64) -> String {
    strings[Int.random(in: 0..<strings.count, using: &random)]
  }

  private static func row(_ random: inout SplitMix64) -> Row {
    var row = Row(id: Int.random(in: 0..<100, using: &random), text: text(&random))
    if Bool.random(using: &random) { row.size = Size() }
    return row
  }

  private static let mutations: [Mutation] = [
    { state, _ in state.count += 1 },
    { state, random in state.title = text(&random) },
    { state, _ in state.isOn.toggle() },
    { state, random in
      let ratios = [0, -0.0, 0.1, 1e300, .infinity, .nan]
      state.ratio = ratios[Int.random(in: 0..<ratios.count, using: &random)]
    },
    { state, _ in state.small &+= 40 },
    { state, random in
      guard !state.rows.isEmpty else { return }
      let place = Int.random(in: 0..<state.rows.count, using: &random)
      state.rows[place].isDone.toggle()
      state.rows[place].notes.append(text(&random))
    },
    { state, random in
      guard !state.rows.isEmpty else { return }
      state.rows[Int.random(in: 0..<state.rows.count, using: &random)] = row(&random)
    },
    { state, random in
      state.rows.insert(
        row(&random), at: Int.random(in: 0...state.rows.count, using: &random))
    },
    { state, random in
      guard !state.rows.isEmpty else { return }
      state.rows.remove(at: Int.random(in: 0..<state.rows.count, using: &random))
    },
    { state, _ in state.rows.reverse() },
    { state, _ in state.rows = [] },
    { state, random in state.rows += [row(&random), row(&random)] },
    { state, random in
      state.rows = state.rows.map { row in
        var copy = row
        copy.text = String(decoding: Array(row.text.utf8), as: UTF8.self)
        return copy
      }
    },
    { state, random in state.names[text(&random)] = row(&random) },
    { state, random in state.names[text(&random)] = nil },
    { state, random in state.names[text(&random)]?.price += 1 },
    { state, random in
      for place in 0..<20 { state.names["\(place)"] = row(&random) }
    },
    { state, _ in state.names = [:] },
    { state, random in state.byNumber[Int.random(in: 0..<5, using: &random)] = text(&random) },
    { state, random in state.tags.formSymmetricDifference([text(&random)]) },
    { state, random in
      state.numbers.insert(7, at: Int.random(in: 0...state.numbers.count, using: &random))
    },
    { state, _ in state.numbers = state.numbers.dropLast(2) },
    { state, _ in state.maybe = state.maybe == nil ? 1 : nil },
    { state, _ in state.perhaps = state.perhaps == nil ? .some(nil) : nil },
    { state, _ in state.perhaps = 4 },
    { state, random in
      guard !state.optionals.isEmpty else { return }
      let place = Int.random(in: 0..<state.optionals.count, using: &random)
      state.optionals[place] = state.optionals[place] == nil ? 9 : nil
    },
    { state, _ in state.optionals.append(nil) },
    { state, _ in state.grid.insert([], at: 0) },
    { state, _ in if !state.grid.isEmpty { state.grid[0].append(5) } },
    { state, _ in state.screen = .idle },
    { state, random in state.screen = .loading(text(&random), progress: 0.5) },
    { state, random in state.screen = .shown(row(&random)) },
    { state, _ in
      if case .shown(var row) = state.screen {
        row.isDone.toggle()
        state.screen = .shown(row)
      }
    },
    { state, _ in state.tree = .node(state.tree, .leaf(1)) },
    { state, _ in if case .node(let left, _) = state.tree { state.tree = left } },
    { state, _ in state.when += 1 },
    { state, _ in state.link = state.link == nil ? URL(string: "x:y") : nil },
    { state, _ in state.blob.append(9) },
    { state, random in state.shown.names.append(text(&random)) },
    { state, _ in if !state.shown.names.isEmpty { state.shown.names.removeFirst() } },
    { state, _ in state.shown.isLong.toggle() },
    { state, _ in state.layered.inner = -state.layered.inner },
    { state, random in state.layered.text = text(&random) },
    { state, _ in state.kind = state.kind == .first ? .second : .first },
    { state, random in
      state.filler[Int.random(in: 0..<60, using: &random)] = text(&random)
    },
  ]
}
