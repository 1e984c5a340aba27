import Inspector
import SessionFormat

/// Settings of the prompt.
enum SettingCommands {
  static let all = [set]

  private static let set = Command(
    "set", in: .tool, "list the settings, show one, or change it",
    details: PromptSetting.all.map { "\($0.name) is \($0.values): \($0.summary)." } + [
      "In the text of prompt, %s is the store, %b the branch, %n the step, %l the last step and %t "
        + "the action's type; %% is a percent sign. Quote the text to keep the blank at its end.",
      "set host starts another program at the next command that needs one; reload lets it reduce "
        + "again what is there already.",
      "set --default NAME puts back what is set if nobody sets it.",
      KeptLine.details + " set --save NAME keeps the value that is set, and set --save --default "
        + "NAME removes the lines that set it.",
    ],
    prompt: Command.Form(
      [Parameter("NAME", .setting, .optional), Parameter("VALUE", .settingValue, .optional)],
      options: [KeptLine.save, CommandOption("--default", "put the default back; before NAME")],
      examples: [
        "set", "set width 100", "set pager off", "set prompt '%n %t> '", "set --save rows 20",
        "set --save --default rows",
      ])
  ) { workspace, invocation throws(InspectorError) in
    let (isKept, isDefault) = (invocation.flag("--save"), invocation.flag("--default"))
    guard let name = invocation.argument("NAME") else {
      for option in ["--save", "--default"] where invocation.flag(option) {
        throw invocation.refused("\(option) needs a NAME", at: option[...])
      }
      return CommandResult(SettingsReport(workspace.settings, PromptSetting.all))
    }
    guard let setting = PromptSetting.named(name) else {
      let near = Suggestions.nearest(to: name, in: PromptSetting.all.map(\.name))
      throw invocation.refused(
        "there is no setting \(name)" + Suggestions.text(near), at: name[...])
    }
    if isDefault, let value = invocation.argument("VALUE") {
      throw invocation.refused("--default goes without VALUE", at: value[...])
    }
    let given = isDefault ? setting.read(PromptSettings()) : invocation.argument("VALUE")
    guard let value = given ?? (isKept ? setting.read(workspace.settings) : nil) else {
      return CommandResult(SettingsReport(workspace.settings, [setting]))
    }
    var settings = workspace.settings
    try setting.write(&settings, value, { invocation.refused($0, at: value[...]) })
    var result = CommandResult(settled: text(of: setting, settings))
    if isKept {
      let kept = KeptLine(text: isDefault ? nil : "set \(setting.name) \(value)") {
        $0.word == "set" && Self.name(in: $0.rest) == setting.name
      }
      result = CommandResult(try kept.write(workspace.context.environment, invocation))
    }
    workspace.settings = settings
    return result
  }

  /// What a setting is now, and how it becomes what it was at first.
  private static func text(of setting: PromptSetting, _ settings: PromptSettings) -> String {
    let (value, original) = (setting.read(settings), setting.read(PromptSettings()))
    return value == original
      ? "\(setting.name) is \(value), as by default"
      : "\(setting.name) is \(value); set --default \(setting.name) puts \(original) back"
  }

  /// The full name of the setting that the rest of a line changes; nil if it changes none.
  private static func name(in rest: String) -> String? {
    guard let invocation = try? Invocation(set, line: rest), invocation.argument("VALUE") != nil
    else { return nil }
    return invocation.argument("NAME").flatMap { PromptSetting.named($0)?.name }
  }
}

/// Settings and their values.
struct SettingsReport: Report {
  private let settings: [(name: String, value: String, summary: String)]

  init(_ values: PromptSettings, _ settings: [PromptSetting]) {
    self.settings = settings.map { ($0.name, $0.read(values), $0.summary) }
  }

  /// `settings`.
  var json: JSONValue { ReportJSON.report("settings", "settings", rows) }

  /// A row for each setting: `name`, `value`, `summary`.
  var rows: [JSONValue] {
    ReportJSON.list(of: settings) { setting, json in
      json.add("name", setting.name)
      json.add("value", setting.value)
      json.add("summary", setting.summary)
    }
  }

  /// A line for each setting.
  func write(to page: inout Page) {
    var table = Table(.left, .left, .flexible)
    for setting in settings {
      table.row(.text(setting.name, .name), .text(setting.value), .text(setting.summary, .dim))
    }
    page.table(table)
  }
}
