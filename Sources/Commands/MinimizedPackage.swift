import Foundation
import Inspector
import Query
import SessionFormat

/// The package that `minimize --package` writes: the session's actions as a test that fails while the
/// fault is there.
struct MinimizedPackage {
  static let options =
    [
      CommandOption(
        "--package", value: "DIR", "write a Swift package whose test shows it without Hindsight"),
      CommandOption(
        "--sources", value: "FILE", repeatable: true,
        "a file of the app for the package, such as that of the reducer"),
    ] + TestNames.options

  private let folder: String
  private let names: TestNames
  private let sources: [(name: String, text: String)]

  /// What the options ask for; nil if no package is wanted.
  ///
  /// - Throws: If the folder has something in it and may not be replaced, if a source cannot be read,
  ///   or if the types have no names.
  init?(_ invocation: Invocation, of session: Session) throws(InspectorError) {
    guard let folder = invocation.option("--package") else {
      if let other = Self.options.dropFirst().first(where: { invocation.flag($0.name) }) {
        throw invocation.refused("\(other.name) is for --package DIR", at: other.name[...])
      }
      return nil
    }
    self.folder = folder
    names = try TestNames(invocation, session.header)
    sources = try invocation.options("--sources").map { (file) throws(InspectorError) in
      (name: (file as NSString).lastPathComponent, text: try Self.text(of: file))
    }
    let there = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    if Platform.isThere(folder), !Platform.isFolder(folder) {
      throw .cannotWrite(file: folder, errno: ENOTDIR)
    }
    if !there.isEmpty, !invocation.flag("--force") {
      throw .alreadyThere(file: folder, option: "--force")
    }
  }

  private static func text(of file: String) throws(InspectorError) -> String {
    do { return try String(contentsOfFile: file, encoding: .utf8) } catch {
      throw .cannotRead(file: file, errno: Platform.isThere(file) ? EILSEQ : ENOENT)
    }
  }

  /// Writes the package.
  ///
  /// - Returns: Where it is, and why a stub stands for the reducer, if one does.
  func write(
    _ report: MinimizeReport, replaces: Bool, interrupted: () -> Bool
  ) throws(InspectorError) -> (folder: String, missing: String?) {
    let session = try Session(bytes: Data(report.found.bytes), file: folder)
    guard session.last > session.first else {
      throw .notRepeatable("it is there before the first action, so no action shows it")
    }
    let script = try ReductionScript(
      session, Self.request(report.sought, session), interrupted: interrupted)
    let test = try GeneratedTest(
      script, names, .swiftTesting, name: "ReproductionTests", remarks: Self.remarks(report.sought))
    let package = TestPackage(test, sources: sources)
    for file in package.files {
      let path = "\(folder)/\(file.path)"
      do {
        try FileManager.default.createDirectory(
          at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        throw .cannotWrite(file: path, errno: errno)
      }
      let made = try NewFile(path, replaces: replaces, mode: 0o644)
      try made.append(Array(file.text.utf8))
      try made.finish()
    }
    return (folder, package.missing)
  }

  private static func request(
    _ sought: MinimizeReport.Target, _ session: Session
  ) -> ReductionScript.Request {
    let all = (session.first + 1)...session.last
    switch sought {
    case .condition(let text):
      // What the condition reads of the state is what makes it true.
      let places = (try? Condition(typed: text))?.reads.places ?? []
      let read = places.filter { $0.tokens.first == "state" }
        .map { JSONPointer(tokens: Array($0.tokens.dropFirst())) }
      var request = ReductionScript.Request(actions: all, places: read.isEmpty ? [.root] : read)
      request.areUnwanted = true
      return request
    case .crash: return ReductionScript.Request(actions: all)
    case .divergence(let divergence):
      guard case .state(let path, _, _, _) = divergence.kind else {
        return ReductionScript.Request(actions: all)
      }
      return ReductionScript.Request(actions: all, places: [path])
    }
  }

  private static func remarks(_ sought: MinimizeReport.Target) -> [String] {
    switch sought {
    case .condition(let text): ["The fault is that after the last one: \(text)"]
    case .crash(let crash): ["The fault is that the last one crashes: \(crash.endingText)"]
    case .divergence: ["The fault is that a replay comes to another state than the recording."]
    }
  }
}
