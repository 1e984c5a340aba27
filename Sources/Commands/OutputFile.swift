import Inspector

extension CommandOption {
  /// The option of every command that makes a file: with it, what is there already is replaced.
  package static let force = CommandOption("--force", "replace FILE if it exists already")
}

extension Invocation {
  /// A writer to the file that was named, which replaces another one only with `--force`.
  ///
  /// - Throws: If the file exists, or is one of those that are read: these are never changed.
  func writer(to file: String, reading session: Session) throws(InspectorError) -> SessionWriter {
    for part in session.parts where Platform.isSameFile(part.file, file) {
      throw .sameFile(file, part.file)
    }
    return try SessionWriter(path: file, replaces: flag(CommandOption.force.name))
  }
}
