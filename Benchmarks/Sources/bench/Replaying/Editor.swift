import Foundation
import Recorder
import RecorderHost
import SessionFormat

// An editor's store: some thousand lines of text, of which a key changes one.

struct EditorState: Codable, Sendable {
  struct Line: Codable, Sendable {
    let id: Int
    var text: String
  }

  var lines: [Line]
  var cursor = 0
  var keys = 0
  private var nextID: Int

  init(lines count: Int) {
    lines = (0..<count).map { n in
      Line(id: n, text: "let value\(n) = read(\(n &* 7919)) // what line \(n) is about")
    }
    nextID = count
  }

  mutating func press(_ key: EditorKey) {
    keys += 1
    switch key {
    case .go(let place): cursor = place
    case .split:
      lines.insert(Line(id: nextID, text: ""), at: cursor + 1)
      nextID += 1
    case .join: lines.remove(at: cursor + 1)
    case .letter(let letter):
      lines[cursor].text = lines[cursor].text.count > 100 ? "" : lines[cursor].text + letter
    }
  }
}

enum EditorKey: Codable, Sendable {
  case go(Int)
  case split
  case join
  case letter(String)
}

extension ReplayedSession {
  /// Records an editor: most keys change the text of one line; some split a line or join two.
  static func editor(_ path: String, lines: Int, keys: Int) throws {
    var options = RecorderOptions()
    options.onError = { fatalError("the recorder does not record: \($0)") }
    let recorder = try SessionRecorder(path: path, store: "editor", options: options)
    var state = EditorState(lines: lines)
    var generator: UInt64 = 5
    let letters = "etaoin shrdlu".map { String($0) }
    func random(_ count: Int) -> Int {
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(generator >> 33) % count
    }
    for _ in 0..<keys {
      let key: EditorKey =
        switch random(100) {
        case 0...1: .go(random(state.lines.count))
        case 2...3: .split
        case 4...5 where state.cursor + 1 < state.lines.count && state.lines.count > lines / 2:
          .join
        default: .letter(letters[random(letters.count)])
        }
      recorder.step(key, into: &state) { $0.press(key) }
    }
    recorder.close()
  }
}
