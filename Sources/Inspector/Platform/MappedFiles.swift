import Foundation

/// The files that are mapped into memory, so that a signal handler can name one that was cut short.
///
/// If another program truncates a mapped file, a read behind its new end raises `SIGBUS`. Copying
/// each file first would cost the memory and time that mapping saves. Checking its size before each
/// read leaves a race. So the process ends, but with a message: the signal handler finds it here.
/// The tool installs the handler, because a library leaves signals to its app.
///
/// A handler may neither allocate nor lock. So the message is made when the file is mapped, in a
/// table of a fixed size that is never freed. Files that do not fit have no message.
package enum MappedFiles {
  private struct Entry {
    var start: UInt = 0
    var end: UInt = 0
    var words = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  private static let capacity = 1024
  private static let lock = NSLock()
  private nonisolated(unsafe) static let entries: UnsafeMutablePointer<Entry> = {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    return entries
  }()

  /// Makes the table; call it before a handler may read it.
  package static func prepare() { _ = entries }

  /// The message for the file that is mapped at an address; nil if there is none.
  ///
  /// Safe in a signal handler. Complexity: O(1), about 1,000 comparisons.
  package static func words(for address: UInt) -> UnsafeRawBufferPointer? {
    for place in 0..<capacity where entries[place].start <= address {
      if address < entries[place].end { return UnsafeRawBufferPointer(entries[place].words) }
    }
    return nil
  }

  /// Adds a file.
  ///
  /// - Returns: Its place in the table; nil if the table is full.
  static func add(_ start: UnsafeMutableRawPointer, _ count: Int, _ file: String) -> Int? {
    let name = VisibleText.escaped(file)
    let text = Array("\(name): was cut short while it was read: open it again\n".utf8)
    return lock.withLock {
      guard let place = (0..<capacity).first(where: { entries[$0].end == 0 }) else { return nil }
      let words = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
      words.copyBytes(from: text)
      let address = UInt(bitPattern: start)
      // The mapping ends with the last page, not with the file's last byte.
      let page = UInt(Platform.pageSize)
      let end = (address + UInt(count) + page - 1) / page * page
      entries[place] = Entry(start: address, end: end, words: words)
      return place
    }
  }

  static func remove(_ place: Int?) {
    guard let place else { return }
    lock.withLock {
      let words = entries[place].words
      entries[place] = Entry()
      words.deallocate()
    }
  }
}
