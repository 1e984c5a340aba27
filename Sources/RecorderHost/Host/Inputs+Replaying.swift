public import Recorder
import SessionFormat

extension Inputs {
  /// Runs a reducer as in a replay: what it draws are these values, by name and in their order, and
  /// live ones when there are no more.
  ///
  /// For tests that reduce recorded actions, such as those that `inspect export` writes. What the
  /// reducer draws on another thread or in a task that it starts is live.
  ///
  /// ```swift
  /// Inputs.replaying([("date", "788000000.25")]) { reduce(&state, action) }
  /// ```
  ///
  /// - Parameters:
  ///   - recorded: The names of inputs and their values, as JSON. One that is no JSON, or none of
  ///     the type that is drawn, is skipped.
  ///   - body: Calls the reducer, on the thread of the caller.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public static func replaying<Result, Failure: Error>(
    _ recorded: [(name: String, json: String)], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let lines = recorded.compactMap { name, json in
      (try? JSONValue(parsing: json)).map { InputLine(n: 0, name: name, value: $0) }
    }
    let inputs = ReplayedInputs(n: 0, recorded: lines) { _ in }
    let scope = StepScope(n: 0, inputs: inputs, phase: .reducing)
    defer { _ = scope.finish() }
    let result = scope.run { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
