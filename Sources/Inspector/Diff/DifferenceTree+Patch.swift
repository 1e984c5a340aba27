public import SessionFormat

extension DifferenceTree {
  /// The patch (RFC 6902) that turns the old value into the new one.
  ///
  /// Applied to the old value it gives one equal to the new; the order of members may differ.
  /// Elements of an array are removed from the end, then moved, then added, then changed.
  /// Complexity: O(size of the tree), and O(elements of its array) for each moved element. If that
  /// is too much, the array is replaced whole. If the paths exceed 64 MiB, the value is.
  public var patch: JSONPatch {
    var writer = PatchWriter()
    writer.write(self)
    let operations = writer.operations
    guard operations.lazy.map(\.path).prefix(within: JSONPointer.mostListed) == operations.count
    else { return JSONPatch([.replace(.root, new)]) }
    return JSONPatch(operations)
  }
}

private struct PatchWriter {
  private(set) var operations: [JSONPatch.Operation] = []
  private var path: [String] = []

  /// The most elements to step over; beyond it, an array with moved elements is replaced.
  private static let stepLimit = 1 << 26

  private var here: JSONPointer { JSONPointer(tokens: path) }
  private func place(_ index: Int) -> JSONPointer { here.appending(index) }

  mutating func write(_ tree: DifferenceTree) {
    switch tree.content {
    case .same: break
    case .replaced: operations.append(.replace(here, tree.new))
    case .members(let parts):
      for part in parts {
        guard case .member(let name) = part.place else { continue }
        write(part.change, into: name)
      }
    case .elements(let parts, _):
      let count = tree.old.array?.count ?? 0
      let moves = parts.count { if case .moved = $0.change { true } else { false } }
      if moves > 0, moves > Self.stepLimit / max(count, 1) {
        operations.append(.replace(here, tree.new))
      } else {
        write(elements: parts, moves: moves > 0)
      }
    }
  }

  private mutating func write(_ change: DifferenceTree.Change, into token: String) {
    path.append(token)
    switch change {
    case .same: break
    case .changed(let tree), .moved(let tree): write(tree)
    case .added(let value): operations.append(.add(here, value))
    case .removed: operations.append(.remove(here))
    }
    path.removeLast()
  }

  private mutating func write(elements parts: [DifferenceTree.Part], moves: Bool) {
    for part in parts.reversed() {
      guard case .removed = part.change, case .element(let index?, _) = part.place else { continue }
      operations.append(.remove(place(index)))
    }
    if moves { writeMoves(parts) }
    for part in parts {
      guard case .added(let value) = part.change, case .element(_, let index?) = part.place
      else { continue }
      operations.append(.add(place(index), value))
    }
    for part in parts {
      guard case .element(_, let index?) = part.place else { continue }
      switch part.change {
      case .changed, .moved: write(part.change, into: String(index))
      case .same, .added, .removed: break
      }
    }
  }

  /// Moves the kept elements into their new order, each directly after its new predecessor.
  private mutating func writeMoves(_ parts: [DifferenceTree.Part]) {
    var order: [(old: Int, new: Int, isMoved: Bool)] = []
    for part in parts {
      guard case .element(let index?, let newIndex?) = part.place else { continue }
      let isMoved = if case .moved = part.change { true } else { false }
      order += (0..<part.count).map { (index + $0, newIndex + $0, isMoved) }
    }
    // In an inverse tree, the parts are in the order of the new elements.
    order.sort { $0.new < $1.new }
    var current = order.map(\.old).sorted()
    for (place, element) in order.enumerated() where element.isMoved {
      guard let from = current.firstIndex(of: element.old) else { continue }
      current.remove(at: from)
      let leader = place > 0 ? order[place - 1].old : nil
      let to = leader.flatMap(current.firstIndex).map { $0 + 1 } ?? 0
      current.insert(element.old, at: to)
      if from != to {
        operations.append(.move(from: self.place(from), path: self.place(to)))
      }
    }
  }
}
