extension CommandOption {
  /// `--limit N`, where N is 1 or more, of a command that finds these.
  static func limit(_ nouns: String) -> CommandOption {
    CommandOption(
      "--limit", value: "N", "end after the first N \(nouns); nothing after them is read")
  }

  /// The same of a command that looks from the end to the start.
  static func limitFromEnd(_ nouns: String) -> CommandOption {
    CommandOption("--limit", value: "N", "only the last N \(nouns); nothing before them is read")
  }
}
