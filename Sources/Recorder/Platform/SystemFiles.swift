// The system's own file calls.

import Foundation
import SessionFormat

/// The file system of the process.
struct SystemFiles: FileOperations {
  func create(_ path: String) throws(FileError) -> Int32 {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    return try checked(systemOpen(path, flags, 0o600))
  }

  func open(_ path: String) throws(FileError) -> Int32 {
    // Opening a FIFO would wait for its other end.
    try checked(systemOpen(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0))
  }

  func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileError) -> Int {
    try checked(Platform.writeBytes(descriptor, bytes))
  }

  func read(_ descriptor: Int32, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      filled = max(0, result)
    }
    _ = try checked(result)
    return bytes
  }

  func synchronize(_ descriptor: Int32) throws(FileError) {
    #if canImport(Darwin)
      // On Darwin, fsync leaves the bytes in the drive's own memory.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
      _ = try checked(fsync(descriptor))
    #else
      _ = try checked(fdatasync(descriptor))
    #endif
  }

  func synchronizeDirectory(_ path: String) throws(FileError) {
    let descriptor = try checked(systemOpen(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY, 0))
    defer { close(descriptor) }
    _ = try checked(fsync(descriptor))
  }

  func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  func status(of descriptor: Int32) throws(FileError) -> FileStatus {
    var status = stat()
    _ = try checked(fstat(descriptor, &status))
    return FileStatus(status)
  }

  func size(of descriptor: Int32) throws(FileError) -> Int {
    // Appending does not depend on the offset that this sets.
    Int(try checked(lseek(descriptor, 0, SEEK_END)))
  }

  func status(at path: String) throws(FileError) -> FileStatus {
    var status = stat()
    _ = try checked(lstat(path, &status))
    return FileStatus(status)
  }

  func makeDirectory(_ path: String) throws(FileError) { _ = try checked(mkdir(path, 0o700)) }

  func isWritable(directory: String) -> Bool {
    faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0
  }

  func names(in directory: String) throws(FileError) -> [String] {
    let descriptor = try checked(
      systemOpen(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NONBLOCK, 0))
    guard let stream = fdopendir(descriptor) else {
      let error = FileError(errno)
      close(descriptor)
      throw error
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee))
        { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func remove(_ path: String) throws(FileError) { _ = try checked(unlink(path)) }

  func lock(_ descriptor: Int32) throws(FileError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw FileError(errno) }
    return false
  }

  func largestFile() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let status = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      let status = getrlimit(RLIMIT_FSIZE, &limit)
    #endif
    return status == 0 ? Int(clamping: limit.rlim_cur) : Int.max
  }

  private func checked<Result: SignedInteger>(_ result: Result) throws(FileError) -> Result {
    guard result >= 0 else { throw FileError(errno) }
    return result
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .fifo
      case S_IFCHR, S_IFBLK: .device
      case S_IFSOCK: .socket
      default: .other
      }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    links = Int(status.st_nlink)
    isWritableByOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
    owner = UInt32(truncatingIfNeeded: status.st_uid)
  }
}

// Free functions, because the methods above have the system's names.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  // The system would take the part before the NUL for the whole path.
  guard !path.utf8.contains(0) else {
    errno = EINVAL
    return -1
  }
  // An app may run without standard error: a file with its number would get what the app prints.
  return StandardStreams.moveAway(open(path, flags, mode))
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
