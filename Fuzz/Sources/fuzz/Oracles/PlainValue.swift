import SessionFormat

/// JSON as plain arrays, and patches exactly as in RFC 6902, with one copy per operation.
indirect enum PlainValue {
  case leaf(JSONValue)
  case array([PlainValue])
  case object([(name: String, value: PlainValue)])

  init(_ value: JSONValue) {
    if let array = value.array {
      self = .array(array.map { PlainValue($0) })
    } else if let object = value.object {
      self = .object(object.map { ($0.name, PlainValue($0.value)) })
    } else {
      self = .leaf(value)
    }
  }

  /// Whether this is that value.
  static func == (left: PlainValue, right: JSONValue) -> Bool { left.value == right }

  var value: JSONValue {
    switch self {
    case .leaf(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.map { ($0.name, $0.value.value) })
    }
  }

  /// The value after all operations, or nil if one fails.
  func applying(_ patch: JSONPatch) -> PlainValue? {
    var result = self
    for operation in patch.operations {
      switch operation {
      case .add(let path, let value):
        guard result.add(.init(value), path.tokens[...]) else { return nil }
      case .remove(let path): guard result.remove(path.tokens[...]) != nil else { return nil }
      case .replace(let path, let value):
        guard result.replace(.init(value), path.tokens[...]) else { return nil }
      case .move(let from, let path):
        guard let value = result.at(from.tokens[...]) else { return nil }
        if from == path { continue }
        guard !path.isAtOrBelow(from), result.remove(from.tokens[...]) != nil,
          result.add(value, path.tokens[...])
        else { return nil }
      case .copy(let from, let path):
        guard let value = result.at(from.tokens[...]), result.add(value, path.tokens[...])
        else { return nil }
      case .test(let path, let value):
        guard let found = result.at(path.tokens[...]), found == value else { return nil }
      case .splice(let path, let splice):
        guard case .leaf(let value)? = result.at(path.tokens[...]), let old = value.string,
          let changed = Self.spliced(Array(old.utf8), splice),
          result.replace(.leaf(.string(changed)), path.tokens[...])
        else { return nil }
      }
    }
    return result
  }

  /// The text after a splice; nil if that is no text, or if the old one is shorter.
  private static func spliced(_ old: [UInt8], _ splice: TextSplice) -> String? {
    guard splice.at >= 0, splice.removed >= 0, splice.at <= old.count,
      splice.removed <= old.count - splice.at
    else { return nil }
    let parts = [old[..<splice.at], old[(splice.at + splice.removed)...]]
    // Each part must be a text of its own.
    let texts = parts.compactMap { String(validating: $0, as: UTF8.self) }
    return texts.count == 2 ? texts[0] + splice.inserted + texts[1] : nil
  }

  private func place(_ token: String) -> Int? {
    switch self {
    case .leaf: return nil
    case .array(let elements):
      guard let index = Int(token), String(index) == token, index >= 0, index < elements.count
      else { return nil }
      return index
    case .object(let members):
      return members.firstIndex { Array($0.name.utf8) == Array(token.utf8) }
    }
  }

  private func at(_ path: ArraySlice<String>) -> PlainValue? {
    guard let token = path.first else { return self }
    guard let place = place(token) else { return nil }
    switch self {
    case .leaf: return nil
    case .array(let elements): return elements[place].at(path.dropFirst())
    case .object(let members): return members[place].value.at(path.dropFirst())
    }
  }

  /// Changes the value that holds the last token of the path; false if nothing is there.
  private mutating func inParent(
    _ path: ArraySlice<String>, _ edit: (inout PlainValue, String) -> Bool
  ) -> Bool {
    guard let token = path.first else { return false }
    if path.count == 1 { return edit(&self, token) }
    guard let place = place(token) else { return false }
    switch self {
    case .leaf: return false
    case .array(var elements):
      guard elements[place].inParent(path.dropFirst(), edit) else { return false }
      self = .array(elements)
    case .object(var members):
      guard members[place].value.inParent(path.dropFirst(), edit) else { return false }
      self = .object(members)
    }
    return true
  }

  private mutating func add(_ value: PlainValue, _ path: ArraySlice<String>) -> Bool {
    guard !path.isEmpty else {
      self = value
      return true
    }
    return inParent(path) { parent, token in
      switch parent {
      case .leaf: return false
      case .array(var elements):
        let isEnd = token == "-" || token == String(elements.count)
        guard let place = isEnd ? elements.count : parent.place(token) else { return false }
        elements.insert(value, at: place)
        parent = .array(elements)
      case .object(var members):
        if let place = parent.place(token) {
          members[place].value = value
        } else {
          members.append((token, value))
        }
        parent = .object(members)
      }
      return true
    }
  }

  private mutating func remove(_ path: ArraySlice<String>) -> PlainValue? {
    guard let removed = at(path) else { return nil }
    guard !path.isEmpty else {
      self = .leaf(.null)
      return removed
    }
    let isDone = inParent(path) { parent, token in
      guard let place = parent.place(token) else { return false }
      switch parent {
      case .leaf: return false
      case .array(var elements):
        elements.remove(at: place)
        parent = .array(elements)
      case .object(var members):
        members.remove(at: place)
        parent = .object(members)
      }
      return true
    }
    return isDone ? removed : nil
  }

  private mutating func replace(_ value: PlainValue, _ path: ArraySlice<String>) -> Bool {
    guard !path.isEmpty else {
      self = value
      return true
    }
    return inParent(path) { parent, token in
      guard let place = parent.place(token) else { return false }
      switch parent {
      case .leaf: return false
      case .array(var elements):
        elements[place] = value
        parent = .array(elements)
      case .object(var members):
        members[place].value = value
        parent = .object(members)
      }
      return true
    }
  }
}
