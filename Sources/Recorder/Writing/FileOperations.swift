/// What the recorder asks of the file system, a call each, so that a test can let any call fail.
///
/// Nothing here waits, retries or decides. All are called with the recorder's lock held, but
/// `synchronize`, which may be called beside them for a descriptor that stays open meanwhile.
protocol FileOperations: Sendable {
  /// Makes a new regular file for appending, mode 0600; nothing may stand at the path, not even a
  /// dangling link.
  func create(_ path: String) throws(FileError) -> Int32
  /// Opens a regular file for reading; links are not followed.
  func open(_ path: String) throws(FileError) -> Int32
  /// Appends bytes; how many were taken, maybe fewer.
  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int
  /// Reads at an offset, at most so many bytes; none at the end of the file.
  func read(_ descriptor: Int32, at offset: Int, count: Int) throws(FileError) -> [UInt8]
  /// Waits until what was written would outlive a loss of power.
  func synchronize(_ descriptor: Int32) throws(FileError)
  /// Waits until the directory's entries would outlive a loss of power.
  func synchronizeDirectory(_ path: String) throws(FileError)
  func close(_ descriptor: Int32)
  func status(of descriptor: Int32) throws(FileError) -> FileStatus
  /// The size of an open file, in bytes; cheaper than its status, after which some systems make the
  /// next write dearer, as they then note its time more finely.
  func size(of descriptor: Int32) throws(FileError) -> Int
  /// What stands at a path; a link is not followed.
  func status(at path: String) throws(FileError) -> FileStatus
  /// Makes a directory, mode 0700, whose parent is there.
  func makeDirectory(_ path: String) throws(FileError)
  /// Whether this process may make files in a directory, as far as rights go.
  func isWritable(directory: String) -> Bool
  /// The names in a directory, in no order.
  func names(in directory: String) throws(FileError) -> [String]
  func remove(_ path: String) throws(FileError)
  /// Takes the lock that says that a process still writes this file; false if another has it.
  func lock(_ descriptor: Int32) throws(FileError) -> Bool
  /// The largest size that the system lets a file of this process reach, in bytes.
  func largestFile() -> Int
}

/// A call that the system refused.
struct FileError: Error, Equatable {
  /// The system's number of the error, as in `errno`.
  let number: Int32

  init(_ number: Int32) { self.number = number }
}

/// What the system says of a file.
struct FileStatus: Equatable {
  enum Kind: Equatable {
    case file, directory, link, fifo, device, socket, other
  }

  var kind: Kind
  var device: UInt64
  var inode: UInt64
  /// In bytes.
  var size: Int
  /// How many names it has; 0 once it was removed.
  var links: Int
  /// Whether others than the owner may write.
  var isWritableByOthers: Bool
  var owner: UInt32

  /// Whether both are the same file, under whatever name.
  func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
