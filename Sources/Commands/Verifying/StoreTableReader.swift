import Inspector
import Query
import SessionFormat

extension StoreTable {
  init(_ bytes: [UInt8], file: String) throws(InspectorError) {
    self.init()
    var reader = StoreTableReader(file: file, takesCommands: false)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      try reader.read(line)
    }
    self = reader.table
  }
}

extension UserFile {
  /// Reads a user's file; a line that is wrong is a fault, and left out.
  init(_ bytes: [UInt8], file: String) {
    self.init(file: file)
    var reader = StoreTableReader(file: file, takesCommands: true)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      do throws(InspectorError) { try reader.read(line) } catch { faults.append(error) }
    }
    (stores, commands, commandsEnd) = (reader.table, reader.commands, reader.commandsEnd)
  }
}

/// Reads a config file, line by line.
///
/// ```
/// # A line of comment.
/// [store toast]
/// host = .build/debug/ToastHost --quick
/// ignore = $..timestamp
///
/// [commands]
/// alias top=goto end
/// ```
private struct StoreTableReader {
  let file: String
  /// Whether the file may have commands of the prompt.
  let takesCommands: Bool
  private(set) var table = StoreTable()
  private(set) var commands: [UserFile.Line] = []
  /// The last line below a heading of commands that says anything, or the heading.
  private(set) var commandsEnd: Int?
  private var section = Section.none
  /// Settings of the current store that may be given only once, and were.
  private var given: Set<String> = []
  private var number = 0

  private static let settings = ["host", "ignore", "patience", "host-memory"]

  /// What the last heading begins.
  private enum Section {
    case none
    case store(String)
    case commands
    /// The heading was refused. The lines below it are read, so that their own faults are named, and
    /// left out with it.
    case refused
    /// A heading that is meant for commands, which cannot be read without being run.
    case refusedCommands
  }

  init(file: String, takesCommands: Bool) {
    self.file = file
    self.takesCommands = takesCommands
  }

  /// A part of a line, and its first column, from 1.
  private struct Part {
    var text: Substring
    var column: Int

    /// The part without the blanks at both ends.
    var trimmed: Part {
      let start = text.prefix { $0 == " " || $0 == "\t" }
      var rest = text[start.endIndex...]
      while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
      return Part(text: rest, column: column + start.unicodeScalars.count)
    }

    /// The part after a number of characters.
    func dropping(_ count: Int) -> Part {
      let rest = text.dropFirst(count)
      let dropped = text[..<rest.startIndex].unicodeScalars.count
      return Part(text: rest, column: column + dropped)
    }
  }

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(InspectorError) {
    number += 1
    var bytes = bytes
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if bytes.last == 0x0D { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw fault(1, "the line is not UTF-8")
    }
    let line = Part(text: text[...], column: 1).trimmed
    guard let first = line.text.first else { return }
    defer { if case .commands = section { commandsEnd = number } }
    if first == "#" { return }
    if first == "[" {
      section = .refused
      given = []
      section = try heading(line)
      return
    }
    switch section {
    case .commands: commands.append(UserFile.Line(number: number, text: text))
    case .refusedCommands: break
    case .none, .store, .refused: try readSetting(line)
    }
  }

  private mutating func heading(_ line: Part) throws(InspectorError) -> Section {
    guard line.text.last == "]" else { throw fault(line.column, "the ] is missing") }
    let words = CommandWords.split(String(line.text.dropFirst().dropLast())) ?? []
    if words == ["commands"] {
      if takesCommands { return .commands }
      throw fault(line.column, "only the user's inspectrc has [commands]")
    }
    guard words.count == 2, words[0] == "store" else {
      let means = words.count == 1 && !Suggestions.nearest(to: words[0], in: ["commands"]).isEmpty
      if takesCommands, means {
        section = .refusedCommands
        throw fault(line.column, "there is no such heading; did you mean [commands]?")
      }
      throw fault(line.column, "a heading is [store NAME], or [store \"NAME\"] with blanks in it")
    }
    guard table[words[1]] == nil else {
      throw fault(line.column, "the store \(words[1]) has a heading already")
    }
    table[words[1]] = StoreSettings()
    return .store(words[1])
  }

  private mutating func readSetting(_ line: Part) throws(InspectorError) {
    let word = String(line.text.prefix { $0 != " " && $0 != "\t" && $0 != "=" })
    if takesCommands, !Self.settings.contains(word),
      Suggestions.nearest(to: word, in: Self.settings).isEmpty
    {
      throw fault(line.column, "there is no setting \(word); commands stand below [commands]")
    }
    guard let place = line.text.firstIndex(of: "=") else {
      throw fault(line.column, "a line is [store NAME] or SETTING = VALUE")
    }
    let name = String(line.text[..<place]).trimmed
    let value = line.dropping(line.text[...place].count).trimmed
    guard Self.settings.contains(name) else {
      let near = Suggestions.nearest(to: name, in: Self.settings)
      throw fault(line.column, "there is no setting \(name)" + Suggestions.text(near))
    }
    if case .none = section {
      throw fault(line.column, "\(name) comes before the first [store NAME]")
    }
    guard name == "ignore" || given.insert(name).inserted else {
      throw fault(line.column, "\(name) is set already")
    }
    guard !value.text.isEmpty else { throw fault(value.column, "\(name) has no value") }
    var settings = StoreSettings()
    guard case .store(let store) = section else { return try set(name, to: value, &settings) }
    settings = table[store] ?? settings
    try set(name, to: value, &settings)
    table[store] = settings
  }

  private func set(
    _ name: String, to value: Part, _ settings: inout StoreSettings
  ) throws(InspectorError) {
    let text = String(value.text)
    switch name {
    case "host": settings.host = try host(value)
    case "ignore":
      do { settings.ignore.append(try IgnoredPlaces(text)) } catch {
        throw fault(value.column, error.description)
      }
    case "patience":
      settings.patience = try ValueForm.patience.read(text, of: name) { fault(value.column, $0) }
    default: settings.memory = try ValueForm.bytes.read(text, of: name) { fault(value.column, $0) }
    }
  }

  /// The host; a path that is not absolute is relative to the folder of the file.
  private func host(_ value: Part) throws(InspectorError) -> HostCommand {
    let line = CommandWords(String(value.text), isPlain: false, endsInComment: true)
    guard let words = line.all else {
      throw fault(value.column, "a quote is not closed")
    }
    guard let program = words.first, !program.isEmpty else {
      throw fault(value.column, "host has no value")
    }
    let isBeside = program.contains("/") && !program.hasPrefix("/")
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "./"
    return HostCommand(
      program: isBeside ? folder + program : program, arguments: Array(words.dropFirst()),
      name: String(value.text.dropLast(line.comment.count)).trimmed)
  }

  private func fault(_ column: Int, _ reason: String) -> InspectorError {
    .badSetting(file: file, line: number, column: column, reason: reason)
  }
}
