import Foundation
import SessionFormat

extension Platform {
  /// Where sessions of this app are kept, unless it says otherwise.
  static var standardFolder: String {
    let app = SegmentNames.safe(Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
    #if os(macOS)
      return NSHomeDirectory() + "/Library/Logs/Hindsight/" + app
    #elseif canImport(Darwin)
      return NSHomeDirectory() + "/Library/Caches/Hindsight/" + app
    #else
      let environment = ProcessInfo.processInfo.environment
      // The base directory specification takes absolute paths only.
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        return state + "/hindsight/" + app
      }
      return NSHomeDirectory() + "/.local/state/hindsight/" + app
    #endif
  }
}
