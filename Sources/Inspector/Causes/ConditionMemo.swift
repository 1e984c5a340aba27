import Query
import SessionFormat

/// Tests a condition step by step, and evaluates it only if a place that it reads has changed.
///
/// A patch shares all that it does not touch with the state before it. So an untouched place is
/// recognised without a comparison of its contents.
struct ConditionMemo {
  private let condition: Condition
  private let statePlaces: [DocumentPlace]
  private let otherPlaces: [DocumentPlace]
  private var state: [JSONValue?] = []
  /// Some results for this state, by the other values that are read, such as the type.
  private var answers: [(others: [JSONValue?], holds: Bool)] = []
  /// The number of evaluations so far.
  private(set) var evaluations = 0

  private static let answersKept = 16

  init(_ condition: Condition) {
    self.condition = condition
    let places = condition.reads.places ?? []
    statePlaces = places.filter { $0.steps.first == .name("state") }
    otherPlaces = places.filter { $0.steps.first != .name("state") }
  }

  /// Whether the condition holds for a document.
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
