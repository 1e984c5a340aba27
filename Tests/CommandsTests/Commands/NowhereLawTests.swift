import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Each command refuses what can never be found, by what its operand means")
struct NowhereLawTests {
  /// An operand that the session does not have, and what must be named for it.
  private static func mistaken(_ kind: Parameter.Kind) -> [(text: String, near: String)] {
    switch kind {
    case .path, .query, .pattern:
      [
        ("totl", "did you mean total?"), ("/totl", "did you mean /total?"),
        ("$.totl", "did you mean $.total?"), ("itms[0].name", "did you mean items[0].name?"),
        ("items[9].name", "items has 1 element"),
      ]
    case .condition, .guarded:
      [
        ("totl > 1", "try total > 1"), ("$.type == 'pya'", "try $.type == 'pay'"),
        ("$.action.addItm.name", "try $.action.addItem.name"),
        ("items[?@.nam == 'pen']", "did you mean items[?@.name == 'pen']?"),
        ("count(items[*].nam) > 1", "did you mean count(items[*].name) > 1?"),
        ("$.state..nam", "no state of the session has nam there"),
        ("$..nam", "did you mean $..name?"),
        ("count($..items..nam) > 0", "did you mean count($..items..name) > 0?"),
      ]
    case .actionType: [("pya", "did you mean pay?"), ("pya*", "the types are addItem")]
    default: []
    }
  }

  /// The operands of these kinds that are not refused, each with the reason.
  static let exceptions: [String: String] = [
    "dispatch ACTION": "an action of one's own may be of a type that was never dispatched",
    "edit ACTION": "the same", "insert ACTION": "the same",
  ]

  static let uses = OperandUse.all.filter { $0.kind.mayBeNowhere }

  @Test("every place, condition and type is refused with the nearest, and asked with --anyway")
  func refused() throws {
    #expect(Self.uses.count > 20)
    for use in Self.uses {
      for (text, near) in Self.mistaken(use.kind) {
        var sample = try SampleWorkspace()
        let line = use.line(text)
        let told = sample.told(line)
        #expect(told.hasPrefix("error: \(text): "), "\(line): \(told)")
        #expect(told.contains(near), "\(line): \(told)")
        #expect(told.hasSuffix("; --anyway asks nevertheless\n"), "\(line): \(told)")
        let asked = sample.told(line + " --anyway")
        #expect(!asked.contains("--anyway asks nevertheless"), "\(line): \(asked)")
        #expect(!asked.contains("is not a path"), "\(line): \(asked)")
      }
    }
  }

  @Test("what takes several places refuses a name in any of its segments that nothing has")
  func queries() throws {
    for use in Self.uses where use.kind == .query || use.kind == .pattern {
      for (text, near) in [
        ("items[*].nam", "did you mean items[*].name?"), ("$..nam", "did you mean $..name?"),
        ("$.items[?@.id].nam", "did you mean $.items[?@.id].name?"),
        ("itms[*].name", "did you mean items[*].name?"),
      ] {
        var sample = try SampleWorkspace()
        let told = sample.told(use.line(text))
        #expect(told.hasPrefix("error: \(text): no state of the session has "), "\(told)")
        #expect(told.contains(near), "\(told)")
      }
      // What selects nothing by its values or indexes may be asked.
      for text in ["$.items[?@.id == 'none']", "$.items[7:9]", "$.items[*].name"] {
        var sample = try SampleWorkspace()
        let told = sample.told(use.line(text))
        #expect(!told.contains("no state of the session"), "\(told)")
      }
    }
  }

  @Test("an index beyond all elements was refused in a condition, where that is the question")
  func indexes() throws {
    for use in Self.uses where [.condition, .guarded].contains(use.kind) {
      for text in ["items[9]", "items[9].name == 'x'", "!items[9]"] {
        var sample = try SampleWorkspace()
        let told = sample.told(use.line(text))
        // A question has an answer; a stop would never come.
        let isRefused = use.kind == .guarded && !text.hasPrefix("!")
        #expect(told.contains("--anyway") == isRefused, "\(use.line(text)): \(told)")
      }
    }
    var sample = try SampleWorkspace()
    #expect(try sample.run("find items[9]").answer == .no)
  }

  @Test("where one place is meant, what may be several is refused with the reason")
  func wildcards() throws {
    for use in Self.uses where use.kind == .path {
      for (text, column) in [("items[*].id", 6), ("$.items[?@.id]", 8), ("$..id", 2)] {
        for end in ["", " --anyway"] {
          var sample = try SampleWorkspace()
          let told = sample.told(use.line(text) + end)
          // Nothing can be asked of a place that is not one, so --anyway changes nothing.
          #expect(
            told.hasPrefix(
              "error: \(text): column \(column): this may select several places, and one is meant: "
                + "write "),
            "\(use) \(told)")
        }
      }
    }
  }

  @Test("every other operand is of a kind that names nothing of a state, or is an exception")
  func exceptions() {
    let others = OperandUse.all.filter {
      !$0.kind.mayBeNowhere && [.action, .replacement].contains($0.kind)
    }
    #expect(Set(others.map(\.description)) == Set(Self.exceptions.keys))
  }

  @Test("verbs take --anyway wherever the prompt does")
  func verbs() throws {
    for command in CommandTable.library {
      guard let batch = command.batch else { continue }
      let kinds = (batch.parameters.map(\.kind) + batch.options.map(\.kind))
      #expect(
        batch.options.contains { $0.name == "--anyway" }
          == kinds.contains(where: \.mayBeNowhere), "\(command.name)")
      guard command.takesSession, let kind = kinds.first(where: \.mayBeNowhere),
        let parameter = batch.parameters.first(where: { $0.kind == kind }),
        let text = Self.mistaken(kind).first?.text
      else { continue }
      let words = batch.parameters.prefix { $0.name != parameter.name }.map { _ in "1" } + [text]
      var sample = try SampleWorkspace()
      let told: String
      do throws(InspectorError) {
        told = "\(try command.run(on: &sample.workspace, Invocation(command, words: words)))"
      } catch {
        told = error.description
      }
      #expect(told.hasSuffix("; --anyway asks nevertheless"), "\(command.name): \(told)")
    }
  }

  @Test("print of a place that only this state lacks is no error, and says when it is there")
  func elsewhere() throws {
    var sample = try SampleWorkspace()
    let missing = try sample.run("print items[0]")
    #expect(missing.answer == .no)
    #expect(
      missing.complaints
        == ["state 0 has nothing at items[0]; items has 0 elements; step 1 adds it"])
    #expect(try sample.run("print $.items[0]").complaints == ["$.items[0]: step 1 adds it"])
    _ = try sample.run("goto 4")
    #expect(
      try sample.run("print /items/0").complaints
        == ["state 4 has nothing at /items/0; /items has 0 elements; step 4 removed it"])
    #expect(try sample.run("print items[9] --anyway").answer == .no)
  }
}
