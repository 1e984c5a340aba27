/// What happens to a leaf that is decoded as another type.
enum LeafChange {
  private enum Class { case number, text, bool }

  /// The grade; nil if both types decode the same values.
  static func grade(from old: String, to new: String) -> TypeGrade? {
    if old == new { return nil }
    guard let before = kind(old), before == kind(new) else { return .impossible }
    switch before {
    case .bool: return nil
    // Every text is a string; whether a string is a valid UUID, for example, depends on it.
    case .text: return new == "String" ? .fine : .risky
    case .number:
      guard let old = range(old), let new = range(new) else { return .risky }
      return new.isSigned == old.isSigned && new.bits >= old.bits
        || new.isSigned && new.bits > old.bits ? .fine : .risky
    }
  }

  private static func kind(_ leaf: String) -> Class? {
    switch leaf {
    case "Bool": .bool
    case "String", "UUID", "URL", "Data": .text
    default: TypeShape.leaves.contains(leaf) ? .number : nil
    }
  }

  private static func range(_ leaf: String) -> (isSigned: Bool, bits: Int)? {
    switch leaf {
    case "Int", "Int64": (true, 64)
    case "Int8": (true, 8)
    case "Int16": (true, 16)
    case "Int32": (true, 32)
    case "UInt", "UInt64": (false, 64)
    case "UInt8": (false, 8)
    case "UInt16": (false, 16)
    case "UInt32": (false, 32)
    default: nil
    }
  }
}
