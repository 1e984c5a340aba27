import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Recorder

/// Makes secrets that cannot come about by chance, and remembers them.
private final class Canaries: @unchecked Sendable {
  private(set) var all: [String] = []
  private(set) var numbers: [Int] = []
  private var generator = SplitMix64(seed: 77)

  /// Twenty letters and digits, no two alike.
  func text() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let text = String((0..<20).map { _ in letters.randomElement(using: &generator) ?? "x" })
    all.append(text)
    return text
  }

  /// Eighteen digits.
  func number() -> Int {
    let number = Int.random(
      in: 100_000_000_000_000_000...999_999_999_999_999_999, using: &generator)
    numbers.append(number)
    return number
  }

  /// In all the guises in which a secret could leave: as it is, reversed, in base 64 (at each of
  /// the three offsets), in hexadecimal, in another case.
  var guises: Set<[UInt8]> {
    var guises: Set<[UInt8]> = []
    for secret in all + numbers.map(String.init) {
      let bytes = Array(secret.utf8)
      guises.insert(bytes)
      guises.insert(bytes.reversed())
      guises.insert(Array(secret.uppercased().utf8))
      guises.insert(Array(secret.lowercased().utf8))
      guises.insert(bytes.flatMap { Array(String($0, radix: 16).utf8) })
      for offset in 0..<3 {
        let padded = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
        // The characters that depend on the neighbours are left out.
        guises.insert(Array(padded.utf8.dropFirst(offset + 1).dropLast(4)))
      }
    }
    return guises
  }
}

/// A state with a secret wherever one can be.
private struct Vault: Codable, Equatable {
  struct User: Codable, Equatable {
    var name = "Ann"
    var password: String
    var pin: Int
  }
  struct Card: Codable, Equatable {
    var number: String
    var label: String
  }
  enum Access: Codable, Equatable {
    case none
    case granted(token: String, level: Int)
  }
  var user: User
  var users: [User]
  var cards: [Card]
  var byName: [String: User]
  var secret: [String: [String]]
  var access: Access
  var blob: [String: Data]
  var link: URL?
  var note = "visible"
  var count = 0
}

private enum VaultAction: Encodable {
  case login(user: String, password: String)
  case keep(Vault.User)
  case many(tokens: [String])
  case plain(Int)
}

private struct Login: Encodable {
  var user = "ann"
  var credentials: [String: String]
}

/// Cannot be encoded, and says in its error what it holds.
private struct Leaky: Encodable {
  struct Refusal: Error { let password: String }
  let password: String
  var isPlainError = false
  func encode(to encoder: any Encoder) throws {
    guard isPlainError else {
      let context = EncodingError.Context(codingPath: [], debugDescription: "no \(password)")
      throw EncodingError.invalidValue(password, context)
    }
    throw Refusal(password: password)
  }
}

private struct Opaque { let password: String }

private struct Failure: Error, CustomStringConvertible {
  let password: String
  var description: String { "wrong password \(password)" }
}

@Suite("Canaries")
struct CanaryTests {
  private static let redactions = [
    "$.link", "$.cards[*].number", "$.access.granted", "$.blob.*", "$.secret", "$.login.password",
    "$.drawn.value",
  ]

  private func vault(_ canaries: Canaries) -> Vault {
    func user() -> Vault.User {
      Vault.User(password: canaries.text(), pin: canaries.number())
    }
    return Vault(
      user: user(), users: [user(), user()],
      cards: [Vault.Card(number: canaries.text(), label: "card")],
      byName: ["ann": user(), "bob": user()],
      secret: ["list": [canaries.text(), canaries.text()]],
      access: .granted(token: canaries.text(), level: 3),
      blob: ["token": Data(canaries.text().utf8)],
      link: URL(string: "https://example.com/\(canaries.text())?t=\(canaries.text())")
    )
  }

  /// Records a session full of secrets; every text that left the recorder.
  private func record(
    _ canaries: Canaries, redactions: Redactions, snapshots: RecorderOptions.Snapshots
  ) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "vault.ndjson").path
    let troubles = Gathered<RecorderError>()
    let options = RecorderOptions(
      snapshots: snapshots, redactions: redactions, onError: { troubles.append($0) })
    let recorder = try SessionRecorder(path: path, store: "vault", options: options)
    var state = vault(canaries)
    for round in 0..<50 {
      recorder.step(VaultAction.login(user: "ann", password: canaries.text()), into: &state) {
        $0.count += 1
        $0.user.password = Inputs.drawn(canaries.text())
        $0.byName["carl\(round % 3)"] = Vault.User(
          password: canaries.text(), pin: canaries.number())
      }
      // A change from outside.
      state.users.append(Vault.User(password: canaries.text(), pin: canaries.number()))
      recorder.step(
        VaultAction.keep(Vault.User(password: canaries.text(), pin: canaries.number())),
        into: &state
      ) {
        $0.cards.insert(Vault.Card(number: canaries.text(), label: "card"), at: 0)
        if $0.cards.count > 3 { $0.cards.removeLast() }
        if round > 2 { $0.users.removeFirst() }
      }
      recorder.step(VaultAction.many(tokens: [canaries.text(), canaries.text()]), into: &state) {
        $0.access = .granted(token: canaries.text(), level: round)
        $0.blob["next"] = Data(canaries.text().utf8)
      }
      recorder.step(Login(credentials: ["basic": canaries.text()]), into: &state) { state in
        // One step inside another.
        recorder.step(VaultAction.plain(round), into: &state) { $0.user.password = canaries.text() }
      }
      recorder.step(Leaky(password: canaries.text()), into: &state) { $0.count += 1 }
      recorder.step(Leaky(password: canaries.text(), isPlainError: true), into: &state) { _ in }
      recorder.step(Opaque(password: canaries.text()), into: &state) { _ in }
      recorder.dispatched(VaultAction.login(user: "bob", password: canaries.text()))
      recorder.dispatched(Opaque(password: canaries.text()))
      _ = recorder.step(VaultAction.login(user: "eve", password: canaries.text()), state) { state }
      do {
        try recorder.step(VaultAction.plain(round), into: &state) { state in
          state.secret["list", default: []].append(canaries.text())
          if round > 2 { state.secret["list"]?.removeFirst() }
          throw Failure(password: canaries.text())
        }
      } catch is Failure {}
      if round == 25 { state = vault(canaries) }
    }
    var leaky = Leaky(password: canaries.text())
    recorder.step(VaultAction.plain(0), into: &leaky) { _ in }
    let excerpt = folder.appending(path: "excerpt.ndjson")
    try recorder.export(last: .actions(100), to: excerpt.path)
    recorder.close()
    let file = try Data(contentsOf: URL(filePath: path)) + Data(contentsOf: excerpt)
    let told = troubles.all.map { "\($0) \(String(reflecting: $0))" }.joined()
    #expect(!told.isEmpty)
    return Array(file) + Array(told.utf8)
  }

  private func found(_ canaries: Canaries, in bytes: [UInt8]) -> Int {
    // By their first eight bytes, so that thousands are looked for in one pass.
    var starts: [UInt64: [[UInt8]]] = [:]
    for guise in canaries.guises {
      starts[guise.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, default: []].append(guise)
    }
    var count = 0
    var last: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      last = last << 8 | UInt64(byte)
      guard place >= 7, let guises = starts[last] else { continue }
      count += guises.filter { bytes[(place - 7)...].starts(with: $0) }.count
    }
    return count
  }

  @Test(
    "none of a thousand secrets leaves, in no guise",
    arguments: [RecorderOptions.Snapshots.delta, .full])
  func none(snapshots: RecorderOptions.Snapshots) throws {
    let canaries = Canaries()
    let redactions = try Redactions.defaults + Redactions(Self.redactions)
    let bytes = try record(canaries, redactions: redactions, snapshots: snapshots)
    #expect(canaries.all.count + canaries.numbers.count >= 1000)
    #expect(found(canaries, in: bytes) == 0)
    // The canaries do get out where nothing is hidden, so the search can find them.
    let others = Canaries()
    let open = try record(others, redactions: .none, snapshots: snapshots)
    #expect(found(others, in: open) > 500)
  }
}

extension Inputs {
  struct Drawn: Codable { var value: String }

  /// Draws a text that a pattern can name.
  fileprivate static func drawn(_ text: String) -> String {
    let drawn = value("drawn") { ["drawn": Drawn(value: text)] }
    return drawn["drawn"]?.value ?? ""
  }
}
