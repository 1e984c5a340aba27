// A deep value is freed level by level and not recursively, because a thread's stack only has room
// for a few hundred levels.

/// The deep parts of a value that is being freed; other parts are freed as usual.
struct RopeRemains {
  /// Parts of up to this many levels are freed recursively.
  static let shallow = 32

  var values: [RopeNode<JSONValue>] = []
  var entries: [RopeNode<ObjectEntry>] = []

  /// Frees all parts that have no other owner.
  mutating func free() {
    while true {
      // Moved out, so that this holds no reference.
      if !values.isEmpty {
        take(values.removeLast())
      } else if !entries.isEmpty {
        take(entries.removeLast())
      } else {
        return
      }
    }
  }

  private mutating func take<Element>(_ node: consuming RopeNode<Element>) {
    // A shared part lives on; its last owner frees it.
    guard isKnownUniquelyReferenced(&node) else { return }
    add(node.takeContent())
  }

  /// Retains the deep parts of a content, so that they outlive it.
  mutating func add<Element>(_ content: RopeNode<Element>.Content) {
    switch content {
    case .leaf(let elements): for element in elements { element.addParts(to: &self) }
    case .branch(let children):
      for child in children where child.measure.height > Self.shallow {
        Element.add(child, to: &self)
      }
    }
  }
}

extension JSONValue {
  static func add(_ node: RopeNode<JSONValue>, to remains: inout RopeRemains) {
    remains.values.append(node)
  }

  func addParts(to remains: inout RopeRemains) {
    switch node {
    case .array(let elements) where elements.measure.height > RopeRemains.shallow:
      remains.values.append(elements.root)
    case .object(let object) where object.entries.measure.height > RopeRemains.shallow:
      remains.entries.append(object.entries.root)
    default: break
    }
  }
}

extension ObjectEntry {
  static func add(_ node: RopeNode<ObjectEntry>, to remains: inout RopeRemains) {
    remains.entries.append(node)
  }

  func addParts(to remains: inout RopeRemains) { value.addParts(to: &remains) }
}
