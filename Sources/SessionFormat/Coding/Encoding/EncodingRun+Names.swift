// Writes names at the end of the text, into the innermost open frame.

extension EncodingRun {
  /// Writes a member's name, with the comma before it and the colon after it.
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

  /// Writes a coding key's name, with the comma before it and the colon after it.
  @inline(__always)
  func writeName(ofKey name: String) {
    guard let known = state.pointee.keyNames.known(name) else { return writeNewName(ofKey: name) }
    let frame = state.pointee.frames + state.pointee.top
    if frame.pointee.count > 0 { state.pointee.text.append(UInt8(ascii: ",")) }
    frame.pointee.count &+= 1
    let start = state.pointee.text.count
    frame.pointee.lastName = start
    // Always copies all of it: that is faster than checking the length.
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
    guard state.pointee.remembers else { return }
    let frame = state.pointee.frames + state.pointee.top
    // Names with escapes are rare, and `hasEscapedName` must be set for them.
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
}
