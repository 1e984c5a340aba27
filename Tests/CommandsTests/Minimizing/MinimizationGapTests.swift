import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The fewest actions of a session that is no plain row of actions")
struct MinimizationGapTests {
  @Test("a session with a gap, changes from outside or actions of another kind is made shorter too")
  func otherLines() throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.outside(2, to: ["total": 50])
    builder.action(3, "add", 4)
    builder.patch(3, to: ["total": 54])
    builder.mark(3, "here")
    builder.gap(5, lost: 1)
    builder.whole(5, ["total": 60])
    builder.action(6, "add", 7)
    builder.patch(6, to: ["total": 67])
    builder.end(6)
    let session = try builder.session()
    // What came from outside is kept with all before it, as it belongs to the recording alone.
    #expect(
      Found.names(try Found.by("$.state.total > 53", in: session, through: .counter()))
        == ["1 add 1", "2 add 2", "3 add 4"])
    // One action behind the first two suffices; what lies behind the gap is not looked at.
    #expect(
      Found.names(try Found.by("$.state.total > 2", in: session, through: .counter()))
        == ["3 add 3"])
    #expect(
      Found.names(try Found.by("$.state.total == 3", in: session, through: .counter()))
        == ["1 add 1", "2 add 2"])
  }

  /// As `minimize` looks for it in a session of which actions are lost.
  private func foundBehindLoss(
    _ sought: String, in session: Session
  ) throws -> MinimizeReport? {
    let table = CommandTable(CommandTable.library)
    let invocation = try Invocation(
      try table.prompt("minimize", abbreviated: false), words: [sought])
    let search = MinimizeCommand.Search(
      request: try MinimizeCommand.Request(invocation), origin: session, host: .counter(),
      stop: Cancellation())
    return try search.report(CommandContext(table: table, host: { _ in nil }))
  }

  @Test("behind a gap that lost actions a crash, and what came to hold there, were not sought")
  func behindLoss() throws {
    var builder = SessionBuilder.counter([1, 60, -60], closed: false)
    builder.gap(5, lost: 2)
    builder.whole(5, ["total": 10])
    for (n, total) in [(6, 7), (7, 50), (8, 53)] {
      builder.action(n, "add", .number(total - (n == 6 ? 10 : n == 7 ? 7 : 50)))
      builder.patch(n, to: ["total": .number(total)])
    }
    builder.action(9, "trap")
    let session = try builder.session()
    func told(_ text: String) throws -> [String]? {
      try foundBehindLoss(text, in: session).map {
        ["\($0.found.start)"] + (Found.names($0.found) ?? [])
      }
    }
    // The first 53 of the recording is behind the gap, the first 60 before it.
    #expect(try told("$.state.total == 53") == ["5", "7 add 43"])
    #expect(try told("$.state.total == 61") == ["0", "1 add 1", "2 add 60"])
    #expect(try told("$.state.total == 11") == nil)
    let crash = try foundBehindLoss("--crashes", in: session)
    #expect(Found.names(crash?.found) == ["9 trap 0"])
    #expect(crash?.found.start == 5)
  }

  @Test("a crash behind a gap without a state was no crash, or ended with: no state 0")
  func unreached() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.gap(5, lost: 4)
    builder.action(6, "add", 5)
    let session = try builder.session()
    #expect(
      throws: InspectorError.notRepeatable(
        "actions before action 6 were lost in a gap of the recording, and no state is recorded after "
          + "the gap, so no replay comes to that action: show 6 shows what is known of it, and list "
          + "what is recorded before")
    ) { try foundBehindLoss("--crashes", in: session) }
  }

  @Test("the check of a recording behind whose gap is sought did not end at an interruption")
  func interruptedBehindLoss() throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.gap(5, lost: 2)
    builder.whole(5, ["total": 10])
    builder.action(6, "add", 7)
    builder.patch(6, to: ["total": 17])
    builder.end(6)
    let session = try builder.session()
    /// How often it was asked until it was done; nil if that asking ended it.
    func asked(interruptedAt limit: Int) throws -> Int? {
      var count = 0
      do throws(InspectorError) {
        let part = try SessionExcerpt.behindLoss(session, upTo: 6) {
          count += 1
          return count == limit
        }
        #expect(part.first == 5)
      } catch .interrupted {
        #expect(count == limit)
        return nil
      }
      return count
    }
    let all = try #require(try asked(interruptedAt: 0))
    // The check and the excerpt ask, each at every line that it reads.
    #expect(all > 3)
    for limit in 1...all { #expect(try asked(interruptedAt: limit) == nil) }
  }

  @Test(
    "an action that goes only together with what came from outside before it is not called minimal")
  func boundToOutside() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.outside(1, to: ["total": 50])
    builder.action(2, "add", 0)
    builder.patch(2, to: ["total": 50])
    builder.action(3, "add", 4)
    builder.patch(3, to: ["total": 54])
    builder.end(3)
    let found = try Found.by("$.state.total > 53", in: try builder.session(), through: .counter())
    #expect(Found.names(found) == ["1 add 1", "2 add 0", "3 add 4"])
    #expect(found?.isMinimal == false)
  }

  @Test(
    "a result without any change from outside was not called minimal where the recording had one")
  func outsideLeftOut() throws {
    var builder = SessionBuilder.counter([30, 30, 20], closed: false)
    builder.outside(3, to: ["total": 30])
    builder.action(4, "add", 60)
    builder.patch(4, to: ["total": 90])
    builder.end(4)
    let skipped = try Found.by("$.state.total > 85", in: try builder.session(), through: .counter())
    #expect(Found.names(skipped) == ["1 add 30", "4 add 56"])
    #expect(skipped?.isMinimal == true)

    // The edited action stands behind the fork of the branch, and so did the change.
    var other = SessionBuilder.counter([30], closed: false)
    other.outside(1, to: ["total": 50])
    other.action(2, "add", 40)
    other.patch(2, to: ["total": 90])
    other.end(2)
    let edited = try Found.by("$.state.total > 60", in: try other.session(), through: .counter())
    #expect(Found.names(edited) == ["1 add 30", "2 add 31"])
    #expect(edited?.isMinimal == true)
  }
}
