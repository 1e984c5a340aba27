import SessionFormat

/// A document of the same shape as a state, whose leaves say from where they come, so that a patch
/// that is applied to it shows what it carries where.
struct ShadowDocument {
  private var document: JSONValue

  /// The shadow of a state: each leaf is its own path.
  init(of state: JSONValue) { document = Self.shadow(state, .root) }

  /// Makes the changes of a patch; false where it does not apply.
  mutating func apply(_ patch: JSONPatch) -> Bool {
    for operation in patch.operations {
      let local: JSONPatch.Operation
      switch operation {
      case .test: continue
      case .remove, .move: local = operation
      case .add(let path, let value): local = .add(path, Self.shadow(value, nil))
      case .replace(let path, let value): local = .replace(path, Self.shadow(value, nil))
      case .copy(let from, let path):
        guard let value = from.value(in: document) else { return false }
        local = .add(path, Self.shadow(value, nil))
      }
      guard let next = try? JSONPatch([local]).applied(to: document) else { return false }
      document = next
    }
    return true
  }

  /// From where the leaf at a path was carried; nil where it is new, or an empty container.
  func origin(of path: JSONPointer) -> JSONPointer? {
    path.value(in: document)?.string.flatMap { try? JSONPointer($0) }
  }

  /// The shadow of a value: each leaf its path below a place, or null where it is new.
  ///
  /// Recursive over the value, whose nesting the reader bounds.
  private static func shadow(_ value: JSONValue, _ path: JSONPointer?) -> JSONValue {
    if let object = value.object {
      return .object(
        object.map { ($0.name, shadow($0.value, path?.appending($0.name))) })
    }
    if let array = value.array {
      return .array(
        array.enumerated().map { shadow($0.element, path?.appending($0.offset)) })
    }
    return path.map { .string($0.description) } ?? .null
  }
}
