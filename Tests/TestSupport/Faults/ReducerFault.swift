/// A fault of a small deterministic reducer, and rows of actions whose last action shows it.
public struct ReducerFault: Sendable {
  /// The condition that shows the fault.
  public enum Way: String, CaseIterable, Sendable {
    /// Marks in an order, each at several places.
    case ordered
    /// A number of actions of one kind, whichever.
    case repeated
    /// Exactly a given number since an opening, at a check.
    case counted
    /// A number of them with a given remainder, at a check.
    case modular
    /// A switch turned an odd number of times, at a check.
    case odd
    /// A switch turned an even number of times, at least once, at a check.
    case even
    /// All of several marks, and a switch turned an odd number of times.
    case hits
    /// A number of them between an opening and its closing.
    case between
    /// A total that some add to and some subtract from, at a check.
    case sum
    /// A text that ends in a word; each action writes one letter.
    case text
  }

  /// The way.
  public let way: Way
  /// The number of marks needed, from 1 to 60; for a word its letters, for a total a ninth of it.
  public let needed: Int

  /// A fault that needs that many.
  public init(_ way: Way, needed: Int) { (self.way, self.needed) = (way, max(1, min(60, needed))) }

  var threshold: Int { 9 * needed }
  var word: String { String(repeating: "abcab", count: needed / 5 + 1).prefix(needed + 1) + "" }

  /// After how many actions the fault first shows; nil if never.
  public func shows(in actions: some Sequence<FaultAction>) -> Int? {
    var state = FaultState()
    var count = 0
    for action in actions {
      state.reduce(action, self)
      count += 1
      if state.shows { return count }
    }
    return nil
  }

  /// A row of actions chosen by a seed; the fault shows first in the last of them.
  ///
  /// - Parameter count: The number of actions, at least four for each one needed.
  public func row(of count: Int, seed: UInt64) -> [FaultAction] {
    var random = SplitMix64(seed: seed)
    var row = (0..<count).map { FaultAction.noise($0) }
    for place in row.indices where Int.random(in: 0..<3, using: &random) == 0 {
      row[place] = filler(among: count, &random)
    }
    plant(in: &row, &random)
    // Actions that would show it earlier are left out.
    var state = FaultState()
    for place in row.indices.dropLast() {
      var next = state
      next.reduce(row[place], self)
      if next.shows { row[place] = .noise(place) } else { state = next }
    }
    return row
  }

  /// An action that may be anywhere.
  private func filler(among count: Int, _ random: inout SplitMix64) -> FaultAction {
    func die(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }
    switch way {
    case .ordered: return .mark(die(max(4 * needed, count / 10)))
    case .repeated: return die(5) == 0 ? .mark(0) : .noise(1)
    case .counted, .modular:
      if way == .counted, die(20) == 0 { return .open }
      return die(10) == 0 ? .check : .mark(die(3))
    case .odd, .even: return die(12) == 0 ? .check : .toggle
    case .hits: return die(3) == 0 ? .toggle : .mark(needed + die(9))
    case .between: return [.open, .close, .mark(0), .mark(0)][die(4)]
    case .sum: return die(10) == 0 ? .check : .add(die(19) - 9)
    case .text: return .letter(["a", "b", "c"][die(3)])
    }
  }

  /// Puts the needed actions at places of a row, the last of them at the end.
  private func plant(in row: inout [FaultAction], _ random: inout SplitMix64) {
    let actions = needs
    var places: Set<Int> = [row.count - 1]
    while places.count < min(actions.count, row.count) {
      places.insert(Int.random(in: 0..<row.count, using: &random))
    }
    let planted = places.sorted()
    for (place, action) in zip(planted, actions) { row[place] = action }
    let first = planted.first ?? 0
    // Otherwise earlier letters could end in the word together with the first planted one.
    if way == .text, first > 0 { row[first - 1] = .letter("x") }
    for place in row.indices.dropLast() where place > first && !places.contains(place) {
      if disturbs(row[place]) { row[place] = .noise(place) }
    }
    adjust(&row, sparing: places, &random)
  }

  /// The planted actions in order.
  private var needs: [FaultAction] {
    switch way {
    case .ordered: (0..<needed).map(FaultAction.mark)
    case .repeated: Array(repeating: .mark(0), count: needed)
    case .counted: [.open] + Array(repeating: .mark(0), count: needed) + [.check]
    case .modular, .odd, .even, .sum: [.check]
    case .hits: (0..<needed).map(FaultAction.mark)
    case .between: [.open] + Array(repeating: .mark(0), count: needed)
    case .text: word.map { .letter(String($0)) }
    }
  }

  /// Whether an action after the first planted one would undo it.
  private func disturbs(_ action: FaultAction) -> Bool {
    switch way {
    case .counted: action == .open || action == .mark(0)
    case .between: action == .close || action == .mark(0)
    case .text: if case .letter = action { true } else { false }
    default: false
    }
  }

  /// Makes the whole row show the fault if that depends on a count of all.
  private func adjust(
    _ row: inout [FaultAction], sparing: Set<Int>, _ random: inout SplitMix64
  ) {
    let more: FaultAction
    switch way {
    case .modular: more = .mark(0)
    case .odd, .even, .hits: more = .toggle
    case .sum: more = .add(9)
    default: return
    }
    func isShown() -> Bool {
      var state = FaultState()
      for action in row { state.reduce(action, self) }
      return state.shows
    }
    var free = row.indices.filter { !sparing.contains($0) }
    while !isShown(), !free.isEmpty {
      let place = free.remove(at: Int.random(in: free.indices, using: &random))
      if case .noise = row[place] { row[place] = more }
    }
  }
}
