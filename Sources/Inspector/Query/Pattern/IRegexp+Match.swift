extension IRegexp {
  /// Whether the pattern matches the whole text, or some part of it.
  ///
  /// Complexity: O(length × size), paid for from the run.
  func matches(_ text: String, isWhole: Bool, run: QueryRun) throws(QueryError) -> Bool {
    var now = StateSet(capacity: program.count)
    var next = StateSet(capacity: program.count)
    // Eight states cost about what a visit to a node costs; the sets have a place for each.
    var steps = program.count
    var rest = text.unicodeScalars[...]
    add(0, to: &now, isStart: true, isEnd: rest.isEmpty)
    while let scalar = rest.popFirst() {
      if now.accepts && !isWhole { return true }
      if isWhole && now.takers.isEmpty { return false }
      steps += 1 + now.visited
      if steps >= 800 {
        try run.spend(steps / 8)
        steps = 0
      }
      for place in now.takers {
        if case .take(let characters) = program[place], characters.contains(scalar) {
          add(place + 1, to: &next, isStart: false, isEnd: rest.isEmpty)
        }
      }
      if !isWhole { add(0, to: &next, isStart: false, isEnd: rest.isEmpty) }
      swap(&now, &next)
      next.removeAll()
    }
    try run.spend(1 + steps / 8)
    return now.accepts
  }

  /// Adds a state and all that it leads to without taking a character.
  private func add(_ place: Int, to states: inout StateSet, isStart: Bool, isEnd: Bool) {
    states.open(place)
    while let place = states.opened.popLast() {
      switch program[place] {
      case .take: states.takers.append(place)
      case .accept: states.accepts = true
      case .edge(.start): if isStart { states.open(place + 1) }
      case .edge(.end): if isEnd { states.open(place + 1) }
      case .jump(let target): states.open(target)
      case .split(let first, let second):
        states.open(second)
        states.open(first)
      }
    }
  }
}

/// The states that an automaton is in at one character.
private struct StateSet {
  /// Those that take the next character.
  var takers: [Int] = []
  /// Those still to be followed.
  var opened: [Int] = []
  var accepts = false
  private(set) var visited = 0
  /// The round in which each state was last met, so that clearing costs nothing.
  private var rounds: [Int]
  private var round = 1

  init(capacity: Int) {
    rounds = Array(repeating: 0, count: capacity)
  }

  mutating func open(_ place: Int) {
    guard rounds[place] != round else { return }
    rounds[place] = round
    visited += 1
    opened.append(place)
  }

  mutating func removeAll() {
    takers.removeAll(keepingCapacity: true)
    accepts = false
    visited = 0
    round += 1
  }
}
