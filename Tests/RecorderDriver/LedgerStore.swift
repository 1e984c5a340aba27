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
  }

  private func reduce(_ ledger: inout Ledger, _ posting: Posting) {
    let dice = Inputs.value("dice") { Ledger.dice(posting) }
    if settings.acknowledges { Acknowledgements.tell("begun \(posting.index)") }
    if posting.index == settings.trap { ledger.notes.removeFirst(1 << 20) }
    ledger.post(posting, dice: dice)
  }
}
