import Foundation
import TestSupport
import Testing

@Suite("The library that edits lines is GNU's, or the compiler says why not")
struct ReadlineHeaderTests {
  /// Compiles the header that imports the library, with these headers in front of those installed.
  private func compile(headers: String?) throws -> ProcessRun {
    let folder = try SessionFolder()
    let place = folder.file("include")
    try FileManager.default.createDirectory(
      atPath: "\(place)/readline", withIntermediateDirectories: true)
    if let headers {
      try folder.put("include/readline/readline.h", headers)
      try folder.put("include/readline/history.h")
    }
    let shim = PackageRoot.url.appending(path: "Sources/CReadline/shim.h").path
    let compiler = [
      "-c",
      #"exec "$(dirname "$(readlink -f "$(command -v swiftc)")")/clang" -fsyntax-only -x c -I "$0" "$1""#,
      place, shim,
    ]
    return try ProcessRun.run(
      URL(filePath: "/bin/sh"), compiler, environment: ProcessInfo.processInfo.environment)
  }

  @Test("the installed one is accepted")
  func installed() throws {
    let run = try compile(headers: nil)
    #expect(run.status == .exited(0), "\(run.error)")
  }

  @Test(
    "libedit, which macOS has under the same name, is refused with what to do",
    arguments: ["#define RL_READLINE_VERSION 0x0402", ""])
  func libedit(headers: String) throws {
    let run = try compile(headers: headers)
    let lines = run.error.split(separator: "\n").filter { $0.contains("error:") }
    #expect(run.status == .exited(1))
    #expect(
      lines.map { String($0.drop { $0 != " " }) } == [
        " error: \"inspect needs GNU readline 7 or later, and found libedit: brew install readline pkg-config\""
      ])
  }
}
