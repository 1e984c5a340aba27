internal import Foundation

extension Bool {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    state.pointee.text.append(value.load(as: Bool.self) ? "true" : "false")
  }
}

extension String {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    state.pointee.text.append(quoted: value.assumingMemoryBound(to: String.self).pointee)
  }
}

extension Double {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    state.pointee.append(value.load(as: Double.self))
  }
}

extension Float {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    let number = value.load(as: Float.self)
    if number.isFinite {
      state.pointee.text.append(ascii: number.description)
    } else {
      state.pointee.append(Double(number))
    }
  }
}

extension Decimal {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    let number = value.assumingMemoryBound(to: Decimal.self).pointee
    state.pointee.text.append(
      ascii: number.isNaN ? "\"NaN\"" : JSONNumber(text: number.description)?.text ?? "null")
  }
}

extension LeafCoding where Self: FixedWidthInteger {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    let number = value.assumingMemoryBound(to: Self.self).pointee
    guard Self.bitWidth <= 64 else { return state.pointee.text.append(ascii: String(number)) }
    if number < 0 { state.pointee.text.append(UInt8(ascii: "-")) }
    state.pointee.text.append(magnitude: UInt64(truncatingIfNeeded: number.magnitude))
  }
}

extension Date: DirectLeaf {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    // As `Date` encodes itself.
    let date = value.assumingMemoryBound(to: Date.self).pointee
    state.pointee.append(date.timeIntervalSinceReferenceDate)
  }
}

extension UUID: DirectLeaf {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    // As `UUID` encodes itself: 16 bytes in upper-case hex, in groups of 4, 2, 2, 2 and 6.
    state.pointee.text.append(count: 38) { text in
      text[0] = UInt8(ascii: "\"")
      var (place, at) = (0, 1)
      while place < 16 {
        if place == 4 || place == 6 || place == 8 || place == 10 {
          text[at] = UInt8(ascii: "-")
          at &+= 1
        }
        let byte = value.load(fromByteOffset: place, as: UInt8.self)
        let (high, low) = (byte >> 4, byte & 15)
        text[at] = high &+ (high < 10 ? 48 : 55)
        text[at &+ 1] = low &+ (low < 10 ? 48 : 55)
        place &+= 1
        at &+= 2
      }
      text[at] = UInt8(ascii: "\"")
    }
  }
}

extension URL {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    state.pointee.text.append(
      quoted: value.assumingMemoryBound(to: URL.self).pointee.absoluteString)
  }
}

extension Data {
  static func write(_ value: UnsafeRawPointer, to state: UnsafeMutablePointer<EncodingState>) {
    state.pointee.text.append(
      quoted: value.assumingMemoryBound(to: Data.self).pointee.base64EncodedString())
  }
}
