/// The values of an enum whose cases carry nothing, whether or not it is `CaseIterable`.
///
/// Coding keys are such enums, and so are most enums of texts. Nothing in the language lists their
/// cases, but the number of them stands in the type's metadata, and their layout is part of the
/// stable ABI: the number of the case in as few bytes as it takes.
enum EnumValues {
  /// The most cases that are listed.
  private static let limit = 1000

  /// All values in the order of their declaration; nil if the type is no such enum.
  static func all<T>(of type: T.Type) -> [T]? {
    guard let count = caseCount(of: type), count <= limit,
      MemoryLayout<T>.size == (count <= 1 ? 0 : count <= 256 ? 1 : 2)
    else { return nil }
    return (0..<count).map { place in
      withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
        let bytes = UnsafeMutableRawBufferPointer(memory)
        // The lower byte is the first on every system that Swift runs on.
        for offset in 0..<bytes.count where offset < MemoryLayout<T>.size {
          bytes[offset] = UInt8(truncatingIfNeeded: place >> (8 * offset))
        }
        return memory[0]
      }
    }
  }

  private static let (enumKind, tupleKind) = (0x201, 0x301)

  /// Whether a type is an enum other than an optional.
  static func isEnum(_ type: Any.Type) -> Bool { kind(of: type) == enumKind }

  /// Whether a type is a tuple.
  static func isTuple(_ type: Any.Type) -> Bool { kind(of: type) == tupleKind }

  private static func kind(of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
  }

  /// How many cases an enum has, none of which carries anything; nil for any other type.
  private static func caseCount<T>(of type: T.Type) -> Int? {
    #if _ptrauth(_arm64e)
      return nil  // what is read here is signed there
    #else
      let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
      guard isEnum(type) else { return nil }
      let word = MemoryLayout<UnsafeRawPointer>.size
      let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
      let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
      guard payloadCases == 0 else { return nil }
      return Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    #endif
  }
}
