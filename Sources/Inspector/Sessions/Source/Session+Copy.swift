extension Session {
  /// Writes the only file of the session to a new one, gzipped where the name ends in `.gz`.
  package func copyFile(to path: String) throws(InspectorError) {
    var writer = try SessionWriter(path: path)
    try writer.add(bytes)
    try writer.finish()
  }
}
