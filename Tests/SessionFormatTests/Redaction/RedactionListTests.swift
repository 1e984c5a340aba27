import Testing

@testable import SessionFormat

@Suite("The named list of redactions")
struct RedactionListTests {
  @Test("version 1 never changes: sessions name it and do not write it")
  func pinned() {
    let names = RedactionList.defaults.memberNames
    #expect(RedactionList.defaults.name == "defaults@1")
    #expect(names.count == 1093)
    let sum = CRC32C.checksum(Array(names.joined(separator: "\n").utf8))
    #expect(CRC32C.text(sum) == "8273bc50")
    #expect(RedactionList.defaults.patterns == names.map(PathPattern.init(anywhere:)))
  }

  @Test("a name of a list is no pattern, so that an older reader takes everything for hidden")
  func noPattern() {
    #expect(throws: PathPatternError.self) { try PathPattern(RedactionList.defaults.name) }
  }

  @Test("a header names a list of which all patterns are there, and writes the others")
  func texts() throws {
    let (all, own) = (RedactionList.defaults.patterns, try PathPattern("$.user.email"))
    #expect(RedactionList.texts(of: all) == ["defaults@1"])
    #expect(RedactionList.texts(of: [own] + all) == ["defaults@1", "$.user.email"])
    #expect(RedactionList.texts(of: all.reversed() + [own]) == ["defaults@1", "$.user.email"])
    #expect(RedactionList.texts(of: [own]) == ["$.user.email"])
    #expect(RedactionList.texts(of: []) == [])
    let most = Array(all.dropLast())
    #expect(RedactionList.texts(of: most) == most.map(\.description))
  }

  @Test("only a version that is known is read")
  func named() {
    #expect(RedactionList.named("defaults@1")?.memberNames.count == 1093)
    for name in ["defaults@2", "defaults", "defaults@01", "Defaults@1", " defaults@1", ""] {
      #expect(RedactionList.named(name) == nil)
    }
  }
}
