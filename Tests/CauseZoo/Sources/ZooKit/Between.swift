/// What is different on the machine between the recording and the replay; a runner sees to it.
struct Between: Codable, Sendable {
  var record = Circumstances()
  var verify = Circumstances()
}

/// What holds while a session is recorded, or while it is verified.
///
/// `{work}` in a text stands for a folder of the specimen's own.
struct Circumstances: Codable, Sendable {
  /// Variables of the environment.
  var environment: [String: String] = [:]
  /// The current folder, which is made.
  var directory: String?
  /// Files by path, with what is in them; all others of that folder are removed.
  var files: [String: String] = [:]
  /// The name of the machine.
  var hostName: String?
  /// A user who is known by number only.
  var isNobody = false
  /// One processor alone may be used.
  var isOnOneProcessor = false
  /// How many files may be open.
  var openFiles: Int?
  /// By how many seconds the clock is ahead.
  var clockAhead: Int?
  /// Further words on the command line.
  var arguments: [String] = []
}

extension Between {
  /// Recorded with these variables and verified with those.
  static func environment(
    _ record: [String: String], _ verify: [String: String] = [:]
  ) -> Between {
    var between = Between()
    between.record.environment = record
    between.verify.environment = verify
    return between
  }

  /// Recorded by a clock that many seconds ahead of the replay's; behind it if negative.
  static func clock(_ seconds: Int) -> Between {
    var between = Between()
    between.record.clockAhead = seconds
    return between
  }

  /// Recorded with these files and verified with those.
  static func files(_ record: [String: String], _ verify: [String: String]) -> Between {
    var between = Between()
    (between.record.files, between.verify.files) = (record, verify)
    between.record.environment["ZOO_FILES"] = "{work}/files"
    between.verify.environment["ZOO_FILES"] = "{work}/files"
    return between
  }
}
