import Inspector
import SessionFormat

/// A session of a folder, by what can be said of it without keeping it open.
struct ListedSession: Sendable {
  let path: String
  private(set) var started: String?
  private(set) var store: String?
  private(set) var actions: Int?
  /// Nanoseconds up to the last action; nil if there is none.
  private(set) var duration: Int?
  private(set) var ending: Session.Ending?
  /// The type of the action in which the app crashed.
  private(set) var fatal: String?
  /// Why it cannot be opened, or where reading ended.
  private(set) var damage: String?

  /// - Throws: Only if there is no such file, or ``InspectorError/interrupted``.
  init(
    _ path: String, _ interrupted: () -> Bool, _ open: () throws(InspectorError) -> Session
  ) throws(InspectorError) {
    self.path = path
    do throws(InspectorError) {
      let session = try open()
      (started, store) = (session.header.started, session.header.store)
      actions = session.last - session.first
      ending = session.ending
      if try SessionCheck(ifSound: session, interrupted: interrupted) == nil {
        damage = "inspect check lists the damage"
      }
      guard session.last > session.first, session.hasAction(session.last) else { return }
      let action = try session.action(session.last)
      duration = action.t
      if case .died? = ending { fatal = action.type }
    } catch {
      if error == .interrupted { throw error }
      if case .cannotRead = error, !Platform.isThere(path) { throw error }
      damage = error.description
    }
  }

  /// Those that cannot be opened come last, by their names.
  static func isBefore(_ left: Self, _ right: Self) -> Bool {
    let (one, two) = (left.started, right.started)
    if (one == nil) != (two == nil) { return one != nil }
    return (one ?? "", left.path) < (two ?? "", right.path)
  }
}
