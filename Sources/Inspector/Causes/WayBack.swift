import SessionFormat

/// What is looked for, before a change of the state; and the parts of it that the change set.
struct WayBack {
  /// What is looked for without those parts, as it stood before the change.
  private(set) var sought: SoughtLeaves
  /// What was set or may have been, at its places after the change.
  private(set) var parts: [SoughtLeaves.Part] = []
  /// The numbers of the leaves of elements that pushed others on when they came.
  private(set) var new: Set<Int> = []
  /// The numbers of leaves that were taken where they did not stand after the change.
  private var late: Set<Int> = []

  /// Goes back over a change.
  ///
  /// Complexity: O(operations × depth × log size + size of what they set).
  ///
  /// - Parameters:
  ///   - contents: What the lines of the change say, in order.
  ///   - before: The state before; asked for only if something came out of a container in which
  ///     nothing is looked for.
  init(
    _ sought: SoughtLeaves, over contents: [StateContent],
    from before: () throws(InspectorError) -> JSONValue
  ) throws(InspectorError) {
    self.sought = sought
    self.sought.begin()
    var operations: [JSONPatch.Operation] = []
    for content in contents {
      guard case .patch(let patch) = content else {
        parts = [self.sought.takeAll()]
        return
      }
      operations += patch.operations
    }
    var states = StatesWithin(operations)
    for (place, operation) in operations.enumerated().reversed() {
      switch operation {
      case .test: break
      case .replace(let path, _): take { $0.take(at: path) }
      case .add(let path, _), .copy(_, let path): take { $0.undoAdding(at: path) }
      case .remove(let path): take { $0.undoRemoving(at: path) }
      case .move(let from, let path):
        guard from != path else { break }
        guard self.sought.isWithinArray(from, path) else {
          // What stands at either place is another value since then.
          take { $0.undoAdding(at: path) }
          take { $0.undoRemoving(at: from) }
          break
        }
        let part = self.sought.undoAdding(at: path)
        take { $0.undoRemoving(at: from) }
        if let part {
          let state = try states.state(before: place, before)
          self.sought.carry(SoughtLeaves.Part(place: from, leaves: part.leaves), in: state)
        }
      }
    }
    if !late.isEmpty { parts += sought.places(of: late, missingIn: self.sought) }
  }

  private mutating func take(_ body: (inout SoughtLeaves) -> SoughtLeaves.Part?) {
    let hadShifted = sought.hasShifted
    if let part = body(&sought) { add(part, isLate: hadShifted) }
  }

  private mutating func add(_ part: SoughtLeaves.Part, isLate: Bool) {
    if part.pushes { new.formUnion(SoughtLeaves.numbers(in: part.leaves)) }
    if isLate { late.formUnion(SoughtLeaves.numbers(in: part.leaves)) } else { parts.append(part) }
  }
}

/// The states between the operations of a patch, made when they are asked for.
private struct StatesWithin {
  private let operations: [JSONPatch.Operation]
  private var states: [JSONValue] = []

  init(_ operations: [JSONPatch.Operation]) { self.operations = operations }

  /// The state before the operation at a place.
  mutating func state(
    before place: Int, _ first: () throws(InspectorError) -> JSONValue
  ) throws(InspectorError) -> JSONValue {
    if states.isEmpty {
      var state = try first()
      for operation in operations {
        states.append(state)
        // A patch that does not apply is damage, and ends where a state is made of it.
        state = (try? JSONPatch([operation]).applied(to: state)) ?? state
      }
    }
    return states[place]
  }
}
