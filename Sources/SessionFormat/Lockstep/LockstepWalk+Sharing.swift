// Collections whose versions share structure, which list themselves what changed.

extension StructureSharing {
  /// How versions at two addresses are walked over.
  static var lockstep: LockstepType.Walk {
    { old, new, walk in
      try walk.changes(
        old.assumingMemoryBound(to: Self.self).pointee,
        new.assumingMemoryBound(to: Self.self).pointee)
      return true
    }
  }
}

extension LockstepWalk {
  /// Compares two versions at what the new one lists.
  fileprivate func changes<Versions: StructureSharing>(_ old: Versions, _ new: Versions) throws {
    guard let changes = new.changes(since: old) else { return try visit(.max) }
    for change in changes {
      switch change {
      case .element(let index, let old, let new): try step(into: index) { try walk(old, new) }
      case .removed(let index, let old): try step(into: index) { try remove(old) }
      case .inserted(let index, let new): try step(into: index) { try add(new) }
      case .member(let name, let old?, let new?): try step(to: name) { try walk(old, new) }
      case .member(let name, let old?, nil): try step(to: name) { try remove(old) }
      case .member(let name, nil, let new?): try step(to: name) { try add(member: new) }
      case .member(_, nil, nil): break
      }
    }
  }

  /// Does something at an element that another one named; no array has one below 0.
  private func step(into index: Int, _ body: () throws -> Void) throws {
    if index < 0 { try visit(.max) }
    try step(to: index, body)
  }
}
