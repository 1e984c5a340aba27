import SessionFormat

// A type that only some processors have.

#if arch(x86_64) && !os(Windows) && !os(Android)
  extension Float80: RenderedLeaf {
    var rendered: JSONValue { JSONNumber(self).map(JSONValue.number) ?? .string(description) }
  }
#endif
