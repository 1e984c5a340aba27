import Foundation
import Inspector
import SessionFormat

/// A Swift test that replays a minimized session, and passes once the fault is fixed.
struct MinimizedTest {
  let report: MinimizeReport
  /// The file of the session.
  let session: String
  /// The path of the test.
  let file: String
  /// The program that reduces.
  let host: HostCommand

  /// The text of the file.
  var text: String {
    let arguments = host.arguments.map(SwiftText.quoted).joined(separator: ", ")
    return """
      import Foundation
      import Inspector
      import Testing

      \(hostComment)
      @Test(\(SwiftText.quoted(name)))
      func \(function)() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let session = SessionFile(path: \(place(of: session)))
        let host = HostCommand(\(programComment)
          program: \(program), arguments: [\(arguments)])
      \(body)
      }

      """
  }

  /// The condition that must no longer hold.
  private var name: String {
    switch report.sought {
    case .condition(let condition): "\(condition) never holds"
    case .crash(let crash): "\(crash.type) does not crash"
    case .divergence(let divergence): "\(divergence.type ?? "the first state") reproduces"
    }
  }

  private var body: String {
    switch report.sought {
    case .condition(let condition):
      """
        let n = try session.firstStep(where: \(SwiftText.quoted(condition)), by: host)
        #expect(n == nil)
      """
    case .crash:
      """
        let death = try session.hostDeath(by: host)
        #expect(death == nil, "\\(death?.lastWords ?? "")")
      """
    case .divergence:
      """
        let verdict = try session.verify(by: host)
        #expect(verdict.reproduces, "\\(verdict)")
      """
    }
  }

  /// The comment about another place for the host.
  private var hostComment: String {
    guard !isAboutDeath else {
      return
        "// The host runs in its own process: in that of the tests, a crash would end them all."
    }
    return """
      // Where the reducer host is part of the test target, in place of `by: host`:
      // { appHost.machine(answer: $0).handle }
      """
  }

  private var isAboutDeath: Bool {
    switch report.sought {
    case .condition: return false
    case .crash: return true
    case .divergence(let divergence):
      if case .outcome = divergence.kind { return divergence.kind.refusal == nil }
      return false
    }
  }

  /// A name that differs from those of the target's other files, because file names differ: a
  /// letter or digit of the file's name stays, `_` becomes `__`, and anything else its number.
  private var function: String {
    var stem = (file as NSString).lastPathComponent
    if stem.hasSuffix(".swift") { stem.removeLast(6) }
    let words = stem.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": String(scalar)
      case "_": "__"
      default: "_\(String(scalar.value, radix: 16))_"
      }
    }
    return "minimizedSession_" + words.joined()
  }

  /// The comment about a host that other machines may have elsewhere.
  private var programComment: String {
    isElsewhere && host.program.contains("/") ? "  // this machine's; name yours" : ""
  }

  /// The host: a name that is looked for in PATH, or its place seen from the test's file, so that the
  /// test goes with its package to other machines; if they share no folder, where it is on this one.
  private var program: String {
    host.program.contains("/") && !isElsewhere
      ? place(of: host.program) : SwiftText.quoted(host.program)
  }

  /// Whether the host is below no folder in which the test is, too.
  private var isElsewhere: Bool {
    let start = URL(fileURLWithPath: file).standardizedFileURL.pathComponents.dropFirst().first
    let program = URL(fileURLWithPath: host.program).standardizedFileURL.pathComponents
    return program.dropFirst().first != start
  }

  /// The path of a file, as an expression.
  private func place(of path: String) -> String {
    "folder.appending(path: \(SwiftText.quoted(Self.path(of: path, from: file)))).path"
  }

  /// The path from the folder of one file to another.
  private static func path(of file: String, from other: String) -> String {
    let target = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
    let start = URL(fileURLWithPath: other).standardizedFileURL.deletingLastPathComponent()
      .pathComponents
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }
}
