import Foundation
import SessionFormat

/// An editor's keystrokes over some thousand lines, written line by line as by a recorder.
struct EditorSession {
  /// The number of lines in the text, and the number of keystrokes.
  let (lines, keys): (Int, Int)

  private struct Line {
    let id: Int
    var text: String
    var value: JSONValue { ["id": .number(id), "text": .string(text)] }
  }

  /// Writes the file: most keys change the text of one line and the cursor's place; some split a
  /// line or join two.
  func write(to path: String) throws {
    var text = (0..<lines).map { n in
      Line(id: n, text: "let value\(n) = read(\(n &* 7919)) // what line \(n) is about")
    }
    var (out, generator, at, nextID): ([UInt8], UInt64, Int, Int) = ([], 5, 0, lines)
    let letters = "etaoin shrdlu".map { String($0) }
    func random(_ count: Int) -> Int {
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(generator >> 33) % count
    }
    func add(_ line: SessionLine) { out += LineCoding.bytes(of: line.document) }
    func state(_ n: Int) -> JSONValue {
      ["lines": .array(text.map(\.value)), "cursor": .number(at), "keys": .number(n)]
    }
    add(.session(ReplayedSession.header("editor")))
    add(.state(StateLine(n: 0, content: .whole(state(0)))))
    for n in 1...keys {
      var changes: [JSONPatch.Operation] = []
      switch random(100) {
      case 0...1:
        at = random(text.count)
        changes.append(.replace(place("cursor"), .number(at)))
      case 2...3:
        text.insert(Line(id: nextID, text: ""), at: at + 1)
        nextID += 1
        changes.append(.add(place("lines", "\(at + 1)"), text[at + 1].value))
      case 4...5 where at + 1 < text.count && text.count > lines / 2:
        text.remove(at: at + 1)
        changes.append(.remove(place("lines", "\(at + 1)")))
      default:
        let letter = letters[random(letters.count)]
        text[at].text = text[at].text.count > 100 ? "" : text[at].text + letter
        changes.append(.replace(place("lines", "\(at)", "text"), .string(text[at].text)))
      }
      changes.append(.replace(place("keys"), .number(n)))
      add(.action(ActionLine(n: n, t: n &* 100_000_000, type: "key", action: .number(n))))
      add(.state(StateLine(n: n, content: .patch(JSONPatch(changes)))))
      if n % 4096 == 0 { add(.keyframe(KeyframeLine(n: n, state: state(n)))) }
    }
    add(.end(EndLine(n: keys, t: keys &* 100_000_000)))
    try Data(out).write(to: URL(filePath: path))
  }
}

/// The path of the given tokens.
private func place(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: tokens) }
