import Foundation

/// The folder in which sessions are kept.
public enum RecordingPlace: Sendable, Equatable {
  /// This folder; it is made if it does not exist.
  case folder(String)
  /// The system's place for such files, in a folder named after the app.
  ///
  /// Linux: `$XDG_STATE_HOME/hindsight/<app>`, else `~/.local/state/hindsight/<app>`. macOS:
  /// `~/Library/Logs/Hindsight/<bundle id>`. iOS and similar systems:
  /// `Library/Caches/Hindsight/<bundle id>` of the app's container, which is not backed up.
  case standard
  /// Off, unless the environment names a place: ``RecordingSettings``.
  case environment
}

extension RecordingPlace {
  /// The standard folder of this app, with that environment.
  static func standardFolder(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    Platform.sessionFolder(of: SegmentNames.safe(Platform.appName), environment)
  }
}
