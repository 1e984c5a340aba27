import SessionFormat

extension InspectorError: CustomStringConvertible {
  /// What failed, why, and what to do: one line in lower case without a full stop.
  public var description: String {
    switch self {
    case .cannotRead(let file, let errno): "\(file): cannot be read: \(SystemNames.text(of: errno))"
    case .nothingToFollow(let file):
      "\(file): nothing is recorded there yet: start the app that records it, then follow"
    case .cannotFollow(let file):
      "\(file): cannot be followed: only a session file that is not gzipped, or a folder of such "
        + "segments, grows line by line"
    case .sessionFromTerminal:
      "-: standard input is a terminal: send a session into it, as in "
        + "gunzip -c SESSION | inspect log -"
    case .inflatesTooFar(let file, .bytes(let limit)):
      "\(file): inflates to more than \(limit) bytes, which may be a trap; --inflate-limit SIZE "
        + "allows more"
    case .inflatesTooFar(let file, .ratio(let ratio)):
      "\(file): inflates to more than \(ratio) times its size, which may be a trap; "
        + "--inflate-ratio N allows more"
    case .lineTooLong(let file, let line, let limit):
      "\(file):\(line):1: the line is longer than \(limit) bytes, which may be a trap; "
        + "--line-limit SIZE allows more"
    case .lineTooCrowded(let file, let line, let limit):
      "\(file):\(line):1: the line has more than \(limit) values, which may be a trap; "
        + "--line-limit SIZE allows one for each 64 bytes"
    case .streamTooLong(let file, let limit):
      "\(file): goes on after \(limit) bytes, and may never end; --stream-limit SIZE allows more"
    case .device(let file):
      "\(file): is not read: it is a device, which may never end; send a session through a pipe"
    case .cannotWrite(let file, let errno):
      "\(file): cannot be written: \(SystemNames.text(of: errno))"
    case .alreadyThere(let file, let option):
      "\(file): cannot be written: \(SystemNames.text(of: SystemNames.fileExists)); \(option) replaces it"
    case .session(let error):
      error.description
        + (error.leavesRest
          ? "; --salvage reads the rest, and inspect repair makes a sound copy" : "")
    case .noSuchStep(let n, let first, let last, _):
      "there is no step \(n): the steps go from \(first) to \(last)"
    case .stateUnknown(let n, let reason): "no state \(n): \(reason.words)"
    case .actionUnknown(let n, let reason): "no action \(n): \(reason.words)"
    case .lastStateUnknown(let n, let reason, let known):
      "no state \(n): \(reason.words); last known state: \(known)"
    case .noSuchPlace(let path, let n, let suggestion):
      "state \(n) has nothing at \(path)" + (suggestion.map { "; \($0)" } ?? "")
    case .longTexts(let limit):
      "the texts take more than \(limit >> 20) MB together: --limit N lists the last N changes"
    case .tooManyValues(let limit):
      "there are more than \(limit) values: ask about a part of them, by its PATH"
    case .pathsTooLong:
      "the paths of these values are too long to be listed: ask about a part of them, by its PATH"
    case .placeCut(let path, let n, let leftOut):
      "\(path.isEmpty ? "the state" : path) is unknown in state \(n): the state was cut when it was "
        + "recorded, with \(leftOut.count) of its members and elements left out; "
        + leftOut.limits.remedy
    case .badPath(let text, let reason, let column):
      "\(text) is not a path: \(column.map { "column \($0): " } ?? "")\(reason); "
        + "write items[0].message, /items/0/message or $.items[0].message"
    case .badQuery(let text, let reason, let column):
      "\(text): \(column.map { "column \($0): " } ?? "")\(reason)"
    case .neverThere(let text, _, let reason): "\(text): \(reason); --anyway asks nevertheless"
    case .badJSON(let text, let reason, let column): "\(text): column \(column): \(reason)"
    case .noCanonicalForm(let reason): reason
    case .noSuchCommand(let name, let suggestions):
      "there is no command \(name)"
        + (suggestions.isEmpty ? "; try help" : Suggestions.text(suggestions))
    case .usage(let command, let reason, let usage, _, _):
      "\(command.isEmpty ? "" : "\(command): ")\(reason); usage: \(usage)"
    case .noHost(let store):
      "no host is known for the store \(store): give one with --host \"CMD\", or at the prompt with set host CMD"
    case .noSessions(let folder):
      "\(folder): there is no session: no file ends in .ndjson or .ndjson.gz"
    case .severalSessions(let folder, let names):
      "\(folder): there are \(names.count) sessions, and not all are known to be of one store: "
        + names.prefix(24).joined(separator: ", ")
        + (names.count > 24 ? ", and \(names.count - 24) others" : "")
        + "; add the beginning of a name, which opens the newest session of one store, as in "
        + "\(folder.hasSuffix("/") ? folder : folder + "/")\(names.first ?? "")"
    case .foreignSegment(let file, let session):
      "\(file): has the name of a segment of the session of \(session), but does not continue it"
    case .repeatedSegment(let file, let other):
      "\(file): is the same segment as \(other), and is left out"
    case .tooManySegments(let folder, let count, let limit):
      "\(folder): the session has \(count) segments, and at most \(limit) are read together: move "
        + "some of them to another folder"
    case .notAFile(let file):
      "\(file): is not read: it is a pipe, a device or a socket, not a file"
    case .nameNotUTF8(let file):
      "\(file): is not read: there is no such file, and its name is not UTF-8 (\\x stands for a "
        + "byte): rename it"
    case .notReplaced(let file):
      "\(file): is not replaced: it is a pipe, a device or a socket, not a file"
    case .noHeader(let file):
      "\(file): its header is damaged or missing: no host is known, and it can only be looked at"
    case .cannotRepair(let file, let reason): "\(file): cannot be repaired: \(reason)"
    case .cannotImport(let file, let reason): "\(file): cannot be imported: \(reason)"
    case .cannotExport(let reason): reason
    case .sameFile(let file, let other):
      "\(file): is the same file as \(other): give -o another name, because the original is never "
        + "changed"
    case .notAccepted(let file, let reason):
      "\(file): diverges, and is not accepted: \(reason)"
    case .noMatch(let pattern):
      "\(pattern): there is no such session: nothing that ends in .ndjson or .ndjson.gz matches"
    case .badSetting(let file, let line, let column, let reason):
      "\(file):\(line):\(column): \(reason)"
    case .badPattern(let reason): reason
    case .sharedTooLarge(let least, let limit):
      "the last action with the state before it takes \(least) bytes, gzipped, and --bytes allows "
        + "\(limit)"
    case .host(let failure): failure.description
    case .actionRefused(let failure, let line):
      "\(failure); an action of this type was recorded as: \(line)"
    case .notRepeatable(let reason): reason
    case .noSuchBranch(let name, let known):
      NameText(kind: ("branch", "branches"), known: known).words(for: name)
    case .shellCommandFailed(_, let status): "the shell command ended with \(status)"
    case .interrupted: "interrupted"
    }
  }
}

extension InspectorError.Unknown {
  fileprivate var words: String {
    switch self {
    case .gap(let reason): "it lies in a gap of the recording (\(reason))"
    case .died: "the app crashed in the reducer of that action"
    case .cutOff: "the recording stops before it"
    case .damage: "the lines that record it are damaged"
    }
  }
}

extension HostFailure: CustomStringConvertible {
  /// What the host did: one line in lower case without a full stop.
  public var description: String {
    switch self {
    case .cannotStart(let command, let reason):
      "the host \(command) cannot be started: \(reason)"
    case .died(let death):
      death.description + (death.lastWords.map { "; it said: \($0)" } ?? "")
    case .silent(let command, let seconds):
      "the host \(command) gave no answer for \(seconds) s; --patience SECONDS waits longer"
    case .nonsense(let command, let line, let reason):
      "the host \(command) wrote something that is not an answer: "
        + "\(reason)" + (line.isEmpty ? "" : ": \(line)")
    case .interrupted: "interrupted"
    case .refused(let command, let error):
      "the host \(command) refused\(error.n.map { " \($0)" } ?? ""): "
        + "\(error.reason): \(error.message)"
    case .during(let action, let failure): "action \(action): \(failure)"
    }
  }
}

extension HostDeath: CustomStringConvertible {
  /// Where and how the host died: one line in lower case without a full stop.
  public var description: String {
    let place = action.map { " in the reducer of action \($0)" } ?? ""
    return "the host \(command) died\(place): \(endingText)"
  }

  /// `signal 4 (Illegal instruction)` or `exit status 3`.
  public var endingText: String {
    switch ending {
    case .status(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal) (\(SystemNames.name(ofSignal: signal)))"
    }
  }
}
