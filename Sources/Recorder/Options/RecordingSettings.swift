import SessionFormat

/// Recording settings from environment variables, which need no change to the app's code.
///
/// | variable | values |
/// | --- | --- |
/// | `HINDSIGHT_RECORD` | a folder; `1`, `on`, `yes` or `true` for the standard place; `0`, `off`, `no` or `false` for off, even if the code says on |
/// | `HINDSIGHT_SNAPSHOTS` | `delta`, `full` |
/// | `HINDSIGHT_DURABILITY` | `system`, `line`, or an interval in milliseconds |
/// | `HINDSIGHT_SEGMENT`, `HINDSIGHT_TOTAL` | sizes in bytes, or with `K`, `M`, `G` |
/// | `HINDSIGHT_NODE_LIMIT` | how many values of a state or action reflection shows, 1 or more: ``Renderings/nodeLimit`` |
/// | `HINDSIGHT_DEPTH_LIMIT` | how many levels of it, 1 to 400: ``Renderings/depthLimit`` |
///
/// The last two also apply to ``SessionRecorder/init(path:store:options:)``.
public struct RecordingSettings: Sendable, Equatable {
  private enum Switch: Equatable {
    case off
    case on(RecordingPlace)
  }

  private let recording: Switch?
  private let snapshots: RecorderOptions.Snapshots?
  private let durability: Durability?
  private let segment: Int?
  private let total: Int?
  private let nodeLimit: Int?
  private let depthLimit: Int?
  private let faults: [RecorderError]

  /// The settings of an environment.
  public init(environment: [String: String]) {
    var faults: [RecorderError] = []
    func setting<Value>(
      _ name: String, expecting expected: String, _ read: (String) -> Value?
    ) -> Value? {
      guard let text = environment[name], !text.isEmpty else { return nil }
      if let value = read(text) { return value }
      faults.append(.badSetting(name: name, value: text, expected: expected))
      return nil
    }
    // A shell does not expand a quoted `~`.
    func home(_ path: String) -> String? {
      guard path == "~" || path.hasPrefix("~/") else { return path }
      return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + path.dropFirst() : nil }
    }
    recording = setting("HINDSIGHT_RECORD", expecting: "a folder, 1 or 0") { text in
      switch text.lowercased() {
      case "0", "off", "no", "false": .off
      case "1", "on", "yes", "true": .on(.standard)
      default: home(text).map { .on(.folder($0)) }
      }
    }
    snapshots = setting("HINDSIGHT_SNAPSHOTS", expecting: "delta or full") {
      RecorderOptions.Snapshots(rawValue: $0)
    }
    durability = setting("HINDSIGHT_DURABILITY", expecting: "system, line, or milliseconds") {
      switch $0 {
      case "system": .system
      case "line": .everyLine
      default: Int($0).flatMap { $0 >= 10 ? .interval(milliseconds: $0) : nil }
      }
    }
    let size = "a size such as 64M"
    segment = setting("HINDSIGHT_SEGMENT", expecting: size, Self.bytes)
    total = setting("HINDSIGHT_TOTAL", expecting: size, Self.bytes)
    nodeLimit = setting(Self.nodeLimitName, expecting: "a number of 1 or more") {
      Int($0).flatMap { $0 >= 1 ? $0 : nil }
    }
    depthLimit = setting(
      Self.depthLimitName, expecting: "a number from 1 to \(RenderedText.mostLevels)"
    ) {
      Int($0).flatMap { (1...RenderedText.mostLevels).contains($0) ? $0 : nil }
    }
    self.faults = faults
  }

  private static let nodeLimitName = "HINDSIGHT_NODE_LIMIT"
  private static let depthLimitName = "HINDSIGHT_DEPTH_LIMIT"

  /// Applies the settings, which override the app's code.
  func apply(to options: inout RecorderOptions) {
    for fault in faults { options.onError(fault) }
    if let snapshots { options.snapshots = snapshots }
    if let durability { options.durability = durability }
    limit(&options.renderings)
    if segment != nil || total != nil {
      let limits = options.limits ?? .standard
      options.limits = SizeLimits(
        segment: segment ?? limits.segment, total: total ?? max(limits.total, segment ?? 0))
    }
  }

  /// The same for a recorder whose file the app's code names: only the limits of rendered values
  /// apply to it.
  func applyLimits(to options: inout RecorderOptions) {
    for fault in faults {
      guard case .badSetting(let name, _, _) = fault,
        [Self.nodeLimitName, Self.depthLimitName].contains(name)
      else { continue }
      options.onError(fault)
    }
    limit(&options.renderings)
  }

  private func limit(_ renderings: inout Renderings) {
    if let nodeLimit { renderings.nodeLimit = nodeLimit }
    if let depthLimit { renderings.depthLimit = depthLimit }
  }

  /// The folder to record in; nil if recording is off, or if it would be unsafe, which is reported.
  func folder(
    of place: RecordingPlace, files: any FileOperations, trouble: (RecorderError) -> Void
  ) -> String? {
    switch recording ?? .on(place) {
    case .off, .on(.environment): return nil
    case .on(.folder(let path)): return path
    case .on(.standard):
      let path = RecordingPlace.standardFolder()
      guard RecordingFolder(path, files).isSafe else {
        trouble(.unsafeFolder(path: path))
        return nil
      }
      return path
    }
  }

  private static func bytes(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.uppercased().last.flatMap { units[$0] }
    guard let number = Int(shift == nil ? text : String(text.dropLast())), number > 0,
      number <= Int.max >> (shift ?? 0)
    else { return nil }
    return number << (shift ?? 0)
  }
}
