package import SessionFormat

/// The types of a store, for a fingerprint of them.
package struct StoreTypes {
  /// How the types of actions are known.
  package enum Actions {
    /// They are of one type.
    case one(Any.Type)
    /// They are of several, by name and alias.
    case named([String: Any.Type])
    /// A function makes them.
    case unknown
  }

  let state: Any.Type
  let actions: Actions

  /// The types of a recorded store, whose registry may name its actions.
  init(state: Any.Type, action: Any.Type, names: ActionNames) {
    self.state = state
    actions = names.types.isEmpty ? .one(action) : .named(names.types)
  }

  package init(state: Any.Type, actions: Actions) {
    self.state = state
    self.actions = actions
  }

  /// The shapes of the types' values.
  package var fingerprint: TypeFingerprint { examined.fingerprint }

  /// The shapes of the types' values, and the stored properties that are in none: `Board.pinned`.
  ///
  /// Runs the types' `init(from:)`, so never under a lock; what they draw is not an input of a
  /// step.
  package var examined: (fingerprint: TypeFingerprint, unencoded: [String]) {
    StepScope.$current.withValue(nil) {
      let probe = TypeProbe()
      let state = shape(state, probe)
      var roots: [(name: String?, shape: TypeShape)] = []
      switch actions {
      case .one(let type): roots = [(nil, shape(type, probe))]
      case .named(let types):
        roots = types.sorted { $0.key.precedesInBytes($1.key) }.map { ($0, shape($1, probe)) }
      case .unknown: roots = [(nil, .unknown)]
      }
      let found = TypeFingerprint(state: state, actions: roots, types: probe.declarations)
      return (found, probe.unencoded)
    }
  }

  private func shape(_ type: Any.Type, _ probe: TypeProbe) -> TypeShape {
    guard let type = type as? any Decodable.Type else { return .unknown }
    return probe.shape(of: type)
  }
}
