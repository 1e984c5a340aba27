import Query
import SessionFormat

extension SessionFile {
  /// Replays the session through a host in this process and returns the first action after which a
  /// condition holds.
  ///
  /// - Parameters:
  ///   - condition: In the form of `inspect find`: `$.state.total < 0`.
  ///   - machine: Makes the host.
  /// - Returns: The number of the action, the number of the first state if the condition holds before
  ///   any action, or nil if it never does.
  /// - Throws: ``InspectorError`` if the file is damaged, the host does not fit it, the text is no
  ///   condition, or the host dies before the condition holds, unless the recording ends so too.
  public func firstStep(
    where condition: String, _ machine: @escaping HostInProcess.Machine
  ) throws(InspectorError) -> Int? {
    try firstStep(
      where: condition,
      through: HostClient { () throws(HostFailure) in
        HostInProcess(name: "of this process", machine)
      })
  }

  /// Replays the session through a host in a process of its own and returns the first action after
  /// which a condition holds.
  ///
  /// - Parameters:
  ///   - condition: In the form of `inspect find`: `$.state.total < 0`.
  ///   - command: The command of the host.
  ///   - patience: The most seconds that an answer of the host may take.
  /// - Returns: As of ``firstStep(where:_:)``.
  /// - Throws: As ``firstStep(where:_:)``.
  public func firstStep(
    where condition: String, by command: HostCommand, patience: Int = 60
  ) throws(InspectorError) -> Int? {
    try firstStep(where: condition, through: HostClient(command, patience: patience))
  }

  private func firstStep(
    where text: String, through host: HostClient
  ) throws(InspectorError) -> Int? {
    let condition = try Condition(typed: text)
    let chain = ChainReplay(session: try Session(path: path), host: host) { false }
    let (replay, account) = try chain.replay()
    let search = StepSearch(Timeline(replay), where: condition)
    if try search.holdsAtStart() { return replay.first }
    if let n = try search.first() { return n }
    // Nothing is known about the actions that were not reduced.
    if let death = account.death, !account.isRecordedCrash {
      throw .host(.died(death))
    }
    return nil
  }

  /// Replays the session through a host in a process of its own and returns how the process died.
  ///
  /// All actions are reduced, one after another, even if their states no longer equal the recorded
  /// ones.
  ///
  /// - Parameters:
  ///   - command: The command of the host.
  ///   - patience: The most seconds that an answer of the host may take.
  /// - Returns: The death in any action, whether the recording ends so or not; nil if the host
  ///   outlived all of them.
  /// - Throws: ``InspectorError`` if the file is damaged, the host does not fit it, or it refuses
  ///   an action, as the result of its reducer is then unknown.
  public func hostDeath(
    by command: HostCommand, patience: Int = 60
  ) throws(InspectorError) -> HostDeath? {
    let host = HostClient(command, patience: patience)
    defer { host.close() }
    let session = try Session(path: path)
    var death: HostDeath?
    var walk = try HostWalk(session, host)
    _ = try walk.begin()
    while death == nil, let step = try walk.next() {
      switch step.outcome {
      case .died(let found, _): death = found
      // No host can decode an action that was only rendered.
      case .refused(let error) where try !session.action(step.n).opaque:
        throw .host(.during(action: step.n, .refused(command: host.name, error)))
      default: break
      }
    }
    return death
  }
}
