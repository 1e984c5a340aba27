// The code of docs/adopting/crash-reporters.md.

import Foundation
import Recorder

func recorder(
  in place: RecordingPlace, attachments: URL, attach: @escaping @Sendable (String) -> Void
) -> SessionRecorder {
  var options = RecorderOptions()
  options.redactions = .defaults
  options.onUncleanExit = { session in
    let path = attachments.appending(path: "session-\(UUID().uuidString).ndjson").path
    do {
      try session.export(last: .bytes(200_000), to: path)
      attach(path)
    } catch {
      // The report goes without it.
    }
  }
  return SessionRecorder(in: place, store: "app", options: options)
}
