import Inspector

@testable import Commands

/// One operand of a declared command on a line of the prompt, with all that must stand beside it.
struct OperandUse: CustomStringConvertible {
  let command: Command
  /// The name in the usage: that of the argument, or the option.
  let name: String
  let kind: Parameter.Kind
  let choices: [String]
  private let isOption: Bool

  /// Each operand of each command that can be typed at the prompt.
  static let all: [OperandUse] = CommandTable.library.flatMap { command in
    let form = command.prompt ?? Command.Form()
    return form.parameters.map {
      OperandUse(
        command: command, name: $0.name, kind: $0.kind, choices: $0.choices, isOption: false)
    }
      + form.options.filter { $0.value != nil }.map {
        OperandUse(
          command: command, name: $0.name, kind: $0.kind, choices: $0.choices, isOption: true)
      }
  }

  /// A line with this text as the operand, and something valid for what stands before it.
  func line(_ text: String) -> String {
    let form = command.prompt ?? Command.Form()
    var words = [command.name]
    for parameter in form.parameters where isOption ? parameter.arity.isNeeded : true {
      if !isOption, parameter.name == name { break }
      words.append(Self.valid(parameter.kind, parameter.choices))
    }
    if isOption { words.append(name) }
    words.append(kind == .guarded ? "if \(text)" : text)
    // What must follow, follows.
    if !isOption, let place = form.parameters.firstIndex(where: { $0.name == name }) {
      for parameter in form.parameters[(place + 1)...] where parameter.arity.isNeeded {
        words.append(Self.valid(parameter.kind, parameter.choices))
      }
    }
    return words.joined(separator: " ")
  }

  private static func valid(_ kind: Parameter.Kind, _ choices: [String]) -> String {
    if let first = choices.first { return first }
    switch kind {
    case .path, .query, .pattern: return "total"
    case .condition: return "total > 1"
    case .guarded: return "if total > 1"
    case .actionType, .action, .replacement: return "pay"
    case .branch, .ownBranch: return "recording"
    case .setting: return "width"
    default: return "1"
    }
  }

  var description: String { "\(command.name) \(name)" }
}
