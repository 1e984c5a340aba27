import Commands
import Dispatch
import Foundation
import Inspector

/// The state at which a prompt opens, read while its user reads what the prompt says.
///
/// The first completion and the first motion need it, and a large one takes longer than a key should.
/// Who needs it waits for it here, so that it is not read twice.
final class FirstState: Sendable {
  private let read: @Sendable () -> Void
  private let isDone = DispatchGroup()

  init(of workspace: Workspace) {
    let (timeline, n) = (workspace.timeline, workspace.n)
    // A state that cannot be read is reported to whoever asks for it.
    read = { _ = try? timeline.state(n) }
  }

  /// Begins to read it on another thread.
  func start() {
    isDone.enter()
    Thread { [read, isDone] in
      read()
      isDone.leave()
    }.start()
  }

  func wait() { isDone.wait() }
}
