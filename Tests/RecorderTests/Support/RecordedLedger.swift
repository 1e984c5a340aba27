import Foundation
import SessionFormat
import TestSupport

@testable import Recorder

/// An app in this process that records postings to real files, and looks after them at every step.
final class RecordedLedger {
  let recorder: SessionRecorder
  private let told: Gathered<RecorderError>
  private var ledger = Ledger()

  /// Records to a folder.
  init(in folder: String, limits: SizeLimits? = nil) {
    told = Gathered()
    recorder = SessionRecorder(
      in: .folder(folder), store: "ledger", options: Self.options(told, limits: limits))
  }

  /// Records to a file.
  init(path: String) throws(RecorderError) {
    told = Gathered()
    recorder = try SessionRecorder(path: path, store: "ledger", options: Self.options(told))
  }

  /// What was told to `onError`, in words.
  var troubles: [String] { told.all.map(\.description) }

  /// Posts so many times, and checks that the app's own result is what it is without a recorder.
  func post(_ times: Int) -> Bool {
    for _ in 0..<times {
      let posting = Posting(thread: 0, index: ledger.count + 1)
      recorder.step(posting, into: &ledger) { ledger in
        ledger.post(posting, dice: Inputs.value("dice") { Ledger.dice(posting) })
      }
    }
    return ledger == Ledger.after(ledger.count)
  }

  private static func options(
    _ told: Gathered<RecorderError>, limits: SizeLimits? = nil
  ) -> RecorderOptions {
    // The file is looked at once a second, and what failed is tried again after some.
    let clock = CountingClock(tick: 10_000_000_000)
    var options = RecorderOptions(onError: { told.append($0) })
    options.environment.nanoseconds = clock.now
    options.limits = limits
    return options
  }
}
