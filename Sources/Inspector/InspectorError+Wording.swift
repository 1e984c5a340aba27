import SessionFormat

extension InspectorError: CustomStringConvertible {
  /// What failed, why, and what to do: one line, lower case, without full stop.
  public var description: String {
    switch self {
    case .cannotRead(let file, let errno): "\(file): cannot be read: \(Platform.text(of: errno))"
    case .cannotWrite(let file, let errno):
      "\(file): cannot be written: \(Platform.text(of: errno))"
    case .session(let error):
      error.description
        + (error.leavesRest
          ? "; --salvage reads the rest, and inspect repair makes a sound copy" : "")
    case .noSuchStep(let n, let first, let last):
      "there is no step \(n): the steps go from \(first) to \(last)"
    case .stateUnknown(let n, let reason): "state \(n) is not known: \(reason.words)"
    case .noSuchPlace(let path, let n, let suggestion):
      "state \(n) has nothing at \(path)" + (suggestion.map { "; \($0)" } ?? "")
    case .badPath(let text, let reason):
      "\(text) is no path: \(reason); write /items/0/message or items[0].message"
    case .badQuery(let text, let reason): "\(text): \(reason)"
    case .badJSON(let text, let reason): "\(text): \(reason)"
    case .noSuchCommand(let name, let suggestions):
      "there is no command \(name)"
        + (suggestions.isEmpty ? "; try help" : Suggestions.text(suggestions))
    case .usage(let command, let reason, let usage):
      "\(command.isEmpty ? "" : "\(command): ")\(reason); usage: \(usage)"
    case .noHost(let store):
      "no program is known that reduces for the store \(store): give one with --host \"CMD\""
    case .noHeader(let file):
      "\(file): its header is damaged or missing: no host is known, and it can only be looked at"
    case .cannotRepair(let file, let reason): "\(file): cannot be repaired: \(reason)"
    case .sameFile(let file, let other):
      "\(file): is the same file as \(other): give -o another name, as the original stays as it is"
    case .noSessions(let folder): "\(folder): there is no session: no file ends in .ndjson"
    case .badPattern(let reason): reason
    case .host(let failure): failure.description
    case .noSuchBranch(let name, let known):
      "there is no branch \(name); there is \(known.joined(separator: ", "))"
    case .interrupted: "interrupted"
    }
  }
}

extension InspectorError.Unknown {
  fileprivate var words: String {
    switch self {
    case .gap(let reason): "it lies in a gap of the recording (\(reason))"
    case .died: "the app died in the reducer of that action"
    case .cutOff: "the recording stops before it"
    case .damage: "the lines that tell it are damaged"
    }
  }
}

extension HostFailure: CustomStringConvertible {
  /// What the host did, in words: one line, lower case, without full stop.
  public var description: String {
    switch self {
    case .cannotStart(let command, let reason):
      "the host \(command) cannot be started: \(reason)"
    case .died(let death):
      death.description + (death.lastWords.map { "; it said: \($0)" } ?? "")
    case .silent(let command, let seconds):
      "the host \(command) gave no answer for \(seconds) s; --patience SECONDS waits longer"
    case .nonsense(let command, let line, let reason):
      "the host \(command) wrote what is no answer: \(reason): \(line)"
    case .interrupted: "interrupted"
    case .refused(let command, let error):
      "the host \(command) refused\(error.n.map { " \($0)" } ?? ""): "
        + "\(error.reason): \(error.message)"
    }
  }
}

extension HostDeath: CustomStringConvertible {
  /// Where and how the host died: one line, lower case, without full stop.
  public var description: String {
    let place = action.map { " in the reducer of action \($0)" } ?? ""
    return "the host \(command) died\(place): \(endingText)"
  }

  /// `signal 4 (Illegal instruction)` or `exit status 3`.
  public var endingText: String {
    switch ending {
    case .status(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal) (\(Platform.name(ofSignal: signal)))"
    }
  }
}
