package import Query
package import SessionFormat

/// The places of a state at which reflection reached a limit, so that values were not recorded.
///
/// A text stands at each place: as the last element of an array, as the member `…` of an object, or
/// for a value nested too deep. What it replaces is unknown: neither present nor absent, and
/// neither changed nor unchanged.
package struct CutPlaces: Equatable, Sendable {
  /// What is known of a place.
  enum Knowledge: Equatable, Sendable {
    /// The value, or that there is none.
    case known
    /// The value, except for parts of it.
    case partly
    /// Nothing.
    case unknown
  }

  /// The places; something is in the state at each.
  private(set) var places: [JSONPointer] = []
  /// The same places as a tree of tokens.
  private var ways = Ways()
  /// The number of members and elements left out; each may hold more.
  private(set) var leftOut = 0
  /// The limits that caused this.
  private(set) var limits = CutLimits()
  /// How much is left out; nil if nothing is.
  package var amount: LeftOut? { isEmpty ? nil : LeftOut(count: leftOut, limits: limits) }

  /// The most bytes of a container, as text, that are searched for omissions.
  private static let mostSearched = 1 << 16

  /// The most places to distinguish, if they have to be searched for.
  static let mostFound = 256

  /// The name of the member that stands for omitted members.
  static let more = "…"

  package init() {}

  /// The places that a state line names, if something is there.
  init(_ pointers: [String], in state: JSONValue) {
    for text in pointers {
      guard let place = try? JSONPointer(text), let value = place.value(in: state) else { continue }
      add(place, value)
    }
  }

  /// Finds the places at and below others that hold a text for something omitted, for a session
  /// whose lines do not name them.
  ///
  /// If there are more than ``mostFound``, everything at and below the others is unknown.
  ///
  /// Complexity: O(size).
  init(searching opaque: [JSONPointer], in state: JSONValue) {
    var open: [(place: JSONPointer, value: JSONValue)] = []
    for place in opaque { if let value = place.value(in: state) { open.append((place, value)) } }
    let wholes = open
    while let (place, value) = open.popLast() {
      guard places.count <= Self.mostFound else {
        (places, ways) = ([], Ways())
        for (place, _) in wholes where ways.insert(place.tokens[...]) { places.append(place) }
        return
      }
      if let object = value.object {
        for (name, value) in object {
          if name.hasSameBytes(as: Self.more), Self.count(value, after: "") != nil {
            add(place.appending(name), value)
          } else {
            open.append((place.appending(name), value))
          }
        }
      } else if let array = value.array {
        for (index, element) in array.enumerated() {
          if index == array.count - 1, Self.count(element, after: "… ") != nil {
            add(place.appending(index), element)
          } else if element.height > 0 || element.kind == .string {
            open.append((place.appending(index), element))
          }
        }
      } else if Self.isTooDeep(value) {
        add(place, value)
      }
    }
  }

  private mutating func add(_ place: JSONPointer, _ value: JSONValue) {
    guard ways.insert(place.tokens[...]) else { return }
    places.append(place)
    // An untrusted file may name each of many nested containers.
    if value.height > 0, value.textSize <= Self.mostSearched {
      // The place covers more omissions than are named one by one.
      let within = CutPlaces(searching: [.root], in: value)
      limits.formUnion(within.limits)
      leftOut += max(1, within.leftOut)
      return
    }
    limits.note(value)
    leftOut += Self.count(value, after: "… ") ?? Self.count(value, after: "") ?? 1
  }

  /// The number in a text that stands for that many omitted values.
  private static func count(_ value: JSONValue, after prefix: String) -> Int? {
    guard let text = value.string, text.hasPrefix(prefix), text.hasSuffix(" more") else {
      return nil
    }
    let digits = text.dropFirst(prefix.count).dropLast(5)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    return Int(digits)
  }

  private static func isTooDeep(_ value: JSONValue) -> Bool {
    value.string.flatMap(RenderedText.levels) != nil
  }

  /// Whether nothing is left out.
  var isEmpty: Bool { places.isEmpty }

  /// Whether a place is one of these.
  func has(_ path: JSONPointer) -> Bool {
    path.tokens.reduce(ways) { $0?.next[NameKey($1)] }?.isPlace ?? false
  }

  /// Whether a place is one of these, or below one.
  func hide(_ path: JSONPointer) -> Bool {
    var ways = ways
    for token in path.tokens {
      guard !ways.isPlace, let next = ways.next[NameKey(token)] else { return ways.isPlace }
      ways = next
    }
    return ways.isPlace
  }

  /// What is known of a place in the state with these cuts.
  ///
  /// Complexity: O(depth), however many places there are.
  func knowledge(of path: JSONPointer, in state: JSONValue) -> Knowledge {
    var (ways, container) = (ways, Optional(state))
    for token in path.tokens {
      if ways.isPlace || ways.mayHide(token, of: container) { return .unknown }
      guard let next = ways.next[NameKey(token)] else { return .known }
      ways = next
      container = container?.child(token)
    }
    return ways.isPlace ? .unknown : ways.next.isEmpty ? .known : .partly
  }

  /// The state with a mark at each place, for conditions.
  ///
  /// Complexity: O(places × depth × log size).
  package func marked(_ state: JSONValue) -> JSONValue {
    var state = state
    for place in places {
      // A member that stands for others is renamed, so that no condition finds it.
      var operations: [JSONPatch.Operation] = [.replace(place, CutMark.value)]
      if place.tokens.last?.hasSameBytes(as: Self.more) == true {
        if place.parent.value(in: state)?.object != nil {
          operations = [.remove(place), .add(place.parent.appending(CutMark.text), CutMark.value)]
        }
      }
      state = (try? JSONPatch(operations).applied(to: state)) ?? state
    }
    return state
  }
}

extension CutPlaces {
  /// A tree of the tokens that lead to places.
  private struct Ways: Equatable, Sendable {
    var isPlace = false
    var next: [NameKey: Ways] = [:]

    /// Adds a place; false if it already exists.
    ///
    /// Complexity: O(depth).
    mutating func insert(_ tokens: ArraySlice<String>) -> Bool {
      if let token = tokens.first {
        return next[NameKey(token), default: Ways()].insert(tokens.dropFirst())
      }
      defer { isPlace = true }
      return !isPlace
    }

    /// Whether a member or element may be among those omitted from a container.
    func mayHide(_ token: String, of container: JSONValue?) -> Bool {
      if let array = container?.array {
        let tail = array.count - 1
        guard next[NameKey(String(tail))]?.isPlace == true else { return false }
        // `-` is the end, which is unknown.
        return JSONPointer.index(token).map { $0 >= tail } ?? true
      }
      return next[NameKey(CutPlaces.more)]?.isPlace == true && container?[token] == nil
    }
  }
}

extension JSONPointer {
  /// Whether the path to the place ends at an omission in a document with marks.
  func isBehindMark(in document: JSONValue) -> Bool {
    var value = document
    for token in tokens {
      guard let child = value.child(token) else { return CutMark.ends(value) }
      if CutMark.isMark(child) { return true }
      value = child
    }
    return false
  }
}

extension JSONPath {
  /// The nodes that the query selects in a state that may be cut, and whether the omitted parts
  /// cannot change that selection.
  package func selection(
    in state: JSONValue, _ cuts: CutPlaces
  ) throws(QueryError) -> (nodes: [Node], isSure: Bool) {
    guard !cuts.isEmpty else { return (try nodes(in: state), true) }
    let found = try nodes(inMarked: cuts.marked(state))
    let isSure = found.nodes.allSatisfy { cuts.knowledge(of: $0.pointer, in: state) == .known }
    // The recorded values, without marks.
    let nodes = found.nodes.map { $0.with($0.pointer.value(in: state) ?? $0.value) }
    return (nodes, isSure && !found.metMark)
  }
}
