import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("What outlives a loss of power")
struct SynchronizationTests {
  private let files = MemoryFiles()
  private let told = Gathered<RecorderError>()

  private func recorder(_ durability: Durability, _ files: MemoryFiles) -> SessionRecorder {
    var options = RecorderOptions(
      environment: RecorderOptions.Environment(
        nanoseconds: CountingClock().now, id: "00000000-0000-4000-8000-000000000000",
        started: "2026-01-02T03:04:05.678Z", platform: nil, segmentID: { "next" }),
      onError: { [told] in told.append($0) })
    options.durability = durability
    options.limits = SizeLimits(segment: 700, total: 1 << 20)
    return SessionRecorder(
      in: .folder("sessions"), store: "test", options: options, environment: [:], files: files)
  }

  private func step(_ recorder: SessionRecorder, _ times: Int) {
    var state = Counter()
    for n in 0..<times { recorder.step(CounterAction.add(n), into: &state) { count(&$0, .add(n)) } }
  }

  private func synchronized(after calls: Int, _ files: MemoryFiles) -> [String] {
    files.calls[calls...].filter { $0.operation.hasPrefix("synchronize") }.map(\.path).sorted()
  }

  @Test("a signal in the middle of a synchronization is none of its faults")
  func interrupted() {
    let interrupted = MemoryFiles { number, call in
      call.operation == "synchronize" && number % 2 == 0 ? .error(.interrupted) : nil
    }
    let recorder = recorder(.everyLine, interrupted)
    step(recorder, 10)
    #expect(recorder.flush())
    recorder.close()
    #expect(told.all == [])
    #expect(interrupted.calls.contains { $0.operation == "synchronize" })
  }

  @Test("a flush synchronizes the segments that were left since the last one, and their folder")
  func flush() {
    let recorder = recorder(.system, files)
    step(recorder, 10)
    #expect(recorder.paths.count > 2)
    #expect(recorder.flush())
    #expect(synchronized(after: 0, files) == ["sessions"] + recorder.paths)
    let before = files.calls.count
    #expect(recorder.flush())
    #expect(synchronized(after: before, files) == [recorder.paths.last])
    #expect(files.descriptorsOpen == 1)
  }

  @Test("the end of a session that is synchronized now and then synchronizes all that is not yet")
  func close() {
    let recorder = recorder(.interval(milliseconds: 1_000_000), files)
    step(recorder, 10)
    recorder.close()
    #expect(synchronized(after: 0, files) == ["sessions"] + recorder.paths)
    #expect(files.descriptorsOpen == 0)
  }

  @Test("a segment that was removed needs no synchronization")
  func removed() {
    let recorder = recorder(.system, files)
    step(recorder, 10)
    let path = recorder.paths[0]
    files.delete(path)
    #expect(recorder.flush())
    #expect(synchronized(after: 0, files) == ["sessions"] + recorder.paths.dropFirst())
  }

  @Test("a segment that cannot be synchronized is told, and is tried no more")
  func refused() {
    let left = "sessions/test-20260102T030405Z-00000000.0001.ndjson"
    let files = MemoryFiles { _, call in
      call.operation == "synchronize" && call.path == left ? .error(FileError(EIO)) : nil
    }
    let recorder = recorder(.system, files)
    step(recorder, 10)
    #expect(!recorder.flush())
    #expect(recorder.flush())
    #expect(told.all == [.cannotSynchronize(path: left, errno: EIO)])
    #expect(synchronized(after: 0, files).filter { $0 == left }.count == 1)
  }
}
