import Inspector
import SessionFormat

/// A Swift test that reduces a range of a session's actions again, without anything of Hindsight
/// unless its reducer draws inputs.
struct GeneratedTest {
  /// The most columns of a line.
  static let width = 100

  let script: ReductionScript
  let names: TestNames
  let frame: TestFrame
  /// The name of its type.
  let name: String
  /// What is said of it at its top.
  let remarks: [String]
  /// The modules of `Inputs` and of their replay.
  var inputsModules = ["Recorder", "RecorderHost"]
  /// Whether the reducer is still to be pasted where the test calls it, so that it fails until then.
  var isPasted = false
  let types: [(code: String, alias: String?)]

  /// - Throws: A refusal if the type of an action has no name.
  init(
    _ script: ReductionScript, _ names: TestNames, _ frame: TestFrame, name: String,
    remarks: [String]
  ) throws(InspectorError) {
    (self.script, self.names, self.frame) = (script, names, frame)
    (self.name, self.remarks) = (name, remarks)
    var types: [(code: String, alias: String?)] = []
    for case .action(let line, _, _) in script.steps { types.append(try names.type(of: line)) }
    self.types = types
  }

  /// Whether the reducer drew inputs.
  var hasInputs: Bool {
    script.steps.contains {
      if case .action(_, let inputs, _) = $0 { !inputs.isEmpty } else { false }
    }
  }

  /// The text of the file.
  ///
  /// Complexity: O(length).
  var text: String {
    let parts = [head, imports, appNames, test, Self.helpers]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var head: [String] {
    (["\(title.prefix(1).uppercased())\(title.dropFirst()), recorded \(script.header.started)."]
      + remarks)
      .map { "// \(SwiftText.comment($0, most: Self.width - 3))" }
  }

  private var title: String {
    let (first, last) = (script.actions.lowerBound, script.actions.upperBound)
    let numbers = first == last ? "action \(first)" : "actions \(first) to \(last)"
    return "\(numbers) of the store \(script.header.store)"
  }

  private var imports: [String] {
    let modules = ["Foundation", frame.module] + (hasInputs ? inputsModules : [])
    let own = Set(names.modules).sorted().map { "@testable import \($0)" }
    return modules.sorted().map { "import \($0)" } + (own.isEmpty ? [] : [""] + own)
  }

  private var appNames: [String] {
    var aliases: [String] = []
    for case (let code, let alias?) in types {
      let line = "private typealias \(alias) = \(code)"
      if !aliases.contains(line) { aliases.append(line) }
    }
    let action = names.action(areSeveral: types.contains { $0.code != TestNames.recordedAction })
    return [
      "// What the app calls its own.", "private typealias RecordedState = \(names.state)",
      "private typealias \(TestNames.recordedAction) = \(action)",
    ] + aliases + [
      "", "@MainActor",
      "private func step(_ state: inout RecordedState, _ action: \(TestNames.recordedAction)) throws {",
    ] + reduction.map { "  \($0)" } + ["}"]
  }

  private var reduction: [String] {
    guard isPasted else { return names.reduce }
    return ["// PASTE the reducer in place of the stub, and take this in place of the error:"]
      + names.reduce.map { "// \($0)" } + ["throw NothingPasted()"]
  }

  private var test: [String] {
    let (first, last) = (script.actions.lowerBound, script.actions.upperBound)
    let function = first == last ? "action\(first)" : "actions\(first)To\(last)"
    var body = TestBody(frame: frame)
    var types = types[...]
    for step in script.steps {
      switch step {
      case .state(let state, let n, let why): body.add(state, n: n, why)
      case .action(let line, let inputs, let doesThrow):
        let type = types.popFirst()
        let name = type?.alias ?? type?.code
        body.add(line, inputs, type: name == TestNames.recordedAction ? nil : name, doesThrow)
      case .expectations(let all, let n): body.add(all, n: n)
      }
    }
    return [frame.type(name)]
      + (frame.test(function, says: title) + body.lines + ["}"]).map { $0.isEmpty ? $0 : "  " + $0 }
      + ["}"]
  }
}
