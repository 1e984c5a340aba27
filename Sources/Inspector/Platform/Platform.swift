// Everything in this module that differs between systems.
package import Foundation
import SessionFormat

package enum Platform {
  /// Lets the calling thread run only on an idle processor, until ``hurry(_:)``.
  ///
  /// A lower priority is not enough on Linux: a busy thread still delays others that come and go.
  /// On Apple's systems its quality of service does that.
  ///
  /// - Returns: The thread.
  static func yieldToOthers() -> pthread_t {
    #if os(Linux)
      schedule(pthread_self(), by: 5)  // SCHED_IDLE, which Swift does not import
    #endif
    return pthread_self()
  }

  /// Lets a thread that yielded run like any other; the thread must not have ended.
  static func hurry(_ thread: pthread_t) {
    #if os(Linux)
      schedule(thread, by: SCHED_OTHER)
    #endif
  }

  #if os(Linux)
    private static func schedule(_ thread: pthread_t, by policy: Int32) {
      var parameters = sched_param()
      // If the system refuses, the thread runs like any other.
      _ = pthread_setschedparam(thread, policy, &parameters)
    }
  #endif

  /// Enlarges a pipe's buffer, so that the programs at its ends wait less for each other.
  ///
  /// If the system refuses, the pipe still works.
  static func widenPipe(_ end: Int32) {
    #if os(Linux)
      let setSize: Int32 = 1031  // F_SETPIPE_SZ, which Swift does not import
      _ = fcntl(end, setSize, 1 << 20)
    #endif
  }

  /// The bytes of a page of memory.
  static var pageSize: Int { Int(getpagesize()) }

  /// Why a file could not be read.
  package struct FileFailure: Error {
    package let errno: Int32
    /// Why an input that is not a file is not read, or not further.
    package var refusal: StreamBytes.Refusal?
    init() { errno = Platform.lastError }
    init(_ errno: Int32) { self.errno = errno }
    init(_ refusal: StreamBytes.Refusal) {
      errno = refusal == .device ? EINVAL : EFBIG
      self.refusal = refusal
    }
    /// Whether it is a terminal, which cannot be read to its end.
    var isTerminal: Bool { errno == ENOTTY }
  }

  private static var lastError: Int32 { errno }

  /// The bytes of a file: mapped if it is a regular one, else read to its end.
  ///
  /// - Parameters:
  ///   - limits: How much to read of an input that is not a file.
  ///   - goesOn: Whether such an input is read to its end, by its first bytes.
  package static func contents(
    of path: String, _ limits: ReadingLimits = ReadingLimits(),
    goesOn: @escaping (UnsafeBufferPointer<UInt8>) -> Bool = { _ in true }
  ) throws(FileFailure) -> Data {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure() }
    defer { close(descriptor) }
    guard let file = status(of: descriptor) else { throw FileFailure() }
    if file.kind == S_IFDIR { throw FileFailure(EISDIR) }
    if isatty(descriptor) == 1 { throw FileFailure(ENOTTY) }
    if [S_IFCHR, S_IFBLK].contains(file.kind) {
      // The only device known to end; often given as an empty file.
      guard status(of: "/dev/null")?.st_rdev == file.st_rdev else { throw FileFailure(.device) }
      return Data()
    }
    // Only the rest of a file on standard input belongs to the input.
    guard file.kind == S_IFREG, lseek(descriptor, 0, SEEK_CUR) == 0 else {
      return try StreamBytes.read(descriptor, limits, goesOn: goesOn)
    }
    return try mapped(descriptor, file: path)
  }

  /// The bytes of a regular file, mapped.
  ///
  /// - Parameter file: Its name in the message if it is cut short while it is mapped.
  static func mapped(_ descriptor: Int32, file: String) throws(FileFailure) -> Data {
    guard let status = status(of: descriptor) else { throw FileFailure() }
    let count = Int(status.st_size)
    guard count > 0 else { return Data() }
    guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw FileFailure() }
    let entry = MappedFiles.add(start, count, file)
    return Data(
      bytesNoCopy: start, count: count,
      deallocator: .custom { start, count in
        MappedFiles.remove(entry)
        munmap(start, count)
      })
  }

  /// What the system knows of the file at a path; nil if there is none.
  static func status(of path: String, followsLinks: Bool = true) -> stat? {
    var status = stat()
    return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status : nil
  }

  /// What the system knows of an open file.
  static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  package static func isFolder(_ path: String) -> Bool { status(of: path)?.kind == S_IFDIR }

  /// The bytes of a file, or nil if there is none.
  package static func size(of path: String) -> Int? { status(of: path).map { Int($0.st_size) } }

  /// Whether something other than a file or folder is at the path: a pipe, device or socket.
  package static func isSpecial(_ path: String) -> Bool {
    status(of: path).map { ![S_IFREG, S_IFDIR].contains($0.kind) } ?? false
  }

  package static func isThere(_ path: String) -> Bool {
    status(of: path, followsLinks: false) != nil
  }

  /// When a file was last written, by the clock of its file system; nil if there is none.
  static func writeTime(of path: String) -> Duration? {
    guard let status = status(of: path) else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }

  /// Whether a folder itself, not a symbolic link to one, is at the path.
  package static func isFolderItself(_ path: String) -> Bool {
    status(of: path, followsLinks: false)?.kind == S_IFDIR
  }

  /// Who may read and write a file; only its owner if that is unknown.
  package static func mode(of path: String) -> UInt32 {
    status(of: path).map { UInt32($0.st_mode & 0o777) } ?? 0o600
  }

  /// Nanoseconds on a clock that only goes forward.
  package static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Appends bytes to a file, and creates it if necessary.
  package static func append(_ bytes: [UInt8], to file: String) throws(InspectorError) {
    let descriptor = StandardStreams.moveAway(
      open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666))
    guard descriptor >= 0 else { throw .cannotWrite(file: file, errno: errno) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, file: file)
  }

  /// Writes all bytes to an open file.
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, file: String
  ) throws(InspectorError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Foundation.write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotWrite(file: file, errno: errno) }
      written += count
    }
  }

  /// Waits, but less if a signal arrives.
  package static func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// Whether a path names a file, not a folder or a device.
  package static func isFile(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.kind == S_IFREG
  }

  /// The names in a folder, in any order.
  package static func names(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = opendir(folder) else { throw FileFailure() }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { FileNameText.of($0) }
        })
    }
    return names
  }
}

extension stat {
  /// Whether it is a regular file, a folder, or something else: one of `S_IFREG`, `S_IFDIR`, ….
  var kind: mode_t { st_mode & S_IFMT }
  /// The same for two paths that lead to one file.
  var identity: (dev_t, ino_t) { (st_dev, st_ino) }
}
