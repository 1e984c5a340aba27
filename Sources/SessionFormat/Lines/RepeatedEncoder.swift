/// Encodes one value after the other in memory of its own, without asking who else encodes.
///
/// Of the states of one store, of which each is nearly the one before, it knows the collections that
/// stay (``CollectionMemo``); these are held until a state comes that does not have them. As
/// ``ValueEncoder`` in all else. Not thread-safe, and not to be used again while it encodes.
package final class RepeatedEncoder: TextEncoder {
  private var run = EncodingRun(limit: ValueEncoder.depthLimit, direct: DirectTypes())
  private let memo = UnsafeMutablePointer<CollectionMemo>.allocate(capacity: 1)

  /// An encoder to its own.
  package init() { memo.initialize(to: CollectionMemo()) }

  deinit {
    memo.pointee.free()
    memo.deallocate()
  }

  /// Adds a value to a line, as a member of that name; nothing if it throws.
  package func add(
    _ name: StaticString, _ value: some Encodable, to line: LineText
  ) throws -> Bool {
    begin(with: nil)
    defer { renewIfKept() }
    try run.write(value)
    let text = run.state.pointee.text
    line.add(name, text: UnsafeBufferPointer(start: text.bytes, count: text.count))
    return run.state.pointee.opaque.isEmpty
  }

  /// The compact JSON text of a value, and what of it is opaque.
  package func bytes(of value: some Encodable) throws -> EncodedBytes {
    begin(with: nil)
    defer { renewIfKept() }
    return try EncodedBytes(of: value, by: run)
  }

  /// The same of a state, which is compared with the state before.
  package func bytes(ofState state: some Encodable) throws -> EncodedBytes {
    begin(with: memo)
    defer {
      memo.pointee.endValue()
      renewIfKept()
    }
    return try EncodedBytes(of: state, by: run)
  }

  private func begin(with memo: UnsafeMutablePointer<CollectionMemo>?) {
    run.restart(limit: ValueEncoder.depthLimit)
    run.state.pointee.memo = memo
  }

  private func renewIfKept() {
    // A container that somebody has kept must never write into another's text.
    if run.hasEscaped() || !isKnownUniquelyReferenced(&run) {
      run.state.pointee.memo = nil
      run = EncodingRun(limit: ValueEncoder.depthLimit, direct: DirectTypes())
    }
  }
}
