import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The steps of a session that grows")
struct FollowedStepsTests {
  /// What is told of a session in parts, of which each goes on from the one before.
  private static func told(_ builders: [SessionBuilder]) throws -> [String] {
    var texts: [String] = []
    var steps: FollowedSteps?
    for (place, builder) in builders.enumerated() {
      let session = try builder.session()
      var due = steps ?? FollowedSteps(session)
      try due.due(session, isLast: place == builders.count - 1) {
        texts.append($0.json.description)
      }
      steps = due
    }
    return texts
  }

  @Test("all steps that a gap swallowed are told at once, when the state behind them is there")
  func gap() throws {
    var builders = [SessionBuilder.counter([1], closed: false)]
    func add(_ alter: (inout SessionBuilder) -> Void) {
      var next = builders[builders.count - 1]
      alter(&next)
      builders.append(next)
    }
    add { $0.gap(1_000_001, lost: 1_000_000) }
    add { $0.gap(2_000_001, lost: 1_000_000) }
    add { $0.whole(2_000_001, 7) }
    add { $0.mark(2_000_001, "late") }
    add { $0.gap(2_000_003, lost: 2) }
    #expect(
      try Self.told(builders) == [
        #"{"n":1,"t":1000000,"type":"add","changed":["/total"]}"#,
        #"{"n":2,"lost":true,"through":1000001,"count":1000000}"#,
        #"{"n":1000002,"lost":true,"through":2000001,"count":1000000}"#,
        #"{"n":2000001,"marks":["late"]}"#,
        #"{"n":2000002,"lost":true,"through":2000003,"count":2}"#,
      ])
  }
}
