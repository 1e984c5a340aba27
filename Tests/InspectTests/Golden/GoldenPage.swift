import Foundation
import Testing

/// A page of `Goldens/`: the lines that a person types, and nothing else.
///
/// Its file `lines` is the only source of what is run. `$ inspect …` is typed to a shell; `> …` is typed at
/// the prompt that the last `$ inspect SESSION` opened. Other lines are for the reader. Beside it are the
/// screens: what is shown at each width, plain and in colour.
struct GoldenPage: Sendable, CustomTestStringConvertible {
  enum Typed: Equatable {
    case shell(String)
    case prompt(String)
  }

  static let folder = Inspect.root.appending(path: "Tests/InspectTests/Goldens")

  /// The names of all pages, which are folders.
  static let all =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    .map { GoldenPage(name: $0) }
    .filter { FileManager.default.fileExists(atPath: $0.file("lines").path) }

  let name: String

  var testDescription: String { name }

  /// What is typed, in order.
  var typed: [Typed] {
    get throws {
      try String(contentsOf: file("lines"), encoding: .utf8).split(separator: "\n").compactMap {
        if $0.hasPrefix("$ ") { return .shell(String($0.dropFirst(2))) }
        return $0.hasPrefix("> ") ? .prompt(String($0.dropFirst(2))) : nil
      }
    }
  }

  /// The screen of a kind, as its file has it; empty if there is none.
  func screen(_ kind: GoldenKind) -> String {
    (try? String(contentsOf: file(kind.name), encoding: .utf8)) ?? ""
  }

  func write(_ screen: String, _ kind: GoldenKind) throws {
    try Data(screen.utf8).write(to: file(kind.name), options: .atomic)
  }

  func file(_ file: String) -> URL { Self.folder.appending(path: "\(name)/\(file)") }
}

/// A width, and whether there is colour.
struct GoldenKind: Sendable {
  let width: Int
  let isColoured: Bool

  var name: String { "\(width)-\(isColoured ? "colour" : "plain")" }

  static let widths = [60, 80, 120]
  static let all = widths.flatMap { width in
    [false, true].map { GoldenKind(width: width, isColoured: $0) }
  }
}
