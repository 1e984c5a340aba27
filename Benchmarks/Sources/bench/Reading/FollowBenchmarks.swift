import Foundation
import Inspector
import SessionFormat

/// The time from writing a line to knowing its state in a followed session: median and 99th
/// percentile, without the interval at which `inspect follow` polls.
///
/// In each run one line is written, the session is polled once, and the new state is made. `inspect
/// follow` adds the rest of the interval, 15 ms at most, and the printed line.
let followBenchmarks = [
  Benchmark(name: "read/follow", rival: "write and read of the same bytes", unit: .microseconds) {
    let scratch = try Scratch()
    let path = scratch.path("followed.ndjson")
    _ = try GeneratedSession(size: 16 << 20, items: 200).write(to: path)
    let writer = try FollowedWriter(path)
    let follower = try SessionFollower(path: path)
    let ours = {
      try withExtendedLifetime(scratch) {
        try writer.write()
        _ = try follower.poll()
        return try follower.session.state(follower.session.last).textSize
      }
    }
    let plain = scratch.path("plain")
    _ = FileManager.default.createFile(atPath: plain, contents: nil)
    let other = try FileHandle(forUpdating: URL(filePath: plain))
    let bytes = Data(repeating: 65, count: 370)
    let theirs = {
      try other.write(contentsOf: bytes)
      try other.seek(toOffset: other.offset() - 370)
      return try other.read(upToCount: 370)?.count ?? 0
    }
    return (ours, theirs)
  }
]

/// Continues a generated session, after removing its end line.
private final class FollowedWriter {
  private let handle: FileHandle
  private var n: Int

  init(_ path: String) throws {
    let session = try Session(path: path)
    n = session.last
    handle = try FileHandle(forUpdating: URL(filePath: path))
    let end = LineCoding.bytes(of: SessionLine.end(EndLine(n: n, t: n &* 1_000_000)).document)
    let size = try handle.seekToEnd()
    try handle.truncate(atOffset: size - UInt64(end.count))
    try handle.seekToEnd()
  }

  /// Writes an action and its state.
  func write() throws {
    n += 1
    let action = ActionLine(n: n, t: n &* 1_000_000, type: "select", action: ["at": .number(n)])
    let patch = JSONPatch([.replace(JSONPointer(tokens: ["items", "7", "count"]), .number(n))])
    let lines: [SessionLine] = [
      .action(action), .state(StateLine(n: n, content: .patch(patch))),
    ]
    try handle.write(contentsOf: Data(lines.flatMap { LineCoding.bytes(of: $0.document) }))
  }
}
