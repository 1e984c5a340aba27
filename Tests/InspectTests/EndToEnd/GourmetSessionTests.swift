import TestSupport
import Testing

@Suite("The recorded sessions of the five screens")
struct GourmetSessionTests {
  static let zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles"]
  static let zone = Inspect.session("irreproducible/gourmet-zone")

  @Test("they reproduce in every time zone", arguments: zones)
  func reproduce(zone: String) throws {
    let names = ["archive-race", "gourmet-again", "gourmet-failures", "gourmet-home"]
    let result = try Inspect.run(
      ["verify"] + (names + ["gourmet-visit"]).map(Inspect.session), environment: ["TZ": zone])
    #expect(
      result.output == """
        reproduces  sessions/archive-race.ndjson  4 of 4 actions equal
        reproduces  sessions/gourmet-again.ndjson  7 of 7 actions equal
        reproduces  sessions/gourmet-failures.ndjson  26 of 26 actions equal
        reproduces  sessions/gourmet-home.ndjson  2 of 2 actions equal
        reproduces  sessions/gourmet-visit.ndjson  18 of 18 actions equal

        """)
    #expect(result.error == "")
    #expect(result.status == .exited(0))
  }

  @Test(
    "a zone read in the reducer diverges at a date, with action, path and both days; exit 1",
    arguments: [("UTC", 11), ("Asia/Tokyo", 17)])
  func zoneDiverges(zone: String, others: Int) throws {
    let result = try Inspect.run("verify", Self.zone, environment: ["TZ": zone])
    #expect(
      result.output == """
        diverges    sessions/irreproducible/gourmet-zone.ndjson  1 of 2 actions equal
          first at  action 2 SuccessHomeAction
          path      /homeState/recentNewsCarouselViewObjects/0/date
          expected  "2022.11.30"
          actual    "2022.12.01"
                    and \(others) other places
          cause     the time zone (certain)
                    with TZ=Etc/GMT+12, as recorded, it comes as recorded, in 10 of 10 runs, and in none of 10 without

        """)
    #expect(result.status == .exited(1))
  }

  @Test("there is no inhabited zone in which it reproduces")
  func zoneDivergesEverywhere() throws {
    for hours in -11...14 {
      // The signs of these names are those of POSIX.
      let zone = "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
      let result = try Inspect.run("verify", Self.zone, "--no-causes", environment: ["TZ": zone])
      #expect(result.output.contains("\n  path      /homeState/"), "\(zone)")
      #expect(result.status == .exited(1), "\(zone)")
    }
  }

  @Test("in the zone that it was recorded in it reproduces, and with the dates left out anywhere")
  func zoneReproduces() throws {
    let there = try Inspect.run(
      "verify", Self.zone, environment: ["TZ": "Etc/GMT+12"])
    #expect(
      there.output
        == "reproduces  sessions/irreproducible/gourmet-zone.ndjson  2 of 2 actions equal\n")
    let anywhere = try Inspect.run(
      "verify", Self.zone, "--ignore", "$.homeState[*][*].date", environment: ["TZ": "Asia/Tokyo"])
    #expect(anywhere.status == .exited(0))
  }

  @Test("the cure and the ill session show the same days")
  func cure() throws {
    let days = try [Inspect.session("gourmet-home"), Self.zone].map {
      try Inspect.run("print", $0, "2", "$.homeState[*][*].date").output
    }
    #expect(days[0] == days[1])
    #expect(days[0].split(separator: "\n").count == 20)
  }
}
