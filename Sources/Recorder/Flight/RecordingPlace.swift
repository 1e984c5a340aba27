/// The folder in which sessions are kept.
public enum RecordingPlace: Sendable, Equatable {
  /// This folder; it is made where it is not there.
  case folder(String)
  /// The system's place for such files, in a folder named after the app.
  ///
  /// Linux: `$XDG_STATE_HOME/hindsight/<app>`, else `~/.local/state/hindsight/<app>`. macOS:
  /// `~/Library/Logs/Hindsight/<bundle id>`. iOS and its kin:
  /// `Library/Caches/Hindsight/<bundle id>` of the app's container, which no backup holds.
  case standard
  /// Off, unless the environment says where: ``RecordingSettings``.
  case environment
}
