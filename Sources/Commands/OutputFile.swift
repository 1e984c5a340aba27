import Inspector

extension CommandOption {
  /// The option of every command that makes a file: with it, what is there already is replaced.
  package static let force = CommandOption("--force", "replace FILE if it exists already")
}

extension Session {
  /// Refuses a file to write that is one of those that are read: these are never changed.
  func refuseTarget(_ file: String) throws(InspectorError) {
    for part in parts where file != "-" && Platform.isSameFile(part.file, file) {
      throw .sameFile(file, part.file)
    }
  }
}

extension Invocation {
  /// The file of `-o`, where the command cannot do without.
  func target() throws(InspectorError) -> String {
    guard let file = option("-o") else { throw refused("-o FILE is missing") }
    return file
  }

  /// A writer to the file that was named, which replaces another one only with `--force`; for `-` it
  /// keeps what is written.
  ///
  /// - Throws: If the file exists, or is one of those that are read.
  func writer(
    to file: String, reading session: Session? = nil
  ) throws(InspectorError) -> SessionWriter {
    guard file != "-" else { return SessionWriter(to: nil) }
    try session?.refuseTarget(file)
    return try SessionWriter(path: file, replaces: flag(CommandOption.force.name))
  }

  /// Writes all of a file, which is not `-`, in the same way.
  func write(_ bytes: [UInt8], to file: String) throws(InspectorError) {
    var writer = try writer(to: file)
    try writer.add(bytes)
    try writer.finish()
  }
}
