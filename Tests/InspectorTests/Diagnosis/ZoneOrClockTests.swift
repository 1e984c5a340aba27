import Foundation
import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("A time zone or a locale is certain only if it mattered when it was recorded")
struct ZoneOrClockTests {
  private func diagnosis(
    _ tools: RunTools = .all, _ law: @escaping SimulatedSteps.Law
  ) throws -> Diagnosis {
    let session = try Session.recorded(11)
    return try CauseSearch(session, seed: 1) { n in
      SimulatedSteps(session, n: n, tools: tools, seed: 1, law: law)
    }.diagnosis(ofStep: 3)
  }

  /// Whether the clock shows the time of the recording, not that of the replay, in 2001, nor the one that is
  /// only held still, in 2031.
  private static func isThen(_ request: SimulatedSteps.Request) -> Bool {
    request.holds(.clock) && (1.6e9..<1.9e9).contains(request.shownTime)
  }

  @Test("a half of the day was certainly the zone, though the other zone had the same one then")
  func halfOfTheDay() throws {
    let diagnosis = try diagnosis { request, _ in
      Self.isThen(request) || request.has("TZ", "Asia/Tokyo") ? 11 : 10
    }
    #expect(diagnosis.certain == [.clock])
    #expect(diagnosis.findings.first { $0.cause == .timeZone }?.confidence == .likely)
  }

  @Test("a zone and a locale that only together lead to what was recorded were only possible")
  func together() throws {
    let diagnosis = try diagnosis { request, _ in
      let isThere = [request.has("TZ", "Asia/Tokyo"), request.has("LC_ALL", "de_DE.UTF-8")]
      return isThere == [true, true] ? 11 : isThere == [true, false] ? 12 : 10
    }
    // No one answer leads there, so nothing is certain.
    #expect(diagnosis.certain == [])
    #expect(diagnosis.findings.prefix(2).map(\.cause) == [.timeZone, .locale])
    #expect(diagnosis.findings.prefix(2).map(\.confidence) == [.likely, .likely])
    #expect(
      diagnosis.findings.first { $0.cause == .locale }?.evidence == [
        "with TZ=Asia/Tokyo and LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8, as recorded, it gives the recorded result, in 10 of "
          + "10 runs, and in none of 10 with TZ=Asia/Tokyo alone"
      ])
  }

  @Test("a step that asks whether a variable is set was certainly a locale of several categories")
  func categories() throws {
    let list =
      "LC_CTYPE=de_DE.UTF-8;LC_NUMERIC=de_DE.UTF-8;LC_TIME=C;LC_COLLATE=de_DE.UTF-8;"
      + "LC_MONETARY=de_DE.UTF-8;LC_MESSAGES=C"
    let session = try Session.recorded(11, cLocale: list)
    let diagnosis = try CauseSearch(session, seed: 1) { n in
      SimulatedSteps(session, n: n, seed: 1) { request, _ in
        request.conditions.environment["LC_NUMERIC"] ?? nil == nil ? 10 : 11
      }
    }.diagnosis(ofStep: 3)
    #expect(diagnosis.certain == [])
    #expect(diagnosis.findings.first { $0.cause == .locale }?.confidence == .likely)
  }

  @Test(
    "a zone that the recording does not name is likely only if one leads to the recorded result")
  func unnamed() throws {
    let session = try Session.recorded(11, zone: nil)
    for (fitting, confidence) in [
      ("Etc/GMT-9", Diagnosis.Confidence.likely), ("Europe/Rome", .possible),
    ] {
      let diagnosis = try CauseSearch(session, seed: 1) { n in
        SimulatedSteps(session, n: n, seed: 1) { request, _ in
          if request.has("TZ", fitting) { return 11 }
          return request.conditions.environment["TZ"] == nil ? 10 : 5
        }
      }.diagnosis(ofStep: 3)
      let zone = try #require(diagnosis.findings.first { $0.cause == .timeZone })
      #expect(zone.confidence == confidence)
      #expect(diagnosis.certain == [])
    }
  }

  @Test(
    "without the witness nobody sees that, so neither is certain",
    arguments: [("TZ", "Asia/Tokyo"), ("LC_ALL", "de_DE.UTF-8")])
  func withoutWitness(name: String, value: String) throws {
    var tools = RunTools.all
    tools.witness = nil
    let diagnosis = try diagnosis(tools) { request, _ in request.has(name, value) ? 11 : 10 }
    #expect(diagnosis.certain == [])
    #expect(
      diagnosis.findings.first?.evidence.last
        == "whether that was so at the time of the recording was not seen (that takes the witness)")
  }

  @Test(
    "a step that asks only whether the variable is set was certainly the zone or the locale",
    arguments: ["TZ", "LC_ALL"])
  func whetherItIsSet(name: String) throws {
    let diagnosis = try diagnosis { request, _ in
      request.conditions.environment[name] ?? nil == nil ? 10 : 11
    }
    #expect(diagnosis.certain == [])
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let own = name == "TZ" ? TimeZone.current.identifier : locale
    let finding = try #require(
      diagnosis.findings.first { $0.cause == (name == "TZ" ? .timeZone : .locale) })
    #expect(finding.confidence == .likely)
    let doubts = diagnosis.findings.flatMap(\.evidence)
    #expect(
      doubts.contains(
        "with \(name)=\(own), which is so without it, it gives the recorded result, too"))
  }
}
