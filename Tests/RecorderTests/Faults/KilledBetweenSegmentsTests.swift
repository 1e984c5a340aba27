import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("An app that is killed between two segments")
struct KilledBetweenSegmentsTests {
  /// What a new recorder is told, where only the first calls of the run before came to the disk.
  private static func told(_ files: MemoryFiles) -> PreviousSession? {
    let told = Gathered<PreviousSession>()
    var options = RecorderOptions()
    options.onUncleanExit = { told.append($0) }
    _ = SessionRecorder(
      in: .folder("sessions"), store: "test", options: options, environment: [:],
      files: files.afterRestart())
    return told.all.last
  }

  @Test("whichever call was its last, its session is told as unfinished")
  func everyCall() {
    let limits = SizeLimits(segment: 700, total: 1 << 20)
    let whole = FaultyRun(MemoryFiles(), limits: limits)
    let first = whole.files.calls.firstIndex { $0.operation == "write" } ?? 0
    let last = whole.files.calls.lastIndex { $0.operation == "write" } ?? 0
    #expect(whole.paths.count > 2)
    for call in first + 2...last {
      for isTorn in [false, true] {
        // From one call on the disk takes nothing: as after a kill, the files stay as they are.
        let files = MemoryFiles { number, next in
          if number == call, next.operation == "write", isTorn { return .torn(FileError(EIO)) }
          return number >= call && ["write", "create", "remove"].contains(next.operation)
            ? .error(FileError(EIO)) : nil
        }
        let run = FaultyRun(files, limits: limits)
        let isClosed = run.oracle.isClosed
        #expect(!isClosed, "call \(call)")
        #expect(Self.told(files)?.paths == files.files, "call \(call)")
      }
    }
  }
}
