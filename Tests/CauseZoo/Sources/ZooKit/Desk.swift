import Foundation

/// The state of most specimens.
struct Desk: Codable, Equatable, Sendable {
  var total = 0
  var notes: [String] = []
  var answers: [String] = []
  var readings: [Double] = []
  var flags: [String: Bool] = [:]

  /// What is done by an action that asks for nothing.
  mutating func work(_ action: DeskAction) {
    switch action {
    case .add(let amount): total += amount
    case .note(let text): notes.append(text)
    case .ask: break
    }
  }
}

enum DeskAction: Codable, Equatable, Sendable {
  case add(Int)
  case note(String)
  /// The only action that comes to the fault; which one of them, from 1.
  case ask(Int)
}

/// A row of actions, some of which ask.
struct Script: Sendable {
  let count: Int
  let asks: [Int]

  init(_ count: Int = 9, asks: [Int] = [5, 8]) { (self.count, self.asks) = (count, asks) }

  var actions: [DeskAction] {
    var asked = 0
    return (1...count).map { step in
      guard asks.contains(step) else {
        return step.isMultiple(of: 2) ? .add(step * 7 % 11) : .note("note \(step)")
      }
      asked += 1
      return .ask(asked)
    }
  }
}

extension Specimen {
  /// A specimen with a desk.
  ///
  /// - Parameters:
  ///   - first: By default the first step that asks.
  ///   - origin: By default that step, or 0 if the app did something before the session.
  ///   - ask: What the reducer does with `.ask`.
  static func desk(
    _ name: String, _ kinds: Kind..., script: Script = Script(), first: First? = nil,
    origin: Int? = nil, between: Between = Between(), builds: (app: String, host: String)? = nil,
    start: Desk = Desk(),
    beforehand: (@Sendable () -> Void)? = nil,
    effect: @escaping @Sendable (Int) -> Void = { _ in },
    shows: @escaping @Sendable (Desk) -> Bool = { _ in true },
    ask: @escaping @Sendable (inout Desk, Int) throws -> Void
  ) -> Specimen {
    let step = script.asks.first ?? 1
    return Specimen(
      name, kinds, first: first ?? (kinds.isEmpty ? .never : .at(step)),
      origin: origin ?? (beforehand == nil ? step : 0),
      between: between, builds: builds, initial: { start }, actions: { script.actions },
      beforehand: beforehand ?? {},
      effect: effect, shows: shows
    ) { desk, action in
      desk.work(action)
      if case .ask(let number) = action { try ask(&desk, number) }
    }
  }
}
