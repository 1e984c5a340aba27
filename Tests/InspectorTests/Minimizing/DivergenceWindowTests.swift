import Foundation
import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The shortest part of a recording that diverges as the whole does")
struct DivergenceWindowTests {
  /// A session of these actions of which the last is recorded with another total than it came to.
  private func session(_ types: [String], total: Int) throws -> Session {
    try SessionBuilder.hidden(types, lastTotal: total).session()
  }

  private func found(
    _ session: Session, _ settings: Minimization.Settings = Minimization.Settings(),
    mood: @escaping (Int) -> Int = { _ in 0 }
  ) throws -> (session: MinimizedSession, divergence: Divergence, hosts: Int)? {
    var hosts = 0
    let host = HostClient { () throws(HostFailure) in
      hosts += 1
      return HiddenStateHost(mood: mood(hosts))
    }
    var window = DivergenceWindow(
      session, host: host, ignoring: [], settings: settings, stop: Cancellation())
    return try window.run().map { ($0, $1, hosts) }
  }

  @Test(
    "the action that set what no state tells was left out where the rest diverged to another value")
  func hidden() throws {
    let session = try session(["add", "add", "arm", "add", "add", "fire"], total: 50)
    let found = try #require(try found(session))
    // Without `arm` the total stays 4, which is not 50 either.
    #expect(
      Found.names(found.session) == [
        #"3 arm "arm""#, #"4 add "add""#, #"5 add "add""#, #"6 fire "fire""#,
      ])
    #expect(found.session.start == 2)
    #expect(found.session.isMinimal)
    #expect(found.divergence.outcome == "99")
    let made = try Session(bytes: Data(found.session.bytes), file: "part.ndjson")
    let host = HostClient { () throws(HostFailure) in HiddenStateHost() }
    #expect(try Verification(made, host: host).verdict().divergence == found.divergence)
  }

  @Test(
    "where the replay comes to another value each time, that of what is written is the one told")
  func unsteady() throws {
    let session = try session(["arm", "arm", "arm", "add"], total: 0)
    let found = try #require(try found(session) { $0 })
    #expect(Found.names(found.session) == [#"4 add "add""#])
    #expect(found.divergence.outcome == "\(found.hosts + 1)")
    #expect(found.session.tests == 1)
  }

  @Test("a value that changes from time to time, such as that of a clock, is no other divergence")
  func slowlyChanging() throws {
    let session = try session(["arm", "arm", "arm", "add"], total: 0)
    for change in 2...8 {
      let found = try #require(try found(session) { $0 < change ? 5 : 6 })
      #expect(Found.names(found.session) == [#"4 add "add""#], "changes at \(change)")
    }
  }

  @Test("a budget ends the search also while it is seen whether the values are steady")
  func budget() throws {
    let session = try session(["add", "arm", "add", "fire"], total: 50)
    let whole = try #require(try found(session))
    #expect(whole.session.actions.count == 3)
    for tests in 1..<whole.session.tests {
      var settings = Minimization.Settings()
      settings.tests = tests
      let found = try #require(try found(session, settings))
      #expect(found.session.stopped == .tests)
      #expect(found.session.tests == tests)
      #expect(!found.session.isMinimal)
      #expect(found.session.actions.count >= 3)
      #expect(found.divergence.outcome == "99")
    }
  }
}
