// Writes values at the end of the text, into the innermost open frame.

extension EncodingRun {
  /// Begins the next element of an array.
  @inline(__always)
  func writeElementStart() {
    let frame = state.pointee.frames + state.pointee.top
    if frame.pointee.count > 0 { state.pointee.text.append(UInt8(ascii: ",")) }
    frame.pointee.count &+= 1
    if frame.pointee.order != .asEncoded { state.pointee.marks.push(state.pointee.text.count) }
  }

  /// Writes a value at a place of its own.
  @inline(__always)
  func write<T: Encodable>(_ value: T) throws {
    // If the compiler knows the type, only one branch remains; otherwise the checks are cheap.
    if T.self == String.self {
      write(string: unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      state.pointee.text.append(unsafeBitCast(value, to: Int.self))
    } else if T.self == Bool.self {
      state.pointee.text.append(unsafeBitCast(value, to: Bool.self) ? "true" : "false")
    } else if T.self == Double.self {
      state.pointee.append(unsafeBitCast(value, to: Double.self))
    } else {
      try withUnsafePointer(to: value) { try writeOther(at: $0, T.self) }
    }
  }

  /// Writes the value at an address, at a place of its own.
  @inline(__always)
  func write<T: Encodable>(at value: UnsafePointer<T>) throws {
    let place = UnsafeRawPointer(value)
    if T.self == String.self {
      write(string: place.assumingMemoryBound(to: String.self).pointee)
    } else if T.self == Int.self {
      state.pointee.text.append(place.assumingMemoryBound(to: Int.self).pointee)
    } else if T.self == Double.self {
      state.pointee.append(place.assumingMemoryBound(to: Double.self).pointee)
    } else {
      try writeOther(at: value, T.self)
    }
  }

  /// A shorter string is written as fast as it is found.
  private static var leastRemembered: Int { 32 }

  @inline(__always)
  private func write(string: String) {
    if let memo = state.pointee.memo, string.utf8.count >= Self.leastRemembered {
      write(long: string, memo)
    } else {
      state.pointee.text.append(quoted: string)
    }
  }

  /// Writes a string, or its remembered text.
  @inline(never)
  private func write(long string: String, _ memo: UnsafeMutablePointer<CollectionMemo>) {
    guard let place = CollectionMemo.Place(of: string) else {
      state.pointee.text.append(quoted: string)
      return
    }
    if memo.pointee.add(place, to: &state.pointee.text) { return }
    let start = state.pointee.text.count
    state.pointee.text.append(quoted: string)
    let text = UnsafeBufferPointer(
      start: state.pointee.text.bytes + start, count: state.pointee.text.count - start)
    memo.pointee.remember(place, text) { HeldValue(string) }
  }

  /// Writes the value of any type at an address, at a place of its own.
  ///
  /// Not generic: an app would have a copy of it for each leaf of `Codable`.
  @inline(never)
  func writeOther(at value: UnsafeRawPointer, _ type: any Encodable.Type) throws {
    let coding = direct.coding(of: type)
    if let leaf = coding.leaf { return leaf.write(value, to: state) }
    guard depth(of: state.pointee.top &+ 1) <= state.pointee.limit else {
      // A value at the limit may still turn out to be a wrapped leaf.
      appendTooDeep(state.pointee.limit)
      return
    }
    let hasRoom = state.pointee.stack.enter()
    defer { state.pointee.stack.leave() }
    guard hasRoom else {
      appendTooDeep(depth(of: state.pointee.top &+ 1))
      return
    }
    // A value at the limit is replaced by a text when it ends.
    if coding.isRemembered, let memo = state.pointee.memo,
      depth(of: state.pointee.top &+ 1) < state.pointee.limit
    {
      return try writeLeaves(at: value, type, coding.collection, memo)
    }
    try writeOpened(at: value, type, coding.collection)
  }

  /// Writes a collection of leaves, or its remembered text.
  @inline(never)
  private func writeLeaves(
    at value: UnsafeRawPointer, _ type: any Encodable.Type,
    _ collection: (any DirectCollection.Type)?, _ memo: UnsafeMutablePointer<CollectionMemo>
  ) throws {
    let place = CollectionMemo.Place(
      elements: value.load(as: UInt.self), type: unsafeBitCast(type as Any.Type, to: UInt.self))
    if memo.pointee.add(place, to: &state.pointee.text) { return }
    let start = state.pointee.text.count
    // The elements are remembered with the collection, not separately.
    state.pointee.memo = nil
    defer { state.pointee.memo = memo }
    try writeOpened(at: value, type, collection)
    let text = UnsafeBufferPointer(
      start: state.pointee.text.bytes + start, count: state.pointee.text.count - start)
    memo.pointee.remember(place, text) { type.held(at: value) }
  }

  @inline(__always)
  private func writeOpened(
    at value: UnsafeRawPointer, _ type: any Encodable.Type,
    _ collection: (any DirectCollection.Type)?
  ) throws {
    let id = beginFrame(isValue: true)
    let index = state.pointee.top
    defer { endFrames(downTo: index) }
    state.pointee.frames[index].wrappings = 1
    if let collection {
      state.pointee.frames[index].order = collection.fileOrder
      if try collection.fill(value, self) { return }
    }
    try type.encode(at: value, to: PlaceEncoder(run: self, id: id))
  }

  /// Writes the value at an address into the innermost frame itself, like a single value container.
  func writeInPlace(at value: UnsafeRawPointer, _ type: any Encodable.Type, _ id: Int) throws {
    let coding = direct.coding(of: type)
    if let leaf = coding.leaf {
      clearTop()
      state.pointee.frames[state.pointee.top].content = .value
      return leaf.write(value, to: state)
    }
    let frame = state.pointee.frames + state.pointee.top
    guard depth(of: state.pointee.top) <= state.pointee.limit,
      frame.pointee.wrappings <= state.pointee.limit
    else {
      setTooDeep(state.pointee.limit)
      return
    }
    let hasRoom = state.pointee.stack.enter()
    defer { state.pointee.stack.leave() }
    guard hasRoom else {
      setTooDeep(depth(of: state.pointee.top))
      return
    }
    frame.pointee.wrappings += 1
    let order = frame.pointee.order
    defer { unwrap(id) }
    do {
      if let collection = coding.collection {
        let order = collection.fileOrder
        if order != .asEncoded { frame.pointee.order = order }
        if try collection.fill(value, self) { return }
      }
      try type.encode(at: value, to: PlaceEncoder(run: self, id: id))
    } catch {
      reachAlone(id)?.empty(order: order)
      throw error
    }
  }

  /// Notes that a value at a place has encoded itself; the place may have been detached by then.
  private func unwrap(_ id: Int) {
    if let run = state.pointee.detached[id] { return run.unwrap(id) }
    var index = state.pointee.top
    while index >= 0 {
      if state.pointee.frames[index].id == id {
        state.pointee.frames[index].wrappings -= 1
        return
      }
      index -= 1
    }
  }
}

// MARK: - Values that fail to encode

extension EncodingRun {
  /// Removes the member whose value has just thrown.
  ///
  /// A type that catches the error continues as if it had not tried, and half a value could not be
  /// decoded.
  @inline(never)
  func withoutLastMember(_ error: any Error) -> any Error {
    let frame = state.pointee.frames + state.pointee.top
    let end = frame.pointee.lastName - (frame.pointee.count > 1 ? 1 : 0)
    if frame.pointee.order == .asEncoded { state.pointee.names.count -= 1 }
    return withoutLast(error, from: end)
  }

  /// Empties the innermost frame, for the same reason.
  @inline(never)
  func empty(order: FileOrder) {
    clearTop()
    state.pointee.frames[state.pointee.top].order = order
  }

  /// Removes the last element or member; it begins at that offset with the comma before it.
  @inline(never)
  func withoutLast(_ error: any Error, from end: Int) -> any Error {
    let frame = state.pointee.frames + state.pointee.top
    frame.pointee.count -= 1
    if frame.pointee.order != .asEncoded { state.pointee.marks.count -= 1 }
    state.pointee.text.truncate(to: end)
    state.pointee.opaque.removeAll { $0 >= end }
    return error
  }
}

// MARK: - Values at an address

extension Encodable {
  /// Whether a value is as large as a reference.
  static var isOneWord: Bool { MemoryLayout<Self>.size == MemoryLayout<UInt>.size }

  fileprivate static func encode(at value: UnsafeRawPointer, to encoder: PlaceEncoder) throws {
    try Borrowed.call(value.assumingMemoryBound(to: Self.self)) { try $0.encode(to: encoder) }
  }

  /// Holds a copy of the value.
  fileprivate static func held(at value: UnsafeRawPointer) -> AnyObject {
    HeldValue(value.assumingMemoryBound(to: Self.self).pointee)
  }
}
