import Testing

@testable import SessionFormat

@Suite("SipHash-2-4")
struct SipHashTests {
  /// The values that its authors publish, for the key 00 01 … 0f and the message 00 01 02 ….
  @Test(
    "the published values come out",
    arguments: [
      ([], 0x726f_db47_dd0e_0e31), ([0x0706_0504_0302_0100], 0x93f5_f579_9a93_2462),
      ([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908], 0x3f2a_cc7f_57c2_9bdb),
    ] as [([UInt64], UInt64)])
  func published(words: [UInt64], value: UInt64) {
    var hash = SipHash(RedactionKey(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    for word in words { hash.combine(word) }
    #expect(hash.finished() == value)
  }
}
