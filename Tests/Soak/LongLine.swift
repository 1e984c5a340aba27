import Foundation
import TestSupport

/// A session with one line of 100 MB, sound and damaged, read and repaired by the built tool.
struct LongLine {
  private static let head =
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","started":"s","store":"s"}"#
    + "\n" + #"{"kind":"state","n":0,"state":""#

  /// Whether it was read, and the damaged byte found and left out.
  func run() -> Bool {
    var part = Part("a line of 100 MB")
    do {
      let folder = try SessionFolder()
      let file = folder.file("long.ndjson")
      var bytes = Array(Self.head.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 100_000_000)
      bytes += Array("\"}\n".utf8) + Array(#"{"kind":"end","n":0,"t":1}"#.utf8) + [0x0A]
      try Data(bytes).write(to: URL(filePath: file))
      try expect(&part, ["check", file], 0, "\(file): sound  3 lines, 0 actions, closed\n")
      try expect(&part, ["print", file, "0", "/x"], 2, "")
      let place = bytes.count / 2
      bytes[place] = 0xFF
      try Data(bytes).write(to: URL(filePath: file))
      let column = place - (bytes.firstIndex(of: 0x0A) ?? 0)
      try expect(
        &part, ["check", file], 1,
        "\(file):2:\(column): not valid UTF-8 (byte \(place))\n\(file): damaged  1 fault in 3 lines, "
          + "1 left out (100000033 bytes); closed\n")
      let copy = folder.file("copy.ndjson")
      try expect(&part, ["repair", file, "-o", copy, "--format", "json"], 0, nil)
      try expect(&part, ["check", copy], 0, "\(copy): sound  2 lines, 0 actions, closed\n")
    } catch { part.note(error, in: "the line") }
    return part.finish("sound, with a byte that is no UTF-8, and repaired")
  }

  private func expect(
    _ part: inout Part, _ arguments: [String], _ status: Int, _ output: String?
  ) throws {
    let run = try ProcessRun.run(try BuiltBinary.inspect, arguments)
    if run.status != .exited(status) {
      part.note(["it \(run.status): \(run.error)"], in: arguments[0])
    }
    if let output, run.output != output { part.note(["it says \(run.output)"], in: arguments[0]) }
  }
}
