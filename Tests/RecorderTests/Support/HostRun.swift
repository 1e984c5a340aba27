import SessionFormat

@testable import Recorder
@testable import RecorderHost

/// The actions of the hosts in these tests.
enum HostAction: Codable, Equatable {
  case add(Int)
  /// Adds what is drawn under that name; a fresh value is 1000.
  case draw(String)
  /// Adds 1 and throws.
  case fail(String)
}

/// A host of the store `test`, and what it did.
final class HostRun {
  /// The answers, without the times that reducers took.
  private(set) var answers: [String] = []
  /// The answers and flushes, and where the reducer ran.
  private(set) var events: [String] = []
  private var machine: HostMachine<Counter, HostAction>?

  init() {
    machine = HostMachine(
      store: "test", codec: .codable,
      reduce: { [unowned self] state, action in
        self.events.append("reduce")
        try Self.reduce(&state, action)
      },
      answer: { [unowned self] in self.take($0) },
      flush: { [unowned self] in self.events.append("flush") })
  }

  /// Handles lines; false as soon as the host refuses one.
  func handle(_ lines: [String]) throws -> Bool {
    for text in lines {
      let line = try SessionLine(JSONValue(parsing: text))
      guard machine?.handle(line) == true else { return false }
    }
    return true
  }

  func finish() { machine?.finish() }

  /// What a new host answers to those lines and the end of the input.
  static func answers(to lines: [String]) throws -> [String] {
    let run = HostRun()
    guard try run.handle(lines) else { return run.answers + ["refused"] }
    run.finish()
    return run.answers
  }

  private func take(_ answer: JSONValue) {
    let text = JSONValue.withoutTime(answer).description
    answers.append(text)
    events.append(answer["kind"]?.string ?? "")
  }

  private static func reduce(_ state: inout Counter, _ action: HostAction) throws {
    switch action {
    case .add(let step): state.count += step
    case .draw(let name): state.count += Inputs.value(name) { 1000 }
    case .fail(let why):
      state.count += 1
      throw Refused(why: why)
    }
  }
}

extension JSONValue {
  /// A line without `took`.
  static func withoutTime(_ line: JSONValue) -> JSONValue {
    line.object.map { .object($0.filter { $0.name != "took" }.map { ($0.name, $0.value) }) } ?? line
  }
}
