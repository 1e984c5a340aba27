import Foundation
import SessionFormat

/// A byte that chooses a type, and the JSON text to decode it from.
let decoderTarget = FuzzTarget(name: "decoder", largest: 384) { bytes in
  guard let choice = bytes.first else { return }
  let text = UnsafeBufferPointer(rebasing: bytes[1...])
  let value = Input.value(text)
  switch choice % 8 {
  case 0: requireAnything(text, value)
  case 1: requireSame(Zoo.Order.self, text, value)
  case 2: requireSame([Zoo.Event].self, text, value)
  case 3: requireSame([String: Zoo.Leaves].self, text, value)
  case 4: requireSame(Zoo.Nested.self, text, value)
  case 5: requireSame([Zoo.Choice?].self, text, value)
  case 6: requireSame(Zoo.Tree.self, text, value)
  default: requireNumbers(text, value)
  }
}

/// Decoding from the text equals decoding from its value, and the result is coded both ways.
private func requireSame<T: Codable & Equatable>(
  _ type: T.Type, _ text: UnsafeBufferPointer<UInt8>, _ value: JSONValue?
) {
  let decoder = ValueDecoder()
  let decoded: T
  do { decoded = try decoder.decode(type, from: text) } catch {
    require((error is JSONSyntaxError) == (value == nil), "syntax is what the parser says")
    requireShowable(ValueDecoder.describe(error))
    guard let value else { return }
    require((try? decoder.decode(type, from: value)) == nil, "a value is refused as its text is")
    return
  }
  guard let value else { return require(false, "no type reads what the parser refuses") }
  let other = requireSuccess("a value is read as its text is") {
    try decoder.decode(type, from: value)
  }
  require(other == decoded, "a value gives what its text gives")
  let encoded = requireSuccess("what was read is written") { try ValueEncoder().encode(decoded) }
  let again = requireSuccess("what was written is read") {
    try decoder.decode(type, from: encoded.value)
  }
  require(again == decoded, "what was written gives the same")
}

/// A type that takes any JSON finds in the text what the parser finds.
private func requireAnything(_ text: UnsafeBufferPointer<UInt8>, _ value: JSONValue?) {
  do {
    let found = try ValueDecoder().decode(Anything.self, from: text)
    guard let value else { return require(false, "no type reads what the parser refuses") }
    require(found.agrees(with: value), "what is decoded is what is there")
  } catch {
    require((error is JSONSyntaxError) == (value == nil), "syntax is what the parser says")
  }
}

/// A number decodes as an integer if it is one in range, and as its nearest double.
private func requireNumbers(_ text: UnsafeBufferPointer<UInt8>, _ value: JSONValue?) {
  guard let number = value?.number else { return }
  let decoder = ValueDecoder()
  require(
    (try? decoder.decode(Int.self, from: text)) == number.integer(Int.self), "as an Int")
  require(
    (try? decoder.decode(UInt64.self, from: text)) == number.integer(UInt64.self), "as a UInt64")
  require(
    (try? decoder.decode(Int8.self, from: text)) == number.integer(Int8.self), "as an Int8")
  require(
    (try? decoder.decode(Double.self, from: text))?.bitPattern == number.double?.bitPattern,
    "as a Double")
}
