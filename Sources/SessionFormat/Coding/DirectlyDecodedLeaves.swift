internal import Foundation

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
  static var isLeafOnly: Bool { true }

  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let leaf = tape.pointee.leaf(node), let value = Self(encoded: leaf) else { return false }
    memory.initializeMemory(as: Self.self, to: value)
    return true
  }
}

extension Date: DirectlyDecoded {
  static var isLeafOnly: Bool { false }

  static func read(
    _ node: Int, _ tape: UnsafeMutablePointer<Tape>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let seconds = tape.pointee.double(node) else { return false }
    memory.initializeMemory(as: Date.self, to: Date(timeIntervalSinceReferenceDate: seconds))
    return true
  }
}

extension UUID: DirectlyDecoded {
  static var isLeafOnly: Bool { false }

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
