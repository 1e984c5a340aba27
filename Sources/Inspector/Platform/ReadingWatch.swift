/// Is told how far the reading of a session is, for somebody who waits for it.
package final class ReadingWatch: Sendable, Equatable {
  private let tell: @Sendable (_ done: Int, _ size: Int?) -> Void

  /// - Parameter tell: Called now and then, on any thread, with the bytes that are read so far, and
  ///   with how many there are if that is known. A session may be read in several passes.
  package init(_ tell: @escaping @Sendable (_ done: Int, _ size: Int?) -> Void) {
    self.tell = tell
  }

  func note(_ done: Int, of size: Int?) { tell(done, size) }

  package static func == (one: ReadingWatch, other: ReadingWatch) -> Bool { one === other }
}
