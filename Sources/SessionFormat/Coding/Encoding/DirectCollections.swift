extension Array: DirectCollection where Element: Encodable {
  static var fileOrder: FileOrder { .asEncoded }

  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool {
    run.become(.array)
    let array = value.assumingMemoryBound(to: Self.self).pointee
    var place = 0
    let count = array.count
    while place < count {
      run.writeElementStart()
      try run.write(array[place])
      place &+= 1
    }
    return true
  }
}

extension Set: DirectCollection where Element: Encodable {
  static var fileOrder: FileOrder { .elements }

  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool {
    run.become(.array)
    for element in value.assumingMemoryBound(to: Self.self).pointee {
      run.writeElementStart()
      try run.write(element)
    }
    return true
  }
}

extension Dictionary: DirectCollection where Key: Encodable, Value: Encodable {
  static var fileOrder: FileOrder { .keys }

  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool {
    // Other keys the dictionary turns into names, or writes as pairs, by rules of its own.
    guard Key.self == String.self else { return false }
    run.become(.object)
    for (key, value) in value.assumingMemoryBound(to: Self.self).pointee {
      run.writeName(unsafeBitCast(key, to: String.self))
      try run.write(value)
    }
    return true
  }
}
