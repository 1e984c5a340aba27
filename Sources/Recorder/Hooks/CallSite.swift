/// A place in the app's source, as `at` gives it in a session: `Module/File.swift:42`.
///
/// A store knows where an action was dispatched if its `dispatch` asks for it:
///
/// ```swift
/// func dispatch(_ action: AppAction, file: StaticString = #fileID, line: UInt = #line) {
///   state = recorder.step(action, state, at: CallSite(file, line)) { reduce(state, action) }
/// }
/// ```
///
/// Where the store cannot be changed, ``SessionRecorder/at(_:_:dispatch:)`` gives the place.
public struct CallSite: Sendable, CustomStringConvertible {
  @TaskLocal static var dispatching: CallSite?

  private let file: StaticString
  private let line: UInt

  /// A place.
  ///
  /// - Parameters:
  ///   - file: `#fileID` of the caller.
  ///   - line: `#line` of the caller.
  public init(_ file: StaticString = #fileID, _ line: UInt = #line) {
    self.file = file
    self.line = line
  }

  /// The place as a session gives it.
  public var description: String { "\(file):\(line)" }
}

extension SessionRecorder {
  /// Says of an action that is dispatched in the body that it was dispatched here.
  ///
  /// ```swift
  /// recorder.at { store.dispatch(.increment) }
  /// ```
  ///
  /// It also holds for a reducer that runs later in a task which the store starts.
  public func at<Result, Failure: Error>(
    _ file: StaticString = #fileID, _ line: UInt = #line,
    dispatch: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = CallSite.$dispatching.withValue(CallSite(file, line)) {
      () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try dispatch()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
