import Foundation

/// A run of only the tests that start no process and no compiler: `make test-fast`.
///
/// A suite or test that starts one is marked `.disabled(if: FastRun.isOn)`. An unmarked one that
/// starts a process through this module fails in such a run. Processes that the library starts
/// itself, such as hosts, are not detected.
public enum FastRun {
  /// Whether this is such a run.
  public static let isOn = ProcessInfo.processInfo.environment["HINDSIGHT_FAST_TESTS"] != nil

  /// A process that must not be started in a fast run.
  struct Started: Error, CustomStringConvertible {
    let executable: String

    var description: String {
      "starts \(executable): a test that starts processes is .disabled(if: FastRun.isOn)"
    }
  }
}
