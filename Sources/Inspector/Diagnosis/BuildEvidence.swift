import SessionFormat

/// Whether a recording and a host are the same code, as far as their headers show.
struct BuildEvidence {
  let recorded: SessionHeader
  let host: SessionHeader?

  init(recorded: SessionHeader, host: SessionHeader?) {
    self.recorded = recorded
    self.host = host.map { Self.own($0, recorded) }
  }

  /// What a host says of itself: one that only gives back what it was sent says nothing.
  private static func own(_ host: SessionHeader, _ recorded: SessionHeader) -> SessionHeader {
    // Each that uses `RecorderHost` names its own program.
    guard host.reusesStates != true, host.platform == recorded.platform, host.app == recorded.app
    else { return host }
    var own = host
    (own.platform, own.app) = (nil, nil)
    return own
  }

  /// Whether both are the same program by its linker; nil if either does not say.
  var isSameCode: Bool? {
    guard let old = recorded.platform?["code"]?.string, let new = host?.platform?["code"]?.string
    else { return nil }
    return old == new
  }

  /// Whether both are the same program, or name the same build.
  var isKnownSame: Bool {
    if let isSameCode { return isSameCode }
    guard let old = recorded.app, let new = host?.app else { return false }
    let names = ["version", "build"]
    return names.contains { old[$0] != nil } && names.allSatisfy { old[$0] == new[$0] }
  }

  /// What is not known if either does not say which program it is, and the host does not show that it is another.
  var untested: [String] {
    let isKnown = isSameCode != nil || isKnownSame || isKnownOther
    return isKnown
      ? [] : ["whether the host is the recorded program: a build id is missing (`platform.code`)"]
  }

  /// Whether the host is of another build, or has other types, than the recording.
  var isKnownOther: Bool {
    guard let host, isSameCode != true else { return false }
    let isOther = ["version", "build"].contains { name in
      guard let old = recorded.app?[name], let new = host.app?[name] else { return false }
      return old != new
    }
    return isOther || !SessionTypes(recorded, host).differences.isEmpty
  }

  /// The doubt that the coding of today is that of the recording.
  var codingDoubt: String? {
    isKnownOther || isSameCode == false
      ? "the recording is of another build or program, whose coding may differ" : nil
  }

  /// Adds what the headers say to the findings.
  func search(_ found: inout Findings) {
    guard let host, isSameCode != true else { return }
    for name in ["version", "build"] {
      guard let old = recorded.app?[name], let new = host.app?[name], old != new else { continue }
      found.add(
        .changedCode, .likely,
        "the recording is of \(name) \(text(old)) of the app, the host of \(text(new))")
    }
    if let change = SessionTypes(recorded, host).differences.max(by: { $0.grade < $1.grade }) {
      found.add(
        .changedCode, .likely,
        "the types of states or actions differ from the recorded ones: \(change.description)")
    }
    if let old = recorded.stateType, let new = host.stateType, plain(old) != plain(new) {
      found.add(.changedCode, .likely, "the state's type was \(old), and is \(new)")
    }
    for name in ["swift", "os", "arch"] {
      guard let old = recorded.platform?[name]?.string, let new = host.platform?[name]?.string,
        old != new
      else { continue }
      found.add(.changedCode, .possible, "recorded with \(name) \(old), replayed with \(new)")
    }
  }

  /// The name of a type without optionality: a host's state may be optional when the store's is not.
  private func plain(_ type: String) -> String {
    if type.hasPrefix("Optional<"), type.hasSuffix(">") {
      return String(type.dropFirst(9).dropLast())
    }
    return type.hasSuffix("?") ? String(type.dropLast()) : type
  }

  private func text(_ value: JSONValue) -> String { value.string ?? value.description }
}
