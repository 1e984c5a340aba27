package import SessionFormat

/// The action types that a program knows, by name.
///
/// Given to the closure of an ``ActionRegistry``.
public struct ActionTypes<Action> {
  private(set) var decoders: [String: any ActionDecoder<Action>] = [:]
  private(set) var names = ActionNames()
  /// The type behind each name and alias.
  private var owners: [String: Any.Type] = [:]

  /// Adds a type: under the unqualified name of the type, unless another is given.
  ///
  /// A name is what a session says of an action, so it must outlive the code. When a type is
  /// renamed, its old name becomes an alias, and sessions that have it still replay:
  ///
  /// ```swift
  /// types.add(ArchiveLoaded.self, as: "archive.success", aliases: ["SuccessArchiveAction"]) { $0 }
  /// ```
  ///
  /// A name that is another type's name or alias, or a type that is there already, adds nothing and
  /// is one of ``ActionRegistry/faults``.
  ///
  /// - Parameters:
  ///   - type: The action's type.
  ///   - name: What the recorder writes for it.
  ///   - aliases: Other names by which a host finds it.
  ///   - erase: Gives the value as the protocol's type: `{ $0 }`.
  public mutating func add<Concrete: Decodable>(
    _ type: Concrete.Type, as name: String? = nil, aliases: [String] = [],
    _ erase: @escaping @Sendable (Concrete) -> Action
  ) {
    let name = name ?? TypeName.of(type)
    if let fault = fault([name] + aliases, for: type) { return names.note(fault) }
    names.set(name, aliases: aliases, for: type)
    for name in [name] + aliases {
      owners[name] = type
      decoders[name] = NamedDecoder(erase: erase)
    }
  }

  /// Why a type cannot have these names; nil if it can.
  private func fault(_ wanted: [String], for type: Any.Type) -> ActionRegistryError? {
    if let other = names.name(of: type) {
      return .typeAddedTwice(type: TypeName.full(type), name: wanted[0], as: other)
    }
    if wanted.contains("") { return .emptyName(type: TypeName.full(type)) }
    for name in wanted {
      if let other = owners[name] {
        return .nameTaken(name: name, type: TypeName.full(type), by: TypeName.full(other))
      }
    }
    return nil
  }
}

/// Makes actions of lines that have a registered name, for a reducer host.
package protocol ActionDecoder<Action>: Sendable {
  associatedtype Action
  // A result, as what throws a typed error and knows a generic type cannot be stored.
  func decode(_ line: ActionLine) -> Result<Action, HostError>
  func decode(_ reader: ActionReader) -> Action?
}

/// Not checked, as a type's coding may be bound to an actor: a host decodes where it is run, and an
/// app whose actions are bound to the main actor runs it there.
private struct NamedDecoder<Concrete: Decodable, Action>: ActionDecoder, @unchecked Sendable {
  let erase: @Sendable (Concrete) -> Action

  func decode(_ line: ActionLine) -> Result<Action, HostError> {
    do { return .success(erase(try ValueDecoder().decode(Concrete.self, from: line.action))) } catch
    {
      return .failure(
        HostError(
          n: line.n, .undecodableAction, "\(line.type): \(ValueDecoder.describe(error))"))
    }
  }

  func decode(_ reader: ActionReader) -> Action? {
    (try? reader.decode(Concrete.self)).map(erase)
  }
}
