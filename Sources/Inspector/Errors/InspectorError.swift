import Query

/// Everything that the inspector can refuse or fail to do.
///
/// The wording of all is in one place, `InspectorError+Wording.swift`.
public enum InspectorError: Error, Equatable, Sendable {
  /// Why a state is not known.
  public enum Unknown: Equatable, Sendable {
    /// A gap, with its reason.
    case gap(String)
    /// The app died in the reducer of that action.
    case died
    /// The recording stops there.
    case cutOff
    /// Damage in the file.
    case damage
  }

  /// The file cannot be read.
  case cannotRead(file: String, errno: Int32)
  /// There is nothing yet that could be followed.
  case nothingToFollow(file: String)
  /// What is there does not grow line by line: it is gzipped, or no file.
  case cannotFollow(file: String)
  /// Standard input is a terminal, where a session was to come from.
  case sessionFromTerminal
  /// A gzipped session grows beyond what was allowed.
  case inflatesTooFar(file: String, limit: InflationLimit)
  /// A line of the file, by its number from 1, is longer than was allowed.
  case lineTooLong(file: String, line: Int, limit: Int)
  /// What is no file has more bytes than were allowed.
  case streamTooLong(file: String, limit: Int)
  /// What is to be read is a device, which may never end.
  case device(String)
  /// The file cannot be written.
  case cannotWrite(file: String, errno: Int32)
  /// The file is there already, and would be replaced if the option were given.
  case alreadyThere(file: String, option: String)
  /// The file is no session, or is damaged.
  case session(SessionError)
  /// There is no such action.
  case noSuchStep(n: Int, first: Int, last: Int)
  /// The state of that action is not recorded.
  case stateUnknown(n: Int, reason: Unknown)
  /// The last state is not recorded, but an earlier one is.
  case lastStateUnknown(n: Int, reason: Unknown, known: Int)
  /// The state has nothing at the path.
  case noSuchPlace(path: String, n: Int, suggestion: String?)
  /// More values were asked about at once than are answered.
  case tooManyValues(limit: Int)
  /// The paths of the values that were asked about are too long to be kept.
  case pathsTooLong
  /// What is at the path was left out of the state when it was recorded, with so many members and
  /// elements.
  case placeCut(path: String, n: Int, leftOut: LeftOut)
  /// The text is no path.
  case badPath(text: String, reason: String)
  /// The text is no condition or JSONPath.
  case badQuery(text: String, reason: String)
  /// The text is no JSON.
  case badJSON(text: String, reason: String)
  /// The value has no canonical form; the reason says why.
  case noCanonicalForm(reason: String)
  /// There is no such command.
  case noSuchCommand(name: String, suggestions: [String])
  /// The command cannot be used that way.
  case usage(command: String, reason: String, usage: String)
  /// There is no program that reduces for the store.
  case noHost(store: String)
  /// The header of the session is damaged, so nobody knows what reduces for it.
  case noHeader(file: String)
  /// What is left of the session does not make a sound one.
  case cannotRepair(file: String, reason: String)
  /// The two files are one and the same.
  case sameFile(String, String)
  /// The folder has no file that ends in `.ndjson` or `.ndjson.gz`.
  case noSessions(folder: String)
  /// The folder holds more than one session.
  case severalSessions(folder: String, names: [String])
  /// The file has the name of a segment of a session that it does not continue.
  case foreignSegment(file: String, session: String)
  /// The file is a copy of another segment of its session.
  case repeatedSegment(file: String, other: String)
  /// The session has more segments than are read at once.
  case tooManySegments(folder: String, count: Int, limit: Int)
  /// What has the name of a session in a folder is a pipe, a device or a socket.
  case notAFile(String)
  /// The bytes of a file's name are no UTF-8.
  case nameNotUTF8(String)
  /// What stands where a file is to be written is a pipe, a device or a socket.
  case notReplaced(String)
  /// A session that diverges cannot be replaced by its replay.
  case notAccepted(file: String, reason: String)
  /// No session is where the pattern looks.
  case noMatch(pattern: String)
  /// A line of a config file means nothing, or not that.
  case badSetting(file: String, line: Int, column: Int, reason: String)
  /// The text is no pattern of paths; the reason names it.
  case badPattern(reason: String)
  /// The reducer host failed.
  case host(HostFailure)
  /// What is to be looked for does not come again each time.
  case notRepeatable(String)
  /// There is no such branch.
  case noSuchBranch(name: String, known: [String])
  /// The user interrupted the work.
  case interrupted
}
