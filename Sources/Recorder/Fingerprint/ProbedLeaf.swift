import Foundation
import SessionFormat

/// The leaves of JSON, and the values that a probe returns for them.
enum ProbedLeaf {
  /// The name of a leaf's type; nil if the type is not a leaf.
  static func name(of type: Any.Type) -> String? { names[ObjectIdentifier(type)] }

  private static let names: [ObjectIdentifier: String] = {
    let types: [Any.Type] = [
      Bool.self, String.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self,
      UInt8.self, UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, Date.self,
      UUID.self, URL.self, Data.self, Decimal.self,
    ]
    return types.reduce(into: [:]) { $0[ObjectIdentifier($1)] = String(describing: $1) }
  }()

  /// A value of a leaf.
  ///
  /// - Parameter text: The value of a `String`; numbers are parsed from it, else 0.
  static func value(_ type: Any.Type, text: String) -> Any {
    let number = Int(text) ?? 0
    if let integer = type as? any FixedWidthInteger.Type { return integer.init(clamping: number) }
    return switch names[ObjectIdentifier(type)] {
    case "Bool": false
    case "String": text
    case "Float": Float(number)
    case "Double": Double(number)
    case "Date": Date(timeIntervalSinceReferenceDate: Double(number))
    case "UUID": UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case "URL": URL(fileURLWithPath: "/")
    case "Data": Data()
    default: Decimal(number)
    }
  }
}
