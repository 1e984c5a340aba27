import Foundation
import Synchronization

private let lastCall = Mutex<ContinuousClock.Instant?>(nil)
private let begin = Mutex<ContinuousClock.Instant?>(nil)
private let opened = Mutex<Date?>(nil)

/// What an effect knows of the time, in an action.
private enum TimedAction: Codable, Sendable {
  case signIn(expires: Double)
  case add(Int)
  case check
}

private struct Account: Codable, Sendable {
  var expires = 0.0
  var total = 0
  var isExpired = false
  var label = ""
}

private func account(
  _ name: String, lasts: Double, between: Between = Between(),
  check: @escaping @Sendable (inout Account) -> Void
) -> Specimen {
  Specimen(
    name, [.clock], first: .at(6), origin: 6, between: between, initial: { Account() },
    actions: {
      let now = Date().timeIntervalSince1970
      return [
        .add(1), .signIn(expires: now + lasts), .add(2), .add(3), .add(4), .check, .add(5),
        TimedAction.check,
      ]
    }
  ) { account, action in
    switch action {
    case .add(let amount): account.total += amount
    case .signIn(let expires): account.expires = expires
    case .check: check(&account)
    }
  }
}

extension Specimen {
  /// Reducers that ask how much time went by, and keep no more than a flag of it.
  static let elapsed: [Specimen] = [
    account("expired-flag", lasts: 1) { account in
      account.isExpired = asked(Date().timeIntervalSince1970) > account.expires
    },
    account("expired-days-later", lasts: 86_400, between: .clock(-3 * 86_400)) { account in
      account.isExpired = asked(Date()) > Date(timeIntervalSince1970: account.expires)
    },
    account("time-left-label", lasts: 3_600, between: .clock(-600)) { account in
      let seconds = account.expires - asked(Date().timeIntervalSince1970)
      account.label = "\(Int(seconds / 60)) min left"
    },
    account("just-now-label", lasts: 0, between: .clock(-2 * 86_400)) { account in
      let seconds = asked(Date().timeIntervalSince1970) - account.expires
      account.label = seconds < 60 ? "just now" : seconds < 86_400 ? "today" : "earlier"
    },
    // The same number of nanoseconds may come again.
    .desk("work-measured", .clock, first: .atMost(8)) { desk, _ in
      let took = asked(ContinuousClock().measure { _ = (0..<2000).reduce(0, &+) })
      desk.readings.append(Double(took.components.attoseconds) / 1e9)
    },
    .desk(
      "throttled", .clock, .hiddenState, script: Script(12, asks: [4, 6, 8, 10]), first: .at(6),
      origin: 4, effect: { _ in usleep(60_000) }
    ) { desk, number in
      // Each call was let through in the app, where people take their time.
      let now = asked(ContinuousClock.now)
      let last = lastCall.withLock { last in
        defer { last = now }
        return last
      }
      if let last, now - last < .milliseconds(50) { return }
      desk.answers.append("call \(number)")
    },
    .desk(
      "slow-since-the-first", .clock, .hiddenState, script: Script(20, asks: [4, 15]),
      first: .at(15), origin: 4, effect: { _ in usleep(30_000) }
    ) { desk, number in
      let now = asked(ContinuousClock.now)
      let since = begin.withLock { begin in
        defer { begin = begin ?? now }
        return begin ?? now
      }
      desk.flags["slow \(number)"] = now - since > .milliseconds(200)
    },
    .desk(
      "seconds-since-launch", .clock, .hiddenState, script: Script(14, asks: [3, 12]),
      first: .at(12), origin: 3, effect: { _ in usleep(150_000) }
    ) { desk, _ in
      let now = asked(Date())
      let then = opened.withLock { opened in
        defer { opened = opened ?? now }
        return opened ?? now
      }
      desk.total += Int(now.timeIntervalSince(then))
    },
  ]
}
