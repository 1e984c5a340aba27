import Foundation
import SessionFormat

extension Platform {
  /// The name of this app.
  static var appName: String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  /// The default folder for sessions of an app with that environment.
  ///
  /// - Parameter app: The app's name as a folder may have it.
  static func sessionFolder(of app: String, _ environment: [String: String]) -> String {
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
