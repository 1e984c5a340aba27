import SessionFormat

/// Any bytes: what is parsed is written, parsed again, and written in canonical form.
let jsonTarget = FuzzTarget(name: "json", largest: 512) { bytes in
  let value: JSONValue
  do throws(JSONSyntaxError) { value = try JSONParser().parse(bytes) } catch {
    require(0...bytes.count ~= error.offset, "an error lies within the text")
    requireShowable(error.description)
    return
  }
  let written = JSONWriter.bytes(of: value)
  let again = requireSuccess("what is written is read") { try JSONParser().parse(written) }
  require(again == value, "what is written is equal")
  require(JSONWriter.bytes(of: again) == written, "what is written again is the same")
  requireShowable(String(decoding: written, as: UTF8.self))
  require(again.height == value.height, "the height is that of the text")
  // An escape of six bytes may stand for one.
  require(value.textSize <= 6 * written.count, "the text size is about that of the text")
  requireCanonical(value)
}

private func requireCanonical(_ value: JSONValue) {
  guard let bytes = try? value.canonicalBytes() else {
    require(!value.isExactInDoubles, "what doubles hold has a canonical form")
    return
  }
  let parsed = requireSuccess("the canonical form is read") { try JSONParser().parse(bytes) }
  require((try? parsed.canonicalBytes()) == bytes, "the canonical form is its own")
  require((parsed == value) == value.isExactInDoubles, "the canonical form loses what doubles do")
}
