import SessionFormat

/// The actions of a branch, by place.
package struct PlaceRuns: Sendable {
  /// Consecutive actions, and the place of the first.
  struct Run: Equatable, Sendable {
    let place: Int
    let item: BranchPlan.Item
  }

  /// One action.
  package enum Element: Equatable, Sendable {
    case recorded(Int)
    case own(OwnAction)

    package var origin: Origin {
      switch self {
      case .recorded(let n): .recorded(n)
      case .own(let own): own.origin
      }
    }

    var isRecorded: Bool { if case .recorded = self { true } else { false } }

    /// The owner of its inputs.
    var owner: BranchPlan.Owner {
      switch self {
      case .recorded(let n): .recorded(n)
      case .own(let own): .own(own.id)
      }
    }
  }

  /// What an action is of, however it is edited or moved.
  package enum Origin: Hashable, Sendable {
    /// The recorded action with this number, or one in its place.
    case recorded(Int)
    /// An inserted action, by its identity within the branch.
    case inserted(Int)
  }

  private let runs: [Run]

  package init(_ plan: BranchPlan) { runs = plan.runs }

  /// The action at a place.
  ///
  /// Complexity: O(log runs).
  package subscript(place: Int) -> Element? {
    let behind = runs.indices.partitionPoint { runs[$0].place > place }
    guard behind > 0, place < runs[behind - 1].place + runs[behind - 1].item.count
    else { return nil }
    let run = runs[behind - 1]
    switch run.item {
    case .recorded(let numbers): return .recorded(numbers.lowerBound + place - run.place)
    case .own(let own): return .own(own)
    }
  }

  /// The place of what stands for an action, in whatever form; nil if nothing does.
  ///
  /// Complexity: O(runs).
  package func place(of origin: Origin) -> Int? {
    for run in runs {
      switch (run.item, origin) {
      case (.recorded(let numbers), .recorded(let n)) where numbers.contains(n):
        return run.place + n - numbers.lowerBound
      case (.own(let own), _) where own.origin == origin: return run.place
      default: continue
      }
    }
    return nil
  }

  /// The place of an action; nil if it has none.
  ///
  /// Complexity: O(runs).
  package func place(of element: Element) -> Int? {
    for run in runs {
      switch (run.item, element) {
      case (.recorded(let numbers), .recorded(let n)) where numbers.contains(n):
        return run.place + n - numbers.lowerBound
      case (.own(let own), .own(let sought)) where own == sought: return run.place
      default: continue
      }
    }
    return nil
  }
}
