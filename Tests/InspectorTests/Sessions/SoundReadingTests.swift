import DamageSupport
import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

struct SoundReadingTests {
  private static let isNeverInterrupted: @Sendable () -> Bool = { false }

  private func isSound(
    _ bytes: [UInt8], cores: Int = 2, sectionLines: Int = 3
  ) throws -> Bool {
    guard let session = try? Session(bytes: Data(bytes), file: "s.ndjson") else { return false }
    return try SoundReading(session, sectionLines: sectionLines).isSound(
      cores: cores, interrupted: Self.isNeverInterrupted)
  }

  private func hasNoFault(_ bytes: [UInt8]) -> Bool {
    guard
      let read = try? Salvage(
        Data(bytes), file: "s.ndjson", interrupted: Self.isNeverInterrupted)
    else { return false }
    return read.isSound
  }

  @Test("a sound file is found so", arguments: [true, false], [1, 2, 7])
  func findsSound(crc: Bool, cores: Int) throws {
    let sample = DamageSample(actions: 40, crc: crc)
    for sectionLines in [1, 2, 5, 8192] {
      #expect(try isSound(sample.bytes, cores: cores, sectionLines: sectionLines))
    }
    #expect(hasNoFault(sample.bytes))
  }

  @Test("sections begin with keyframes and with whole states, and cover each line")
  func sections() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["value": 0])
    for n in 1...20 {
      builder.action(n)
      if n % 3 == 0 {
        builder.whole(n, ["value": .number(n)])
      } else {
        builder.patch(n, to: ["value": .number(n)])
      }
      if n == 10 { builder.keyframe(10) }
    }
    // The header, 7 whole states and a keyframe begin one each.
    let session = try builder.session()
    let counts = [1, 3, 7, 1000].map { SoundReading(session, sectionLines: $0).sections.count }
    #expect(counts == [9, 8, 5, 1])
    for sectionLines in 1...9 {
      #expect(try isSound(builder.bytes(), sectionLines: sectionLines))
    }
    for place in 1..<session.lines.count {
      var chunks = builder.chunks()
      chunks[place][chunks[place].count / 2] ^= 1
      #expect(try !isSound(chunks.flatMap { $0 }, sectionLines: 1 + place % 9), "line \(place)")
    }
  }

  @Test("what it calls sound has no fault, whatever happened to the lines", arguments: 0..<30)
  func neverMissesFaults(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let sample = DamageSample(actions: 12, crc: seed.isMultiple(of: 4))
    for _ in 0..<25 {
      var lines = sample.chunks
      let (a, b) = (
        Int.random(in: 0..<lines.count, using: &generator),
        Int.random(in: 0..<lines.count, using: &generator)
      )
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: lines.remove(at: a)
      case 1: lines.insert(lines[b], at: a)
      case 2: lines.swapAt(a, b)
      case 3:
        let digits = lines[a].indices.filter { (48...57).contains(lines[a][$0]) }
        if let place = digits.randomElement(using: &generator) {
          lines[a][place] = UInt8.random(in: 48...57, using: &generator)
        }
      default:
        let place = Int.random(in: 0..<lines[a].count, using: &generator)
        lines[a][place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      let bytes = lines.flatMap { $0 }
      #expect(try !isSound(bytes) || hasNoFault(bytes))
    }
  }

  @Test("what it calls sound has no fault, whatever a line says", arguments: UInt64(0)..<60)
  func neverMissesStrangeLines(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var documents = RandomDocuments(seed: seed)
    let hasCRC = seed.isMultiple(of: 2)
    let sample = DamageSample(actions: 12, crc: hasCRC)
    for _ in 0..<20 {
      var chunks = sample.chunks
      let place = Int.random(in: 0..<chunks.count, using: &generator)
      let line = documents.edited(sample.lines[place].document)
      guard line.object?.isEmpty == false, line["crc"] == nil else { continue }
      chunks[place] = LineCoding.bytes(of: line, crc: hasCRC)
      let bytes = chunks.flatMap { $0 }
      #expect(try !isSound(bytes) || hasNoFault(bytes), "\(line)")
    }
  }

  @Test("the recordings of the sample apps are found sound at once")
  func findsRecordingsSound() throws {
    let folder = PackageRoot.url.appending(path: "sessions")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".ndjson") }
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: folder.appending(path: file)))
      // A session that died is read as thoroughly as a damaged one.
      let isTorn = bytes.last != UInt8(ascii: "\n")
      #expect(try isSound(bytes) != isTorn, "\(file)")
    }
  }

  @Test("patches that move and copy are left to the thorough reading")
  func leavesMoves() throws {
    let patch: JSONPatch = JSONPatch([
      .move(from: JSONPointer(tokens: ["a"]), path: JSONPointer(tokens: ["b"])),
      .copy(from: JSONPointer(tokens: ["b"]), path: JSONPointer(tokens: ["c"])),
    ])
    let lines: [SessionLine] = [
      .session(SessionHeader(id: "1", started: "2026-01-02T03:04:05Z", store: "s")),
      .state(StateLine(n: 0, content: .whole(["a": 1]))),
      .action(ActionLine(n: 1, t: 1, type: "a", action: nil)),
      .state(StateLine(n: 1, content: .patch(patch))),
      .keyframe(KeyframeLine(n: 1, state: ["b": 1, "c": 1])),
      .end(EndLine(n: 1, t: 2)),
    ]
    let bytes = lines.flatMap { LineCoding.bytes(of: $0.document) }
    #expect(try !isSound(bytes))
    let session = try Session(bytes: Data(bytes), file: "s.ndjson")
    #expect(try SessionCheck(session).faults == [])
  }

  @Test(
    "sound segments are found so, and what is called sound has no fault",
    arguments: (0..<20 as Range<UInt64>).thinned(8))
  func findsSoundSegments(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let segments = try DamagedSegments()
    func isSound() throws -> Bool {
      guard let session = try? Session(path: segments.path) else { return false }
      return try SoundReading(session).isSound(cores: 2, interrupted: Self.isNeverInterrupted)
    }
    #expect(try isSound())
    for _ in 0..<20 {
      let segment = Int.random(in: 0..<3, using: &generator)
      var lines = segments.sample.segments[segment].map { segments.sample.lines[$0] }
      let place = Int.random(in: 0..<lines.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: lines.remove(at: place)
      case 1: lines.swapAt(place, Int.random(in: 0..<lines.count, using: &generator))
      default:
        // A first state that is not the last one of the segment before.
        for (place, line) in lines.enumerated() {
          guard case .state(var state) = line, case .whole(let whole) = state.content else {
            continue
          }
          var documents = RandomDocuments(seed: generator.next())
          state.content = .whole(documents.edited(whole))
          lines[place] = .state(state)
          break
        }
      }
      try segments.write(lines.flatMap { LineCoding.bytes(of: $0.document) }, as: segment)
      let session = try? Session(path: segments.path, mode: .salvage)
      #expect(try !isSound() || session?.salvage?.isSound == true)
      try segments.write(segments.sound(segment), as: segment)
    }
  }

  @Test("a line with a state and a patch is no sound line", arguments: ["state", "outside"])
  func refusesBoth(kind: String) throws {
    let both: [(name: String, value: JSONValue)] = [
      ("kind", .string(kind)), ("n", kind == "state" ? 1 : 0), ("t", 1), ("state", ["a": 2]),
      ("patch", []),
    ]
    let lines: [JSONValue] = [
      SessionLine.session(SessionHeader(id: "1", started: "2026-01-02T03:04:05Z", store: "s"))
        .document,
      SessionLine.state(StateLine(n: 0, content: .whole(["a": 1]))).document,
      SessionLine.action(ActionLine(n: 1, t: 1, type: "a", action: nil)).document,
      .object(both),
    ]
    let bytes = lines.flatMap { LineCoding.bytes(of: $0) }
    #expect(try !isSound(bytes))
    #expect(!hasNoFault(bytes))
  }
}
