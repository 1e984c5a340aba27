extension DecodingRun {
  /// Reads a value.
  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, _ place: TapePlace) throws -> T {
    // Where the compiler knows the type only one of these is left; else they are cheap to ask.
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
    if let leaf = direct.leaf {
      if let value = read(type, { leaf.read(place.index, tape.pointee, into: $0) }) {
        return value
      }
      if direct.isLeafOnly { throw mismatch(place, type, "\(type)") }
    } else if let collection = direct.collection {
      if let value = try read(type, { try collection.read(place, self, into: $0) }) {
        return value
      }
    }
    return try T(from: PlaceDecoder(run: self, place: place))
  }

  /// The value that was put into memory, or nil where none was.
  @inline(__always)
  private func read<T, Failure: Error>(
    _ type: T.Type, _ fill: (UnsafeMutableRawPointer) throws(Failure) -> Bool
  ) throws(Failure) -> T? {
    let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { memory.deallocate() }
    guard try fill(UnsafeMutableRawPointer(memory)) else { return nil }
    return memory.move()
  }
}
