import Query
import SessionFormat

/// Answers a condition for one step after the other, and evaluates it only if a place that it
/// reads has another value than before.
///
/// A patch shares with the state before it all that it leaves alone, so that an untouched place is
/// seen to be the same without looking into it.
struct ConditionMemo {
  private let condition: Condition
  private let statePlaces: [DocumentPlace]
  private let otherPlaces: [DocumentPlace]
  private var state: [JSONValue?] = []
  /// The answers for this state by what else is read, such as the type; a few of them.
  private var answers: [(others: [JSONValue?], holds: Bool)] = []
  /// How often the condition was evaluated.
  private(set) var evaluations = 0

  private static let answersKept = 16

  init(_ condition: Condition) {
    self.condition = condition
    let places = condition.reads.places ?? []
    statePlaces = places.filter { $0.steps.first == .name("state") }
    otherPlaces = places.filter { $0.steps.first != .name("state") }
  }

  /// Whether the condition is true of a document.
  mutating func holds(
    in document: JSONValue, interrupted: (() -> Bool)? = nil
  ) throws(QueryError) -> Bool {
    guard condition.reads.places != nil else { return try evaluate(document, interrupted) }
    let stateNow = statePlaces.map { $0.value(in: document) }
    if stateNow != state {
      answers = []
      state = stateNow
    }
    let others = otherPlaces.map { $0.value(in: document) }
    if let known = answers.first(where: { $0.others == others }) { return known.holds }
    let holds = try evaluate(document, interrupted)
    if answers.count == Self.answersKept { answers.removeFirst() }
    answers.append((others, holds))
    return holds
  }

  private mutating func evaluate(
    _ document: JSONValue, _ interrupted: (() -> Bool)?
  ) throws(QueryError) -> Bool {
    evaluations += 1
    return try condition.holds(in: document, interrupted: interrupted)
  }
}
