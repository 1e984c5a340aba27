import SessionFormat
import Testing

@testable import Recorder

@Suite("Making room in a folder")
struct MakingRoomTests {
  private static let older = "sessions/test-20260101T000000Z-aaaaaaaa"
  private static let newer = "sessions/test-20260102T000000Z-bbbbbbbb"

  /// What is left of two sessions of three segments, 100 bytes each.
  private static func left(
    of size: Int, writing: String?, own: String = "test-none"
  ) throws -> [String] {
    let files = MemoryFiles()
    files.put("sessions", kind: .directory)
    for stem in [older, newer] {
      for segment in 1...3 {
        files.put("\(stem).000\(segment).ndjson", String(repeating: "x", count: 100))
      }
    }
    if let writing { _ = try files.lock(try files.open(writing)) }
    RecordingFolder("sessions", files).shrink(
      to: size, store: "test", own: .folder("sessions", stem: own))
    return files.files
  }

  private static func segments(_ stem: String, _ numbers: [Int]) -> [String] {
    numbers.map { "\(stem).000\($0).ndjson" }
  }

  @Test("the oldest go first, and no more than must")
  func oldest() throws {
    #expect(
      try Self.left(of: 400, writing: nil) == Self.segments(Self.older, [3])
        + Self.segments(Self.newer, [1, 2, 3]))
    #expect(try Self.left(of: 99, writing: nil) == [])
  }

  @Test("the session that is written is the newest, though a clock that was set back calls it old")
  func own() throws {
    let own = String(Self.older.dropFirst("sessions/".count))
    #expect(
      try Self.left(of: 400, writing: nil, own: own)
        == Self.segments(Self.older, [1, 2, 3]) + Self.segments(Self.newer, [3]))
    #expect(try Self.left(of: 200, writing: nil, own: own) == Self.segments(Self.older, [2, 3]))
  }

  @Test("a segment that is still held is kept with those after it, so that no session gets a hole")
  func held() throws {
    let held = Self.segments(Self.older, [2])[0]
    #expect(try Self.left(of: 0, writing: held) == Self.segments(Self.older, [2, 3]))
    #expect(
      try Self.left(of: 0, writing: Self.segments(Self.newer, [1])[0])
        == Self.segments(Self.newer, [1, 2, 3]))
  }
}
