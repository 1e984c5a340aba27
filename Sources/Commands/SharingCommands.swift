/// Giving a session to others.
enum SharingCommands {
  static let all = [ScanCommand.scan, RedactCommand.redact, ShareCommand.share]
}
