import Foundation
import TestSupport
import Testing

@Suite("An app that is started without its standard streams", .disabled(if: FastRun.isOn))
struct ClosedStreamTests {
  private static let closings = ["2>&-", ">&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"]
  private static let places = [["folder=FOLDER", "segment=3000"], ["path=FOLDER/one.ndjson"]]

  @Test(
    "the session got the number of a closed stream, and what the app printed went into the file",
    arguments: closings, places)
  func apart(_ closing: String, place: [String]) throws {
    let folder = try SessionFolder()
    let run = try ProcessRun.run(
      URL(filePath: "/bin/sh"),
      [
        "-c", "\"$@\" \(closing)", "sh", try BuiltBinary.recorderDriver.path, "steps=50",
        "acknowledge=1", "chatter=1",
      ] + place.map { $0.replacing("FOLDER", with: folder.path) })
    #expect(run.status == .exited(0))
    let oracle = try folder.oracle(OneLedger())
    #expect(oracle.faults == [] && oracle.isClosed && oracle.gaps.isEmpty)
    #expect(oracle.actions == Set(1...50) && oracle.states == Set(0...50))
    #expect(closing.contains("2>") || run.error == (1...50).map { "posted \($0)\n" }.joined())
  }
}
