#if canImport(XCTest)
  import Foundation
  import Recorder
  public import XCTest

  extension XCTestCase {
    /// Records what happens until this test ends, and keeps it only if the test fails; call it in
    /// `setUp`.
    ///
    /// What is kept, and where, is as for ``RecordingTrait``. On Apple's systems the files are attachments
    /// of the test; elsewhere XCTest has none, so they are only written to the folder.
    public func recordSessions() {
      let evidence = TestEvidence(test: testName, in: AttachmentFolder.path)
      RecordingScope.share(evidence.scope)
      addTeardownBlock { [self] in
        RecordingScope.share(nil)
        guard (testRun?.totalFailureCount ?? 0) > 0 else { return evidence.discard() }
        if let comment = evidence.comment() { print(comment) }
        let items = evidence.keep()
        #if canImport(ObjectiveC)
          for item in items { add(XCTAttachment(contentsOfFile: URL(filePath: item.path))) }
        #else
          _ = items
        #endif
      }
    }

    /// The name of the method: of `-[ToastTests testDismissal]` and of `ToastTests.testDismissal`.
    private var testName: String {
      String(name.split { " .]".contains($0) }.last ?? "test")
    }
  }
#endif
