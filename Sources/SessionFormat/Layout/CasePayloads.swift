internal import Foundation

/// What the payloads of an enum's cases are, as far as an action's name depends on it.
package enum CasePayloads {
  private struct Enum: Sendable {
    /// Whether the type describes its values itself, which reflection then shows.
    let describesItself: Bool
    /// The cases whose only payload may be an enum itself.
    let goingOn: Set<String>
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var known: [ObjectIdentifier: Enum?] = [:]

  /// The name of the case of an enum's value, if its payload cannot be an enum.
  ///
  /// Nil if it may be one, and if the layout of the type is unknown: reflection then finds it, at ten
  /// times the cost.
  package static func lastName(of value: Any) -> String? {
    let type = type(of: value)
    guard PrivateLayout.isUsed, CaseName.isSound,
      let found = cases(of: type), !found.describesItself
    else { return nil }
    let name = CaseName.of(value)
    return found.goingOn.contains(name) ? nil : name
  }

  private static func cases(of type: Any.Type) -> Enum? {
    let id = ObjectIdentifier(type)
    if let found = lock.withLock({ known[id] }) { return found }
    let found = examined(type)
    lock.withLock { known[id] = .some(found) }
    return found
  }

  private static func examined(_ type: Any.Type) -> Enum? {
    guard TypeKind.isEnum(type: type) == true, let cases = StoredFields.payloads(of: type) else {
      return nil
    }
    let goingOn = cases.filter { field in
      field.type.map { mayBeEnum(TupleElements.only(of: $0) ?? $0) } ?? false
    }
    return Enum(
      describesItself: type is any CustomStringConvertible.Type
        || type is any CustomDebugStringConvertible.Type || type is any TextOutputStreamable.Type
        || type is any CustomReflectable.Type,
      goingOn: Set(goingOn.map(\.name)))
  }

  /// A box for values of any type may hold one; what an optional holds is not looked at.
  private static func mayBeEnum(_ type: Any.Type) -> Bool {
    let others = [TypeKind.structKind, TypeKind.tupleKind, TypeKind.optionalKind]
    return !others.contains(TypeKind.word(of: type))
  }
}
