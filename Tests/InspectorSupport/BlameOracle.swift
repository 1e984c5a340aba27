import Inspector
import SessionFormat

/// Computes who set each leaf of a state, in a slow and plain way: it applies each change to a
/// whole document in which each leaf knows who set it.
struct BlameOracle {
  /// A part of a state.
  ///
  /// Leaves and empty containers have the origin that set them; nil means the current change.
  indirect enum Part {
    case leaf(JSONValue, Cause.Origin?)
    case array([Part], Cause.Origin?)
    case object([(name: String, part: Part)], Cause.Origin?)

    init(_ value: JSONValue, _ origin: Cause.Origin?) {
      if let array = value.array {
        self = .array(array.map { Part($0, origin) }, origin)
      } else if let object = value.object {
        self = .object(object.map { ($0.name, Part($0.value, origin)) }, origin)
      } else {
        self = .leaf(value, origin)
      }
    }

    func at(_ tokens: ArraySlice<String>) -> Part? {
      guard let token = tokens.first else { return self }
      switch self {
      case .leaf: return nil
      case .array(let parts, _):
        guard let index = JSONPointer.index(token), index < parts.count else { return nil }
        return parts[index].at(tokens.dropFirst())
      case .object(let members, _):
        return members.first { $0.name.hasSameBytes(as: token) }?.part.at(tokens.dropFirst())
      }
    }

    /// Edits the container of the last token.
    mutating func edit(_ tokens: ArraySlice<String>, _ body: (inout Part, String) -> Void) {
      guard let token = tokens.first else { return }
      guard tokens.count > 1 else { return body(&self, token) }
      switch self {
      case .leaf: break
      case .array(var parts, let origin):
        guard let index = JSONPointer.index(token), index < parts.count else { return }
        parts[index].edit(tokens.dropFirst(), body)
        self = .array(parts, origin)
      case .object(var members, let origin):
        for place in members.indices where members[place].name.hasSameBytes(as: token) {
          members[place].part.edit(tokens.dropFirst(), body)
        }
        self = .object(members, origin)
      }
    }
  }

  private(set) var state: JSONValue
  private var parts: Part

  init(_ state: JSONValue) {
    self.state = state
    parts = Part(state, .beginning)
  }

  /// Applies a change; nil for one that gives a whole state.
  mutating func change(_ patch: JSONPatch?, to next: JSONValue, by origin: Cause.Origin) {
    let (before, earlier) = (state, parts)
    if let patch {
      for operation in patch.operations { apply(operation) }
    } else {
      parts = Part(next, nil)
    }
    state = next
    parts = settled(parts, at: [], before, earlier, origin)
  }

  private mutating func apply(_ operation: JSONPatch.Operation) {
    switch operation {
    case .test: break
    case .add(let path, let value): put(Part(value, nil), path, isNew: true)
    case .replace(let path, let value): put(Part(value, nil), path, isNew: false)
    case .splice(let path, let splice):
      guard case .leaf(let value, _)? = parts.at(path.tokens[...]),
        let changed = value.string.flatMap(splice.applied)
      else { return }
      put(Part(.string(changed), nil), path, isNew: false)
    case .remove(let path): remove(path)
    case .copy(let from, let path):
      guard let part = parts.at(from.tokens[...]) else { return }
      put(Self.fresh(part), path, isNew: true)
    case .move(let from, let path):
      guard from != path, let part = parts.at(from.tokens[...]) else { return }
      let isElement = isWithinArray(from, path)
      remove(from)
      put(isElement ? part : Self.fresh(part), path, isNew: true)
    }
  }

  /// Whether a move keeps an element in its array, so that it keeps its origin.
  private func isWithinArray(_ from: JSONPointer, _ path: JSONPointer) -> Bool {
    guard from.tokens.dropLast() == path.tokens.dropLast(),
      case .array? = parts.at(from.tokens.dropLast())
    else { return false }
    return true
  }

  /// Marks the current change for an inserted element that shifted others, whatever was at its place.
  private static let came = Cause.Origin.outside(after: -1)

  private static func fresh(_ part: Part) -> Part { set(part) { _ in nil } }

  /// A part with the given origin wherever it has none.
  private static func marked(_ part: Part, _ origin: Cause.Origin) -> Part {
    set(part) { $0 ?? origin }
  }

  private static func set(
    _ part: Part, _ change: (Cause.Origin?) -> Cause.Origin?
  ) -> Part {
    switch part {
    case .leaf(let value, let known): .leaf(value, change(known))
    case .array(let parts, let known): .array(parts.map { set($0, change) }, change(known))
    case .object(let members, let known):
      .object(members.map { ($0.name, set($0.part, change)) }, change(known))
    }
  }

  private mutating func put(_ part: Part, _ path: JSONPointer, isNew: Bool) {
    guard !path.isRoot else {
      parts = part
      return
    }
    parts.edit(path.tokens[...]) { parent, token in
      switch parent {
      case .leaf: break
      case .array(var parts, _):
        let index = token == "-" ? parts.count : JSONPointer.index(token) ?? parts.count
        if isNew {
          parts.insert(index < parts.count ? Self.marked(part, Self.came) : part, at: index)
        } else {
          parts[index] = part
        }
        parent = .array(parts, nil)
      case .object(var members, _):
        if let place = members.firstIndex(where: { $0.name.hasSameBytes(as: token) }) {
          members[place].part = part
        } else {
          members.append((token, part))
        }
        parent = .object(members, nil)
      }
    }
  }

  private mutating func remove(_ path: JSONPointer) {
    guard !path.isRoot else {
      parts = .leaf(.null, nil)
      return
    }
    parts.edit(path.tokens[...]) { parent, token in
      switch parent {
      case .leaf: break
      case .array(var parts, _):
        if let index = JSONPointer.index(token), index < parts.count { parts.remove(at: index) }
        parent = .array(parts, nil)
      case .object(let members, _):
        parent = .object(members.filter { !$0.name.hasSameBytes(as: token) }, nil)
      }
    }
  }

  /// Gives the current change's origin to what it set, except for what was already there.
  private func settled(
    _ part: Part, at path: [String], _ before: JSONValue, _ earlier: Part, _ origin: Cause.Origin
  ) -> Part {
    func own(_ value: JSONValue) -> Cause.Origin {
      guard JSONPointer(tokens: path).value(in: before) == value else { return origin }
      switch earlier.at(path[...]) {
      case .leaf(_, let known?), .array(_, let known?), .object(_, let known?): return known
      default: return origin
      }
    }
    func own(_ value: JSONValue, _ known: Cause.Origin?) -> Cause.Origin {
      known == Self.came ? origin : known ?? own(value)
    }
    switch part {
    case .leaf(let value, let known): return .leaf(value, own(value, known))
    case .array(let parts, let known):
      let settled = parts.enumerated().map {
        self.settled($1, at: path + [String($0)], before, earlier, origin)
      }
      return .array(settled, parts.isEmpty ? own([], known) : nil)
    case .object(let members, let known):
      let settled = members.map {
        ($0.name, self.settled($0.part, at: path + [$0.name], before, earlier, origin))
      }
      return .object(settled, members.isEmpty ? own(.object([]), known) : nil)
    }
  }

  /// Who set each leaf, by its path.
  var origins: [JSONPointer: Cause.Origin] {
    var origins: [JSONPointer: Cause.Origin] = [:]
    var open: [(JSONPointer, Part)] = [(.root, parts)]
    while let (path, part) = open.popLast() {
      switch part {
      case .leaf(_, let origin): origins[path] = origin
      case .array(let parts, let origin):
        if parts.isEmpty { origins[path] = origin }
        for (place, part) in parts.enumerated() { open.append((path.appending(place), part)) }
      case .object(let members, let origin):
        if members.isEmpty { origins[path] = origin }
        for member in members { open.append((path.appending(member.name), member.part)) }
      }
    }
    return origins
  }
}
