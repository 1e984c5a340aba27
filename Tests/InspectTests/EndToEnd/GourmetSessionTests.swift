import TestSupport
import Testing

@Suite("The recorded sessions of the five screens")
struct GourmetSessionTests {
  @Test("there is no inhabited zone in which it reproduces")
  func zoneDivergesEverywhere() throws {
    let session = Inspect.session("irreproducible/gourmet-zone")
    for hours in -11...14 {
      // The signs of these names are those of POSIX.
      let zone = "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
      let result = try Inspect.run("verify", session, "--no-causes", environment: ["TZ": zone])
      #expect(result.output.contains("\n  place     homeState."), "\(zone)")
      #expect(result.status == .exited(1), "\(zone)")
    }
  }
}
