import Foundation
import SessionFormat

/// A session of any size, written line by line as by a recorder: actions, patches, keyframes.
struct GeneratedSession {
  /// The least number of bytes of the file.
  let size: Int
  /// The number of items in the state; each action changes one.
  let items: Int

  /// Writes the file.
  ///
  /// - Returns: The number of actions.
  func write(to path: String) throws -> Int {
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    var out: [UInt8] = []
    var written = 0
    func add(_ line: SessionLine) throws {
      out += LineCoding.bytes(of: line.document)
      guard out.count > 1 << 22 else { return }
      try flush()
    }
    func flush() throws {
      try file.write(contentsOf: Data(out))
      written += out.count
      out.removeAll(keepingCapacity: true)
    }
    // How often each item was selected, and the last action that selected it.
    var counts = [Int](repeating: 0, count: items)
    var notes = counts
    try add(
      .session(
        SessionHeader(id: UUID().uuidString, started: "2026-01-02T03:04:05Z", store: "bench")))
    try add(.state(StateLine(n: 0, content: .whole(state(counts, notes)))))
    var n = 0
    var patched = 0
    let whole = state(counts, notes).description.utf8.count
    while written + out.count < size {
      n += 1
      let item = n &* 7919 % items
      counts[item] += 1
      notes[item] = n
      let action: JSONValue = [
        "select": [
          "item": .number(item), "at": .number(n &* 1000),
          "why": "a tap on the row of this item, somewhere near its middle",
        ]
      ]
      try add(.action(ActionLine(n: n, t: n &* 1_000_000, type: "select", action: action)))
      let patch = JSONPatch([
        .replace(JSONPointer(tokens: ["items", String(item), "count"]), .number(counts[item])),
        .replace(JSONPointer(tokens: ["items", String(item), "note"]), .string(note(item, n))),
      ])
      try add(.state(StateLine(n: n, content: .patch(patch))))
      patched += 300
      if patched > whole {
        patched = 0
        try add(.keyframe(KeyframeLine(n: n, state: state(counts, notes))))
      }
    }
    try add(.end(EndLine(n: n, t: n &* 1_000_000)))
    try flush()
    try file.close()
    return n
  }

  private func note(_ item: Int, _ n: Int) -> String {
    "item \(item) was selected by action \(n), and this is what is noted of it: "
      + String(repeating: "lorem ipsum ", count: 8)
  }

  private func state(_ counts: [Int], _ notes: [Int]) -> JSONValue {
    let items = counts.enumerated().map { index, count -> JSONValue in
      [
        "id": .number(index), "count": .number(count), "note": .string(note(index, notes[index])),
        "on": true,
      ]
    }
    return ["title": "a generated session", "items": .array(items)]
  }
}
