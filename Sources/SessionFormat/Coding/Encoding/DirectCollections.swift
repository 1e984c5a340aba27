extension Array: DirectCollection where Element: Encodable {
  static var fileOrder: FileOrder { .asEncoded }
  static var isOfLeaves: Bool { Element.self is any DirectLeaf.Type }

  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool {
    run.become(.array)
    // In place, because a copy of an element would retain all that it holds.
    try value.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer { elements in
      guard var element = elements.baseAddress else { return }
      let end = element + elements.count
      while element < end {
        run.writeElementStart()
        try run.write(at: element)
        element += 1
      }
    }
    return true
  }
}

extension Set: DirectCollection where Element: Encodable {
  static var fileOrder: FileOrder { .elements }
  static var isOfLeaves: Bool { Element.self is any DirectLeaf.Type }

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
  static var isOfLeaves: Bool { Key.self == String.self && Value.self is any DirectLeaf.Type }

  static func fill(_ value: UnsafeRawPointer, _ run: EncodingRun) throws -> Bool {
    // For other key types `Dictionary` has its own rules: it writes names or pairs.
    guard Key.self == String.self else { return false }
    run.become(.object)
    let members = value.assumingMemoryBound(to: Self.self).pointee
    // By index, because an iterator returns optionals, whose type would be looked up.
    var place = members.startIndex
    while place != members.endIndex {
      let (key, value) = members[place]
      run.writeName(unsafeBitCast(key, to: String.self))
      try run.write(value)
      members.formIndex(after: &place)
    }
    return true
  }
}
