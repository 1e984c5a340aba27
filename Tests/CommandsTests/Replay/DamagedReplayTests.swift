import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Damage that is met while a session is replayed is the session's, and not its host's")
struct DamagedReplayTests {
  /// The session of a builder in which one text of the only line that has it was changed.
  private func session(
    _ builder: SessionBuilder, crc: Bool = true, _ old: String, _ new: String
  ) throws -> Session {
    let text = String(decoding: builder.bytes(crc: crc), as: UTF8.self)
    try #require(text.components(separatedBy: old).count == 2)
    return try open(Array(text.replacing(old, with: new).utf8))
  }

  private func told(_ session: Session, _ host: HostClient) -> String? {
    errorText { () throws(InspectorError) in
      var walk = try HostWalk(session, host)
      _ = try walk.begin()
      while try walk.next() != nil {}
    }
  }

  @Test("a damaged keyframe behind which the host differs was taken for nonsense of the host")
  func keyframe() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.action(1, "add", 5)
    builder.patch(1, to: ["total": 5])
    builder.keyframe(1)
    builder.action(2, "add", 1)
    builder.patch(2, to: ["total": 100])
    let session = try session(
      builder, #""keyframe","n":1,"state":{"total":5}"#, #""keyframe","n":1,"state":{"total":6}"#)
    let damage = try #require(errorText { () throws(InspectorError) in try session.state(1) })
    #expect(damage.hasPrefix("s.ndjson:5:"))
    #expect(told(session, .counter()) == damage)
    // One at a time as well, as where an action is not sent ahead.
    let client = HostClient.counter()
    client.mostAhead = 1
    #expect(told(session, client) == damage)
  }

  @Test("a damaged keyframe before an action that is not sent ahead was passed over")
  func keyframeBeforeOpaque() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in 1...2 {
      builder.action(n, "add", 5)
      builder.patch(n, to: ["total": .number(5 * n)])
    }
    builder.keyframe(2)
    var opaque = ActionLine(n: 3, t: 3_000_000, type: "add", action: 1)
    opaque.opaque = true
    builder.add(.action(opaque))
    let session = try session(
      builder, #""keyframe","n":2,"state":{"total":10}"#,
      #""keyframe","n":2,"state":{"total":11}"#)
    let damage = try #require(errorText { () throws(InspectorError) in try session.state(2) })
    #expect(told(session, .counter()) == damage)
  }

  @Test("a damaged input of a host that answers none was left out of a branch without a word")
  func input() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    builder.action(1, "add", 5)
    builder.patch(1, to: ["total": 5])
    builder.action(2, "draw")
    builder.input(2, "random", 9)
    builder.patch(2, to: ["total": 14])
    builder.end(2)
    let session = try session(builder, crc: false, #""value":9"#, #""valve":9"#)
    let damage = try #require(errorText { () throws(InspectorError) in try session.inputs(2) })
    let text = errorText { () throws(InspectorError) in
      var workspace = Workspace(session, host: .counter { $0.answersActions = false })
      _ = try workspace.change(.skip([1]))
    }
    #expect(text == damage)
  }
}
