import Foundation
import Inspector
import SessionFormat

/// The forms of a verification in addition to the report; an option names the file of each.
struct VerifyOutputs {
  /// A form that is written to a file.
  private enum Form: String, CaseIterable {
    case junit = "--junit"
    case tap = "--tap"
    case summary = "--summary"

    func bytes(_ sessions: [VerifiedSession]) -> [UInt8] {
      switch self {
      case .junit: JUnitText.bytes(sessions)
      case .tap: TAPText.bytes(sessions)
      case .summary: MarkdownText.bytes(sessions)
      }
    }
  }

  static let options = [
    CommandOption("--junit", value: "FILE", "write JUnit XML, with a test case for each session"),
    CommandOption("--tap", value: "FILE", "write TAP 13, with a test point for each session"),
    CommandOption("--summary", value: "FILE", "write a summary in Markdown"),
    CommandOption(
      "--html", value: "FILE",
      "write a page of the session; of several, FILE is a folder, with a list of all and a page of each "
        + "that does not reproduce and can be read"),
    CommandOption(
      "--github",
      "report to GitHub: annotations on standard error, a summary in $GITHUB_STEP_SUMMARY"),
  ]

  private var files: [(form: Form, file: String)] = []
  /// Where the pages go; nil if none are made.
  private let pages: String?
  private let github: Bool
  private let environment: [String: String]

  /// Reads the options.
  ///
  /// - Throws: If a file would replace a session or another form, or if more than one form would go
  ///   to standard output.
  init(
    _ invocation: Invocation, _ sessions: [SessionPaths.Found], environment: [String: String]
  ) throws(InspectorError) {
    self.environment = environment
    github = invocation.flag("--github")
    for form in Form.allCases {
      if let file = invocation.option(form.rawValue) { files.append((form, file)) }
    }
    pages = invocation.option("--html")
    if pages == "-" { throw invocation.refused("--html names a file or a folder", at: "-") }
    let targets = files.map { ($0.form.rawValue, $0.file) } + (pages.map { [("--html", $0)] } ?? [])
    for (place, (option, file)) in targets.enumerated() {
      let others = targets[..<place].map(\.1)
      if others.contains(where: { Self.isSame($0, file) }) {
        throw invocation.refused(
          file == "-"
            ? "only one form can go to standard output (-)" : "\(file) is given for two forms",
          at: file[...])
      }
      // If a shell put sessions after the option, the first of them would be overwritten.
      if SegmentNumber.isSession((file as NSString).lastPathComponent) {
        throw invocation.refused("\(option) \(file) has the name of a session")
      }
      let isInput = sessions.contains { found in
        if case .session(let path) = found { Self.isSame(path, file) } else { false }
      }
      if isInput, file != "-" { throw .sameFile(file, file) }
    }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    let isOutput = [left, right].contains("-")
    return isOutput ? left == right : Platform.isSameTarget(left, right)
  }

  /// The bytes of the form that goes to standard output; nil if there is none.
  func standardOutput(_ sessions: [VerifiedSession]) -> [UInt8]? {
    files.first { $0.file == "-" }?.form.bytes(sessions)
  }

  /// Writes the others.
  ///
  /// - Parameter context: Its lines for standard error are taken unchanged.
  /// - Returns: What could not be written, one line each.
  /// - Throws: Only ``InspectorError/interrupted``.
  func write(
    _ sessions: [VerifiedSession], _ context: CommandContext
  ) throws(InspectorError) -> [String] {
    var failures: [String] = []
    if let pages {
      do throws(InspectorError) {
        try VerifiedPages(sessions: sessions, context: context).write(to: pages)
      } catch .interrupted {
        throw .interrupted
      } catch {
        failures.append(error.description)
      }
    }
    for (form, file) in files where file != "-" {
      do throws(InspectorError) {
        let made = try NewFile(file, replaces: true, mode: 0o666)
        try made.append(form.bytes(sessions))
        try made.finish()
      } catch {
        failures.append(error.description)
      }
    }
    guard github else { return failures }
    for line in GitHubText.lines(sessions) { context.line?(line) }
    if let file = environment["GITHUB_STEP_SUMMARY"], !file.isEmpty {
      do throws(InspectorError) {
        try Platform.append(MarkdownText.bytes(sessions), to: file)
      } catch {
        failures.append(error.description)
      }
    }
    return failures
  }
}
