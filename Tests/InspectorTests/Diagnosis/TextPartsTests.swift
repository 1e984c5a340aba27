import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The zone or the locale in a text of which another part varies")
struct TextPartsTests {
  /// Of a step that makes a text, and asks for random numbers, a zone, a language or the time.
  private func diagnosis(
    recorded: String, asking names: [String],
    _ text: @escaping (SimulatedSteps.Request, inout Lot) -> String
  ) throws -> Diagnosis {
    let session = try Session.recorded(7, text: recorded)
    let calls = names.map { WitnessedCalls.Call(name: $0, detail: "", count: 1, frames: []) }
    return try CauseSearch(session, seed: 5) { n in
      let steps = SimulatedSteps(session, n: n, requests: .init(calls: calls), seed: 5) { _, _ in 7
      }
      steps.text = text
      return steps
    }.diagnosis(ofStep: 3)
  }

  private static func chance(_ request: SimulatedSteps.Request, _ lot: inout Lot) -> Int {
    request.holds(.random)
      ? request.answer(555_555) : Int.random(in: 100_000..<1_000_000, using: &lot)
  }

  private func confidence(_ cause: Diagnosis.Cause, _ diagnosis: Diagnosis) -> Diagnosis.Confidence?
  {
    diagnosis.findings.first { $0.cause == cause }?.confidence
  }

  @Test("a zone before or behind random digits was not among the causes", arguments: [true, false])
  func zone(isFirst: Bool) throws {
    let diagnosis = try diagnosis(
      recorded: isFirst ? "Asia/Tokyo-123456" : "123456 at 14 h",
      asking: ["TimeZone.current", "getrandom"]
    ) { request, lot in
      let isThere = request.has("TZ", "Asia/Tokyo")
      let chance = Self.chance(request, &lot)
      return isFirst
        ? "\(isThere ? "Asia/Tokyo" : "GMT")-\(chance)" : "\(chance) at \(isThere ? 14 : 5) h"
    }
    #expect(diagnosis.certain == [] && confidence(.random, diagnosis) == .likely)
    #expect(confidence(.timeZone, diagnosis) == .likely)
    let place = diagnosis.findings.first { $0.cause == .timeZone }?.evidence.first
    #expect(
      place
        == "with TZ=Asia/Tokyo, as recorded, what all runs have in common of the text at /text comes as "
        + "recorded, in 10 of 10 runs, and in none of 10 without")
  }

  @Test("a locale before random digits was not among the causes")
  func locale() throws {
    let diagnosis = try diagnosis(
      recorded: "Dienstag 123456", asking: ["strftime", "getrandom"]
    ) { request, lot in
      "\(request.has("LC_ALL", "de_DE.UTF-8") ? "Dienstag" : "Tuesday") \(Self.chance(request, &lot))"
    }
    #expect(diagnosis.certain == [] && confidence(.random, diagnosis) == .likely)
    #expect(confidence(.locale, diagnosis) == .likely)
  }

  private static let german = [
    "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
  ]
  private static let english = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  @Test("of the name of a day that comes by chance only chance was named, not the language")
  func dayByChance() throws {
    let diagnosis = try diagnosis(
      recorded: "Dienstag 123456", asking: ["strftime", "getrandom"]
    ) { request, lot in
      let chance = Self.chance(request, &lot)
      let days = request.has("LC_ALL", "de_DE.UTF-8") ? Self.german : Self.english
      return "\(days[chance % 7]) \(chance)"
    }
    // No random number gives the recorded name, so chance is not certain.
    #expect(diagnosis.certain == [] && confidence(.random, diagnosis) == .likely)
    #expect(confidence(.locale, diagnosis) == .likely)
    #expect(
      diagnosis.findings.first { $0.cause == .locale }?.evidence.first
        == "with LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8, the text at /text has words that it has only then, among them the "
        + "recorded \"Dienstag\", in 10 of 10 runs, and in none of 10 without")
  }

  @Test("a beginning that is always the same hid the name of a day")
  func dayBehindWords() throws {
    let diagnosis = try diagnosis(
      recorded: "id Dienstag 123456", asking: ["strftime", "getrandom"]
    ) { request, lot in
      let chance = Self.chance(request, &lot)
      let days = request.has("LC_ALL", "de_DE.UTF-8") ? Self.german : Self.english
      return "id \(days[chance % 7]) \(chance)"
    }
    #expect(confidence(.locale, diagnosis) == .likely)
  }

  @Test("a rare name beside a month of another language made the language likely")
  func nameByChance() throws {
    let letters = Array("abcdefghijklmnopqrst").map(String.init)
    let names = ["x", "y", "z"].flatMap { end in letters.map { "N" + $0 + end } }
    for recorded in [7, 20, 33, 41, 59] {
      let diagnosis = try diagnosis(
        recorded: "May \(names[recorded])", asking: ["strftime", "getrandom"]
      ) { request, lot in
        let month = request.has("LC_ALL", "de_DE.UTF-8") ? "Mai" : "May"
        let name =
          request.holds(.random) ? request.answer(3) % 60 : Int.random(in: 0..<60, using: &lot)
        return "\(month) \(names[name])"
      }
      #expect(confidence(.locale, diagnosis) == nil)
    }
  }

  @Test("a word that comes by chance in any language, or never, says nothing of the language")
  func wordByChance() throws {
    for (recorded, days) in [("Tuesday 123456", Self.english), ("mardi 123456", Self.german)] {
      let diagnosis = try diagnosis(
        recorded: recorded, asking: ["strftime", "getrandom"]
      ) { request, lot in
        let chance = Self.chance(request, &lot)
        return "\(days[chance % 7]) \(chance)"
      }
      #expect(confidence(.locale, diagnosis) == nil)
    }
  }

  @Test("the hour of a moment goes by the zone and the clock, of which only the clock was named")
  func moment() throws {
    let diagnosis = try diagnosis(
      recorded: "day 2, 9 o'clock and 17.003", asking: ["localtime", "clock_gettime"]
    ) { request, _ in
      let time = request.holds(.clock) ? request.shownTime : request.time
      let isThen = (1.6e9..<1.9e9).contains(time)
      let hour = (isThen ? 0 : 3) + (request.has("TZ", "Asia/Tokyo") ? 9 : 0)
      return "day 2, \(hour) o'clock and \(isThen ? 17 : 41).\(Int(time * 1000) % 1000)"
    }
    #expect(confidence(.clock, diagnosis) != nil)
    #expect(confidence(.timeZone, diagnosis) == .likely)
  }

  @Test("nothing is added where the same part comes without the zone, or never as recorded")
  func nothing() throws {
    for (recorded, there) in [("id-123456", "id"), ("hall-123456", "room")] {
      let diagnosis = try diagnosis(
        recorded: recorded, asking: ["TimeZone.current", "getrandom"]
      ) { request, lot in
        "\(request.has("TZ", "Asia/Tokyo") ? there : "id")-\(Self.chance(request, &lot))"
      }
      #expect(confidence(.timeZone, diagnosis) == nil)
    }
  }
}
