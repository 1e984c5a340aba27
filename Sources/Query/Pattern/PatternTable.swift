internal import Foundation
internal import SessionFormat

/// Runs a compiled pattern on bytes as a deterministic automaton.
///
/// Each state is a set of places in the program and is made when a text first reaches it.
///
/// Everything is in raw memory; an ASCII byte takes one table look-up. It has one user at a time.
final class PatternTable {
  /// An instruction of the program in flat form.
  private struct Step {
    enum Kind: UInt8 { case take, split, jump, start, end, accept }
    var kind: Kind
    /// The class to take, or the next place.
    var first: Int32 = 0
    var second: Int32 = 0
  }

  private let steps: UnsafeMutableBufferPointer<Step>
  private let classes: [CharacterClass]
  /// The group of each ASCII byte; bytes that all classes treat alike share one.
  private let groups = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
  /// A sample byte of each group.
  private var samples: [UInt8] = []
  /// Whether a match may begin anywhere.
  private let isSearch: Bool

  /// The places of all states that take a character, state by state.
  private var places: [Int32] = []
  private var states: [(places: Range<Int>, accepts: Bool)] = []
  private var numbers: [[Int32]: Int32] = [:]
  /// The next state for each state and group; -1 if it is not known yet.
  private var table: UnsafeMutablePointer<Int32>
  private var tableCapacity: Int
  /// The last results for characters beyond ASCII.
  private let recent: UnsafeMutableBufferPointer<(key: UInt64, state: Int32)>
  /// Whether the first state has been made.
  private var hasBegun = false

  /// The set that is being built.
  private var set: [Int32] = []
  private var open: [Int32] = []
  private var accepts = false
  private let rounds: UnsafeMutableBufferPointer<UInt32>
  private var round: UInt32 = 0
  private var visited = 0

  /// The most states that are kept, and the most places in them.
  private static let mostStates = 1 << 10
  private static let mostPlaces = 1 << 18

  init(_ program: [PatternInstruction], isSearch: Bool) {
    self.isSearch = isSearch
    var numbers: [CharacterClass: Int32] = [:]
    var classes: [CharacterClass] = []
    steps = .allocate(capacity: program.count)
    for (place, instruction) in program.enumerated() {
      steps[place] =
        switch instruction {
        case .take(let characters):
          Step(
            kind: .take,
            first: {
              if let known = numbers[characters] { return known }
              numbers[characters] = Int32(classes.count)
              classes.append(characters)
              return Int32(classes.count - 1)
            }())
        case .split(let first, let second):
          Step(kind: .split, first: Int32(first), second: Int32(second))
        case .jump(let target): Step(kind: .jump, first: Int32(target))
        case .edge(.start): Step(kind: .start)
        case .edge(.end): Step(kind: .end)
        case .accept: Step(kind: .accept)
        }
    }
    self.classes = classes
    rounds = .allocate(capacity: program.count)
    rounds.initialize(repeating: 0)
    recent = .allocate(capacity: 256)
    recent.initialize(repeating: (.max, 0))
    tableCapacity = 0
    table = .allocate(capacity: 1)
    groupBytes()
  }

  deinit {
    steps.deallocate()
    groups.deallocate()
    rounds.deallocate()
    recent.deallocate()
    table.deallocate()
  }

  private func groupBytes() {
    var known: [[Bool]: UInt8] = [:]
    for byte in 0..<UInt8(128) {
      let scalar = Unicode.Scalar(byte)
      let treatment = classes.map { $0.contains(scalar) }
      if let group = known[treatment] {
        groups[Int(byte)] = group
      } else {
        let group = UInt8(samples.count)
        known[treatment] = group
        groups[Int(byte)] = group
        samples.append(byte)
      }
    }
  }

  // MARK: Matching

  /// Whether the pattern matches a text of valid UTF-8.
  ///
  /// Complexity: O(count × size of the program), paid from the budget; mostly O(count).
  func matches(
    _ text: UnsafeBufferPointer<UInt8>, _ budget: QueryBudget
  ) throws(QueryError) -> Bool {
    guard let last = Self.lastCharacter(of: text) else {
      begin()
      add(0, isStart: true, isEnd: true)
      try budget.spend(1 + visited / 8)
      return accepts
    }
    var state = try first(budget)
    var (at, paid) = (0, 0)
    while at < last {
      if at - paid >= 1 << 16 {
        try budget.spend(bytes: at - paid)
        paid = at
      }
      let end = min(last, paid + 1 << 16)
      // ASCII bytes whose next state is known.
      let (width, table) = (samples.count, table)
      while at < end {
        let byte = text[at]
        if byte >= 0x80 { break }
        let next = table[Int(state) &* width &+ Int(groups[Int(byte)])]
        if next < 0 { break }
        state = next & Self.number
        at &+= 1
        if next > Self.number { break }
      }
      if states[Int(state)].accepts, isSearch { return true }
      if states[Int(state)].places.isEmpty, !isSearch { return false }
      guard at < end else { continue }
      let byte = text[at]
      if byte < 0x80 {
        let group = Int(groups[Int(byte)])
        if table[Int(state) &* width &+ group] < 0 {
          let next = try next(from: state, Unicode.Scalar(samples[group]), budget)
          // The table may have been reset.
          if let from = next.from { self.table[Int(from) &* width &+ group] = flagged(next.state) }
          state = next.state
          at += 1
        }
      } else {
        let (scalar, length) = Self.scalar(text, at)
        state = try nextBeyond(state, scalar, budget)
        at += length
      }
    }
    try budget.spend(bytes: at - paid)
    if states[Int(state)].accepts, isSearch { return true }
    let (scalar, _) = Self.scalar(text, last)
    step(from: state, scalar, isEnd: true)
    try budget.spend(1 + visited / 8)
    return accepts
  }

  /// A flag in the table for a state that needs a check.
  private static let isSpecial: Int32 = 1 << 30
  private static let number: Int32 = isSpecial - 1

  private func flagged(_ state: Int32) -> Int32 {
    let found = states[Int(state)]
    let asks = isSearch ? found.accepts : found.places.isEmpty
    return asks ? state | Self.isSpecial : state
  }

  /// The offset of the last character of a text; nil if it has none.
  private static func lastCharacter(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !text.isEmpty else { return nil }
    var at = text.count - 1
    while at > 0, text[at] & 0xC0 == 0x80 { at -= 1 }
    return at
  }

  private static func scalar(
    _ text: UnsafeBufferPointer<UInt8>, _ at: Int
  ) -> (Unicode.Scalar, length: Int) {
    func rest(_ place: Int) -> UInt32 {
      at + place < text.count ? UInt32(text[at + place] & 0x3F) : 0
    }
    let first = UInt32(text[at])
    let (value, length): (UInt32, Int) =
      switch first {
      case ..<0x80: (first, 1)
      case ..<0xE0: ((first & 0x1F) << 6 | rest(1), 2)
      case ..<0xF0: ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
      default: ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
      }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  // MARK: States

  /// The state at the beginning of a text.
  private func first(_ budget: QueryBudget) throws(QueryError) -> Int32 {
    if hasBegun { return 0 }
    begin()
    add(0, isStart: true, isEnd: false)
    try budget.spend(1 + visited / 8)
    hasBegun = true
    return keep()
  }

  /// The state after a character that may be beyond ASCII.
  private func nextBeyond(
    _ state: Int32, _ scalar: Unicode.Scalar, _ budget: QueryBudget
  ) throws(QueryError) -> Int32 {
    let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(scalar.value)
    let place = Int(truncatingIfNeeded: key ^ key >> 29) & 255
    if recent[place].key == key { return recent[place].state }
    let next = try next(from: state, scalar, budget)
    if next.from != nil { recent[place] = (key, next.state) }
    return next.state
  }

  /// The state after a character, and the one before it if that is still kept.
  private func next(
    from state: Int32, _ scalar: Unicode.Scalar, _ budget: QueryBudget
  ) throws(QueryError) -> (from: Int32?, state: Int32) {
    step(from: state, scalar, isEnd: false)
    try budget.spend(1 + visited / 8)
    let isFull = states.count >= Self.mostStates || places.count + set.count > Self.mostPlaces
    if isFull { forget() }
    return (isFull ? nil : state, keep())
  }

  private func begin() {
    set.removeAll(keepingCapacity: true)
    (accepts, visited) = (false, 0)
    round &+= 1
    if round == 0 {
      rounds.update(repeating: 0)
      round = 1
    }
  }

  /// Builds the set that a character leads to.
  private func step(from state: Int32, _ scalar: Unicode.Scalar, isEnd: Bool) {
    begin()
    for place in states[Int(state)].places {
      let step = steps[Int(places[place])]
      if classes[Int(step.first)].contains(scalar) {
        add(places[place] + 1, isStart: false, isEnd: isEnd)
      }
    }
    // A search may also begin a match after this character.
    if isSearch { add(0, isStart: false, isEnd: isEnd) }
    visited += states[Int(state)].places.count
  }

  /// Adds a place to the set, and everything that it leads to without taking a character.
  private func add(_ place: Int32, isStart: Bool, isEnd: Bool) {
    reach(place)
    while let place = open.popLast() {
      let step = steps[Int(place)]
      switch step.kind {
      case .take: set.append(place)
      case .accept: accepts = true
      case .start: if isStart { reach(place + 1) }
      case .end: if isEnd { reach(place + 1) }
      case .jump: reach(step.first)
      case .split:
        reach(step.second)
        reach(step.first)
      }
    }
  }

  private func reach(_ place: Int32) {
    guard rounds[Int(place)] != round else { return }
    rounds[Int(place)] = round
    visited += 1
    open.append(place)
  }

  /// The number of the set's state, which may be new.
  private func keep() -> Int32 {
    set.sort()
    // No place has this number.
    let key = accepts ? set + [-1] : set
    if let known = numbers[key] { return known }
    let number = Int32(states.count)
    numbers[key] = number
    let start = places.count
    places += set
    states.append((start..<places.count, accepts))
    growTable()
    return number
  }

  private func growTable() {
    let wanted = states.count * samples.count
    guard wanted > tableCapacity else { return }
    let capacity = max(16 * samples.count, 2 * wanted)
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    larger.update(from: table, count: tableCapacity)
    (larger + tableCapacity).initialize(repeating: -1, count: capacity - tableCapacity)
    table.deallocate()
    (table, tableCapacity) = (larger, capacity)
  }

  /// Drops all states; only the first one is made again right away.
  private func forget() {
    let (made, holds) = (set, accepts)
    places.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    table.update(repeating: -1, count: tableCapacity)
    recent.update(repeating: (.max, 0))
    begin()
    add(0, isStart: true, isEnd: false)
    _ = keep()
    (set, accepts) = (made, holds)
  }
}
