import SessionFormat
public import Testing

/// Runs each test twice: with what relies on private layout, and with the ways through the public API.
public struct AlsoByPublicAPI: TestTrait, SuiteTrait, TestScoping {
  /// Also that of each suite and test within.
  public let isRecursive = true

  /// Performs the test twice.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    try await PrivateLayout.$isUsed.withValue(false) { try await function() }
  }
}

extension Trait where Self == AlsoByPublicAPI {
  /// Runs each test with what relies on private layout, then without.
  public static var alsoByPublicAPI: AlsoByPublicAPI { AlsoByPublicAPI() }
}
