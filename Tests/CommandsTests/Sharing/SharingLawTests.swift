import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

/// Everything that a session is given away as.
struct GivenAway {
  let redacted: Session
  let shared: Session
  let account: SessionRedaction.Account
  /// The bytes of all, inflated.
  private(set) var texts: [String: Data] = [:]

  init(_ session: Session, _ policy: RedactionPolicy = RedactionPolicy()) throws {
    var redaction = try SessionRedaction(session, policy)
    var (writer, account) = try redaction.write { () throws(InspectorError) in
      SessionWriter(to: nil)
    }
    try writer.finish()
    self.account = account
    redacted = try Session(bytes: Data(writer.kept), file: "redacted.ndjson")
    var scan = SecretScan(session, policy: policy, looksAgain: true)
    try scan.run()
    let file = FileManager.default.temporaryDirectory.appending(
      path: "law-\(UUID().uuidString).ndjson.gz"
    ).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let result = try SharedSession(session, policy, scan, interrupted: { false })
      .write(.all, to: file)
    shared = try Session(path: file)
    let report = ShareReport(
      result, shared, of: session, damaged: 0, names: ("a-shared.ndjson.gz", "a-shared.md"),
      divergence: nil)
    var page: [UInt8] = []
    try SessionPage(redacted, at: nil, interrupted: { false })
      .write { piece throws(InspectorError) in page += piece }
    texts = [
      "the redacted session": Data(writer.kept), "the attachment": Data(shared.bytes),
      "its summary": Data((report.markdown + report.json.description).utf8), "the page": Data(page),
    ]
  }
}

@Suite("What is given away has no secret, and all that is none")
struct SharingLawTests {
  /// A secret with what stands around it.
  private struct Planted {
    let place: PlantedPlace
    let surrounding: Surrounding
    let secret: PlantedSecret
  }

  @Test(
    "no secret of any kind, in any surroundings, at any place", arguments: (0..<110).thinned(22))
  func canaries(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var planted: [Planted] = []
    let builder = try SessionBuilder.planted { place in
      let kinds = PlantedSecret.kinds
      let secret = PlantedSecret(kinds[(seed + planted.count) % kinds.count], &random)
      let all = Surrounding.allCases
      let surrounding = all[(seed + planted.count / kinds.count) % all.count]
      planted.append(Planted(place: place, surrounding: surrounding, secret: secret))
      return surrounding.around(secret.text)
    }
    // What only its name shows to be a secret has one in a state.
    var named = builder
    named.action(10)
    let names = planted.filter { $0.secret.kind == .name }
    named.whole(10, ["passwords": .array(names.map { .string($0.secret.text) })])
    named.end(10)
    let session = try named.session(crc: seed % 2 == 0)
    let original = String(decoding: session.bytes, as: UTF8.self)
    for one in planted where one.surrounding == .alone {
      let isThere = Self.forms(of: one.secret).contains(where: original.contains)
      // The text of a splice is nowhere as a whole.
      #expect(isThere || one.place == .splice, "\(one.place)")
    }
    let given = try GivenAway(session)
    for session in [given.redacted, given.shared] {
      #expect(try SessionCheck(session, interrupted: { false }).faults.isEmpty)
    }
    for one in planted {
      for form in Self.forms(of: one.secret) {
        for (name, text) in given.texts {
          // What `Data` has for this looks at each byte for itself, in 44,000 searches.
          guard text.holds(form), let range = text.range(of: Data(form.utf8)) else { continue }
          let near = text[max(0, range.lowerBound - 80)..<min(text.count, range.upperBound + 80)]
          Issue.record(
            """
            \(name): \(one.secret.kind) \(one.surrounding) \(one.place) \(one.secret.text): \
            \(String(decoding: near, as: UTF8.self))
            """)
        }
      }
    }
  }

  /// How a secret might still be written: as it is, its last part, and in each escape.
  private static func forms(of secret: PlantedSecret) -> Set<String> {
    let canary = secret.canary
    let json = JSONValue.string(canary).description.dropFirst().dropLast()
    let percent = canary.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? canary
    let base64 = (0..<3).map { shift in
      String(decoding: Base64Text.inner(of: Array(canary.utf8), shift: shift), as: UTF8.self)
    }
    return Set([canary, String(canary.suffix(10)), String(json), percent] + base64)
  }

  /// Texts that look like secrets, and are none.
  private static let innocent: [@Sendable (inout SplitMix64) -> String] = [
    { random in
      let digits = (0..<36).map { place in
        [8, 13, 18, 23].contains(place)
          ? "-" : String(Int.random(in: 0..<16, using: &random), radix: 16)
      }
      return digits.joined()
    },
    { _ in "2026-11-27T05:15:00.250Z" }, { _ in "20261127T051500Z" },
    { _ in "1.12.0-beta.3+build.41" },
    { _ in "photo@2x.png" }, { _ in "ssh://git@github.com/team/app.git" },
    { _ in "token: CancellationToken" }, { _ in "password: String" },
    { _ in "the password field" },
    { _ in "token expired" }, { _ in "https://example.org:8080/a?page=2&sort=name#top" },
    { random in String(UInt64.random(in: 0...(.max), using: &random), radix: 16) },
    { random in "\(Double.random(in: -180...180, using: &random))" },
    { _ in "1764220500123" }, { _ in "Version 4111, 1111 of 2222" }, { _ in "DE00 1234" },
    { _ in "basic setup" }, { _ in "bearer of news" }, { _ in "eyJ is how they begin" },
    { _ in "$.items[?@.id == 3]" }, { _ in "sk_live_" },
    { _ in "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----" },
    { _ in "+1 to that" }, { _ in "#FFAA00" }, { _ in "192.168.0.1:443" },
    { _ in "(3, 4) and 12-34" },
  ]

  @Test("what a policy keeps was said not to be there")
  func kept() throws {
    var policy = RedactionPolicy()
    for kind in SecretKind.allCases { policy.add(.keep, kind) }
    var builder = SessionBuilder()
    builder.whole(0, ["password": "tr0ub4dor", "mail": "ann@example.org"])
    let summary = try #require(GivenAway(try builder.session(), policy).texts["its summary"])
    let lines = String(decoding: summary, as: UTF8.self).split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex(of: "## Redacted"))
    #expect(lines[place + 1] == "Nothing. Found, and kept as the policy says: email, name.")
  }

  @Test(
    "all that is none stays, in any surroundings, at any place", arguments: (0..<50).thinned(10))
  func innocents(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var count = seed
    let session = try SessionBuilder.planted { place in
      count += 1
      let text = Self.innocent[count % Self.innocent.count](&random)
      let all = Surrounding.allCases
      return all[(count / Self.innocent.count + seed) % all.count].around(text)
    }.session()
    let given = try GivenAway(session)
    #expect(
      given.account.replaced.map { "\($0.kind) \($0.source) \($0.place) \($0.preview)" } == [])
    for n in session.first...session.last where session.hasState(n) {
      for other in [given.redacted, given.shared] {
        let (new, old) = (try other.state(n), try session.state(n))
        #expect(new == old, "\(n)")
      }
    }
    let headers = [given.redacted, session].map { SessionLine.session($0.header).document }
    #expect(headers[0] == headers[1])
  }
}

extension Data {
  /// Whether the bytes of a text are somewhere in these.
  fileprivate func holds(_ text: String) -> Bool {
    let part = Array(text.utf8)
    return withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
      guard let base = bytes.baseAddress, let first = part.first else { return part.isEmpty }
      var at = 0
      while at + part.count <= bytes.count,
        let found = memchr(base + at, Int32(first), bytes.count - at - part.count + 1)
      {
        if memcmp(found, part, part.count) == 0 { return true }
        at = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }
}
