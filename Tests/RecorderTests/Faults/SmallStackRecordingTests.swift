import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Recording deep states on small stacks")
struct SmallStackRecordingTests {
  private final class Link: Codable {
    var password = "hunter2"
    var next: Link?
    init(_ next: Link?) { self.next = next }
  }

  @Test(
    "a state of any depth is recorded, or cut off, but never ends the app", arguments: [256, 512])
  func states(kilobytes: Int) async throws {
    let depths = [1, 20, 40, 60, 90, 120, 160, 200, 300, 400, 500]
    let text = await withCheckedContinuation { continuation in
      let thread = Thread {
        let sink = CollectingSink()
        let recorder = SessionRecorder(
          sink: sink, store: "deep",
          options: RecorderOptions(redactions: .defaults))
        var state = Link(nil)
        for depth in depths {
          recorder.step(HostAction.add(depth), into: &state) { state in
            state = (1..<depth).reduce(Link(nil)) { link, _ in Link(link) }
          }
        }
        recorder.close()
        continuation.resume(returning: String(decoding: sink.bytes, as: UTF8.self))
      }
      thread.stackSize = kilobytes << 10
      thread.start()
    }
    let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.filter { $0["kind"] == "state" }.count == depths.count + 1)
    #expect(!text.contains("hunter2"))
  }
}
