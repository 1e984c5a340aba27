import SessionFormat

/// An action that only a branch has: inserted, or in place of a recorded one.
package struct OwnAction: Equatable, Sendable {
  /// Its identity within the branch.
  package let id: Int
  /// The recorded action that it replaces.
  var replaces: Int?
  var type: String
  var action: JSONValue
  /// The time of the action that it was inserted before, or that it replaces.
  var t: Int

  var origin: PlaceRuns.Origin { replaces.map(PlaceRuns.Origin.recorded) ?? .inserted(id) }
}

/// The action at each place of a branch: the recorded ones in order, with the changes.
///
/// A skipped action keeps its position, so that it can be restored there. A value; its size is that
/// of the changes, however long the recording is.
package struct BranchPlan: Sendable {
  /// Consecutive actions: recorded ones with ascending numbers, or one of the branch's own.
  enum Item: Equatable, Sendable {
    case recorded(ClosedRange<Int>)
    case own(OwnAction)

    var count: Int { if case .recorded(let numbers) = self { numbers.count } else { 1 } }
  }

  package struct Piece: Equatable, Sendable {
    var item: Item
    var isSkipped = false
  }

  /// The action that has certain inputs.
  enum Owner: Hashable, Sendable {
    case recorded(Int)
    case own(Int)
  }

  /// The number of the first state.
  let first: Int
  /// The number of the last recorded action.
  let recordedLast: Int
  package var pieces: [Piece]
  /// The inputs that actions read on this branch without a recorded value; they read them again.
  var drawn: [Owner: [InputLine]] = [:]
  var nextID = 0

  /// The recording, unchanged.
  init(first: Int, last: Int) {
    self.first = first
    recordedLast = last
    pieces = last > first ? [Piece(item: .recorded(first + 1...last))] : []
  }

  /// The number of the last action.
  package var last: Int { pieces.reduce(first) { $0 + ($1.isSkipped ? 0 : $1.item.count) } }

  /// The last place up to which the branch equals the recording.
  package var fork: Int {
    var end = first
    for piece in pieces where !piece.isSkipped {
      guard case .recorded(let numbers) = piece.item, numbers.lowerBound == end + 1 else { break }
      end = numbers.upperBound
    }
    return end
  }

  /// Whether nothing is changed.
  package var isRecording: Bool { fork == recordedLast && last == recordedLast }

  /// The last place up to which both have the same actions.
  func shared(with other: BranchPlan) -> Int {
    var (end, left, right) = (first, runs, other.runs)
    left.reverse()
    right.reverse()
    while let a = left.popLast(), let b = right.popLast() {
      switch (a.item, b.item) {
      case (.own(let one), .own(let two)):
        guard one == two else { return end }
        end += 1
      case (.recorded(let one), .recorded(let two)):
        guard one.lowerBound == two.lowerBound else { return end }
        let common = min(one.upperBound, two.upperBound)
        end += common - one.lowerBound + 1
        if one.upperBound > common {
          left.append(PlaceRuns.Run(place: end + 1, item: .recorded(common + 1...one.upperBound)))
        }
        if two.upperBound > common {
          right.append(PlaceRuns.Run(place: end + 1, item: .recorded(common + 1...two.upperBound)))
        }
      default: return end
      }
    }
    return end
  }

  /// The actions by place, without skipped ones; consecutive recorded actions form one run.
  var runs: [PlaceRuns.Run] {
    var place = first + 1
    return Self.joined(pieces.filter { !$0.isSkipped }).map { piece in
      defer { place += piece.item.count }
      return PlaceRuns.Run(place: place, item: piece.item)
    }
  }

  /// The pieces, with consecutive recorded actions as one if all or none of them are skipped.
  static func joined(_ pieces: [Piece]) -> [Piece] {
    pieces.reduce(into: []) { joined, piece in
      if case .recorded(let next) = piece.item, let last = joined.last,
        case .recorded(let before) = last.item, last.isSkipped == piece.isSkipped,
        before.upperBound + 1 == next.lowerBound
      {
        joined[joined.count - 1].item = .recorded(before.lowerBound...next.upperBound)
      } else {
        joined.append(piece)
      }
    }
  }
}
