import Testing

/// The check of layers itself, on sources that are made up.
struct LayersCheckTests {
  private let layers = Layers(
    table: """
      | folder | what is in it |
      | --- | --- |
      | `App/Low`, `App/Beside` | two that know nothing of each other |
      | `App/High` | `Other` |
      | `App` | all else |
      """)

  /// What is found in a file of a folder, beside one that declares `Tower` and `climb` in `App/High`,
  /// and one that declares `Stone` in `App/Beside`.
  private func found(_ text: String, in folder: String = "App/Low") -> [String] {
    layers.violations(in: [
      SourceFile(path: "\(folder)/Tested.swift", text),
      SourceFile(
        path: "App/High/Tower.swift",
        "public struct Tower { struct Room {} }\n@MainActor func climb() {}\nprivate enum Secret {}"
      ),
      SourceFile(path: "App/Beside/Stone.swift", "#if os(Linux)\n  final class Stone {}\n#endif"),
    ])
  }

  @Test("A use upward is named with its file, line and folders")
  func findsUse() {
    #expect(
      found("let a = 1\nlet tower: Tower?") == [
        "App/Low/Tested.swift:2: Tower of App/High, which is not below App/Low"
      ])
  }

  @Test(
    "A use is found wherever it stands",
    arguments: [
      "extension Tower {}", "extension Tower.Room {}", "let a = [Tower]()", "let a = App.Tower()",
      #"let a = "\(Tower())""#, ##"let a = #"\#(Tower())"#"##,
      "let a = \"\"\"\n  \\(Tower())\n  \"\"\"",
      #"let a = "\("b" + "\(Tower())")""#, "let a = 0...Tower.height", "func a() { climb() }",
      "struct A<B: Tower> {}", "#if os(Linux)\n  let a: Stone\n#endif", "@Tower var a: Int",
    ])
  func findsEach(_ text: String) { #expect(found(text).count == 1, "\(text)") }

  @Test(
    "What only looks like a use is none",
    arguments: [
      "// Tower", "/* Tower /* Tower */ Tower */", #"let a = "Tower""#,
      ##"let a = #"\(Tower) ""#"##,
      "let a = \"\"\"\n  Tower \"\n  \"\"\"", #"let a = "\"Tower""#, "let a: Hill.Tower",
      "let a: Room",
      "enum Hill { struct Tower {} }\nlet a: Hill.Tower",
      "enum Hill { struct Tower { let a: Tower? } }",
      "let climb = 1", "func climb() {}", "a.climb()", "a { func climb() {} }", "let a: Secret",
      "private struct Tower {}\nlet a = Tower()", "class func tower() {}",
    ])
  func findsNone(_ text: String) { #expect(found(text) == [], "\(text)") }

  @Test(
    "A folder uses those below it and itself, and none beside it", arguments: ["App", "App/High"])
  func allowsBelow(_ folder: String) {
    #expect(found("let a: (Tower, Stone)", in: folder) == [])
    #expect(found("let a: (Tower, Stone)").count == 2)
    #expect(found("let a: Stone", in: "App/Unlisted").count == 1)
  }

  @Test("The folders of a module are those of its rows")
  func listsFolders() {
    #expect(layers.folders(of: "App") == ["App", "App/Low", "App/Beside", "App/High"])
    #expect(layers.folders(of: "Ap") == [])
  }
}
