extension JSONValue {
  /// The value of a text that differs from this value only in leaves.
  ///
  /// Nil if more differs, if elements of an array seem to have moved, if this value does not span its
  /// own text, or if the text is not one valid JSON value.
  ///
  /// Complexity: O(size), at about the speed of comparing memory.
  package func followed(by text: [UInt8]) -> FollowedValue? {
    guard case .text(let place) = node, place.node == 0 else { return nil }
    return text.withUnsafeBufferPointer { bytes in
      guard let (text, changed) = place.text.following(bytes) else { return nil }
      let followed = FollowedValue(old: place.text, new: text, changed: changed)
      return followed.isShifted(0, followed.changed[...]) ? nil : followed
    }
  }
}

/// A value that differs from another only in leaves, each at the same place.
package struct FollowedValue {
  fileprivate let old: ParsedText
  fileprivate let new: ParsedText
  fileprivate let changed: [Int]

  fileprivate init(old: ParsedText, new: ParsedText, changed: [Int]) {
    (self.old, self.new) = (old, new)
    // Leaves that are equal but written differently, such as `1.0` and `1`, do not count.
    let pair = TapePair(left: old.tape, right: new.tape)
    self.changed = changed.filter { !pair.areEqual($0, $0) }
  }

  /// Whether elements of an array seem to have moved, as ``ArrayMiddle`` sees it: then another patch
  /// may have fewer operations.
  ///
  /// Recursive; the parser bounds the nesting of values.
  fileprivate func isShifted(_ container: Int, _ changed: ArraySlice<Int>) -> Bool {
    guard changed.count > 2 else { return false }
    let tape = old.tape
    let isArray = tape.nodes[container].kind == .array
    var (rest, others) = (changed, 0)
    var first: (node: Int, place: Int)?
    while let leaf = rest.first {
      let (child, place) = tape.child(of: container, holding: leaf)
      let value = isArray ? child : child &+ 1
      let inside = rest.prefix { $0 < tape.next(after: value) }
      if isShifted(value, inside) { return true }
      if first == nil { first = (child, place) }
      others += 1
      rest = rest.dropFirst(inside.count)
    }
    guard isArray, others > 2, let (node, place) = first else { return false }
    let (pair, next) = (TapePair(left: tape, right: new.tape), tape.next(after: node))
    return ArrayMiddle.isShifted(at: place, of: tape.nodes[container].count) {
      pair.areEqual($0 == place ? node : next, $1 == place ? node : next)
    }
  }

  /// The parsed value of the new text.
  package var value: JSONValue { JSONValue(new, 0) }

  /// The same patch as ``JSONPatch/init(from:to:)`` of both values.
  package var patch: JSONPatch {
    JSONPatch(
      changed.map { leaf in
        var tokens: [String] = []
        old.tape.descend(to: leaf) { container, child, place in
          let isMember = old.tape.nodes[container].kind == .object
          tokens.append(isMember ? old.tape.string(child) : String(place))
        }
        return .replace(JSONPointer(tokens: tokens), JSONValue(new, leaf))
      })
  }

  /// Appends the text of the patch without making the patch.
  ///
  /// - Parameter splices: Whether it may have splices.
  func append(patchTo out: inout ByteBuffer, splices: Bool) {
    out.append(UInt8(ascii: "["))
    for (place, leaf) in changed.enumerated() {
      if place > 0 { out.append(UInt8(ascii: ",")) }
      let splice = splices ? splice(leaf) : nil
      out.append(splice == nil ? #"{"op":"replace","path":""# : #"{"op":"splice","path":""#)
      old.tape.descend(to: leaf) { container, child, place in
        if old.tape.nodes[container].kind == .object {
          out.append(step: child, of: old.tape)
        } else {
          out.append(UInt8(ascii: "/"))
          out.append(place)
        }
      }
      out.append(UInt8(ascii: "\""))
      if let splice {
        out.append(membersOf: splice)
      } else {
        out.append(#","value":"#)
        out.append(leaf: leaf, of: new.tape)
      }
      out.append(UInt8(ascii: "}"))
    }
    out.append(UInt8(ascii: "]"))
  }

  private func splice(_ leaf: Int) -> TextSplice? {
    let (before, after) = (old.tape.nodes[leaf], new.tape.nodes[leaf])
    guard before.kind == .string, after.kind == .string,
      min(before.length, after.length) >= TextSplice.leastText
    else { return nil }
    return TextSplice(from: old.tape.string(leaf), to: new.tape.string(leaf))
  }
}

extension ByteBuffer {
  /// Appends a name as a step of a path.
  fileprivate mutating func append(step name: Int, of tape: Tape) {
    let text = tape.written(name)
    if tape.nodes[name].hasEscapes || text.contains(where: { $0 == 0x7E || $0 == 0x2F }) {
      append(step: tape.string(name))
    } else {
      appendStep { $0.append(quoted: text) }
    }
  }
}
