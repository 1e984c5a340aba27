import Foundation
import SessionFormat

extension Platform {
  /// The default folder for sessions of this app.
  static var standardFolder: String { standardFolder(ProcessInfo.processInfo.environment) }

  /// The same, for an app with that environment.
  static func standardFolder(_ environment: [String: String]) -> String {
    let app = SegmentNames.safe(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    #if os(macOS)
      return NSHomeDirectory() + "/Library/Logs/Hindsight/" + app
    #elseif canImport(Darwin)
      return NSHomeDirectory() + "/Library/Caches/Hindsight/" + app
    #else
      // The base directory specification takes only absolute paths, and the home of a shell.
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        return state + "/hindsight/" + app
      }
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return (home ?? NSHomeDirectory()) + "/.local/state/hindsight/" + app
    #endif
  }
}
