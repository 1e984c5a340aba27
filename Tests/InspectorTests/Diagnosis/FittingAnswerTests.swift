import Testing

@testable import Inspector

@Suite("The answers with which a replayed text becomes the recorded one")
struct FittingAnswerTests {
  private static let parts = ["", "a", "x ", "/etc/"]

  @Test("put in place of the own answer, each gives the recorded text")
  func exchanged() {
    for head in Self.parts {
      for tail in Self.parts {
        for own in ["q", "q-1", "/q/w"] {
          for new in ["z", "q-", "some name"] {
            let (recorded, replayed) = (head + new + tail, head + own + tail)
            let found = FittingAnswer.found(recorded: recorded, replayed: replayed, own: own)
            #expect(found == [new], "\(recorded) \(replayed)")
          }
        }
      }
    }
  }

  @Test("without an own answer it is the whole text, or the words that differ")
  func appeared() {
    func found(_ recorded: String, _ replayed: String) -> [String] {
      FittingAnswer.found(recorded: recorded, replayed: replayed, own: nil)
    }
    #expect(found("region eu", "region none") == ["region eu", "eu"])
    #expect(found("by sam", "by somebody") == ["by sam", "sam"])
    #expect(found("ada/docs", "/docs") == ["ada/docs", "ada"])
    #expect(found("7", "100") == ["7"])
    #expect(found("café au lait", "café") == ["café au lait", " au lait"])
    #expect(found("same", "same") == [])
    #expect(found("", "x") == [])
  }

  @Test("what the own answer is no part of, or what would be none, is not found")
  func unfit() {
    #expect(FittingAnswer.found(recorded: "a", replayed: "b", own: "c") == [])
    #expect(FittingAnswer.found(recorded: "xy", replayed: "xcy", own: "c") == [])
    #expect(FittingAnswer.found(recorded: "ay", replayed: "xcy", own: "c") == [])
    #expect(FittingAnswer.found(recorded: "a\0b", replayed: "c", own: "c") == [])
    let long = String(repeating: "a", count: 1000)
    #expect(FittingAnswer.found(recorded: long, replayed: "c", own: "c") == [])
  }
}
