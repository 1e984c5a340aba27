import Testing

@testable import Recorder

/// The identity of a program's code, from the first page of its file.
struct CodeIdentityTests {
  /// A file of one note.
  private func file(type: UInt8 = 3, name: String = "GNU\0", id: [UInt8], noteAt start: UInt8 = 120)
    -> [UInt8]
  {
    let note =
      [UInt8(name.utf8.count), 0, 0, 0, UInt8(id.count), 0, 0, 0, type, 0, 0, 0] + name.utf8 + id
    var bytes = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 114)
    (bytes[32], bytes[54], bytes[56]) = (64, 56, 1)
    (bytes[64], bytes[72], bytes[96]) = (4, start, UInt8(note.count))
    return bytes + note
  }

  @Test func theBuildIDOfALinker() {
    #expect(CodeIdentity.buildID(inELF: file(id: [0xAB, 1, 2, 3])) == [0xAB, 1, 2, 3])
    #expect(CodeIdentity.buildID(inELF: file(type: 5, id: [1, 2, 3, 4])) == nil)
    #expect(CodeIdentity.buildID(inELF: file(name: "GNX\0", id: [1, 2, 3, 4])) == nil)
    #expect(CodeIdentity.buildID(inELF: file(id: [])) == nil)
    #expect(CodeIdentity.buildID(inELF: file(id: [1, 2, 3, 4], noteAt: 250)) == nil)
  }

  @Test func noCutAndNoChangedByteOfAFileIsATrap() {
    let whole = file(id: [0xAB, 1, 2, 3])
    for count in 0..<whole.count {
      #expect(CodeIdentity.buildID(inELF: Array(whole.prefix(count))) == nil)
    }
    for place in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = whole
        changed[place] = value
        _ = CodeIdentity.buildID(inELF: changed)
      }
    }
  }
}
