import Foundation
import SessionFormat

/// Writes a session with replayed steps in place of recorded ones.
struct ReplacementWriter {
  private let session: Session
  private let header: SessionHeader?
  private let steps: ReplayedSteps
  private var outsides: [Int: Int] = [:]
  private var out: [UInt8] = []

  init(_ session: Session, header: SessionHeader?, _ steps: ReplayedSteps) {
    self.session = session
    self.header = header
    self.steps = steps
  }

  /// The bytes of the session, with snapshots in the form of the recording.
  mutating func bytes() throws(InspectorError) -> [UInt8] {
    for index in session.lines.indices { try write(index) }
    let made = try Session(bytes: Data(out), file: session.file)
    out = []
    var writer = SessionWriter(to: nil)
    let form = session.header.snapshots.flatMap(SnapshotForm.init(rawValue:)) ?? .delta
    var rewrite = SessionRewrite(made, as: form)
    try rewrite.run(into: &writer) { false }
    try writer.finish()
    return writer.kept
  }

  private mutating func write(_ index: Int) throws(InspectorError) {
    switch try session.line(index) {
    case .session(let recorded): add(.session(derived(recorded)))
    case .action(let line):
      guard let step = steps.steps[line.n] else { return keep(index) }
      add(.action(step.action ?? line))
      for input in step.inputs { add(.input(input)) }
      // The recording stops there, but the replay does not.
      if session.steps.states[line.n] == nil, let state = step.state { add(.state(state)) }
    case .input(let line):
      if steps.steps[line.n] == nil { keep(index) }
    case .state(let line):
      if let state = steps.steps[line.n]?.state { add(.state(state)) } else { keep(index) }
    case .outside(var line):
      let place = outsides[line.n, default: 0]
      outsides[line.n] = place + 1
      // Nothing is replayed after the last action; a patch would be against another state now.
      var states = try session.outsideChanges(line.n).map(\.state)
      if let replayed = steps.outsides[line.n] { states = replayed }
      guard place < states.count else { return keep(index) }
      line.content = .whole(states[place])
      add(.outside(line))
    case .keyframe: break  // written anew
    default: keep(index)
    }
  }

  /// The header of the new session: the environment of the replay, and the origin.
  private func derived(_ recorded: SessionHeader) -> SessionHeader {
    var made = recorded
    made.id = UUID().uuidString.lowercased()
    made.derived = .init(
      id: recorded.id,
      changes: (recorded.derived?.changes ?? []) + ["accepted: " + steps.changes.description])
    made.stateType = header?.stateType ?? made.stateType
    made.actionType = header?.actionType ?? made.actionType
    made.fingerprint = header?.fingerprint ?? made.fingerprint
    made.platform = header?.platform ?? made.platform
    // A session in the current form was not written by the old app.
    if steps.isMigrated { made.app = header?.app }
    return made
  }

  private var hasCRC: Bool { session.parts[0].hasCRC }

  private mutating func add(_ line: SessionLine) {
    out += LineCoding.bytes(of: line.document, crc: hasCRC)
  }

  private mutating func keep(_ index: Int) {
    session.reader.withBytes(of: session.lines[index]) { out += $0 }
    out.append(UInt8(ascii: "\n"))
  }
}
