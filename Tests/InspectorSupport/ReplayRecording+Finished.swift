import Inspector

extension ReplayRecording {
  /// Finishes the session and returns its bytes, which are kept in memory.
  mutating func finished() throws -> [UInt8] {
    try finish()
    return writer.kept
  }
}
