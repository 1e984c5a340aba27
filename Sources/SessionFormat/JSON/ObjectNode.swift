/// A member of an object that was changed or made, with its rank among the members.
struct ObjectEntry: RopeElement {
  /// A string; if it comes from a text, it is not copied.
  let name: JSONValue
  var value: JSONValue
  /// Ascends along the members; a member keeps it while others are added and removed.
  var ticket: Int
  /// The hash of the name, which rules out most other names at once.
  let hash: UInt64

  var share: Measure {
    var share = value.measure
    share.textSize = min(share.textSize &+ name.textSize &+ 2, Measure.largest)
    return share
  }
}

extension ObjectEntry {
  /// A member whose name is in no text.
  init(_ name: String, _ value: JSONValue, ticket: Int) {
    self.init(name: .string(name), value: value, ticket: ticket, hash: NameHash.hash(name))
  }
}

/// The storage of an object that was changed or made: its members in order, and an index of their
/// names if there are many.
///
/// A changed copy shares nearly all of it.
final class ObjectNode: Sendable {
  /// Up to this many members, comparing names one by one is as fast as an index.
  static let scanLimit = 32

  let entries: Rope<ObjectEntry>
  private let names: NameIndex?
  /// Above the ticket of each member.
  let nextTicket: Int

  private init(_ entries: Rope<ObjectEntry>, _ names: NameIndex?, nextTicket: Int) {
    (self.entries, self.nextTicket) = (entries, nextTicket)
    if entries.count > Self.scanLimit {
      self.names = names ?? NameIndex(entries)
    } else {
      self.names = nil
    }
  }

  /// An object of members whose names are known to differ.
  convenience init(unique members: [(name: String, value: JSONValue)]) {
    let entries = members.enumerated().map { ObjectEntry($1.name, $1.value, ticket: $0) }
    self.init(Rope(entries), nil, nextTicket: entries.count)
  }

  /// An object of another object's members in a new order; their names are known to differ.
  convenience init(_ members: [ObjectEntry]) {
    var entries = members
    for place in entries.indices { entries[place].ticket = place }
    self.init(Rope(entries), nil, nextTicket: entries.count)
  }

  /// An object of members; a repeated name keeps its first position and its last value.
  convenience init(replacingDuplicates members: [(name: String, value: JSONValue)]) {
    var places: [NameKey: Int] = [:]
    var kept: [(name: String, value: JSONValue)] = []
    kept.reserveCapacity(members.count)
    for member in members {
      if let place = places.updateValue(kept.count, forKey: NameKey(member.name)) {
        places[NameKey(member.name)] = place
        kept[place].value = member.value
      } else {
        kept.append(member)
      }
    }
    self.init(unique: kept)
  }

  /// The members of an object in a text; the text's own index finds their names.
  ///
  /// Complexity: O(count).
  convenience init(_ place: TextPlace) {
    let tape = place.text.tape
    var (node, left) = (place.node + 2, place.count)
    var entries: [ObjectEntry] = []
    entries.reserveCapacity(left)
    while left > 0 {
      entries.append(
        ObjectEntry(
          name: JSONValue(.text(TextPlace(place.text, node))),
          value: JSONValue(place.text, node + 1), ticket: node, hash: tape.hash(ofName: node)))
      node = tape.next(after: node + 1)
      left -= 1
    }
    let names = entries.count > Self.scanLimit ? NameIndex(place) : nil
    self.init(Rope(entries), names, nextTicket: node)
  }

  var count: Int { entries.count }
  /// Whether names are found by an index.
  var hasIndex: Bool { names != nil }

  /// The index of a name, or nil if there is none.
  ///
  /// Complexity: O(log² count), and O(log count) comparisons of names.
  func place(of name: String) -> Int? {
    guard let names else {
      let hash = NameHash.hash(name)
      return entries.place { $0.hash == hash && $0.name.isString(of: name) }
    }
    for ticket in names.tickets(of: name) {
      let place = entries.firstPlace { $0.ticket >= ticket }
      if place < count, entries[place].ticket == ticket { return place }
    }
    return nil
  }

  /// This object with another value at an index below the count.
  ///
  /// Complexity: O(log count).
  func replacing(at place: Int, with value: JSONValue) -> ObjectNode {
    var entry = entries[place]
    entry.value = value
    return ObjectNode(entries.replacing(at: place, with: entry), names, nextTicket: nextTicket)
  }

  /// This object with other values at ascending indices below the count.
  ///
  /// Complexity: O(changes × log count).
  func exchanging(_ changes: [(place: Int, element: JSONValue)]) -> ObjectNode {
    let changed = changes.map { change in
      var entry = entries[change.place]
      entry.value = change.element
      return (place: change.place, element: entry)
    }
    return ObjectNode(entries.exchanging(changed[...]), names, nextTicket: nextTicket)
  }

  func setting(_ name: String, to value: JSONValue) -> ObjectNode {
    if let place = place(of: name) { return replacing(at: place, with: value) }
    let entry = ObjectEntry(name, value, ticket: nextTicket)
    return ObjectNode(
      entries.inserting(entry, at: count), names?.adding(name, nextTicket),
      nextTicket: nextTicket + 1)
  }

  func removing(_ name: String) -> ObjectNode {
    guard let place = place(of: name) else { return self }
    return ObjectNode(
      entries.removing(at: place), names?.removing(name), nextTicket: nextTicket)
  }
}

/// Finds the tickets of names in the index of the text that an object came from, and in a sorted
/// rope of the names that were added.
private struct NameIndex: Sendable {
  private struct Added: RopeElement {
    let name: String
    let ticket: Int
    var share: Measure { Measure() }
  }

  private let text: TextPlace?
  private let added: Rope<Added>

  private init(_ text: TextPlace?, _ added: Rope<Added>) {
    (self.text, self.added) = (text, added)
  }

  init(_ text: TextPlace) { self.init(text, Rope([])) }

  /// Complexity: O(count × log count).
  init(_ entries: Rope<ObjectEntry>) {
    let names = entries.map { Added(name: $0.name.string ?? "", ticket: $0.ticket) }
    self.init(nil, Rope(names.sorted { $0.name.precedesInBytes($1.name) }))
  }

  /// The possible tickets of a name: a member of the text may have been removed and added again.
  func tickets(of name: String) -> [Int] {
    let place = place(of: name)
    let isAdded = place < added.count && added[place].name.hasSameBytes(as: name)
    return [text?.name(name), isAdded ? added[place].ticket : nil].compactMap { $0 }
  }

  func adding(_ name: String, _ ticket: Int) -> NameIndex {
    NameIndex(text, added.inserting(Added(name: name, ticket: ticket), at: place(of: name)))
  }

  func removing(_ name: String) -> NameIndex {
    let place = place(of: name)
    guard place < added.count, added[place].name.hasSameBytes(as: name) else { return self }
    return NameIndex(text, added.removing(at: place))
  }

  private func place(of name: String) -> Int {
    added.firstPlace { !$0.name.precedesInBytes(name) }
  }
}
