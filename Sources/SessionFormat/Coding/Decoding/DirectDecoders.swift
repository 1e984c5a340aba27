internal import Foundation

/// A leaf that is read without being asked to decode itself.
protocol DirectlyDecoded {
  /// Puts the value into memory that is not initialised; false, and nothing put there, where the
  /// node does not hold one, so that the type itself decides what to say.
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool
}

/// A collection that is read without the containers of `Codable`.
protocol DirectlyDecodedCollection {
  /// Puts the value into memory that is not initialised; false if the type must decode itself.
  static func read(
    _ place: TapePlace, _ run: DecodingRun, into memory: UnsafeMutableRawPointer
  ) throws -> Bool
}

/// How the values of one type are read, looked up once per type.
struct DirectDecoding {
  var leaf: (any DirectlyDecoded.Type)?
  var collection: (any DirectlyDecodedCollection.Type)?
  /// Whether the type has no decoding of its own, so that a leaf that does not fit is an error.
  var isLeafOnly = false
}

/// What is known of types, by their metadata: casting each value would cost more than reading it.
final class DirectDecoders {
  private let table = TypeTable(DirectDecoding())

  deinit { table.free() }

  @inline(__always)
  func decoding<T>(of type: T.Type) -> DirectDecoding {
    table.entry(of: type) {
      DirectDecoding(
        leaf: type as? any DirectlyDecoded.Type,
        collection: type as? any DirectlyDecodedCollection.Type,
        isLeafOnly: type is any LeafCoding.Type)
    }
  }
}

extension DirectlyDecoded where Self: FixedWidthInteger & LeafCoding {
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    if let small = tape.pointee.smallInteger(node) {
      guard let value = Self(exactly: small) else { return false }
      memory.initializeMemory(as: Self.self, to: value)
      return true
    }
    guard let leaf = tape.pointee.leaf(node), let value = Self(encoded: leaf) else { return false }
    memory.initializeMemory(as: Self.self, to: value)
    return true
  }
}

extension LeafCoding {
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let leaf = tape.pointee.leaf(node), let value = Self(encoded: leaf) else { return false }
    memory.initializeMemory(as: Self.self, to: value)
    return true
  }
}

extension Date: DirectlyDecoded {
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let seconds = tape.pointee.double(node) else { return false }
    memory.initializeMemory(as: Date.self, to: Date(timeIntervalSinceReferenceDate: seconds))
    return true
  }
}

extension UUID: DirectlyDecoded {
  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    let found = tape.pointee.nodes[node]
    guard found.kind == .string, found.length == 36, !found.hasEscapes else { return false }
    let text = tape.pointee.text + found.offset
    var (place, byte) = (0, 0)
    while byte < 16 {
      if byte == 4 || byte == 6 || byte == 8 || byte == 10 {
        guard text[place] == UInt8(ascii: "-") else { return false }
        place &+= 1
      }
      let (high, low) = (digit(text[place]), digit(text[place &+ 1]))
      guard high < 16, low < 16 else { return false }
      memory.storeBytes(of: high << 4 | low, toByteOffset: byte, as: UInt8.self)
      place &+= 2
      byte &+= 1
    }
    return true
  }

  @inline(__always)
  private static func digit(_ byte: UInt8) -> UInt8 {
    if byte &- 48 < 10 { return byte &- 48 }
    let letter = (byte | 0x20) &- 97
    return letter < 6 ? letter &+ 10 : 255
  }
}
