public import Foundation

/// A type that is coded as one JSON leaf, without calling its own `Codable` methods.
///
/// These are the primitives of `Codable`, and the Foundation types whose own coding is not what
/// JSON readers expect: `URL`, `Data` and `Decimal`.
protocol LeafCoding: DirectLeaf, DirectlyDecoded {
  init?(encoded: JSONValue)
}

extension Bool: LeafCoding {
  init?(encoded: JSONValue) {
    guard let value = encoded.bool else { return nil }
    self = value
  }
}

extension String: LeafCoding {
  init?(encoded: JSONValue) {
    guard let value = encoded.string else { return nil }
    self = value
  }
}

extension LeafCoding where Self: FixedWidthInteger {
  init?(encoded: JSONValue) {
    guard let value = encoded.number?.integer(Self.self) else { return nil }
    self = value
  }
}

extension Int: LeafCoding {}
extension Int8: LeafCoding {}
extension Int16: LeafCoding {}
extension Int32: LeafCoding {}
extension Int64: LeafCoding {}
extension UInt: LeafCoding {}
extension UInt8: LeafCoding {}
extension UInt16: LeafCoding {}
extension UInt32: LeafCoding {}
extension UInt64: LeafCoding {}

@available(macOS 15.0, iOS 18.0, *)
extension Int128: LeafCoding {}

@available(macOS 15.0, iOS 18.0, *)
extension UInt128: LeafCoding {}

extension LeafCoding where Self: BinaryFloatingPoint & LosslessStringConvertible {
  init?(encoded: JSONValue) {
    switch encoded.string {
    case "NaN": self = .nan
    case "Infinity": self = .infinity
    case "-Infinity": self = -.infinity
    default:
      guard let text = encoded.number?.text, let value = Self(text), value.isFinite
      else { return nil }
      self = value
    }
  }
}

extension Double: LeafCoding {}
extension Float: LeafCoding {}

extension URL: LeafCoding {
  init?(encoded: JSONValue) {
    guard let text = encoded.string, let url = URL(string: text) else { return nil }
    self = url
  }
}

extension Data: LeafCoding {
  init?(encoded: JSONValue) {
    guard let text = encoded.string, let data = Data(base64Encoded: text) else { return nil }
    self = data
  }
}

extension Decimal: LeafCoding {
  init?(encoded: JSONValue) {
    if encoded.string == "NaN" {
      self = .nan
    } else {
      guard let text = encoded.number?.text, let value = Decimal(string: text) else { return nil }
      self = value
    }
  }
}
