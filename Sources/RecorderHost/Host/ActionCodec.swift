public import Recorder
public import SessionFormat

/// Decodes the actions of session lines for a reducer host.
public struct ActionCodec<Action> {
  private let make: (ActionLine) throws(HostError) -> Action
  /// Decodes the action of the reader's last line and passes it on, because an optional result type
  /// would be looked up each time.
  ///
  /// False on failure; the line is then decoded again for the error.
  private(set) var decodeText: ((ActionReader, _ type: String, _ made: (Action) -> Void) -> Bool)?
  /// Adds an action to its answer and returns whether all of it is encoded; nil if its type is not
  /// known to encode.
  private(set) var encode: ((Action, RepeatedEncoder, LineText) -> Bool)?
  /// The faults because of which the host cannot serve.
  private(set) var faults: [ActionRegistryError] = []
  /// The types that it decodes.
  private(set) var types = StoreTypes.Actions.unknown

  /// A codec that decodes with a function.
  ///
  /// - Parameter decode: Decodes the action of a line; throws `HostError` with the reason
  ///   `unknown-action` or `undecodable-action`.
  public init(_ decode: @escaping (ActionLine) throws(HostError) -> Action) {
    make = decode
  }

  /// The action of a line.
  ///
  /// - Throws: A `HostError` with the number of the action.
  public func decode(_ line: ActionLine) throws(HostError) -> Action {
    guard !line.opaque else {
      throw HostError(
        n: line.n, .undecodableAction,
        "\(line.type) was only rendered when it was recorded (opaque), so it cannot be decoded")
    }
    return try make(line)
  }
}

extension ActionCodec where Action: Decodable {
  /// The codec for actions of one type, usually an enum.
  public static var codable: ActionCodec {
    var codec = ActionCodec { line throws(HostError) in
      try ActionDecoding.decode(Action.self, from: line).get()
    }
    codec.decodeText = { reader, _, made in
      do { made(try reader.decode(Action.self)) } catch { return false }
      return true
    }
    codec.encode = (Action.self as? any Encodable.Type).map { Self.encoding($0) }
    codec.types = .one(Action.self)
    return codec
  }

  /// Encodes actions whose type is known to encode, so that no check per action is needed.
  private static func encoding<T: Encodable>(
    _ type: T.Type
  ) -> (Action, RepeatedEncoder, LineText) -> Bool {
    // It is the same type, but the compiler does not know that it encodes. A cast would check that
    // again for each action.
    precondition(T.self == Action.self, "the type of the actions")
    return { action, encoder, answer in
      withUnsafePointer(to: action) { place in
        place.withMemoryRebound(to: T.self, capacity: 1) { action in
          do { return try encoder.add("action", action.pointee, to: answer) } catch {
            let value = Snapshot.encoding(action.pointee) { try encoder.encoded($0) }
            answer.add("action", text: value.text.bytes)
            return !value.isOpaque
          }
        }
      }
    }
  }
}

extension ActionCodec {
  /// Used for actions that are not `Decodable`, so that the compiler reports what to do.
  @available(
    *, unavailable,
    message:
      "the type of the actions is not Decodable: make it Codable, or give the codec of an ActionRegistry that lists the types behind a protocol"
  )
  public static var codable: ActionCodec {
    ActionCodec { line throws(HostError) in
      throw HostError(
        n: line.n, .undecodableAction, "\(TypeName.of(Action.self)) is not Decodable")
    }
  }

  /// The codec for actions of many types behind a protocol, distinguished by type name.
  ///
  /// ```swift
  /// let codec = ActionCodec<any Action>.types { types in
  ///   types.add(SuccessArchiveAction.self) { $0 }
  ///   types.add(FailureArchiveAction.self) { $0 }
  /// }
  /// ```
  ///
  /// A short form for the codec of an `ActionRegistry`, which also names actions for the recorder.
  public static func types(_ register: (inout ActionTypes<Action>) -> Void) -> ActionCodec {
    ActionRegistry(register).codec
  }

  /// The codec for the types of a registry.
  init(_ registry: ActionRegistry<Action>) {
    let decoders = registry.decoders
    let faults = registry.faults
    self.init { line throws(HostError) in
      if let fault = faults.first {
        throw HostError(n: line.n, .undecodableAction, "\(line.type): \(fault)")
      }
      guard let decoder = decoders[line.type] else {
        throw HostError(
          n: line.n, .unknownAction,
          "the host has no action of type \(line.type)" + Self.others(line.type, decoders.keys))
      }
      return try decoder.decode(line).get()
    }
    self.faults = faults
    types = .named(registry.names.types)
    guard faults.isEmpty else { return }
    decodeText = { reader, type, made in
      guard let action = decoders[type]?.decode(reader) else { return false }
      made(action)
      return true
    }
  }

  /// A suggestion of similar names; otherwise the known names; otherwise nothing.
  private static func others(
    _ name: String, _ known: Dictionary<String, any ActionDecoder<Action>>.Keys
  ) -> String {
    let known = known.sorted { $0.precedesInBytes($1) }
    let near = Suggestions.nearest(to: name, in: known)
    guard near.isEmpty else { return Suggestions.text(near) }
    let shown = known.prefix(20).joined(separator: ", ")
    let rest = known.count > 20 ? " and \(known.count - 20) more" : ""
    return known.isEmpty ? "; it has none" : "; it has \(shown)\(rest)"
  }
}

extension ActionRegistry {
  /// Decodes the actions of session lines for a reducer host.
  public var codec: ActionCodec<Action> { ActionCodec(self) }
}

/// Decodes the action of a line as a given type.
enum ActionDecoding {
  static func decode<T: Decodable>(
    _ type: T.Type, from line: ActionLine
  ) -> Result<T, HostError> {
    do {
      return .success(try ValueDecoder().decode(type, from: line.action))
    } catch {
      if let name = CaseProbe.unknownCase(of: type, in: line.action, error) {
        let words = "\(TypeName.of(type)) has no case \(JSONValue.string(name))"
        return .failure(HostError(n: line.n, .unknownAction, "\(line.type): \(words)"))
      }
      return .failure(
        HostError(
          n: line.n, .undecodableAction, "\(line.type): \(ValueDecoder.describe(error))"))
    }
  }
}

/// Finds out whether an enum has the case that an encoded value names.
private enum CaseProbe {
  /// The name, if decoding failed because no case has it.
  static func unknownCase<T: Decodable>(
    of type: T.Type, in action: JSONValue, _ error: any Error
  ) -> String? {
    // An enum of texts refuses a text that is not one of its cases.
    if let name = action.string { return isAboutCases(error, ofTexts: true) ? name : nil }
    guard let object = action.object, object.count == 1 else { return nil }
    // With another payload, a known case fails inside the case, and an unknown one before it.
    let probe = JSONValue.object([(object[0].name, .null)])
    do { _ = try ValueDecoder().decode(type, from: probe) } catch {
      return isAboutCases(error, ofTexts: false) ? object[0].name : nil
    }
    return nil
  }

  /// Whether the error is about the whole value; a missing member indicates a struct.
  private static func isAboutCases(_ error: any Error, ofTexts: Bool) -> Bool {
    switch error as? DecodingError {
    case .dataCorrupted(let context): context.codingPath.isEmpty
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      !ofTexts && context.codingPath.isEmpty
    default: false
    }
  }
}
