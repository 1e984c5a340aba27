import Foundation

/// A run of the tests that start no process and no compiler: `make test-fast`.
///
/// A suite or test that does names this: `.disabled(if: FastRun.isOn)`. One that does not, and
/// starts a process through this module all the same, fails in such a run. What the library itself
/// starts, as a host, is not seen here.
public enum FastRun {
  /// Whether it is one.
  public static let isOn = ProcessInfo.processInfo.environment["HINDSIGHT_FAST_TESTS"] != nil

  /// A process that must not be started in it.
  struct Started: Error, CustomStringConvertible {
    let executable: String

    var description: String {
      "starts \(executable): a test that starts processes is .disabled(if: FastRun.isOn)"
    }
  }
}
