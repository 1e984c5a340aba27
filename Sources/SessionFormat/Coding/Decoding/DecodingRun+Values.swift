extension DecodingRun {
  /// Reads a value.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, _ place: TapePlace) throws -> T {
    // If the compiler knows the type, only one branch remains; otherwise the checks are cheap.
    if T.self == String.self {
      if tape.pointee.nodes[place.index].kind == .string {
        return unsafeBitCast(tape.pointee.string(place.index), to: T.self)
      }
    } else if T.self == Int.self {
      if let value = tape.pointee.smallInteger(place.index) {
        return unsafeBitCast(value, to: T.self)
      }
    } else if T.self == Bool.self {
      switch tape.pointee.nodes[place.index].kind {
      case .yes: return unsafeBitCast(true, to: T.self)
      case .no: return unsafeBitCast(false, to: T.self)
      default: break
      }
    } else if T.self == Double.self {
      if let value = tape.pointee.double(place.index) { return unsafeBitCast(value, to: T.self) }
    }
    return try decodeOther(type, place)
  }

  @inline(never)
  private func decodeOther<T: Decodable>(_ type: T.Type, _ place: TapePlace) throws -> T {
    let direct = direct.decoding(of: type)
    // A directly read value is small and is moved out before anything else is read. There is no
    // optional on purpose: the metadata of `T?` would be looked up each time.
    if let leaf = direct.leaf {
      if leaf.read(place.index, tape, into: scratch) {
        return scratch.assumingMemoryBound(to: T.self).move()
      }
      if direct.isLeafOnly { throw mismatch(place, type, "\(type)") }
    }
    let hasRoom = stack.pointee.enter()
    defer { stack.pointee.leave() }
    guard hasRoom else { throw tooDeep(place) }
    if direct.leaf == nil, let collection = direct.collection {
      if try collection.read(place, self, into: scratch) {
        return scratch.assumingMemoryBound(to: T.self).move()
      }
    }
    return try T(from: PlaceDecoder(run: self, place: place))
  }

  private func tooDeep(_ place: TapePlace) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: path(place),
        debugDescription: "it is nested deeper than the stack of this thread has room for"))
  }
}
