extension TypeFingerprint {
  /// References between names may be circular.
  private static let referenceLimit = 64

  /// Whether the values at a path of the state are of an enum with payloads; nil if the types do
  /// not say.
  ///
  /// Complexity: O(tokens × members of each type).
  package func hasEnum(at path: [String]) -> Bool? {
    switch shape(at: path) {
    case .cases: return true
    case nil, .unknown, .custom, .reference, .optional: return nil
    case .leaf, .array, .tuple, .dictionary, .pairs, .object, .raw: return false
    }
  }

  /// Whether the values at a path of the state are each a `Date`; nil if the types do not say.
  ///
  /// Complexity: O(tokens × members of each type).
  package func hasDate(at path: [String]) -> Bool? {
    switch shape(at: path) {
    case .leaf(let name): return name == "Date"
    case nil, .unknown, .custom, .reference, .optional: return nil
    case .cases, .array, .tuple, .dictionary, .pairs, .object, .raw: return false
    }
  }

  /// What is at a path of the state, without names and optionals around it; nil if the types do not
  /// say.
  private func shape(at path: [String]) -> TypeShape? {
    var shape = state.shape
    for token in path {
      guard let next = child(resolved(shape), token) else { return nil }
      shape = next
    }
    return resolved(shape)
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
