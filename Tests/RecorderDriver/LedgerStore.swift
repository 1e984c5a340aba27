import Foundation
import Recorder
import TestSupport

/// A ledger whose reducer is serialised by a lock, or that one thread has for itself.
final class LedgerStore: @unchecked Sendable {
  private let lock = NSLock()
  private var ledger = Ledger()
  private let recorder: SessionRecorder?
  private let settings: DriverSettings

  init(_ recorder: SessionRecorder?, _ settings: DriverSettings) {
    self.recorder = recorder
    self.settings = settings
  }

  /// What the app shows in the end.
  var digest: String { lock.withLock { ledger.digest } }

  /// Dispatches a posting.
  func post(_ posting: Posting) {
    lock.withLock {
      guard let recorder else { return reduce(&ledger, posting) }
      recorder.step(posting, into: &ledger) { reduce(&$0, posting) }
    }
    if settings.acknowledges { Acknowledgements.tell("done \(posting.index)") }
    if settings.chatters { Acknowledgements.complain("posted \(posting.index)") }
  }

  private func reduce(_ ledger: inout Ledger, _ posting: Posting) {
    if posting == settings.forkWithin.map({ Posting(thread: 1, index: $0) }) { fork(ledger) }
    let dice = Inputs.value("dice") { Ledger.dice(posting) }
    if settings.acknowledges { Acknowledgements.tell("begun \(posting.index)") }
    if posting.index == settings.trap { ledger.notes.removeFirst(1 << 20) }
    ledger.post(posting, dice: dice)
  }
  /// Forks in the middle of a recorded step, which the child goes on with.
  private func fork(_ ledger: Ledger) {
    let isDone = SystemLimits.fork {
      var own = ledger
      own.post(Posting(thread: 1, index: 1), dice: Inputs.value("dice") { 0 })
      LedgerStore(recorder, settings).post(Posting(thread: 1, index: 2))
      recorder?.mark("child")
    }
    Acknowledgements.tell("child \(isDone ? "done" : "dead")")
  }
}
