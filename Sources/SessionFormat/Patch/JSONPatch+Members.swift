// A patch may change thousands of members of one object. Each single change would make a new
// object, so consecutive changes of the same object are made together.

/// Consecutive operations that add, replace and remove members of one object.
struct MemberRun {
  /// Fewer operations are applied one by one.
  static let least = 32
  /// An object with more members per operation is not rebuilt.
  private static let mostMembers = 16

  private let operations: ArraySlice<JSONPatch.Operation>
  private let parent: JSONPointer
  private let limits: JSONPatch.Limits

  /// The run of operations that begins at an index; nil if it is short.
  ///
  /// Complexity: O(length of the run × depth).
  init?(_ operations: [JSONPatch.Operation], from place: Int, _ limits: JSONPatch.Limits) {
    guard operations.count - place >= Self.least, let first = Self.changed(operations[place]) else {
      return nil
    }
    let tokens = first.tokens.dropLast()
    var end = place + 1
    while end < operations.count, let path = Self.changed(operations[end]),
      path.tokens.count == tokens.count + 1, path.tokens.dropLast() == tokens
    { end += 1 }
    guard end - place >= Self.least else { return nil }
    (self.operations, self.limits) = (operations[place..<end], limits)
    parent = JSONPointer(tokens: Array(tokens))
  }

  /// The index after the last operation.
  var end: Int { operations.endIndex }

  /// The path of an operation that changes one child of its parent; nil for other operations.
  private static func changed(_ operation: JSONPatch.Operation) -> JSONPointer? {
    switch operation {
    case .add(let path, _), .replace(let path, _), .remove(let path):
      path.isRoot ? nil : path
    case .move, .copy, .test, .splice: nil
    }
  }

  /// The object after all operations, and its path.
  ///
  /// Nil if the parent is not an object, or if an operation fails or exceeds the limits. The
  /// operations are then applied one by one, which reports the error.
  ///
  /// Complexity: O(members + operations) on average.
  func applied(to document: JSONValue) -> (path: JSONPointer, object: JSONValue)? {
    guard let object = parent.value(in: document)?.object,
      object.count <= operations.count * Self.mostMembers
    else { return nil }
    var draft = MemberDraft(object)
    for operation in operations {
      guard let name = operation.path.tokens.last, change(&draft, name, operation),
        limits.refusal(of: draft.grown(document.measure), from: document.measure) == nil
      else { return nil }
    }
    return (parent, draft.value)
  }

  private func change(
    _ draft: inout MemberDraft, _ name: String, _ operation: JSONPatch.Operation
  ) -> Bool {
    switch operation {
    case .add(_, let value), .replace(_, let value):
      guard parent.tokens.count + 1 + value.height <= limits.depth else { return false }
      if case .replace = operation, !draft.has(name) { return false }
      draft.set(name, to: value)
      return true
    case .remove: return draft.remove(name)
    case .move, .copy, .test, .splice: return false
    }
  }
}

/// The members of an object that is being changed.
private struct MemberDraft {
  /// The members in order; nil for a removed one.
  private var entries: [ObjectEntry?]
  private var places: [NameKey: Int]
  /// How many bytes of text and how many values the changes have added so far.
  private var growth = (text: 0, values: 0)

  init(_ object: JSONObject) {
    entries = object.entries
    places = Dictionary(minimumCapacity: entries.count)
    for (place, entry) in entries.enumerated() {
      places[NameKey(entry?.name.string ?? "")] = place
    }
  }

  func has(_ name: String) -> Bool { places[NameKey(name)] != nil }

  /// Sets a member: in place if it exists, otherwise at the end.
  mutating func set(_ name: String, to value: JSONValue) {
    let key = NameKey(name)
    if let place = places[key], let old = entries[place] {
      var entry = old
      entry.value = value
      count(old.share, -1)
      count(entry.share, 1)
      entries[place] = entry
    } else {
      let entry = ObjectEntry(name, value, ticket: 0)
      count(entry.share, 1)
      places[key] = entries.count
      entries.append(entry)
    }
  }

  /// Removes a member; false if there is none with that name.
  mutating func remove(_ name: String) -> Bool {
    guard let place = places.removeValue(forKey: NameKey(name)) else { return false }
    if let old = entries[place] { count(old.share, -1) }
    entries[place] = nil
    return true
  }

  private mutating func count(_ share: Measure, _ sign: Int) {
    growth.text += sign * share.textSize
    growth.values += sign * share.values
  }

  /// The measure of the document around the object, with what was added.
  func grown(_ document: Measure) -> Measure {
    Measure(
      height: document.height, textSize: document.textSize + growth.text,
      values: document.values + growth.values)
  }

  var value: JSONValue { JSONValue(.object(ObjectNode(entries.compactMap { $0 }))) }
}
