// Everything in this module that differs between systems.
package import Foundation
import SessionFormat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

package enum Platform {
  /// Lets the caller's thread run where a processor has nothing else to do, until ``hurry(_:)``.
  ///
  /// Being nice is not enough on Linux: a thread that fills a processor keeps the others from it, as
  /// they come and go. On Apple's systems its quality of service does that.
  ///
  /// - Returns: The thread.
  static func yieldToOthers() -> pthread_t {
    #if os(Linux)
      schedule(pthread_self(), by: 5)  // SCHED_IDLE, which is not told to Swift
    #endif
    return pthread_self()
  }

  /// Lets a thread that yielded, and that has not ended, run like any other.
  static func hurry(_ thread: pthread_t) {
    #if os(Linux)
      schedule(thread, by: SCHED_OTHER)
    #endif
  }

  #if os(Linux)
    private static func schedule(_ thread: pthread_t, by policy: Int32) {
      var parameters = sched_param()
      // Where the system refuses it, the thread runs like any other.
      _ = pthread_setschedparam(thread, policy, &parameters)
    }
  #endif

  /// Lets a pipe hold more than the few lines that are usual, so that the programs at its ends wait
  /// less for each other; where the system does not grant that, the pipe works all the same.
  static func widenPipe(_ end: Int32) {
    #if os(Linux)
      let setSize: Int32 = 1031  // F_SETPIPE_SZ, which is not told to Swift
      _ = fcntl(end, setSize, 1 << 20)
    #endif
  }

  /// The bytes of a page of memory.
  static var pageSize: Int { Int(getpagesize()) }

  /// Why a file could not be read.
  package struct FileFailure: Error {
    package let errno: Int32
    /// Why what is no file is not read, or no further.
    package var refusal: StreamBytes.Refusal?
    init() { errno = Platform.lastError }
    init(_ errno: Int32) { self.errno = errno }
    init(_ refusal: StreamBytes.Refusal) {
      errno = refusal == .device ? EINVAL : EFBIG
      self.refusal = refusal
    }
    /// Whether it is a terminal, which is no file to read to its end.
    var isTerminal: Bool { errno == ENOTTY }
  }

  private static var lastError: Int32 { errno }

  /// The bytes of a file: mapped where it is a regular one, else read to its end.
  ///
  /// - Parameter limits: How much is read of what is no file.
  package static func contents(
    of path: String, _ limits: ReadingLimits = ReadingLimits()
  ) throws(FileFailure) -> Data {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure() }
    if status.st_mode & S_IFMT == S_IFDIR { throw FileFailure(EISDIR) }
    if isatty(descriptor) == 1 { throw FileFailure(ENOTTY) }
    if [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) {
      // The one device that is known to end, and is often given for a file without anything.
      var null = stat()
      guard stat("/dev/null", &null) == 0, null.st_rdev == status.st_rdev else {
        throw FileFailure(.device)
      }
      return Data()
    }
    // Of a file on standard input only what is ahead was given.
    guard status.st_mode & S_IFMT == S_IFREG, lseek(descriptor, 0, SEEK_CUR) == 0 else {
      return try StreamBytes.read(descriptor, limits)
    }
    return try mapped(descriptor, file: path)
  }

  /// The bytes of a regular file, mapped.
  ///
  /// - Parameter file: What to call it where it is cut short while it is read.
  static func mapped(_ descriptor: Int32, file: String) throws(FileFailure) -> Data {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure() }
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

  /// Whether there is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something that is neither a file nor a folder: a pipe, device or socket.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Whether there is anything.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a program can be run, and ends well.
  static func runs(_ words: [String]) -> Bool {
    #if os(macOS) || os(Linux)
      guard let program = words.first,
        let child = try? ChildProcess(
          path: program, arguments: Array(words.dropFirst()),
          environment: ProcessInfo.processInfo.environment)
      else { return false }
      child.closeInput()
      return child.end(asking: false, milliseconds: 5000) == 0
    #else
      return false
    #endif
  }

  /// When a file was written to last; nil if there is none.
  static func writeTime(of path: String) -> (seconds: Int, nanoseconds: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return (Int(time.tv_sec), Int(time.tv_nsec))
  }

  /// Whether there is a folder, and no symbolic link to one.
  package static func isFolderItself(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Who may read and write a file; its owner alone where that cannot be known.
  static func mode(of path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(status.st_mode & 0o777) : 0o600
  }

  /// Nanoseconds on a clock that only goes forward.
  package static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Adds bytes to a file, which is made where it is not there.
  package static func append(_ bytes: [UInt8], to file: String) throws(InspectorError) {
    let descriptor = StandardStreams.moveAway(
      open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666))
    guard descriptor >= 0 else { throw .cannotWrite(file: file, errno: errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .cannotWrite(file: file, errno: errno) }
      written += count
    }
  }

  /// Lets some time pass, less if a signal comes.
  package static func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }

  /// The names in a folder, in no order.
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
