import Testing

@testable import Recorder

/// A wrapped reducer, called with the same actions whatever its shape.
struct ReducerShape: CustomTestStringConvertible, Sendable {
  typealias Reduce = @MainActor (inout Counter, CounterAction) -> Void

  let testDescription: String
  /// Wraps a reducer of the shape, and gives what reduces an action by it.
  let wrap: @MainActor (SessionRecorder) -> Reduce

  init(_ name: String, _ wrap: @escaping @MainActor (SessionRecorder) -> Reduce) {
    testDescription = name
    self.wrap = wrap
  }
}

/// What a reducer is given beside the state, and what it returns beside it.
private struct Scale: Sendable { var factor: Int }
private struct Told: Equatable, Sendable { var words: [String] }

private func optional(_ action: CounterAction, _ state: Counter?) -> Counter {
  counted(state ?? Counter(count: 100), action)
}

private func countedFirst(_ action: CounterAction, _ state: Counter) -> Counter {
  counted(state, action)
}

private func countLast(_ action: CounterAction, _ state: inout Counter) -> Told {
  count(&state, action)
  return Told(words: ["\(state.count)"])
}

private func scaled(
  _ state: inout Counter, _ action: CounterAction, _ scale: Scale, _ name: String
) -> Told {
  count(&state, action)
  return Told(words: ["\(state.count * scale.factor)", name])
}

/// Of the main actor, so that only a caller there can reach it.
@MainActor private enum OnMain {
  static var calls = 0

  static func counted(_ state: Counter, _ action: CounterAction) -> Counter {
    calls += 1
    return RecorderTests.counted(state, action)
  }
  static func countedFirst(_ action: CounterAction, _ state: Counter) -> Counter {
    counted(state, action)
  }
  static func optional(_ action: CounterAction, _ state: Counter?) -> Counter {
    counted(state ?? Counter(count: 100), action)
  }
  static func count(_ state: inout Counter, _ action: CounterAction) {
    state = counted(state, action)
  }
  static func countLast(_ action: CounterAction, _ state: inout Counter) -> Told {
    state = counted(state, action)
    return Told(words: ["\(state.count)"])
  }
  static func scaled(
    _ state: inout Counter, _ action: CounterAction, _ scale: Scale, _ name: String
  ) -> Told {
    state = counted(state, action)
    return Told(words: ["\(state.count * scale.factor)", name])
  }
}

@Suite("Wrapped reducers")
struct ReducerHooksTests {
  static let plain = [
    ReducerShape("(S, A) -> S") { recorder in
      let reduce = recorder.reducer(counted)
      return { $0 = reduce($0, $1) }
    },
    ReducerShape("(A, S) -> S") { recorder in
      let reduce = recorder.reducer(countedFirst)
      return { $0 = reduce($1, $0) }
    },
    ReducerShape("(A, S?) -> S") { recorder in
      let reduce = recorder.reducer(optional)
      return { $0 = reduce($1, $0) }
    },
    ReducerShape("(inout S, A) -> Void") { recorder in
      let reduce = recorder.reducer(count)
      return { reduce(&$0, $1) }
    },
    ReducerShape("(A, inout S) -> R") { recorder in
      let reduce = recorder.reducer(countLast)
      return { #expect(reduce($1, &$0) == Told(words: ["\($0.count)"])) }
    },
    ReducerShape("(inout S, A, E, E) -> R") { recorder in
      let reduce = recorder.reducer(scaled)
      return {
        #expect(
          reduce(&$0, $1, Scale(factor: 3), "third")
            == Told(words: ["\($0.count * 3)", "third"]))
      }
    },
  ]

  static let sendable = [
    ReducerShape("@Sendable (S, A) -> S") { recorder in
      let reduce = recorder.sendableReducer(counted)
      return { $0 = reduce($0, $1) }
    },
    ReducerShape("@Sendable (A, S) -> S") { recorder in
      let reduce = recorder.sendableReducer(countedFirst)
      return { $0 = reduce($1, $0) }
    },
    ReducerShape("@Sendable (A, S?) -> S") { recorder in
      let reduce = recorder.sendableReducer(optional)
      return { $0 = reduce($1, $0) }
    },
    ReducerShape("@Sendable (inout S, A) -> Void") { recorder in
      let reduce = recorder.sendableReducer(count)
      return { reduce(&$0, $1) }
    },
    ReducerShape("@Sendable (A, inout S) -> R") { recorder in
      let reduce = recorder.sendableReducer(countLast)
      return { #expect(reduce($1, &$0) == Told(words: ["\($0.count)"])) }
    },
    ReducerShape("@Sendable (inout S, A, E, E) -> R") { recorder in
      let reduce = recorder.sendableReducer(scaled)
      return {
        #expect(
          reduce(&$0, $1, Scale(factor: 3), "third")
            == Told(words: ["\($0.count * 3)", "third"]))
      }
    },
  ]

  static let mainActor = [
    ReducerShape("@MainActor (S, A) -> S") { recorder in
      let reduce = recorder.mainActorReducer(OnMain.counted)
      return { $0 = reduce($0, $1) }
    },
    ReducerShape("@MainActor (A, S) -> S") { recorder in
      let reduce = recorder.mainActorReducer(OnMain.countedFirst)
      return { $0 = reduce($1, $0) }
    },
    ReducerShape("@MainActor (A, S?) -> S") { recorder in
      let reduce = recorder.mainActorReducer(OnMain.optional)
      return { $0 = reduce($1, $0) }
    },
    ReducerShape("@MainActor (inout S, A) -> Void") { recorder in
      let reduce = recorder.mainActorReducer(OnMain.count)
      return { reduce(&$0, $1) }
    },
    ReducerShape("@MainActor (A, inout S) -> R") { recorder in
      let reduce = recorder.mainActorReducer(OnMain.countLast)
      return { #expect(reduce($1, &$0) == Told(words: ["\($0.count)"])) }
    },
    ReducerShape("@MainActor (inout S, A, E, E) -> R") { recorder in
      let reduce = recorder.mainActorReducer(OnMain.scaled)
      return {
        #expect(
          reduce(&$0, $1, Scale(factor: 3), "third")
            == Told(words: ["\($0.count * 3)", "third"]))
      }
    },
  ]

  static let actions = [CounterAction.add(2), .note("x"), .clear]

  @Test("each shape records each action once, with the states around it", arguments: plain)
  @MainActor func recordsPlain(_ shape: ReducerShape) throws { try records(shape) }

  @Test("the same where any thread may call", arguments: sendable)
  @MainActor func recordsSendable(_ shape: ReducerShape) throws { try records(shape) }

  @Test("the same on the main actor", arguments: mainActor)
  @MainActor func recordsOnMainActor(_ shape: ReducerShape) throws {
    let calls = OnMain.calls
    try records(shape)
    #expect(OnMain.calls == calls + Self.actions.count)
  }

  @MainActor private func records(_ shape: ReducerShape) throws {
    let session = Recorded()
    let reduce = shape.wrap(session.recorder)
    var state = Counter()
    var expected = Counter()
    for action in Self.actions {
      reduce(&state, action)
      count(&expected, action)
      #expect(state == expected)
    }
    session.recorder.close()
    #expect(
      try session.sink.texts == [
        StepHookTests.header, #"{"kind":"state","n":0,"state":{"count":0,"log":[]}}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":2}}}"#,
        #"{"kind":"state","n":1,"state":{"count":2,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"note","action":{"note":{"_0":"x"}}}"#,
        #"{"kind":"state","n":2,"state":{"count":2,"log":["x"]},"took":1}"#,
        #"{"kind":"action","n":3,"t":7,"type":"clear","action":{"clear":{}}}"#,
        #"{"kind":"state","n":3,"state":{"count":0,"log":[]},"took":1}"#,
        #"{"kind":"end","n":3,"t":10}"#,
      ])
    #expect(session.troubles.isEmpty)
  }

  @Test(
    "paused and closed, each shape reduces as it does alone",
    arguments: plain + sendable + mainActor)
  @MainActor func passesThrough(_ shape: ReducerShape) throws {
    let session = Recorded()
    let reduce = shape.wrap(session.recorder)
    var state = Counter()
    session.recorder.pause()
    reduce(&state, .add(2))
    #expect(state == Counter(count: 2))
    session.recorder.close()
    let lines = session.sink.lines
    reduce(&state, .note("x"))
    #expect(state == Counter(count: 2, log: ["x"]))
    #expect(session.sink.lines == lines)
  }

  @Test("ReSwift's shape: no state yet is null, and the reducer is given none")
  func beginsWithNone() throws {
    let session = Recorded()
    let reduce = session.recorder.reducer(optional)
    let first = reduce(.add(1), nil)
    #expect(first == Counter(count: 101))
    #expect(reduce(.add(1), first) == Counter(count: 102))
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":null}"#,
        #"{"kind":"action","n":1,"t":1,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":1,"state":{"count":101,"log":[]},"took":1}"#,
        #"{"kind":"action","n":2,"t":4,"type":"add","action":{"add":{"_0":1}}}"#,
        #"{"kind":"state","n":2,"state":{"count":102,"log":[]},"took":1}"#,
      ])
  }

  @Test("neither a state nor an action needs to be encodable")
  func takesUnencodable() throws {
    struct State { var name = "a" }
    struct Rename { let name: String }
    let session = Recorded()
    let reduce = session.recorder.reducer { (_: State, action: Rename) in State(name: action.name) }
    #expect(reduce(State(), Rename(name: "b")).name == "b")
    #expect(
      try session.texts == [
        #"{"kind":"state","n":0,"state":{"name":"a"},"opaque":[""]}"#,
        #"{"kind":"action","n":1,"t":1,"type":"Rename","action":{"name":"b"},"opaque":true}"#,
        #"{"kind":"state","n":1,"state":{"name":"b"},"opaque":[""],"took":1}"#,
      ])
  }
}
