import Foundation

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
/// If you cannot change the store, use ``SessionRecorder/at(_:_:dispatch:)``.
public struct CallSite: Sendable, CustomStringConvertible {
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

/// The place of one dispatch; the first action that reaches its recorder takes it.
///
/// No second action gets it, because what that action causes is dispatched elsewhere, by a
/// subscriber or a middleware.
final class DispatchPlace: Sendable {
  @TaskLocal fileprivate static var current: DispatchPlace?

  private let recorder: SessionRecorder
  private let site: CallSite
  private let lock = NSLock()
  /// Guarded by the lock.
  nonisolated(unsafe) private var isTaken = false

  fileprivate init(_ site: CallSite, in recorder: SessionRecorder) {
    self.recorder = recorder
    self.site = site
  }

  /// The place of the running dispatch, if no action of it was seen yet.
  static func take(for recorder: SessionRecorder) -> CallSite? {
    guard let place = current, place.recorder === recorder else { return nil }
    return place.lock.withLock {
      defer { place.isTaken = true }
      return place.isTaken ? nil : place.site
    }
  }
}

extension SessionRecorder {
  /// Records the place of this call as the place of the action that the body dispatches.
  ///
  /// ```swift
  /// recorder.at { store.dispatch(.increment) }
  /// ```
  ///
  /// It also holds for a reducer that runs later in a task that the store starts. Only the first
  /// recorded action gets the place: others are dispatched elsewhere, by a subscriber or a
  /// middleware. If a middleware dispatches before it passes the action on, put ``dispatches()``
  /// before it, so that the action is known to be the first.
  public func at<Result, Failure: Error>(
    _ file: StaticString = #fileID, _ line: UInt = #line,
    dispatch: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = DispatchPlace(CallSite(file, line), in: self)
    return try DispatchPlace.$current.withValue(place) { Swift.Result(catching: dispatch) }.get()
  }

  /// Records the place of this call as the place of the action that the body dispatches, for a
  /// store whose dispatch is async; see ``at(_:_:dispatch:)``.
  ///
  /// ```swift
  /// await recorder.at { await store.dispatch(.fetchCat) }
  /// ```
  public func at<Result, Failure: Error>(
    _ file: StaticString = #fileID, _ line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation,
    dispatch: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let place = DispatchPlace(CallSite(file, line), in: self)
    let result = await DispatchPlace.$current.withValue(place) {
      () async -> Swift.Result<Result, Failure> in
      _ = isolation  // so that it stays in it
      do throws(Failure) { return .success(try await dispatch()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
