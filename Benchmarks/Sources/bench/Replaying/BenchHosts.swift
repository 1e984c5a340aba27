import Foundation
import RecorderHost
import SessionFormat

// The reducer hosts of the benchmarks: this program, started again as `bench --host NAME`.

/// The smallest possible state.
struct CountState: Codable, Sendable {
  var value = 0
  var steps = 0
}

enum CountAction: Codable, Sendable {
  case add(Int)
  case reset
  /// Ends the process.
  case trap
}

func reduceCount(_ state: inout CountState, _ action: CountAction) {
  switch action {
  case .add(let amount): state.value += amount
  case .reset: state.value = 0
  case .trap: preconditionFailure("asked for")
  }
  state.steps += 1
}

func reduceApp(_ state: inout AppState, _ action: AppAction) {
  switch action {
  case .toggle(let id):
    for place in state.items.indices where state.items[place].id == id {
      state.items[place].done.toggle()
    }
  case .rename(let id, let title):
    for place in state.items.indices where state.items[place].id == id {
      state.items[place].title = title
    }
  case .search(let text): state.search = text
  }
  state.counter += 1
}

enum BenchHost: String {
  case counter
  case app
  case editor
  /// The same with Foundation's coders.
  case foundationCounter = "foundation-counter"
  case foundationApp = "foundation-app"

  static var counterHost: ReducerHost<CountState, CountAction> {
    ReducerHost(store: "counter", codec: .codable, reduce: reduceCount)
  }
  static var appHost: ReducerHost<AppState, AppAction> {
    ReducerHost(store: "app", codec: .codable, reduce: reduceApp)
  }

  /// Serves standard input.
  func run() -> Int32 {
    switch self {
    case .counter: Self.counterHost.run()
    case .app: Self.appHost.run()
    case .editor:
      ReducerHost<EditorState, EditorKey>(store: "editor", codec: .codable) { $0.press($1) }.run()
    case .foundationCounter: FoundationHost<CountState, CountAction>(reduce: reduceCount).run()
    case .foundationApp: FoundationHost<AppState, AppAction>(reduce: reduceApp).run()
    }
  }
}

/// A host as one would write it with JSONDecoder and JSONEncoder; it answers whole states.
struct FoundationHost<State: Codable, Action: Codable> {
  private struct Request: Decodable {
    let kind: String
    let n: Int?
    let store: String?
    let state: State?
    let action: Action?
  }

  private struct Header: Encodable {
    var kind = "session"
    var format = "hindsight-session"
    var version = 1
    var id = "foundation"
    var started = "2026-01-02T03:04:05Z"
    let store: String
  }

  private struct Answer: Encodable {
    var kind = "state"
    let n: Int
    let state: State
  }

  let reduce: (inout State, Action) -> Void

  func run() -> Int32 {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    var current: State?
    var kept: (n: Int, action: Action)?
    var (input, out) = (Data(), Data())
    func answer(_ value: some Encodable) {
      guard let data = try? encoder.encode(value) else { return }
      out += data
      out.append(10)
    }
    func reduceKept() {
      guard let next = kept, var state = current else { return }
      kept = nil
      reduce(&state, next.action)
      current = state
      answer(Answer(n: next.n, state: state))
    }
    while true {
      let chunk = FileHandle.standardInput.availableData
      if chunk.isEmpty { break }
      input += chunk
      while let end = input.firstIndex(of: 10) {
        let line = input[input.startIndex..<end]
        input = input[(end + 1)...]
        guard let request = try? decoder.decode(Request.self, from: line) else { return 2 }
        reduceKept()
        if let store = request.store { answer(Header(store: store)) }
        if let n = request.n, let state = request.state {
          current = state
          answer(Answer(n: n, state: state))
        }
        if let n = request.n, let action = request.action { kept = (n, action) }
      }
      // This copy keeps slices from holding all that was read.
      input = Data(input)
      FileHandle.standardOutput.write(out)
      out.removeAll(keepingCapacity: true)
    }
    return 0
  }
}
