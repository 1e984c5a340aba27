import SessionFormat

/// The open leaves before a change of state, and the parts that the change set.
struct WayBack {
  /// The open leaves without those parts, as before the change.
  private(set) var sought: OpenLeaves
  /// The parts that were or may have been set, at their places after the change.
  private(set) var parts: [OpenLeaves.Part] = []
  /// The numbers of the leaves in inserted elements that shifted others.
  private(set) var new: Set<Int> = []
  /// The numbers of leaves taken after a shift; their places are still to be found.
  private var late: Set<Int> = []

  /// Goes back over a change.
  ///
  /// Complexity: O(operations × depth × log size + size of what they set).
  ///
  /// - Parameters:
  ///   - contents: The contents of the change's lines, in order.
  ///   - before: The state before; called only if an element with open leaves
  ///     moved within its array.
  init(
    _ sought: OpenLeaves, over contents: [StateContent],
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
      case .replace(let path, _), .splice(let path, _): take { $0.take(at: path) }
      case .add(let path, _), .copy(_, let path): take { $0.undoAdding(at: path) }
      case .remove(let path): take { $0.undoRemoving(at: path) }
      case .move(let from, let path):
        guard from != path else { break }
        guard self.sought.isWithinArray(from, path) else {
          // The values at both places are different ones from here on.
          take { $0.undoAdding(at: path) }
          take { $0.undoRemoving(at: from) }
          break
        }
        let part = self.sought.undoAdding(at: path)
        take { $0.undoRemoving(at: from) }
        if let part {
          let state = try states.state(before: place, before)
          self.sought.carry(OpenLeaves.Part(place: from, leaves: part.leaves), in: state)
        }
      }
    }
    if !late.isEmpty { parts += sought.places(of: late, missingIn: self.sought) }
  }

  private mutating func take(_ body: (inout OpenLeaves) -> OpenLeaves.Part?) {
    let isLate = sought.hasShifted
    guard let part = body(&sought) else { return }
    if part.pushes { new.formUnion(OpenLeaves.numbers(in: part.leaves)) }
    if isLate { late.formUnion(OpenLeaves.numbers(in: part.leaves)) } else { parts.append(part) }
  }
}

/// The states between the operations of a patch, made on request.
private struct StatesWithin {
  private let operations: [JSONPatch.Operation]
  private var states: [JSONValue] = []

  init(_ operations: [JSONPatch.Operation]) { self.operations = operations }

  /// The state before the operation at an index.
  mutating func state(
    before place: Int, _ first: () throws(InspectorError) -> JSONValue
  ) throws(InspectorError) -> JSONValue {
    if states.isEmpty {
      var state = try first()
      for operation in operations {
        states.append(state)
        // A patch that does not apply is damage, which is reported when the state is made.
        state = (try? JSONPatch([operation]).applied(to: state)) ?? state
      }
    }
    return states[place]
  }
}
