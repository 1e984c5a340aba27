/// Where the lines of a session go.
protocol LineSink: AnyObject {
  /// Appends a whole line; after an error nothing more may be appended.
  func append(_ line: [UInt8]) throws(RecorderError)
  func close()
}

/// A new file that lines are only ever appended to, each by one `write(2)`.
///
/// What `write` took is the kernel's: it outlives the process, however that ends. Not thread-safe.
final class SessionFile: LineSink {
  private let path: String
  private var descriptor: Int32

  /// Makes the file, mode 0600; it must not be there, and no link is followed.
  init(creating path: String) throws(RecorderError) {
    descriptor = Platform.createForAppending(path)
    self.path = path
    if descriptor < 0 {
      throw .cannotCreate(path: path, errno: Platform.lastError)
    }
  }

  deinit { close() }

  func append(_ line: [UInt8]) throws(RecorderError) {
    var failure: Int32?
    line.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
      // One call writes the line. More are made only where a signal or a full disk cut it short.
      while !rest.isEmpty {
        let count = Platform.writeBytes(descriptor, rest)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if !Platform.wasInterrupted {
          failure = Platform.lastError
          return
        }
      }
    }
    if let failure { throw .cannotWrite(path: path, errno: failure) }
  }

  func close() {
    if descriptor >= 0 { Platform.closeDescriptor(descriptor) }
    descriptor = -1
  }
}
