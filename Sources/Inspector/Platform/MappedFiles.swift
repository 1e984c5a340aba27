import Foundation

/// The files that are mapped into memory, for whoever must say which of them was cut short.
///
/// A file that another program cuts short while it is mapped has no bytes behind its new end, and a
/// look at them is `SIGBUS`. To copy every file first would cost the memory and the time that mapping
/// saves, and to ask its size before each look leaves the moment between the two. So it ends the
/// process, as there is nothing to go on with, but not without a word: the handler of the signal
/// (which the tool installs; a library leaves signals to its app) finds here what to say.
///
/// A handler may neither allocate nor take a lock, so the words are made when the file is mapped,
/// and stand in a table of a fixed size that is never freed. Files beyond that have no words.
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

  /// Makes the table, which must be there before a handler looks into it.
  package static func prepare() { _ = entries }

  /// What to say of the file that is mapped at an address; nil if none is.
  ///
  /// Safe to be asked in the handler of a signal. Complexity: O(1), some 1,000 comparisons.
  package static func words(for address: UInt) -> UnsafeRawBufferPointer? {
    for place in 0..<capacity where entries[place].start <= address {
      if address < entries[place].end { return UnsafeRawBufferPointer(entries[place].words) }
    }
    return nil
  }

  /// Remembers a file.
  ///
  /// - Returns: Its place in the table; nil if that is full.
  static func add(_ start: UnsafeMutableRawPointer, _ count: Int, _ file: String) -> Int? {
    let name = VisibleText.escaped(file)
    let text = Array("\(name): was cut short while it was read: open it again\n".utf8)
    return lock.withLock {
      guard let place = (0..<capacity).first(where: { entries[$0].end == 0 }) else { return nil }
      let words = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
      words.copyBytes(from: text)
      let address = UInt(bitPattern: start)
      // The pages of the file end with the last one, not with the last byte.
      let page = UInt(Platform.pageSize)
      let end = (address + UInt(count) + page - 1) / page * page
      entries[place] = Entry(start: address, end: end, words: words)
      return place
    }
  }

  /// Forgets a file.
  static func remove(_ place: Int?) {
    guard let place else { return }
    lock.withLock {
      let words = entries[place].words
      entries[place] = Entry()
      words.deallocate()
    }
  }
}
