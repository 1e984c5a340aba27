public import Recorder

/// An app that comes with the tool: a store in one of the usual shapes, without a screen.
public struct SampleApp: Sendable {
  /// The name of the app and of its store.
  public let name: String
  /// A description in one line.
  public let summary: String
  /// The scenarios that can be played; the first is the default.
  public let scenarios: [Scenario]
  /// The names that its recorder uses for its actions.
  public var actionNames: ActionNames { makeNames() }
  private let makeNames: @Sendable () -> ActionNames
  private let serve: @Sendable () -> Int32

  init(
    name: String, summary: String, scenarios: [Scenario],
    actionNames: @autoclosure @escaping @Sendable () -> ActionNames = ActionNames(),
    serve: @escaping @Sendable () -> Int32
  ) {
    self.name = name
    self.summary = summary
    self.scenarios = scenarios
    makeNames = actionNames
    self.serve = serve
  }

  /// Serves as the app's reducer host on standard input and output, until the input ends.
  ///
  /// - Returns: The status to exit with.
  public func host() -> Int32 { serve() }
}

/// Something that a person does in a sample app.
public struct Scenario: Sendable {
  /// The name.
  public let name: String
  /// What happens, in one line.
  public let summary: String
  /// Whether the process is meant to crash.
  public let crashes: Bool
  /// Plays it, recorded by the given recorder, which is left open.
  public let run: @Sendable (SessionRecorder) async -> Void

  init(
    _ name: String, _ summary: String, crashes: Bool = false,
    run: @escaping @Sendable (SessionRecorder) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.crashes = crashes
    self.run = run
  }
}

/// The sample apps.
public enum SampleApps {
  /// All of them.
  public static let all: [SampleApp] = [
    ToastApp.recordedIDs.sample, ToastApp.clockIDs.sample,
    ProductsApp.sample, ScreensApp.sample,
    ArchiveApp.sample, CounterApp.sample,
    GourmetApp.recordedZone.sample, GourmetApp.systemZone.sample,
    SearchApp.sample, CatApp.sample,
  ]

  /// The app of that name.
  public static func named(_ name: String) -> SampleApp? { all.first { $0.name == name } }
}
