/// The values of an enum without payloads, whether or not it is `CaseIterable`.
///
/// Coding keys are such enums, and so are most enums of texts. The language cannot list their
/// cases, but the type's metadata has their number. Their layout is part of the stable ABI: the
/// number of the case in as few bytes as possible.
package enum EnumValues {
  /// The most cases that are listed.
  private static let limit = 1000

  private enum Probe: Hashable, CaseIterable { case first, second, third }
  private enum PayloadProbe { case none, some(Int) }

  /// Whether enums have that layout; tested once per process.
  static let isSound =
    TypeKind.isSound && found(in: Probe.self) == Probe.allCases
    && found(in: PayloadProbe.self) == nil && found(in: Int.self) == nil

  /// All values in declaration order.
  ///
  /// Nil if the type is not such an enum, or if it is unknown.
  package static func all<T>(of type: T.Type) -> [T]? {
    PrivateLayout.isUsed && isSound ? found(in: type) : nil
  }

  private static func found<T>(in type: T.Type) -> [T]? {
    guard let count = caseCount(of: type), count <= limit,
      MemoryLayout<T>.size == (count <= 1 ? 0 : count <= 256 ? 1 : 2)
    else { return nil }
    return (0..<count).map { place in
      withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { memory in
        let bytes = UnsafeMutableRawBufferPointer(memory)
        // The low byte comes first on every system that Swift runs on.
        for offset in 0..<bytes.count where offset < MemoryLayout<T>.size {
          bytes[offset] = UInt8(truncatingIfNeeded: place >> (8 * offset))
        }
        return memory[0]
      }
    }
  }

  /// The number of cases of an enum without payloads; nil for any other type.
  private static func caseCount<T>(of type: T.Type) -> Int? {
    guard TypeKind.word(of: type) == TypeKind.enumKind,
      let descriptor = TypeKind.descriptor(of: type),
      descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF == 0
    else { return nil }
    return Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
  }
}
