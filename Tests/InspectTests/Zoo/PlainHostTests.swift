import Foundation
import SessionFormat
import TestSupport
import Testing

#if os(Linux)
  @Suite("The causes in a host in Swift that knows nothing of the recorder")
  struct PlainHostTests {
    private static let host = Result {
      try CompiledHost(["swiftc", "-g", "-Onone"], "plain_host.swift")
    }

    private func answer(_ action: String, recorded: String) throws -> WitnessedAnswer {
      let host = try Self.host.get()
      let session = host.folder.file("\(action).ndjson")
      try """
      {"kind":"session","format":"hindsight-session","version":1,"id":"0c0f8d4e-6a3b-4f7e-9c55-2f4d9f0f7a12","started":"2026-01-02T03:04:05.250Z","store":"plain"}
      {"kind":"state","n":0,"state":{"value":""}}
      {"kind":"action","n":1,"t":1000,"type":"\(action)","action":{"\(action)":{}}}
      {"kind":"state","n":1,"state":{"value":"\(recorded)"}}

      """.write(toFile: session, atomically: true, encoding: .utf8)
      return try WitnessedAnswer(session, host: host.program)
    }

    @Test("of whole seconds and hashes in one text now one was named, now the other")
    func both() throws {
      let answer = try answer("moment", recorded: "1767323045 fir")
      let certain = answer.causes.filter { $0["confidence"] == "certain" }
      #expect(certain.map { $0["cause"]?.string } == ["hashing", "clock"])
      #expect(certain.map { $0["asked"]?.array?.first?["line"]?.int } == [14, 19])
    }

    @Test(
      "no line was named for hashes and addresses",
      arguments: [
        ("hash", "-123456789012345678", "hashing", 20),
        ("address", "ObjectIdentifier(0x0000556de1c2d4e0)", "addresses", 21),
      ])
    func inward(action: String, recorded: String, cause: String, line: Int) throws {
      let answer = try answer(action, recorded: recorded)
      #expect((answer.cause, answer.confidence) == (cause, "certain"))
      #expect(answer.asked.first?["line"]?.int == line)
      #expect(answer.asked.first?["file"]?.string?.hasSuffix("plain_host.swift") == true)
    }
  }
#endif
