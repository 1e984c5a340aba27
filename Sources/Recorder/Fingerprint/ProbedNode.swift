import SessionFormat

/// What a type asked of one place in the JSON that it is decoded from.
final class ProbedNode {
  /// A member that was asked for.
  struct Member {
    var shape = TypeShape.unknown
    /// What was asked of it, if it was asked for a container.
    var node: ProbedNode?
    var isOptional = false
    var mayBeNull = false
  }

  /// Stands for any name if names are data.
  static let anyName = "*"

  var members: [String: Member] = [:]
  var isObject = false
  /// The names of all members that the type knows; nil if its keys are data, or not known.
  var knownNames: [String]?
  /// Whether the type asked which members there are.
  var asksForNames = false
  var elements: [TypeShape] = []
  var isArray = false
  /// Whether the type asked how many elements there are.
  var asksForCount = false
  var single: TypeShape?
  var mayBeNull = false

  /// The JSON that was asked for.
  ///
  /// - Parameter optional: Whether a member may be missing, by its path from here.
  func shape(optional: ([String]) -> Bool, at path: [String] = []) -> TypeShape {
    if isArray {
      guard asksForCount else { return .tuple(elements) }
      return .array(elements.first ?? .unknown)
    }
    if isObject {
      if asksForNames, knownNames == nil, let any = members[Self.anyName] {
        return .dictionary(shape(of: any, Self.anyName, optional, path))
      }
      return .object(fields(optional, path))
    }
    guard let single else { return .object([]) }
    return mayBeNull ? .optional(single) : single
  }

  private func fields(
    _ optional: ([String]) -> Bool, _ path: [String]
  ) -> [TypeShape.Field] {
    orderedMembers.map { name, member in
      TypeShape.Field(
        name, isOptional: member.isOptional || optional(path + [name]),
        shape(of: member, name, optional, path))
    }
  }

  private func shape(
    of member: Member, _ name: String, _ optional: ([String]) -> Bool, _ path: [String]
  ) -> TypeShape {
    let inner = member.node?.shape(optional: optional, at: path + [name]) ?? member.shape
    if case .optional = inner { return inner }
    return member.mayBeNull && !member.isOptional ? .optional(inner) : inner
  }

  private var orderedMembers: [(key: String, value: Member)] {
    members.sorted { $0.key.precedesInBytes($1.key) }
  }

  /// The paths of all members that were required.
  var requiredPaths: [[String]] {
    guard !isArray else { return [] }
    return orderedMembers.flatMap { name, member in
      let below = (member.node?.requiredPaths ?? []).map { [name] + $0 }
      return member.isOptional ? below : [[name]] + below
    }
  }

  /// How much was asked for.
  var size: Int {
    elements.count + (single == nil ? 0 : 1)
      + members.values.reduce(0) { $0 + 1 + ($1.node?.size ?? 0) }
  }
}
