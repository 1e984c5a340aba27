// The error numbers that the recorder and a host distinguish.

import Foundation

extension FileError {
  /// A signal came first; the call may be repeated.
  static let interrupted = FileError(EINTR)
  /// Something is at the path.
  static let exists = FileError(EEXIST)
  /// A directory of the path does not exist.
  static let notFound = FileError(ENOENT)
  /// The file would be larger than the system allows.
  static let tooLarge = FileError(EFBIG)
  /// The process has as many open files as it may.
  static let noDescriptor = FileError(EMFILE)
  /// Nobody reads what is written.
  package static let brokenPipe = FileError(EPIPE)
  /// The system took nothing, again and again.
  package static let stalled = FileError(EIO)

  /// The error in the system's words.
  package var text: String { String(cString: strerror(number)) }
}
