import Foundation
import SessionFormat

/// A type that is rendered as one value and is not `Encodable`.
protocol RenderedLeaf {
  var rendered: JSONValue { get }
}

extension RenderedLeaf where Self: CustomStringConvertible {
  var rendered: JSONValue { .string(description) }
}

extension Substring: RenderedLeaf {}
extension Character: RenderedLeaf {}
extension Unicode.Scalar: RenderedLeaf {}
extension StaticString: RenderedLeaf {}

/// Its storage has numbers that differ between processes, and it is not `Encodable` everywhere.
extension AttributedString: RenderedLeaf {
  var rendered: JSONValue { .string(String(characters)) }
}

extension AttributedSubstring: RenderedLeaf {
  var rendered: JSONValue { .string(String(characters)) }
}

/// A type whose values are addresses or code: only its name is rendered, because an address differs
/// from run to run.
protocol RenderedByName {}

extension UnsafePointer: RenderedByName {}
extension UnsafeMutablePointer: RenderedByName {}
extension UnsafeBufferPointer: RenderedByName {}
extension UnsafeMutableBufferPointer: RenderedByName {}
extension UnsafeRawPointer: RenderedByName {}
extension UnsafeMutableRawPointer: RenderedByName {}
extension UnsafeRawBufferPointer: RenderedByName {}
extension UnsafeMutableRawBufferPointer: RenderedByName {}
extension OpaquePointer: RenderedByName {}
extension CVaListPointer: RenderedByName {}
extension Unmanaged: RenderedByName {}
extension ObjectIdentifier: RenderedByName {}
extension AnyKeyPath: RenderedByName {}

/// A class of Foundation that stands for a Swift value.
protocol RenderedAsSwiftValue {
  var swiftValue: Any { get }
}

extension NSString: RenderedAsSwiftValue {
  var swiftValue: Any { substring(from: 0) }
}

extension NSDate: RenderedAsSwiftValue {
  var swiftValue: Any { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate) }
}

extension NSData: RenderedAsSwiftValue {
  var swiftValue: Any { Data(referencing: self) }
}

extension NSUUID: RenderedAsSwiftValue {
  var swiftValue: Any { uuidString }
}

extension NSURL: RenderedAsSwiftValue {
  var swiftValue: Any { absoluteString as Any }
}

extension NSArray: RenderedAsSwiftValue {
  var swiftValue: Any { map { $0 } }
}

extension NSSet: RenderedAsSwiftValue {
  var swiftValue: Any { Set(compactMap { $0 as? AnyHashable }) }
}

extension NSDictionary: RenderedAsSwiftValue {
  var swiftValue: Any {
    reduce(into: [AnyHashable: Any]()) { result, member in
      if let key = member.key as? AnyHashable { result[key] = member.value }
    }
  }
}

extension NSNull: RenderedLeaf {
  var rendered: JSONValue { .null }
}

extension NSNumber: RenderedLeaf {
  var rendered: JSONValue {
    JSONNumber(text: stringValue).map(JSONValue.number) ?? .string(stringValue)
  }
}

extension NSError: RenderedLeaf {
  var rendered: JSONValue { ["domain": .string(domain), "code": .number(code)] }
}
