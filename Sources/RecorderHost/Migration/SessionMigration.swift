import Recorder
import SessionFormat

/// A host's migration for the values of one session.
struct SessionMigration {
  /// The converted value, and the steps that changed it.
  struct Result {
    var json: JSONValue
    /// The type of an action; nil for a state.
    var name: String?
    var done: [String] = []
  }

  private let migrations: Migrations
  private let recorded: TypeFingerprint?
  private let own: TypeFingerprint?
  private let versions: [String]

  /// Nil if no value of the session needs a change.
  init?(_ migrations: Migrations, _ header: SessionHeader, own: TypeFingerprint?) {
    guard !migrations.isEmpty else { return nil }
    self.migrations = migrations
    self.own = own
    recorded = TypeFingerprint(header.fingerprint)
    versions = ["version", "build"].compactMap { header.app?[$0]?.string }
    guard !labels.isEmpty else { return nil }
  }

  /// The steps that may run on values of the session.
  var labels: [String] {
    let steps = migrations.steps.enumerated().filter { place, step in
      runs(step, place, start: start(for: step), isOwn: isOwn(step.type))
    }
    let defaults = migrations.defaults.filter { !isOwn($0.type) || startOf($0.type) != nil }
    var labels: [String] = []
    for label in steps.map(\.element.label) + defaults.map(\.label) where !labels.contains(label) {
      labels.append(label)
    }
    return labels
  }

  /// Whether actions may change.
  var concernsActions: Bool {
    migrations.steps.contains { $0.type != .state }
      || migrations.defaults.contains { $0.type != .state }
  }

  // MARK: Values

  func state(_ json: JSONValue) throws(MigrationError) -> Result {
    try migrated(json, .state, name: nil)
  }

  func action(_ json: JSONValue, type: String) throws(MigrationError) -> Result {
    try migrated(json, .action(type), name: type)
  }

  /// - Parameter name: The type of an action; nil for a state.
  private func migrated(
    _ json: JSONValue, _ type: MigrationSubject, name: String?
  ) throws(MigrationError) -> Result {
    var result = Result(json: json, name: name)
    let first = startOf(type)
    let isOwn = isOwn(type)
    for (place, step) in migrations.steps.enumerated()
    where concerns(step.type, result.name) && runs(step, place, start: first, isOwn: isOwn) {
      try run(step, on: &result)
    }
    if !isOwn || first != nil { try fill(&result) }
    return result
  }

  private func run(_ step: Migrations.Step, on result: inout Result) throws(MigrationError) {
    var value = MigratingValue(result.json)
    do { try step.change(&value) } catch {
      throw MigrationError("", "does not migrate (\(step.label)): \(error)")
    }
    result.json = value.json
    if result.name != nil, let name = step.newName { result.name = name }
    if !result.done.contains(step.label) { result.done.append(step.label) }
  }

  private func fill(_ result: inout Result) throws(MigrationError) {
    for fill in migrations.defaults where concerns(fill.type, result.name) {
      guard let filled = try PlaceEdit.fill(result.json, fill.path, with: fill.value) else {
        continue
      }
      result.json = filled
      result.done.append(fill.label)
    }
  }

  // MARK: What is run

  /// - Parameter name: The type of an action; nil for a state.
  private func concerns(_ type: MigrationSubject, _ name: String?) -> Bool {
    switch type {
    case .state: name == nil
    case .actions: name != nil
    case .action(let wanted): name?.hasSameBytes(as: wanted) ?? false
    }
  }

  private func runs(_ step: Migrations.Step, _ place: Int, start: Int?, isOwn: Bool) -> Bool {
    if let start, place >= start { return true }
    return step.version == nil && !isOwn
  }

  /// The index of the first step to run for a type of this session; nil if no version matches.
  ///
  /// This is the type's first step from the version of the recording. If there is none and the type
  /// differs from today's, it is the app's first step from that version, because later steps
  /// changed the type afterwards.
  private func startOf(_ type: MigrationSubject) -> Int? {
    let hash = hash(type, in: recorded)
    let own = migrations.steps.firstIndex { step in
      guard (step.type == .state) == (type == .state), let version = step.version else {
        return false
      }
      return version == hash || versions.contains(version)
    }
    if own != nil || isOwn(type) { return own }
    return migrations.steps.firstIndex { $0.version.map(versions.contains) ?? false }
  }

  /// Actions may get other names on the way, so the earliest start of all actions counts.
  private func start(for step: Migrations.Step) -> Int? {
    if let start = startOf(step.type) { return start }
    guard step.type != .state else { return nil }
    return recorded?.actions.compactMap { startOf(.action($0.name ?? "")) }.min()
  }

  /// Whether the values were recorded with today's types.
  private func isOwn(_ type: MigrationSubject) -> Bool {
    guard let recorded, let own else { return false }
    if type == .actions {
      return recorded.actions.map(\.hash) == own.actions.map(\.hash)
    }
    guard let old = hash(type, in: recorded) else { return false }
    return old == hash(type, in: own)
  }

  private func hash(_ type: MigrationSubject, in types: TypeFingerprint?) -> String? {
    switch type {
    case .state: types?.state.hash
    case .action(let name): types?.actionHash(name)
    case .actions: types?.actions.count == 1 ? types?.actions[0].hash : nil
    }
  }
}
