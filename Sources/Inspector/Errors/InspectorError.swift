package import Query

/// Every reason for which the inspector can refuse or fail.
///
/// All messages are in `InspectorError+Wording.swift`.
public enum InspectorError: Error, Equatable, Sendable {
  /// Why a state is not known.
  public enum Unknown: Equatable, Sendable {
    /// A gap, with its reason.
    case gap(String)
    /// The app crashed in the reducer of that action.
    case died
    /// The recording stops there.
    case cutOff
    /// Damage in the file.
    case damage
  }

  /// Which of several equal words of a line is meant.
  public enum WordPlace: Equatable, Sendable {
    /// The first one.
    case first
    /// The last one.
    case last
    /// That which follows this text.
    case behind(String)
  }

  /// The file cannot be read.
  case cannotRead(file: String, errno: Int32)
  /// Nothing is there yet to follow.
  case nothingToFollow(file: String)
  /// The input does not grow line by line: it is gzipped or not a file.
  case cannotFollow(file: String)
  /// Standard input is a terminal, but a session was expected there.
  case sessionFromTerminal
  /// A gzipped session inflates beyond the limit.
  case inflatesTooFar(file: String, limit: InflationLimit)
  /// A line of the file, numbered from 1, is longer than the limit.
  case lineTooLong(file: String, line: Int, limit: Int)
  /// A line of the file, numbered from 1, has more values than the limit.
  case lineTooCrowded(file: String, line: Int, limit: Int)
  /// An input that is not a file has more bytes than the limit.
  case streamTooLong(file: String, limit: Int)
  /// The input is a device, which may never end.
  case device(String)
  /// The file cannot be written.
  case cannotWrite(file: String, errno: Int32)
  /// The file exists already; the option would replace it.
  case alreadyThere(file: String, option: String)
  /// The file is not a session, or is damaged.
  case session(SessionError)
  /// There is no such action; `word` is what was typed for it.
  case noSuchStep(n: Int, first: Int, last: Int, word: String? = nil)
  /// The state of that action is not recorded.
  case stateUnknown(n: Int, reason: Unknown)
  /// That action is not recorded.
  case actionUnknown(n: Int, reason: Unknown)
  /// The last state is not recorded, but an earlier one is.
  case lastStateUnknown(n: Int, reason: Unknown, known: Int)
  /// The state has nothing at the path.
  case noSuchPlace(path: String, n: Int, suggestion: String?)
  /// The query covers more values than the limit.
  case tooManyValues(limit: Int)
  /// The values of a long text take more memory together.
  case longTexts(limit: Int)
  /// The paths of the values in the query are too long to be kept.
  case pathsTooLong
  /// The value at the path was left out of the state when it was recorded; `leftOut` says how much.
  case placeCut(path: String, n: Int, leftOut: LeftOut)
  /// The text is not a path.
  case badPath(text: String, reason: String, column: Int? = nil)
  /// The text is not a condition or JSONPath.
  case badQuery(text: String, reason: String, column: Int? = nil)
  /// No state of the session has the place, or no action the type, that `word` of the text names.
  case neverThere(text: String, word: String, reason: String)
  /// The text is not JSON.
  case badJSON(text: String, reason: String, column: Int)
  /// The value has no canonical form; the reason says why.
  case noCanonicalForm(reason: String)
  /// There is no such command.
  case noSuchCommand(name: String, suggestions: [String])
  /// The command cannot be used in that way; `word` is the one at fault.
  case usage(
    command: String, reason: String, usage: String, word: String? = nil,
    place: WordPlace = .first)
  /// No program is known that reduces for the store.
  case noHost(store: String)
  /// The header of the session is damaged, so that its host is unknown.
  case noHeader(file: String)
  /// What is left of the session cannot be made into a sound one.
  case cannotRepair(file: String, reason: String)
  /// The file is no list of actions that can be read; the reason says why.
  case cannotImport(file: String, reason: String)
  /// A session cannot be written in a form.
  case cannotExport(reason: String)
  /// Not even the end of a session fits into the bytes of a file to share.
  case sharedTooLarge(least: Int, limit: Int)
  /// The two names are of the same file.
  case sameFile(String, String)
  /// The folder has no file whose name ends in `.ndjson` or `.ndjson.gz`.
  case noSessions(folder: String)
  /// The folder holds more than one session.
  case severalSessions(folder: String, names: [String])
  /// The file has the name of a segment of a session that it does not continue.
  case foreignSegment(file: String, session: String)
  /// The file is a copy of another segment of its session.
  case repeatedSegment(file: String, other: String)
  /// The session has more segments than are read at once.
  case tooManySegments(folder: String, count: Int, limit: Int)
  /// A name that ends as a session's does is that of a pipe, a device or a socket.
  case notAFile(String)
  /// The bytes of a file's name are not UTF-8.
  case nameNotUTF8(String)
  /// The file to be written exists already, as a pipe, a device or a socket.
  case notReplaced(String)
  /// A session that diverges cannot be replaced by its replay.
  case notAccepted(file: String, reason: String)
  /// No session matches the pattern.
  case noMatch(pattern: String)
  /// A line of a config file is not a setting, or has a wrong value.
  case badSetting(file: String, line: Int, column: Int, reason: String)
  /// The text is not a pattern of paths; the reason names it.
  case badPattern(reason: String)
  /// The reducer host failed.
  case host(HostFailure)
  /// The host refused an action that was typed; the line has a recorded action of its type instead.
  case actionRefused(HostFailure, recorded: String)
  /// The problem to search for does not occur in every replay.
  case notRepeatable(String)
  /// There is no such branch.
  case noSuchBranch(name: String, known: [String])
  /// The shell command that read the results failed.
  case shellCommandFailed(command: String, status: Int32)
  /// The user interrupted the work.
  case interrupted
}

extension InspectorError {
  /// The error for a condition or query that cannot be parsed or evaluated.
  package static func query(_ text: String, _ error: QueryError) -> InspectorError {
    .badQuery(text: text, reason: error.message, column: error.column)
  }

  /// The text that was typed, and the character of it at fault, from 1; nil if there is no such place.
  package var caret: (text: String, column: Int)? {
    switch self {
    case .badPath(let text, _, let column?), .badQuery(let text, _, let column?):
      return (text, column)
    case .badJSON(let text, _, let column): return (text, column)
    case .neverThere(let text, let word, _):
      let scalars = Array(text.unicodeScalars)
      let sought = Array(word.unicodeScalars)
      // What ends the text is the rest of a path.
      if scalars.reversed().starts(with: sought.reversed()) {
        return (text, scalars.count - sought.count + 1)
      }
      let places = (0..<max(1, scalars.count - sought.count + 1)).filter {
        scalars[$0...].starts(with: sought)
      }
      // A name may begin or end like a longer one before it.
      let isWord = { (place: Int) in
        (place == 0 || !scalars[place - 1].continuesName)
          && scalars.dropFirst(place + sought.count).first?.continuesName != true
      }
      return (text, (places.first(where: isWord) ?? places.first ?? 0) + 1)
    case .usage(_, _, _, let word?, .behind(let text)):
      return (text + word, text.unicodeScalars.count + 1)
    case .usage(_, _, _, let word?, _), .noSuchStep(_, _, _, let word?):
      return word.isEmpty ? nil : (word, 1)
    case .noSuchCommand(let name, _), .noSuchBranch(let name, _), .shellCommandFailed(let name, _):
      return name.isEmpty ? nil : (name, 1)
    default: return nil
    }
  }

  /// Whether the last of several equal texts is at fault, and not the first.
  package var isLastOfEqual: Bool {
    if case .usage(_, _, _, _, .last) = self { true } else { false }
  }

  /// The operand at fault, such as a file or a path, if all of it is; where it stands on a line, a
  /// caret goes under it.
  package var operand: String? {
    switch self {
    case .cannotRead(let file, _), .cannotFollow(let file), .nothingToFollow(let file),
      .inflatesTooFar(let file, _), .device(let file), .cannotWrite(let file, _),
      .alreadyThere(let file, _), .noSessions(let file), .severalSessions(let file, _),
      .sameFile(let file, _), .notAFile(let file), .nameNotUTF8(let file), .notReplaced(let file),
      .noSuchPlace(let file, _, _):
      file
    case .session(let error): error.location.file
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether a name that ends before it would go on with it.
  fileprivate var continuesName: Bool {
    self == "_" || properties.isAlphabetic || ("0"..."9").contains(self)
  }
}
