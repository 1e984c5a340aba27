import Foundation
import SampleApps
import SessionFormat
import TestSupport
import Testing

@Suite("A recording that died where the app no longer does")
struct SurvivedCrashTests {
  @Test("cut behind an action, each sample session is told to have died there, and the replay not")
  func cut() throws {
    let folder = PackageRoot.url.appending(path: "sessions").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var cuts: [(file: String, n: Int, isCertain: Bool)] = []
    for name in files where name.hasSuffix(".ndjson") {
      let lines = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
        .split(separator: "\n")
      let isCertain = lines.first?.contains(#""hook":"reducer""#) == true
      let actions = lines.indices.filter { lines[$0].hasPrefix(#"{"kind":"action""#) }
      for place in stride(from: 3, to: actions.count, by: 5) {
        let text = lines[...actions[place]].joined(separator: "\n") + "\n"
        // A step that overlaps another has no state of its own to begin with.
        let opened = lines[actions[place - 1]..<actions[place]].contains {
          $0.hasPrefix(#"{"kind":"state""#)
        }
        guard opened, name != "counter-crash.ndjson" || place < actions.count - 1 else { continue }
        let file = try Scratch.file("died-\(place + 1)-\(name)", text)
        cuts.append((file, place + 1, isCertain))
      }
    }
    #expect(cuts.count > 20)
    let result = try Inspect.run(["verify", "--no-causes", "--format", "json"] + cuts.map(\.file))
    let sessions = try JSONValue(parsing: result.output)["sessions"]?.array ?? []
    #expect(sessions.count == cuts.count)
    for (cut, session) in zip(cuts, sessions) {
      #expect(session["result"]?.string != "trouble", "\(cut.file): \(session)")
      guard cut.isCertain else { continue }
      #expect(session["divergence"]?["n"]?.int == cut.n, "\(cut.file): \(session)")
      #expect(session["divergence"]?["kind"]?.string == "survived", "\(cut.file): \(session)")
    }
  }
}
