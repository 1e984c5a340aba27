package import SessionFormat

extension BranchPlan {
  /// Skips the action at a place; removes an inserted one entirely.
  package mutating func skip(_ place: Int) {
    guard let index = isolate(place) else { return }
    if case .own(let own) = pieces[index].item, own.replaces == nil {
      pieces.remove(at: index)
    } else {
      pieces[index].isSkipped = true
    }
    tidy()
  }

  /// Skips everything after a place.
  package mutating func cut(after place: Int) {
    guard place < last, let start = isolate(place + 1) else { return }
    for index in pieces.indices[start...] { pieces[index].isSkipped = true }
    pieces.removeAll { piece in
      if case .own(let own) = piece.item { piece.isSkipped && own.replaces == nil } else { false }
    }
    tidy()
  }

  /// Restores skipped recorded actions; all of them if `numbers` is nil.
  ///
  /// - Returns: How many were restored.
  package mutating func unskip(_ numbers: Set<Int>?) -> Int {
    if let numbers {
      let wanted = numbers.sorted()
      pieces = pieces.flatMap { $0.isSkipped ? $0.isolating(wanted) : [$0] }
    }
    var count = 0
    for index in pieces.indices where pieces[index].isSkipped {
      let n =
        switch pieces[index].item {
        case .own(let own): own.replaces
        case .recorded(let range): range.lowerBound
        }
      if let numbers { guard let n, numbers.contains(n) else { continue } }
      pieces[index].isSkipped = false
      count += pieces[index].item.count
    }
    tidy()
    return count
  }

  /// Replaces an action.
  ///
  /// The new action draws the inputs of the recorded one that it replaces; what it draws beyond
  /// these is drawn anew.
  ///
  /// - Parameters:
  ///   - inputs: The recorded inputs of an action, by its number.
  ///   - isRecorded: Whether the new action equals, by type and value, the recorded one with that
  ///     number. That one is then restored with all that was recorded for it.
  package mutating func edit(
    _ place: Int, type: String, action: JSONValue, t: Int,
    inputs: (Int) -> [InputLine] = { _ in [] }, isRecorded: (Int) -> Bool
  ) -> OwnAction? {
    guard let index = isolate(place) else { return nil }
    var replaced: Int?
    switch pieces[index].item {
    case .recorded(let numbers): replaced = numbers.lowerBound
    case .own(let own):
      if own.type.hasSameBytes(as: type), own.action == action { return nil }
      replaced = own.replaces
    }
    defer { tidy() }
    if let replaced, isRecorded(replaced) {
      pieces[index].item = .recorded(replaced...replaced)
      return nil
    }
    let own = made(type, action, t, replaces: replaced)
    pieces[index].item = .own(own)
    if let recorded = replaced.map(inputs), !recorded.isEmpty { drawn[.own(own.id)] = recorded }
    return own
  }

  /// Inserts an action at a place, before what was there.
  package mutating func insert(_ place: Int, type: String, action: JSONValue, t: Int) -> OwnAction {
    let own = made(type, action, t, replaces: nil)
    put(Piece(item: .own(own)), at: place)
    tidy()
    return own
  }

  /// Moves an action to another place.
  ///
  /// It goes directly after the action that was there, or directly before it on a move backwards.
  /// Skipped actions keep their neighbours.
  package mutating func move(_ place: Int, to target: Int) {
    guard place != target, let index = isolate(place) else { return }
    let piece = pieces.remove(at: index)
    if target > place, let neighbour = isolate(target - 1) {
      pieces.insert(piece, at: neighbour + 1)
    } else {
      put(piece, at: target)
    }
    tidy()
  }

  private mutating func made(
    _ type: String, _ action: JSONValue, _ t: Int, replaces: Int?
  ) -> OwnAction {
    nextID += 1
    return OwnAction(id: nextID, replaces: replaces, type: type, action: action, t: t)
  }

  /// Inserts a piece before a place; at the end, skipped pieces stay after it.
  private mutating func put(_ piece: Piece, at place: Int) {
    if place <= last, let index = isolate(place) {
      pieces.insert(piece, at: index)
    } else {
      let end = pieces.lastIndex { !$0.isSkipped }.map { $0 + 1 } ?? 0
      pieces.insert(piece, at: end)
    }
  }

  /// Splits the pieces so that the action at a place is alone in one, and returns its index.
  private mutating func isolate(_ place: Int) -> Int? {
    var start = first + 1
    for index in pieces.indices where !pieces[index].isSkipped {
      let count = pieces[index].item.count
      guard place >= start + count else {
        guard place >= start else { return nil }
        guard count > 1, case .recorded(let numbers) = pieces[index].item else { return index }
        let n = numbers.lowerBound + place - start
        pieces.replaceSubrange(index...index, with: pieces[index].isolating([n]))
        return n > numbers.lowerBound ? index + 1 : index
      }
      start += count
    }
    return nil
  }

  private mutating func tidy() { pieces = Self.joined(pieces) }
}

extension BranchPlan.Piece {
  /// The piece in parts, of which each of these recorded numbers, in ascending order, is one.
  fileprivate func isolating(_ numbers: [Int]) -> [Self] {
    guard case .recorded(let range) = item else { return [self] }
    var parts: [Self] = []
    var start = range.lowerBound
    for n in numbers where range.contains(n) {
      if n > start { parts.append(Self(item: .recorded(start...n - 1), isSkipped: isSkipped)) }
      parts.append(Self(item: .recorded(n...n), isSkipped: isSkipped))
      start = n + 1
    }
    if start <= range.upperBound {
      parts.append(Self(item: .recorded(start...range.upperBound), isSkipped: isSkipped))
    }
    return parts
  }
}
