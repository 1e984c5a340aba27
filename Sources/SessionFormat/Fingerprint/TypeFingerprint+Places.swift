extension TypeFingerprint {
  /// References between names may be circular.
  private static let referenceLimit = 64

  /// Whether the values at a path of the state are of an enum with payloads; nil if the types do
  /// not say.
  ///
  /// Complexity: O(tokens × members of each type).
  package func hasEnum(at path: [String]) -> Bool? {
    var shape = state.shape
    for token in path {
      guard let next = child(resolved(shape), token) else { return nil }
      shape = next
    }
    switch resolved(shape) {
    case .cases: return true
    case .unknown, .custom, .reference, .optional: return nil
    case .leaf, .array, .tuple, .dictionary, .pairs, .object, .raw: return false
    }
  }

  /// The shape itself, without names and optionals around it.
  private func resolved(_ shape: TypeShape) -> TypeShape {
    var shape = shape
    for _ in 0..<Self.referenceLimit {
      switch shape {
      case .optional(let wrapped): shape = wrapped
      case .reference(let name): shape = types[name] ?? .unknown
      default: return shape
      }
    }
    return .unknown
  }

  private func child(_ shape: TypeShape, _ token: String) -> TypeShape? {
    switch shape {
    case .object(let fields), .cases(let fields):
      return fields.first { $0.name.utf8.elementsEqual(token.utf8) }?.shape
    case .array(let element): return element
    case .dictionary(let value, _): return value
    case .tuple(let elements):
      return Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    case .pairs(let key, let value): return Int(token).map { $0 % 2 == 0 ? key : value }
    case .leaf, .raw, .unknown, .custom, .optional, .reference: return nil
    }
  }
}
