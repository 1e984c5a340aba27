/// Finds the patch from one value to another of the same type by walking over both side by side.
///
/// Both values are alive, so parts with the same significant bits are the same and are not looked
/// into (``ValueBits``). Of a part that differs, the old and the new one encode themselves into
/// nodes (``CapturedNode``), which hold their children as they are; the nodes are compared child by
/// child. So the cost follows the change, whatever the size of the value.
///
/// The patch is the one that ``JSONPatch/init(from:to:within:)`` makes of both documents, in the
/// same order; but of an array that keeps its count, elements are seen to have moved by their bits
/// alone. What an `encode(to:)` takes from elsewhere than the value is not seen; whoever uses
/// this must compare with the whole text from time to time. Not thread-safe, and not reentrant.
package final class LockstepWalk {
  /// The patch would be too long, or only the whole text shows what it is.
  private struct NoPatch: Error {}
  /// Two values differ, which is all that was to be found out.
  private struct Other: Error {}

  private var run = EncodingRun()
  private let types = TypeTable<LockstepType?>(nil)
  /// The operations so far, with a comma before each but the first.
  private var patch = ByteBuffer(capacity: 256)
  /// The steps of the place, as in the text of a pointer.
  private var path = ByteBuffer(capacity: 64)
  /// How many steps the place has.
  private var depth = 0
  private var stack = StackGuard()
  private var mostPatch = 0
  private var mostRemoved = 0
  /// How many more values may encode themselves into nodes.
  private var unvisited = 0
  /// The bytes of texts that the patch removes or replaces, and of those that it puts there.
  private var (removed, added) = (0, 0)
  /// Whether only to find out if anything differs.
  private(set) var isDry = false
  private var addsMembers = false
  private var takesSplices = false
  /// Whether a value asked for its coding path; what it writes elsewhere may be something else, so
  /// such values are not walked over.
  var wasAskedForPath: Bool { question.wasAsked }
  private let question = PathQuestion()

  /// A walk that knows no types yet.
  package init() {}

  deinit {
    types.free()
    patch.free()
    path.free()
  }

  /// A patch, and what it does to the size of the value's text.
  package struct Patch {
    /// The text of the patch, a JSON array.
    package let text: [UInt8]
    /// By how many bytes the text grows, without commas and names.
    package let growth: Int

    /// Whether it adds members, which then are the last of their object, wherever the value writes
    /// them.
    package let addsMembers: Bool

    /// Whether nothing differs.
    package var isEmpty: Bool { text.count == 2 }
  }

  /// Whether values of a type can be walked over.
  package func takes<T: Encodable>(_ type: T.Type) -> Bool { knowledge(of: type).isProvable }

  /// The patch from one value to another.
  ///
  /// Nil if it would be longer than a limit or if a value does not encode; then the new value is to
  /// be encoded as a whole.
  ///
  /// Complexity: O(what changed, and the collections that contain it).
  ///
  /// - Parameters:
  ///   - most: The most bytes of the patch.
  ///   - mostRemoved: The most bytes of the old text that it may remove or replace.
  ///   - mostVisited: The most values that may encode themselves into nodes. A value that is made anew
  ///     differs in all of its bits, and is sooner encoded than walked over.
  ///   - splices: Whether the patch may have splices.
  package func patch<T: Encodable>(
    from old: UnsafePointer<T>, to new: UnsafePointer<T>, within most: Int,
    removing mostRemoved: Int,
    visiting mostVisited: Int, splices: Bool = false
  ) -> Patch? {
    patch.truncate(to: 0)
    path.truncate(to: 0)
    (depth, removed, added, isDry, addsMembers) = (0, 0, 0, false, false)
    (mostPatch, self.mostRemoved, unvisited) = (most, mostRemoved, mostVisited)
    takesSplices = splices
    stack = StackGuard()
    patch.append(UInt8(ascii: "["))
    do { try walk(old, new) } catch { return nil }
    patch.append(UInt8(ascii: "]"))
    return Patch(text: patch.array(), growth: added - removed, addsMembers: addsMembers)
  }

  /// What is known of a type.
  func knowledge<T: Encodable>(of type: T.Type) -> LockstepType {
    let known = types.entry(of: type) { LockstepType(type, run.direct.coding(of: type)) }
    return known ?? LockstepType(type, run.direct.coding(of: type))
  }

  /// Compares two values at the current place.
  func walk<T: Encodable>(_ old: UnsafePointer<T>, _ new: UnsafePointer<T>) throws {
    let type = knowledge(of: T.self)
    if type.areSame(old, new) { return }
    if type.isLeaf { return try compareLeaves(old, new) }
    let hasRoom = stack.enter()
    defer { stack.leave() }
    guard hasRoom else { throw NoPatch() }
    if let collection = type.collection, try collection(old, new, self) { return }
    if type.isReordered { return try compare(text(of: old.pointee), text(of: new.pointee)) }
    try visit(1)
    let (before, after) = (CapturedNode(depth: 0, question), CapturedNode(depth: 0, question))
    try Borrowed.call(old) { try $0.encode(to: CapturingEncoder(node: before)) }
    try Borrowed.call(new) { try $0.encode(to: CapturingEncoder(node: after)) }
    guard !question.wasAsked else { throw NoPatch() }
    try compare(before, after)
  }
}

// MARK: - Nodes

extension LockstepWalk {
  /// Counts values that encode themselves on both sides; too many are sooner encoded as a whole.
  func visit(_ count: Int) throws {
    guard unvisited >= count else { throw NoPatch() }
    unvisited -= count
  }
}

extension LockstepWalk {
  private func compare(_ old: CapturedNode, _ new: CapturedNode) throws {
    let hasRoom = stack.enter()
    defer { stack.leave() }
    guard hasRoom else { throw NoPatch() }
    switch (old.content, new.content) {
    case (.null, .null): return
    case (.tooDeep, _), (_, .tooDeep): throw NoPatch()
    case (.members(let old), .members(let new)): try compare(members: old, new)
    case (.elements(let old), .elements(let new)): try compare(elements: old, new)
    case (.value(let value), .value(let other)) where type(of: value) == type(of: other):
      try value.walk(with: other, self)
    default:
      try compare(text(of: old), text(of: new))
    }
  }

  private func compare(
    members old: [CapturedNode.Member], _ new: [CapturedNode.Member]
  ) throws {
    var known = 0
    for (place, member) in old.enumerated() {
      // Both nearly always have the same names in the same order.
      let other =
        place < new.count && new[place].name.hasSameBytes(as: member.name)
        ? new[place] : new.first { $0.name.hasSameBytes(as: member.name) }
      if other != nil { known += 1 }
      try step(to: member.name) {
        if let other { try compare(member.node, other.node) } else { try remove(member.node) }
      }
    }
    guard known < new.count else { return }
    for member in new where !old.contains(where: { $0.name.hasSameBytes(as: member.name) }) {
      try step(to: member.name) { try add(member: member.node) }
    }
  }

  private func compare(elements old: [CapturedNode], _ new: [CapturedNode]) throws {
    if isDry, old.count == new.count {
      for index in old.indices { try step(to: index) { try compare(old[index], new[index]) } }
      return
    }
    try differ()
    var middle = ArrayMiddle(old.count, new.count)
    try middle.trim { try areEqual(old[$0], new[$1]) }
    try middle.align { try areEqual(old[$0], new[$1]) }
    try middle.forEach { place, before, after in
      try step(to: place) {
        switch (before, after) {
        case (let before?, let after?): try compare(old[before], new[after])
        case (let before?, nil): try remove(old[before])
        case (nil, let after?): try add(new[after])
        case (nil, nil): break
        }
      }
    }
  }

  private func areEqual(_ old: CapturedNode, _ new: CapturedNode) throws -> Bool {
    try areEqual { try compare(old, new) }
  }

  /// Ends a comparison that is only to find out if anything differs.
  ///
  /// Arrays of other counts differ, so they are not searched for equal elements then: each search
  /// would begin others, and those in nested arrays would double with each level.
  func differ() throws { if isDry { throw Other() } }

  /// Whether a comparison finds nothing.
  func areEqual(_ compare: () throws -> Void) throws -> Bool {
    let wasDry = isDry
    isDry = true
    defer { isDry = wasDry }
    do {
      try compare()
      return true
    } catch is Other {
      return false
    }
  }
}

// MARK: - Texts

extension LockstepWalk {
  private func compareLeaves<T: Encodable>(
    _ old: UnsafePointer<T>, _ new: UnsafePointer<T>
  ) throws {
    if takesSplices, let before = old.pointee as? String, let after = new.pointee as? String,
      let splice = TextSplice(from: before, to: after)
    {
      return try self.splice(splice)
    }
    let before = try text(of: old.pointee)
    let after = try text(of: new.pointee)
    if !Memory.areEqual(before, after) { try replace(before.count, by: after) }
  }

  /// Compares the texts of two values whose parts cannot be compared, by their documents.
  @inline(never)
  private func compare(_ before: [UInt8], _ after: [UInt8]) throws {
    if Memory.areEqual(before, after) { return }
    let parser = JSONParser(depthLimit: ValueEncoder.depthLimit)
    var found = DifferenceWalk(isPatch: true)
    found.compare(try parser.parse(before), try parser.parse(after))
    for difference in found.found {
      let mark = path.count
      for token in difference.path.tokens { path.append(step: token) }
      defer { path.truncate(to: mark) }
      if takesSplices, let splice = difference.splice {
        try self.splice(splice)
        continue
      }
      let size = difference.old?.textSize ?? 0
      if let value = difference.new {
        let text = JSONWriter.bytes(of: value)
        if difference.old == nil {
          addsMembers = true  // perhaps only an element
          try add(text: text)
        } else {
          try replace(size, by: text)
        }
      } else {
        try remove(size: size)
      }
    }
  }

  /// The text of a value at the current place.
  func text<T: Encodable>(of value: T) throws -> [UInt8] {
    run.restart(limit: ValueEncoder.depthLimit)
    run.state.pointee.baseDepth = depth
    defer { if !EncodingRun.isFree(&run) { run = EncodingRun() } }
    try run.write(value)
    guard run.state.pointee.opaque.isEmpty else { throw NoPatch() }
    if run.state.pointee.isAskedForPath { question.wasAsked = true }
    guard !question.wasAsked else { throw NoPatch() }
    return run.state.pointee.text.array()
  }
}

// MARK: - Operations

extension LockstepWalk {
  /// Does something at a member of the current place.
  func step(to name: String, _ body: () throws -> Void) throws {
    let mark = path.count
    path.append(step: name)
    try stepped(from: mark, body)
  }

  /// Does something at an element of the current place.
  func step(to index: Int, _ body: () throws -> Void) throws {
    let mark = path.count
    path.append(UInt8(ascii: "/"))
    path.append(index)
    try stepped(from: mark, body)
  }

  private func stepped(from mark: Int, _ body: () throws -> Void) throws {
    depth += 1
    defer {
      depth -= 1
      path.truncate(to: mark)
    }
    guard depth < ValueEncoder.depthLimit else { throw NoPatch() }
    try body()
  }

  /// Removes an old value from the current place.
  func remove<T: Encodable>(_ value: T) throws {
    if isDry { throw Other() }
    try remove(size: try text(of: value).count)
  }

  /// Adds a new value at the current place.
  func add<T: Encodable>(_ value: T) throws {
    if isDry { throw Other() }
    try add(text: try text(of: value))
  }

  /// Adds a new member at the current place.
  func add<T: Encodable>(member value: T) throws {
    addsMembers = true
    try add(value)
  }

  private func remove(size: Int) throws {
    try begin("remove")
    patch.append("\"}")
    removed += size
    try checkSize()
  }

  private func add(text: [UInt8]) throws {
    try begin("add")
    try end(text)
  }

  private func replace(_ size: Int, by text: [UInt8]) throws {
    try begin("replace")
    removed += size
    try end(text)
  }

  private func splice(_ splice: TextSplice) throws {
    try begin("splice")
    patch.append(UInt8(ascii: "\""))
    patch.append(membersOf: splice)
    patch.append(UInt8(ascii: "}"))
    removed += splice.removed
    added += splice.inserted.utf8.count
    try checkSize()
  }

  private func begin(_ operation: StaticString) throws {
    if isDry { throw Other() }
    if patch.count > 1 { patch.append(UInt8(ascii: ",")) }
    patch.append(#"{"op":""#)
    patch.append(operation)
    patch.append(#"","path":""#)
    patch.append(path.bytes, path.count)
  }

  private func end(_ text: [UInt8]) throws {
    patch.append(#"","value":"#)
    text.withUnsafeBufferPointer { if let start = $0.baseAddress { patch.append(start, $0.count) } }
    patch.append(UInt8(ascii: "}"))
    added += text.count
    try checkSize()
  }

  private func checkSize() throws {
    if patch.count > mostPatch || removed > mostRemoved { throw NoPatch() }
  }
}
