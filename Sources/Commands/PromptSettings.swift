import Inspector

/// What `set` changes: how the prompt looks, and how results are shown at it.
package struct PromptSettings: Equatable, Sendable {
  /// Which pager shows long results at a terminal.
  package enum Pager: Equatable, Sendable {
    /// The one of the environment.
    case environment
    case off
    case command(String)
  }

  package var color = ColorChoice.auto
  /// The background that the colours are for; nil for that of the environment.
  package var theme: Theme?
  package var format = ReportFormat.text
  /// The columns to write for; nil for those of the terminal.
  package var width: Int?
  package var pager = Pager.environment
  /// The form of the prompt; nil for the built-in one.
  var prompt: String?
  /// How many rows `list` shows.
  var rows = 10
  /// The program that reduces; nil for the one of the options or the config.
  var host: HostCommand?

  package init() {}
}

/// A setting by its name.
struct PromptSetting: Sendable {
  let name: String
  /// What a person may write.
  let values: String
  /// The words among these.
  let choices: [String]
  /// One line, lower case, without full stop.
  let summary: String
  let read: @Sendable (PromptSettings) -> String
  let write:
    @Sendable (inout PromptSettings, String, (String) -> InspectorError) throws(InspectorError) ->
      Void

  static let all = [color, theme, format, width, pager, prompt, rows, host]

  /// The setting of a name, or of a beginning that only one has.
  static func named(_ name: String) -> PromptSetting? {
    let begun = all.filter { $0.name.hasPrefix(name) }
    return all.first { $0.name == name } ?? (begun.count == 1 ? begun[0] : nil)
  }

  private static let color = PromptSetting(
    name: "color", values: "auto, always or never", choices: ColorChoice.allCases.map(\.rawValue),
    summary: "whether text is coloured"
  ) {
    $0.color.rawValue
  } write: { settings, text, refused throws(InspectorError) in
    settings.color = try ValueForm.word.read(text, of: "color", refused)
  }

  private static let theme = PromptSetting(
    name: "theme", values: "auto, dark or light",
    choices: ["auto"] + Theme.allCases.map(\.rawValue),
    summary: "the background that colours are for"
  ) {
    $0.theme?.rawValue ?? "auto"
  } write: { settings, text, refused throws(InspectorError) in
    guard text == "auto" || Theme(rawValue: text) != nil else {
      throw refused("theme is auto, dark or light, not \(text)")
    }
    settings.theme = Theme(rawValue: text)
  }

  private static let format = PromptSetting(
    name: "format", values: "text, json or ndjson", choices: ReportFormat.allCases.map(\.rawValue),
    summary: "how results are written"
  ) {
    $0.format.rawValue
  } write: { settings, text, refused throws(InspectorError) in
    settings.format = try ValueForm.word.read(text, of: "format", refused)
  }

  private static let width = PromptSetting(
    name: "width", values: "auto or a number", choices: ["auto"],
    summary: "the columns to write for"
  ) {
    $0.width.map(String.init) ?? "auto"
  } write: { settings, text, refused throws(InspectorError) in
    settings.width = text == "auto" ? nil : try ValueForm.count.read(text, of: "width", refused)
  }

  private static let pager = PromptSetting(
    name: "pager", values: "on, off or a shell command", choices: ["on", "off"],
    summary: "what shows long results"
  ) {
    switch $0.pager {
    case .environment: "on"
    case .off: "off"
    case .command(let command): command
    }
  } write: { settings, text, _ throws(InspectorError) in
    switch text {
    case "on": settings.pager = .environment
    case "off", "cat": settings.pager = .off
    default: settings.pager = .command(text)
    }
  }

  private static let prompt = PromptSetting(
    name: "prompt", values: "auto or a text", choices: ["auto"],
    summary: "the form of the prompt"
  ) {
    $0.prompt.map { "'\($0)'" } ?? "auto"
  } write: { settings, text, refused throws(InspectorError) in
    guard let words = CommandWords.split(text) else { throw refused("a quote is not closed") }
    settings.prompt = text == "auto" ? nil : words.count == 1 ? words[0] : text
  }

  private static let rows = PromptSetting(
    name: "rows", values: "a number", choices: [],
    summary: "how many steps list shows"
  ) {
    String($0.rows)
  } write: { settings, text, refused throws(InspectorError) in
    settings.rows = try ValueForm.count.read(text, of: "rows", refused)
  }

  private static let host = PromptSetting(
    name: "host", values: "auto or a command", choices: ["auto"],
    summary: "the program that reduces; auto: that of --host or of a config file"
  ) {
    $0.host?.description ?? "auto"
  } write: { settings, text, refused throws(InspectorError) in
    guard text != "auto" else { return settings.host = nil }
    guard let command = HostCommand(parsing: text) else {
      throw refused("the command is empty, or a quote in it is not closed")
    }
    settings.host = command
  }
}
