// Writing names and values at the end of the text, into the innermost open frame.

extension EncodingRun {
  /// Writes a member's name, with what stands before and behind it.
  @inline(__always)
  func writeName(_ name: String) {
    let frame = state.pointee.frames + state.pointee.top
    if frame.pointee.count > 0 { state.pointee.text.append(UInt8(ascii: ",")) }
    frame.pointee.count &+= 1
    let start = state.pointee.text.count
    frame.pointee.lastName = start
    if state.pointee.text.append(quoted: name) { frame.pointee.hasEscapedName = true }
    if frame.pointee.order != .asEncoded {
      state.pointee.marks.push(start)
    } else {
      noteName(frame, start)
    }
    state.pointee.text.append(UInt8(ascii: ":"))
  }

  /// Writes a coding key's name, with what stands before and behind it.
  @inline(__always)
  func writeName(ofKey name: String) {
    guard let known = state.pointee.keyNames.known(name) else { return writeNewName(ofKey: name) }
    let frame = state.pointee.frames + state.pointee.top
    if frame.pointee.count > 0 { state.pointee.text.append(UInt8(ascii: ",")) }
    frame.pointee.count &+= 1
    let start = state.pointee.text.count
    frame.pointee.lastName = start
    // All of it, as that is quicker than to look how much.
    state.pointee.text.reserve(MemoryLayout<KeyNameMemo.Text>.size)
    UnsafeMutableRawPointer(state.pointee.text.bytes + start).storeBytes(
      of: known.pointee.text, as: KeyNameMemo.Text.self)
    state.pointee.text.count = start &+ known.pointee.count
    if frame.pointee.order != .asEncoded {
      state.pointee.marks.push(start)
    } else {
      note(frame, known.pointee.hash)
    }
  }

  @inline(never)
  private func writeNewName(ofKey key: String) {
    writeName(key)
    let frame = state.pointee.frames + state.pointee.top
    // What has escapes is rare, and whoever reads the frame must know.
    if frame.pointee.hasEscapedName { return }
    let start = frame.pointee.lastName
    let written = UnsafeBufferPointer(
      start: state.pointee.text.bytes + start, count: state.pointee.text.count - start)
    let name = UnsafeRawPointer(state.pointee.text.bytes + start + 1)
    let hash = NameHash.hash(name, written.count - 3)
    state.pointee.keyNames.remember(key, written, hash: hash)
  }

  /// Remembers the hash of the name at the end of the text.
  @inline(__always)
  private func noteName(_ frame: UnsafeMutablePointer<EncodingFrame>, _ start: Int) {
    let name = UnsafeRawPointer(state.pointee.text.bytes + start + 1)
    note(frame, NameHash.hash(name, state.pointee.text.count &- start &- 2))
  }

  @inline(__always)
  private func note(_ frame: UnsafeMutablePointer<EncodingFrame>, _ hash: UInt64) {
    state.pointee.names.push(Int(truncatingIfNeeded: hash))
    let bit = UInt64(1) << (hash >> 58)
    if frame.pointee.bloom & bit != 0 { frame.pointee.mayRepeat = true }
    frame.pointee.bloom |= bit
  }

  /// Goes on to an array's next element.
  @inline(__always)
  func writeElementStart() {
    let frame = state.pointee.frames + state.pointee.top
    if frame.pointee.count > 0 { state.pointee.text.append(UInt8(ascii: ",")) }
    frame.pointee.count &+= 1
    if frame.pointee.order != .asEncoded { state.pointee.marks.push(state.pointee.text.count) }
  }

  /// Writes a value in a place of its own.
  @inline(__always)
  func write<T: Encodable>(_ value: T) throws {
    // Where the compiler knows the type only one of these is left; else they are cheap to ask.
    if T.self == String.self {
      write(string: unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      state.pointee.text.append(unsafeBitCast(value, to: Int.self))
    } else if T.self == Bool.self {
      state.pointee.text.append(unsafeBitCast(value, to: Bool.self) ? "true" : "false")
    } else if T.self == Double.self {
      state.pointee.append(unsafeBitCast(value, to: Double.self))
    } else {
      try withUnsafePointer(to: value) { try writeOther(at: $0) }
    }
  }

  /// Writes the value that lies there in a place of its own.
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
      try writeOther(at: value)
    }
  }

  /// A string of fewer bytes is written as quickly as it is found.
  private static var leastRemembered: Int { 32 }

  @inline(__always)
  private func write(string: String) {
    if let memo = state.pointee.memo, string.utf8.count >= Self.leastRemembered {
      write(long: string, memo)
    } else {
      state.pointee.text.append(quoted: string)
    }
  }

  /// Writes a string, or the text that is remembered of it.
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

  @inline(never)
  private func writeOther<T: Encodable>(at value: UnsafePointer<T>) throws {
    let type = direct.coding(of: T.self)
    if let leaf = type.leaf { return leaf.write(UnsafeRawPointer(value), to: state) }
    guard depth(of: state.pointee.top &+ 1) <= state.pointee.limit else {
      // At the limit itself a value may yet turn out to be a wrapped leaf.
      appendTooDeep(state.pointee.limit)
      return
    }
    let hasRoom = state.pointee.stack.enter()
    defer { state.pointee.stack.leave() }
    guard hasRoom else {
      appendTooDeep(depth(of: state.pointee.top &+ 1))
      return
    }
    // What lies at the limit is replaced by a text when it ends.
    if type.isRemembered, let memo = state.pointee.memo,
      depth(of: state.pointee.top &+ 1) < state.pointee.limit
    {
      return try writeLeaves(at: value, type, memo)
    }
    try writeOpened(at: value, type)
  }

  /// Writes a collection of leaves, or the text that is remembered of it.
  @inline(never)
  private func writeLeaves<T: Encodable>(
    at value: UnsafePointer<T>, _ type: DirectCoding, _ memo: UnsafeMutablePointer<CollectionMemo>
  ) throws {
    let place = CollectionMemo.Place(
      elements: UnsafeRawPointer(value).load(as: UInt.self),
      type: unsafeBitCast(T.self as Any.Type, to: UInt.self))
    if memo.pointee.add(place, to: &state.pointee.text) { return }
    let start = state.pointee.text.count
    try writeOpened(at: value, type)
    let text = UnsafeBufferPointer(
      start: state.pointee.text.bytes + start, count: state.pointee.text.count - start)
    memo.pointee.remember(place, text) { HeldValue(value.pointee) }
  }

  @inline(__always)
  private func writeOpened<T: Encodable>(
    at value: UnsafePointer<T>, _ type: DirectCoding
  ) throws {
    let id = beginFrame(isValue: true)
    let index = state.pointee.top
    defer { endFrames(downTo: index) }
    state.pointee.frames[index].wrappings = 1
    if let collection = type.collection {
      state.pointee.frames[index].order = collection.fileOrder
      if try collection.fill(UnsafeRawPointer(value), self) { return }
    }
    try Borrowed.call(value) { value in try value.encode(to: PlaceEncoder(run: self, id: id)) }
  }

  /// Writes a value into the innermost frame itself, as a single value container does.
  func writeInPlace<T: Encodable>(_ value: T, _ id: Int) throws {
    let type = direct.coding(of: T.self)
    if let leaf = type.leaf {
      clearTop()
      state.pointee.frames[state.pointee.top].content = .value
      withUnsafePointer(to: value) { leaf.write(UnsafeRawPointer($0), to: state) }
      return
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
      if let collection = type.collection {
        let order = collection.fileOrder
        if order != .asEncoded { frame.pointee.order = order }
        if try withUnsafePointer(to: value, { try collection.fill(UnsafeRawPointer($0), self) }) {
          return
        }
      }
      try value.encode(to: PlaceEncoder(run: self, id: id))
    } catch {
      reachAlone(id)?.empty(order: order)
      throw error
    }
  }

  /// Notes that a value has encoded itself in that place, which may have been detached by then.
  private func unwrap(_ id: Int) {
    if let run = detached[id] { return run.unwrap(id) }
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
  /// Takes back the member whose value has just thrown: a type that catches the error goes on as if
  /// it had not tried, and half a value would not decode.
  @inline(never)
  func withoutLastMember(_ error: any Error) -> any Error {
    let frame = state.pointee.frames + state.pointee.top
    let end = frame.pointee.lastName - (frame.pointee.count > 1 ? 1 : 0)
    if frame.pointee.order == .asEncoded { state.pointee.names.count -= 1 }
    return withoutLast(error, from: end)
  }

  /// Takes back what the innermost frame holds, for the same reason.
  @inline(never)
  func empty(order: FileOrder) {
    clearTop()
    state.pointee.frames[state.pointee.top].order = order
  }

  /// Takes back the element or member, which begins at that offset, with the comma before it.
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

/// Hashes of names, to find a name that comes twice.
enum NameHash {
  /// Unknown to whoever makes up the names, so that none can be made to collide.
  private static let seed = UInt64.random(in: .min ... .max) | 1

  @inline(__always)
  static func hash(_ name: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: length)
    var at = 0
    while at &+ 8 <= length {
      hash = mixed(hash, name.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    if at == length { return length == 0 ? mixed(hash, 0) : hash }
    // The last eight bytes, or all; the length, which is in the hash, tells which.
    return mixed(
      hash,
      length < 8
        ? PlainText.word(name, length)
        : name.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
  }

  static func hash(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { bytes in
      bytes.baseAddress.map { hash(UnsafeRawPointer($0), bytes.count) } ?? mixed(seed, 0)
    }
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
