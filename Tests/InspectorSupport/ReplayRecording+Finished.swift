import Inspector

extension ReplayRecording {
  /// The bytes of the session, which goes into memory.
  mutating func finished() throws -> [UInt8] {
    try finish()
    return writer.kept
  }
}
