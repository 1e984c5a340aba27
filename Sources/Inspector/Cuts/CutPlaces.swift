package import Query
package import SessionFormat

/// The places of a state at which values were left out when it was recorded: what reflection shows
/// of a value has a limit.
///
/// At each place stands a text in place of what is left out: as the last element of an array, as the
/// member `…` of an object, or for a value that lies too deep. What is behind it is unknown: neither
/// there nor not there, and neither changed nor the same.
package struct CutPlaces: Equatable, Sendable {
  /// What is known of a place.
  enum Knowledge: Equatable, Sendable {
    /// What is there, or that nothing is.
    case known
    /// What is there, but for parts of it.
    case partly
    /// Nothing.
    case unknown
  }

  /// The places, each of something that stands in the state.
  private(set) var places: [JSONPointer] = []
  /// The same, by the way to each.
  private var ways = Ways()
  /// How many members and elements are left out, each of which may hold more.
  private(set) var leftOut = 0
  /// For which limits they are.
  private(set) var limits = CutLimits()
  /// How much is left out; nil if nothing is.
  package var amount: LeftOut? { isEmpty ? nil : LeftOut(count: leftOut, limits: limits) }

  /// So many bytes of a container, as text, are searched for what it leaves out.
  private static let mostSearched = 1 << 16

  /// So many places are told apart where they have to be searched for.
  static let mostFound = 256

  /// The name of the member that stands for members that are left out.
  static let more = "…"

  /// No places.
  package init() {}

  /// The places that the line of a state names, so far as something stands there.
  init(_ pointers: [String], in state: JSONValue) {
    for text in pointers {
      guard let place = try? JSONPointer(text), let value = place.value(in: state) else { continue }
      add(place, value)
    }
  }

  /// The places at and below others where a text stands as for what is left out: for a session whose
  /// lines do not name them.
  ///
  /// If they are more than ``mostFound``, nothing is known at and below the others.
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
    // A stranger's file may name each of many containers that lie within each other.
    if value.height > 0, value.textSize <= Self.mostSearched {
      // A place that stands for more of them than are named one by one.
      let within = CutPlaces(searching: [.root], in: value)
      limits.formUnion(within.limits)
      leftOut += max(1, within.leftOut)
      return
    }
    limits.note(value)
    leftOut += Self.count(value, after: "… ") ?? Self.count(value, after: "") ?? 1
  }

  /// The number in a text as it stands for so many that are left out.
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
    var ways = ways
    for token in path.tokens {
      guard let next = ways.next[NameKey(token)] else { return false }
      ways = next
    }
    return ways.isPlace
  }

  /// Whether a place is one of these, or lies below one.
  func hide(_ path: JSONPointer) -> Bool {
    var ways = ways
    for token in path.tokens {
      guard !ways.isPlace, let next = ways.next[NameKey(token)] else { return ways.isPlace }
      ways = next
    }
    return ways.isPlace
  }

  /// What is known of a place of the state whose cuts these are.
  ///
  /// Complexity: O(depth), however many places there are.
  func knowledge(of path: JSONPointer, in state: JSONValue) -> Knowledge {
    var (ways, container) = (ways, Optional(state))
    for token in path.tokens {
      if ways.isPlace || ways.mayHide(token, of: container) { return .unknown }
      guard let next = ways.next[NameKey(token)] else { return .known }
      ways = next
      container = container.flatMap { JSONPointer(tokens: [token]).value(in: $0) }
    }
    return ways.isPlace ? .unknown : ways.next.isEmpty ? .known : .partly
  }

  /// The state with a mark at each place, for conditions.
  ///
  /// Complexity: O(places × depth × log size).
  package func marked(_ state: JSONValue) -> JSONValue {
    var state = state
    for place in places {
      // A member that stands for others gets another name, so that it is found by nobody.
      var operations: [JSONPatch.Operation] = [.replace(place, CutMark.value)]
      if place.tokens.last?.hasSameBytes(as: Self.more) == true {
        let parent = JSONPointer(tokens: Array(place.tokens.dropLast()))
        if parent.value(in: state)?.object != nil {
          operations = [.remove(place), .add(parent.appending(CutMark.text), CutMark.value)]
        }
      }
      state = (try? JSONPatch(operations).applied(to: state)) ?? state
    }
    return state
  }
}

extension CutPlaces {
  /// The ways to places from a value on.
  private struct Ways: Equatable, Sendable {
    var isPlace = false
    var next: [NameKey: Ways] = [:]

    /// Adds the way to a place; false if it is there.
    ///
    /// Complexity: O(depth).
    mutating func insert(_ tokens: ArraySlice<String>) -> Bool {
      if let token = tokens.first {
        return next[NameKey(token), default: Ways()].insert(tokens.dropFirst())
      }
      defer { isPlace = true }
      return !isPlace
    }

    /// Whether a member or element may be one of those that are left out of a container.
    func mayHide(_ token: String, of container: JSONValue?) -> Bool {
      if let array = container?.array {
        let tail = array.count - 1
        guard next[NameKey(String(tail))]?.isPlace == true else { return false }
        // `-` is the end, which is not known.
        return JSONPointer.index(token).map { $0 >= tail } ?? true
      }
      return next[NameKey(CutPlaces.more)]?.isPlace == true && container?[token] == nil
    }
  }
}

extension JSONPointer {
  /// Whether the way to the place ends where a document with marks has left something out.
  func isBehindMark(in document: JSONValue) -> Bool {
    var value = document
    for token in tokens {
      guard let child = JSONPointer(tokens: [token]).value(in: value) else {
        return CutMark.ends(value)
      }
      if CutMark.isMark(child) { return true }
      value = child
    }
    return false
  }
}

extension JSONPath {
  /// The nodes that the query selects of a state that may be cut, and whether it selects the same
  /// whatever was left out.
  package func selection(
    in state: JSONValue, _ cuts: CutPlaces
  ) throws(QueryError) -> (nodes: [Node], isSure: Bool) {
    guard !cuts.isEmpty else { return (try nodes(in: state), true) }
    let found = try nodes(inMarked: cuts.marked(state))
    let isSure = found.nodes.allSatisfy { cuts.knowledge(of: $0.pointer, in: state) == .known }
    // The values as they were recorded, without marks.
    let nodes = found.nodes.map { $0.with($0.pointer.value(in: state) ?? $0.value) }
    return (nodes, isSure && !found.metMark)
  }
}
