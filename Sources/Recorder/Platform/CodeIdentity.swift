import Foundation

#if canImport(MachO)
  import MachO
#endif

/// What identifies the code of a program: two files with the same code have the same identity.
///
/// The linker computes it: a build id in the notes of an ELF file, `LC_UUID` in one of Apple's.
package enum CodeIdentity {
  /// That of the main program, in hexadecimal digits; nil if its linker gave none.
  package static let ofProgram: String? = identity()?
    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()

  #if os(Linux)
    /// The headers and notes of a program are in its first page.
    private static func identity() -> [UInt8]? {
      guard let file = FileHandle(forReadingAtPath: "/proc/self/exe"),
        let page = try? file.read(upToCount: 4096)
      else { return nil }
      return buildID(inELF: Array(page))
    }
  #elseif canImport(MachO)
    private static func identity() -> [UInt8]? {
      guard let header = _dyld_get_image_header(0) else { return nil }
      var place = UnsafeRawPointer(header) + MemoryLayout<mach_header_64>.size
      for _ in 0..<header.pointee.ncmds {
        let command = place.loadUnaligned(as: load_command.self)
        if command.cmd == UInt32(LC_UUID) {
          let uuid = place.loadUnaligned(as: uuid_command.self).uuid
          return withUnsafeBytes(of: uuid) { Array($0) }
        }
        place += Int(command.cmdsize)
      }
      return nil
    }
  #else
    private static func identity() -> [UInt8]? { nil }
  #endif

  // MARK: ELF

  /// The build id in the first bytes of an ELF file of 64 bits, little-endian (generic ABI, chapters 4
  /// and 5); nil if they have none.
  package static func buildID(inELF file: [UInt8]) -> [UInt8]? {
    guard file.count >= 64, file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table = number(in: file, at: 32, 8), let size = number(in: file, at: 54, 2),
      let count = number(in: file, at: 56, 2)
    else { return nil }
    for part in 0..<count {
      // A type of 4 is a note.
      guard let place = sum(table, part * size), let type = number(in: file, at: place, 4),
        let start = number(in: file, at: place + 8, 8),
        let length = number(in: file, at: place + 32, 8)
      else { return nil }
      guard type == 4, let end = sum(start, length), end <= file.count else { continue }
      if let id = buildID(inNotes: file[start..<end]) { return id }
    }
    return nil
  }

  private static func buildID(inNotes notes: ArraySlice<UInt8>) -> [UInt8]? {
    let file = Array(notes)
    var place = 0
    while let nameSize = number(in: file, at: place, 4),
      let size = number(in: file, at: place + 4, 4),
      let type = number(in: file, at: place + 8, 4)
    {
      let start = place + 12 + (nameSize + 3) & ~3
      guard size > 0, start + size <= file.count else { return nil }
      let name = file[place + 12..<place + 12 + nameSize]
      if type == 3, name.elementsEqual("GNU\0".utf8) { return Array(file[start..<start + size]) }
      place = start + (size + 3) & ~3
    }
    return nil
  }

  private static func number(in file: [UInt8], at place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= file.count - size else { return nil }
    let bits = file[place..<place + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: bits)
  }

  private static func sum(_ left: Int, _ right: Int) -> Int? {
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : sum
  }
}
