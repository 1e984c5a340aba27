/// The recorder's calls to the file system, one method each, so that a test can let any call fail.
///
/// No method waits, retries or decides. All are called with the recorder's lock held, except
/// `synchronize`, which may run at the same time on a descriptor that stays open meanwhile.
protocol FileOperations: Sendable {
  /// Makes a new regular file for appending, mode 0600. Fails if anything is at the path, even a
  /// dangling link.
  func create(_ path: String) throws(FileError) -> Int32
  /// Opens a regular file for reading; links are not followed.
  func open(_ path: String) throws(FileError) -> Int32
  /// Appends bytes; returns how many were taken, maybe fewer.
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Reads at most that many bytes at an offset; none at the end of the file.
  func read(_ descriptor: Int32, at offset: Int, count: Int) throws(FileError) -> [UInt8]
  /// Waits until what was written would survive a loss of power.
  func synchronize(_ descriptor: Int32) throws(FileError)
  /// Waits until the directory's entries would survive a loss of power.
  func synchronizeDirectory(_ path: String) throws(FileError)
  func close(_ descriptor: Int32)
  func status(of descriptor: Int32) throws(FileError) -> FileStatus
  /// The size of an open file, in bytes. Cheaper than its status: on some systems a status makes
  /// the next write slower, because its time is then noted more finely.
  func size(of descriptor: Int32) throws(FileError) -> Int
  /// The status of what is at a path; a link is not followed.
  func status(at path: String) throws(FileError) -> FileStatus
  /// Makes a directory, mode 0700, whose parent exists.
  func makeDirectory(_ path: String) throws(FileError)
  /// Whether this process has the right to make files in a directory.
  func isWritable(directory: String) -> Bool
  /// The names in a directory, in no order.
  func names(in directory: String) throws(FileError) -> [String]
  func remove(_ path: String) throws(FileError)
  /// Takes the lock that marks a file as being written; false if another process has it.
  func lock(_ descriptor: Int32) throws(FileError) -> Bool
  /// The largest size that the system allows for a file of this process, in bytes.
  func largestFile() -> Int
}

/// A call that the system refused.
package struct FileError: Error, Equatable {
  /// The system's number of the error, as in `errno`.
  let number: Int32

  package init(_ number: Int32) { self.number = number }
}

/// The system's description of a file.
struct FileStatus: Equatable {
  enum Kind: Equatable {
    case file, directory, link, fifo, device, socket, other
  }

  var kind: Kind
  var device: UInt64
  var inode: UInt64
  /// In bytes.
  var size: Int
  /// How many names it has; 0 after it was removed.
  var links: Int
  /// Whether others than the owner may write.
  var isWritableByOthers: Bool
  var owner: UInt32

  /// Whether both are the same file, under whatever name.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
