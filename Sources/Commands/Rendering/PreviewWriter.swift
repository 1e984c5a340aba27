import Inspector
import SessionFormat

/// What makes the text of a value, recursively; the columns limit the depth.
struct PreviewWriter {
  let ellipsis: String
  let ascii: Bool
  /// How many names and texts are cut so far, which the text cannot tell: a text may have that mark.
  private(set) var cuts = 0

  init(ascii: Bool) {
    self.ascii = ascii
    ellipsis = ascii ? "..." : "…"
  }

  /// The most columns of a value within another.
  private static let inner = 28

  /// The JSON of a value, if it fits.
  func whole(_ value: JSONValue, _ room: Int) -> String? {
    guard value.textSize <= 4 * room else { return nil }
    let text = VisibleText.escaped(value.description)
    return width(text) <= room ? text : nil
  }

  mutating func words(_ value: JSONValue, _ room: Int, isCut: Bool = false) -> String {
    if let array = value.array { return list(array, room, isCut: isCut) }
    if let object = value.object {
      return "{\(members(object, max(1, room - 2), isCut: isCut))}"
    }
    return shortened(value, room)
  }

  /// A leaf, cut in its middle if it is too long.
  private mutating func shortened(_ leaf: JSONValue, _ room: Int) -> String {
    let most = 8 * room
    var text = leaf.textSize > 4 * most ? String(leaf.description.prefix(most)) : leaf.description
    if let string = leaf.string, string.utf8.count > 4 * most {
      text = JSONValue.string(String(string.prefix(most) + string.suffix(most))).description
    }
    return truncated(VisibleText.escaped(text), room)
  }

  private mutating func truncated(_ text: String, _ room: Int) -> String {
    if width(text) > room { cuts += 1 }
    return DisplayWidth.truncated(text, to: room, ascii: ascii)
  }

  private func width(_ text: String) -> Int { DisplayWidth.columns(of: text) }

  // MARK: Arrays

  private mutating func list(_ array: JSONArray, _ room: Int, isCut: Bool) -> String {
    let count = array.count - (isCut ? 1 : 0)
    guard count > 0 else { return isCut ? "[\(ellipsis)]" : "[]" }
    let head = "[\(count)\(isCut ? "+" : ""): "
    var parts: [String] = []
    var used = width(head) + 1
    for element in array.prefix(min(count, PreviewIdentity.looked)) {
      let isLast = parts.count + 1 == count && !isCut
      let space = room - used - (parts.isEmpty ? 0 : 2) - (isLast ? 0 : 2 + width(ellipsis))
      guard let part = part(element, space) else { break }
      used += width(part) + (parts.isEmpty ? 0 : 2)
      parts.append(part)
    }
    guard !parts.isEmpty else {
      let text = "[\(CountText.words(count, "element"))]"
      return width(text) <= room ? text : "[\(ellipsis)]"
    }
    if parts.count < count || isCut { parts.append(ellipsis) }
    return "\(head)\(parts.joined(separator: ", "))]"
  }

  /// An element by what identifies it, or whole; nil if it does not fit.
  private mutating func part(_ element: JSONValue, _ room: Int) -> String? {
    guard room > 0 else { return nil }
    if let object = element.object {
      return PreviewIdentity(object).map { words($0, room) } ?? container(element, room)
    }
    return element.array == nil ? whole(element, room) : container(element, room)
  }

  // MARK: Objects

  private mutating func members(_ object: JSONObject, _ room: Int, isCut: Bool) -> String {
    let count = object.count - (isCut ? 1 : 0)
    var parts: [String] = []
    var used = 0
    var shown = 0
    func add(_ part: String, standsFor members: Int = 1) {
      used += width(part) + (parts.isEmpty ? 0 : 2)
      parts.append(part)
      shown += members
    }
    func space() -> Int {
      let isLast = shown + 1 == count && !isCut
      return room - used - (parts.isEmpty ? 0 : 2) - (isLast ? 0 : 2 + width(ellipsis))
    }
    let identity = PreviewIdentity(object)
    if let identity {
      add(words(identity, space()) ?? cut(identity, space()), standsFor: identity.names.count)
    }
    let others = object.prefix(PreviewIdentity.looked).prefix(max(0, count)).filter { member in
      identity?.names.contains { $0.hasSameBytes(as: member.name) } != true
    }
    if count == 1, let only = others.first { return alone(only.name, only.value, room) }
    // Long texts would leave no room for the others.
    let leaves = others.filter { $0.value.height == 0 }
    let long = leaves.filter { $0.value.textSize > Self.inner }
    let short = leaves.filter { $0.value.textSize <= Self.inner }
    for member in short + others.filter({ $0.value.height > 0 }) + long {
      if let part = labelled(member.name, member.value, space()) { add(part) }
    }
    if parts.isEmpty, let first = others.first {
      add(alone(first.name, first.value, space()))
    }
    if shown < count || isCut { parts.append(ellipsis) }
    return parts.joined(separator: ", ")
  }

  /// A member that has all the room.
  private mutating func alone(_ name: String, _ value: JSONValue, _ room: Int) -> String {
    let label = VisibleText.escaped(PlaceText.name(name))
    let rest = room - width(label) - 1
    guard rest > 0 else { return truncated(label, max(1, room)) }
    return "\(label) \(value.height == 0 ? shortened(value, rest) : words(value, rest))"
  }

  /// A member with its whole value; nil if it does not fit.
  private mutating func labelled(
    _ name: String, _ value: JSONValue, _ room: Int
  ) -> String? {
    guard name.utf8.count <= 4 * max(0, room) else { return nil }
    let label = VisibleText.escaped(PlaceText.name(name))
    let rest = room - width(label) - 1
    guard rest > 0 else { return nil }
    return (value.height == 0 ? whole(value, rest) : container(value, rest)).map {
      "\(label) \($0)"
    }
  }

  /// An array or object within another: short, or only how many elements it has.
  private mutating func container(_ value: JSONValue, _ room: Int) -> String? {
    let room = min(room, Self.inner)
    if let array = value.array {
      if array.allSatisfy({ $0.height == 0 }), let text = whole(value, room) { return text }
      let text = CountText.words(array.count, "element")
      return width(text) <= room ? text : nil
    }
    if value.object?.isEmpty == true { return room >= 2 ? "{}" : nil }
    let least = 2 + width(ellipsis)
    guard room >= least else { return nil }
    let before = cuts
    let text = words(value, room)
    if width(text) <= room { return text }
    cuts = before
    return "{\(ellipsis)}"
  }

  // MARK: Identities

  /// `id 7 "Linen shirt"`; nil if it does not fit.
  private func words(_ identity: PreviewIdentity, _ room: Int) -> String? {
    let most = 4 * max(0, room)
    guard [identity.id?.value, identity.name].allSatisfy({ ($0?.textSize ?? 0) <= most }) else {
      return nil
    }
    let text = identity.parts.joined(separator: " ")
    return width(text) <= room ? text : nil
  }

  /// The same with a name, or an id, that is cut.
  private mutating func cut(_ identity: PreviewIdentity, _ room: Int) -> String {
    let half = identity.name == nil ? room : room / 2
    let id = identity.id.map {
      "\($0.name) \(shortened($0.value, max(1, half - $0.name.count - 1)))"
    }
    guard let name = identity.name else { return id ?? "" }
    guard let id else { return shortened(name, max(1, room)) }
    let rest = room - width(id) - 1
    return rest < 4 ? id : "\(id) \(shortened(name, rest))"
  }
}
