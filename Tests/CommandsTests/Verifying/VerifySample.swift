import Foundation
import SessionFormat
import TestSupport

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

/// Sessions as `verify` leaves them, one of each outcome.
enum VerifySample {
  /// A session that reproduces, one that diverges, one with doubts, trouble, and one accepted.
  static func sessions() throws -> [VerifiedSession] {
    let good = verified(try verdict(.counter([1, 2]), "good.ndjson"), 1_234_567_890)
    var bad = verified(try verdict(.counter([1, 2]), "a/bad,1:2.ndjson") { $0.error = 1 }, 499_999)
    bad.line = 3
    bad.place = bad.file
    var hidden = SessionBuilder { $0.redactions = ["$.secret"] }
    hidden.whole(0, ["total": 0, "secret": "xxx"])
    hidden.action(1, "add", 1)
    hidden.whole(1, ["total": 2, "secret": "xxx"])
    let doubtful = verified(try verdict(hidden, "hidden.ndjson"), 0)
    let trouble = VerifiedSession(
      result: .trouble(file: "gone.ndjson", .cannotRead(file: "gone.ndjson", errno: 2)))
    var accepted = bad
    accepted.acceptance = .accepted(AcceptedChanges(states: 2, first: 1))
    return [good, bad, doubtful, trouble, accepted]
  }

  static func verdict(
    _ builder: SessionBuilder, _ file: String,
    _ alter: (inout CounterHost.Manners) -> Void = { _ in }
  ) throws -> Verdict {
    let session = try Session(bytes: Data(builder.bytes()), file: file)
    return try Verification(session, host: .counter(alter)).verdict()
  }

  static func verified(_ verdict: Verdict, _ nanoseconds: UInt64) -> VerifiedSession {
    var session = VerifiedSession(result: .verdict(verdict), store: verdict.store)
    session.nanoseconds = nanoseconds
    return session
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
