/// The smallest store that is worth recording.
struct Counter: Codable, Equatable, Sendable {
  var count = 0
  var log: [String] = []
}

enum CounterAction: Codable, Equatable, Sendable {
  case add(Int)
  case note(String)
  case clear
}

/// What a reducer that gives up throws.
struct Refused: Error, Equatable { let why: String }

func count(_ state: inout Counter, _ action: CounterAction) {
  switch action {
  case .add(let step): state.count += step
  case .note(let text): state.log.append(text)
  case .clear: state = Counter()
  }
}

func counted(_ state: Counter, _ action: CounterAction) -> Counter {
  var state = state
  count(&state, action)
  return state
}
