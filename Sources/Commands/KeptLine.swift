import Foundation
import Inspector

/// A command that is written into the user's inspectrc, so that each prompt runs it when it opens; or
/// that is taken out of it.
struct KeptLine {
  /// The command, on one line; nil to keep none that sets the same.
  let text: String?
  /// Whether another command sets the same, so that this one takes its place.
  let replaces: (PromptCommand) -> Bool

  /// The option of the commands that can be kept.
  static let save = CommandOption(
    "--save", "also write it into the user's inspectrc; before what is set")

  /// The option of the commands that end what was kept.
  static let unsave = CommandOption("--save", "also remove it from the user's inspectrc")

  /// What the help says of it.
  static let details =
    "--save writes the line below [commands] in $XDG_CONFIG_HOME/inspect/inspectrc (~/.config if "
    + "unset), in place of the last one there that sets the same. All else in the file stays as it "
    + "is. Commands of that file are run each time a prompt opens."

  /// Writes it into the file of the user, which is made if it is missing, for its owner alone.
  ///
  /// - Returns: What was done, with the file.
  /// - Throws: If no folder is known, or the file cannot be read or written; then it is unchanged.
  func write(_ environment: [String: String], _ invocation: Invocation) throws(InspectorError)
    -> MessageReport
  {
    guard let file = UserFile.path(environment) else {
      throw invocation.refused(
        "no folder for inspectrc is known, as neither XDG_CONFIG_HOME nor HOME is set", at: "--save"
      )
    }
    // Often a link to a file that is kept elsewhere.
    let target = URL(filePath: file).resolvingSymlinksInPath().path
    let isThere = Platform.isThere(target)
    let old = isThere ? try ConfigFile.bytes(of: target) : []
    let new = text.map { added($0, to: old) } ?? removed(from: old)
    let done =
      text.map { "kept in \(file): \($0)" }
      ?? (new == old ? "\(file) does not set it" : "removed from \(file)")
    guard new != old else { return MessageReport(done) }
    if !isThere {
      try? FileManager.default.createDirectory(
        at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value ?? 0o600
    let made = try NewFile(target, replaces: true, mode: mode)
    try made.append(new)
    try made.finish()
    return MessageReport(done)
  }

  /// The bytes of an inspectrc without the lines that set the same; all others stay as they are.
  private func removed(from bytes: [UInt8]) -> [UInt8] {
    let numbers = UserFile(bytes, file: "").commands.filter(isReplaced).map(\.number)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    return Array(
      lines.filter { !numbers.contains($0.offset + 1) }.map(\.element).joined(separator: [0x0A]))
  }

  /// The bytes of an inspectrc with this line in it; all others stay as they are.
  private func added(_ text: String, to bytes: [UInt8]) -> [UInt8] {
    let file = UserFile(bytes, file: "")
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let end: [UInt8] = lines.count > 1 && lines[0].last == 0x0D ? [0x0D] : []
    let line = Array(text.utf8) + end
    if let same = file.commands.last(where: isReplaced) {
      lines[same.number - 1] = line
    } else if let place = file.commandsEnd {
      if place == lines.count { lines.append([]) }
      lines.insert(line, at: place)
    } else {
      if lines.last?.isEmpty == false { lines.append([]) }
      let blank = lines.count > 1 ? [end] : []
      lines.insert(contentsOf: blank + [Array("[commands]".utf8) + end, line], at: lines.count - 1)
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private func isReplaced(_ line: UserFile.Line) -> Bool {
    guard let commands = try? PromptLine.commands(line.text), commands.count == 1,
      commands[0].shell == nil
    else { return false }
    return replaces(commands[0])
  }
}
