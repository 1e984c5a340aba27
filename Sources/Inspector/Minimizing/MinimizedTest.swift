import Foundation
import SessionFormat

/// A Swift test that replays a shortened session, and passes once the fault is gone.
struct MinimizedTest {
  private let report: MinimizeReport
  private let session: String
  private let host: HostCommand

  /// A test.
  ///
  /// - Parameters:
  ///   - session: The file of the session.
  ///   - file: Where the test is to be.
  ///   - host: The program that reduces.
  init(_ report: MinimizeReport, session: String, beside file: String, host: HostCommand) {
    self.report = report
    self.session = Self.path(of: session, from: file)
    self.host = host
  }

  /// The text of the file.
  var text: String {
    let (name, body) =
      switch report.sought {
      case .condition(let condition):
        (
          "\(condition) never holds",
          """
            let n = try session.firstStep(where: \(literal(condition)), by: host)
            #expect(n == nil)
          """
        )
      case .crash(let crash):
        (
          "\(crash.type) does not crash",
          """
            let verdict = try session.verify(by: host)
            #expect(verdict.reproducedCrash == nil, "\\(verdict)")
          """
        )
      case .divergence(let divergence):
        (
          "\(divergence.type ?? "the first state") reproduces",
          """
            let verdict = try session.verify(by: host)
            #expect(verdict.reproduces, "\\(verdict)")
          """
        )
      }
    let arguments = host.arguments.map(literal).joined(separator: ", ")
    return """
      import Foundation
      import Inspector
      import Testing

      // Where the reducer host is part of the test target, in place of `by: host`:
      // { appHost.machine(answer: $0).handle }
      @Test(\(literal(name)))
      func minimizedSession() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let session = SessionFile(path: folder.appending(path: \(literal(session))).path)
        let host = HostCommand(
          program: \(literal(host.program)), arguments: [\(arguments)])
      \(body)
      }

      """
  }

  /// A text as Swift writes it, so that nothing in it means anything there.
  private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case " "..."~": literal.unicodeScalars.append(scalar)
      case _ where scalar.properties.isAlphabetic && !scalar.properties.isBidiControl:
        literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// The way from the folder of one file to another.
  private static func path(of file: String, from other: String) -> String {
    let target = URL(fileURLWithPath: file).standardizedFileURL.pathComponents
    let start = URL(fileURLWithPath: other).standardizedFileURL.deletingLastPathComponent()
      .pathComponents
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }
}
