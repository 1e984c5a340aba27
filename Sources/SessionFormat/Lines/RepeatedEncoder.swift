/// Encodes values in sequence with its own memory, independently of other encoders.
///
/// Each state of a store is nearly the same as the one before. The encoder may remember the unchanged
/// collections (``CollectionMemo``) and retain them until a state no longer has them. Otherwise it
/// works like ``ValueEncoder``. Not thread-safe, and not reentrant.
package final class RepeatedEncoder: TextEncoder {
  private var run = EncodingRun()
  /// Whether a value of the last state asked for its coding path.
  private(set) var wasAskedForPath = false
  private let memo: UnsafeMutablePointer<CollectionMemo>?

  /// An encoder that has not encoded anything.
  ///
  /// - Parameter remembers: Whether it remembers unchanged collections; otherwise it is faster where
  ///   all of a state changed.
  package init(remembers: Bool = true) {
    memo = remembers ? .allocate(capacity: 1) : nil
    memo?.initialize(to: CollectionMemo())
  }

  deinit {
    memo?.pointee.free()
    memo?.deallocate()
  }

  /// Adds a value to a line as a member with that name; adds nothing if it throws.
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

  /// The compact JSON text of a value and its opaque places.
  package func bytes(of value: some Encodable) throws -> EncodedBytes {
    begin(with: nil)
    defer { renewIfKept() }
    return try EncodedBytes(of: value, by: run)
  }

  package func encoded(_ value: some Encodable) throws -> EncodedValue {
    EncodedValue(try bytes(of: value))
  }

  /// Like ``bytes(of:)`` for a state, which is compared with the previous state.
  package func bytes(ofState state: some Encodable) throws -> EncodedBytes {
    begin(with: memo)
    defer {
      wasAskedForPath = run.state.pointee.isAskedForPath
      memo?.pointee.endValue()
      renewIfKept()
    }
    return try EncodedBytes(of: state, by: run)
  }

  private func begin(with memo: UnsafeMutablePointer<CollectionMemo>?) {
    run.restart(limit: ValueEncoder.depthLimit)
    run.state.pointee.memo = memo
  }

  private func renewIfKept() {
    guard !EncodingRun.isFree(&run) else { return }
    run.state.pointee.memo = nil
    run = EncodingRun()
  }
}
