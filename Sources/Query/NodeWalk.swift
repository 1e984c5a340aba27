package import SessionFormat

/// Selects nodes one by one in depth-first order, as in RFC 9535.
///
/// It keeps one frame per level of the document, so its memory depends on the depth and not on the
/// number of nodes. An existence test stops at the first node.
struct NodeWalk {
  typealias Found = (value: JSONValue, link: PathLink?)

  private let segments: [PathSegment]
  private let run: QueryRun
  private let keepsPaths: Bool
  private var start: JSONValue?
  private var frames: [Frame] = []

  init(_ path: PathSyntax, from start: JSONValue?, run: QueryRun, keepsPaths: Bool) {
    segments = path.segments
    self.run = run
    self.keepsPaths = keepsPaths
    self.start = start
  }

  /// The next node, or nil after the last.
  mutating func next() throws(QueryError) -> Found? {
    if let first = start {
      start = nil
      if run.seesCuts, CutMark.isMark(first) {
        run.meetCut()
        return nil
      }
      if segments.isEmpty { return (first, nil) }
      enter(first, link: nil, segment: 0)
    }
    while let last = frames.indices.last {
      let segment = frames[last].segment
      let place: Int
      let isSelected: Bool
      if let selected = try frames[last].selected(by: segments[segment], run: run) {
        (place, isSelected) = (selected, true)
      } else if segments[segment].isDescendant, let below = try frames[last].below(run: run) {
        (place, isSelected) = (below, false)
      } else {
        frames.removeLast()
        continue
      }
      let next = isSelected ? segment + 1 : segment
      let value = frames[last].children.value(at: place)
      if run.seesCuts, CutMark.isMark(value) {
        run.meetCut()
        continue
      }
      let isFound = next == segments.count
      guard isFound || value.height > 0 else { continue }
      let link = keepsPaths ? try frames[last].link(to: place, run: run) : nil
      if isFound { return (value, link) }
      enter(value, link: link, segment: next)
    }
    return nil
  }

  private mutating func enter(_ value: JSONValue, link: PathLink?, segment: Int) {
    guard let children = Children(of: value) else { return }
    frames.append(Frame(children: children, link: link, segment: segment))
  }
}

/// The children of an array or object.
package enum Children {
  case elements(JSONArray)
  case members(JSONObject)

  package init?(of value: JSONValue) {
    if let elements = value.array {
      self = .elements(elements)
    } else if let members = value.object {
      self = .members(members)
    } else {
      return nil
    }
  }

  package var count: Int {
    switch self {
    case .elements(let elements): elements.count
    case .members(let members): members.count
    }
  }

  package func value(at place: Int) -> JSONValue {
    switch self {
    case .elements(let elements): elements[place]
    case .members(let members): members[place].value
    }
  }

  /// Whether further children were left out after these.
  var endsInCut: Bool {
    switch self {
    case .elements(let elements): elements.last.map(CutMark.isMark) ?? false
    case .members(let members): members[CutMark.text] != nil
    }
  }

  package func element(at place: Int) -> JSONPath.Element {
    switch self {
    case .elements: .index(place)
    case .members(let members): .name(members[place].name)
    }
  }

  /// The index of the single child that a name or an index selects.
  func place(of name: String) -> Int? {
    if case .members(let members) = self { members.index(of: name) } else { nil }
  }

  func place(of index: Int) -> Int? {
    guard case .elements(let elements) = self else { return nil }
    let place = index < 0 ? elements.count + index : index
    return elements.indices.contains(place) ? place : nil
  }

  /// The index of the element, or of the member that has the number as its name.
  func place(ofToken index: Int) -> Int? {
    if case .members = self { place(of: String(index)) } else { place(of: index) }
  }
}

/// A container during the traversal, with the current selector and its progress.
private struct Frame {
  let children: Children
  let link: PathLink?
  let segment: Int
  private var selector = 0
  private var cursor = 0
  private var cursorBelow = 0

  init(children: Children, link: PathLink?, segment: Int) {
    self.children = children
    self.link = link
    self.segment = segment
  }

  /// The path to a child; it is kept with the node, so it costs visits: more for a long name.
  func link(to place: Int, run: QueryRun) throws(QueryError) -> PathLink {
    let element = children.element(at: place)
    let bytes = if case .name(let name) = element { name.utf8.count } else { 0 }
    try run.spend(1 + bytes / 32)
    return PathLink(parent: link, element: element)
  }

  /// The next child that the segment selects here.
  mutating func selected(by segment: PathSegment, run: QueryRun) throws(QueryError) -> Int? {
    while selector < segment.selectors.count {
      try run.spend(1)
      if let place = try advance(segment.selectors[selector], run: run) { return place }
      selector += 1
      cursor = 0
    }
    return nil
  }

  private mutating func advance(
    _ selector: PathSelector, run: QueryRun
  ) throws(QueryError) -> Int? {
    switch selector {
    case .name(let name): return once(children.place(of: name), run: run)
    case .index(let index): return once(children.place(of: index), index < 0, run: run)
    case .token(let index): return once(children.place(ofToken: index), run: run)
    case .wildcard: return cursor < children.count ? nextPlace() : nil
    case .slice(let slice):
      guard case .elements(let elements) = children else { return nil }
      if run.seesCuts, children.endsInCut {
        run.meetCut()
        if slice.countsFromEnd { return nil }
      }
      return slice.index(at: nextPlace(), count: elements.count)
    case .filter(let condition):
      while cursor < children.count {
        try run.spend(1)
        let place = nextPlace()
        let value = children.value(at: place)
        guard run.seesCuts else {
          if try run.holds(condition, at: value) { return place }
          continue
        }
        guard !CutMark.isMark(value), let holds = try run.truth(condition, at: value) else {
          run.meetCut()
          continue
        }
        if holds { return place }
      }
      return nil
    }
  }

  private mutating func nextPlace() -> Int {
    defer { cursor += 1 }
    return cursor
  }

  private mutating func once(_ place: Int?, _ isFromEnd: Bool = false, run: QueryRun) -> Int? {
    guard nextPlace() == 0 else { return nil }
    guard run.seesCuts, place == nil || isFromEnd, children.endsInCut else { return place }
    // The element at that distance from the end is unknown.
    run.meetCut()
    return nil
  }

  /// The next child, for a segment that continues below.
  mutating func below(run: QueryRun) throws(QueryError) -> Int? {
    guard cursorBelow < children.count else { return nil }
    try run.spend(1)
    defer { cursorBelow += 1 }
    return cursorBelow
  }
}
