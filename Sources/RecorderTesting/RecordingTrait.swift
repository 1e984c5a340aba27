import Foundation
import Recorder
public import Testing

/// Records what happens in a test, and keeps it only if the test fails.
///
/// ```swift
/// @Suite(.recording)
/// struct ToastTests {
///   @Test func dismissal() {
///     let store = ToastStore()  // which makes its SessionRecorder(in: .standard, store: "toast")
///     store.send(.enqueue("saved"))
///     #expect(store.state.items.count == 1)
///   }
/// }
/// ```
///
/// Each recorder that the test makes writes a session of its own, whatever place it names. A test that
/// passes leaves no file. One that fails, or runs out of time, has each session as an attachment, gzipped
/// and as a page, and its failure names the command that opens the first. One that ends the process leaves
/// the sessions where the attachments go. Without `--attachments-path` that is `.build/attachments`;
/// `inspect .build/attachments` opens the newest there. Works for tests in parallel and for each
/// argument of a test; a recorder that is made before the test, as a `static let`, is not seen.
public struct RecordingTrait: TestTrait, SuiteTrait, TestScoping {
  /// Also that of each suite and test within.
  public let isRecursive = true

  /// Performs the test with its recorders writing to files that are kept if it fails.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let evidence = TestEvidence(test: test.name, in: AttachmentFolder.path)
    let failure = FailureFlag()
    let issues: IssueHandlingTrait = .compactMapIssues { issue in
      var issue = issue
      failure.set()
      if let comment = evidence.comment() { issue.comments.append(Comment(rawValue: comment)) }
      return issue
    }
    do {
      try await issues.provideScope(for: test, testCase: testCase) {
        try await RecordingScope.$current.withValue(evidence.scope) {
          try await withTaskCancellationHandler {
            try await function()
          } onCancel: {
            // Out of time: nobody knows whether the test will ever return.
            evidence.keep()
          }
        }
      }
    } catch {
      // The error becomes an issue only outside of here.
      if let comment = evidence.comment() {
        Issue.record(Comment(rawValue: comment), severity: .warning)
      }
      attach(evidence.keep())
      throw error
    }
    if failure.isSet || Task.isCancelled { attach(evidence.keep()) } else { evidence.discard() }
  }

  private func attach(_ items: [TestEvidence.Item]) {
    for item in items {
      guard let bytes = FileManager.default.contents(atPath: item.path) else { continue }
      Attachment.record(Array(bytes), named: item.name)
    }
  }
}

extension Trait where Self == RecordingTrait {
  /// Records what happens in each test, and keeps it only if the test fails.
  public static var recording: RecordingTrait { RecordingTrait() }
}

/// Whether a test has failed, for all threads.
private final class FailureFlag: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
