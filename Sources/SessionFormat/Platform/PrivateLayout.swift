import Foundation

/// Whether what Swift's runtime and library do not promise is relied on: how they lay out metadata,
/// enums and keyed containers, and what they call their functions.
///
/// Each use asks here first, tests what it relies on, and has a way through the public API, which is
/// slower or knows less. All uses: ``TypeKind``, ``EnumValues``, ``CaseName`` and the containers that
/// an encoding or decoding hands out again.
package enum PrivateLayout {
  /// The variable that turns all of it off if it is `off`.
  package static let variable = "HINDSIGHT_PRIVATE_LAYOUT"

  /// Whether it is relied on where its tests hold; bound by tests of the ways through the public API.
  @TaskLocal package static var isUsed = ProcessInfo.processInfo.environment[variable] != "off"

  /// Whether a value is one reference to an object and nothing else.
  ///
  /// Complexity: O(1), some microseconds.
  package static func isOneReference<Value>(_ value: Value) -> Bool {
    let children = Mirror(reflecting: value).children
    guard MemoryLayout<Value>.size == MemoryLayout<AnyObject>.size, children.count == 1,
      let object = children.first?.value, type(of: object) is AnyClass
    else { return false }
    let bits = withUnsafeBytes(of: value) { $0.load(as: UInt.self) }
    return bits == UInt(bitPattern: ObjectIdentifier(object as AnyObject))
  }
}
