import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("A change that no bit of a state shows")
struct UnseenChangeTests {
  /// What the values write beside themselves.
  private enum Elsewhere {
    @TaskLocal static var number = 0
  }

  struct Entry: Codable, Sendable {
    var own = 0

    init(_ own: Int) { self.own = own }
    init(from decoder: any Decoder) throws { own = 0 }

    private enum Keys: CodingKey { case own, elsewhere }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(own, forKey: .own)
      try container.encode(Elsewhere.number, forKey: .elsewhere)
    }
  }

  struct Table: Codable, Sendable {
    var filler = (0..<200).map { "a text of some thirty bytes, \($0)" }
    var entries: [String: Entry] = ["a": Entry(1), "b": Entry(2)]
  }

  @Test("it is in the file with the next state that is encoded whole")
  func settled() throws {
    let memory = MemorySession()
    let recorder = SessionRecorder(into: memory, store: "table")
    var table = Table()
    // The checks come after 1, 2, 4 and so on patches; these pass, and the next is far.
    for n in 0..<7 { recorder.step(n, into: &table) { $0.filler[n] += "." } }
    var truths: [JSONValue] = []
    try Elsewhere.$number.withValue(1) {
      // A new member, which is not the last in the order of the dictionary.
      recorder.step(7, into: &table) { $0.entries["aa"] = Entry(3) }
      truths.append(try ValueEncoder().encode(table).value)
      // So much that it is not walked over, and too little to be written whole.
      recorder.step(8, into: &table) { for n in 0..<60 { $0.filler[n] += "!" } }
      truths.append(try ValueEncoder().encode(table).value)
    }
    recorder.close()
    let read = try states(memory.sessionLines)
    #expect(read.count == 10)
    // Without private layout every state is encoded whole, so nothing is unseen.
    if PrivateLayout.isUsed { #expect(read[8] != truths[0]) }
    #expect(read[9] == truths[1])
  }
}
