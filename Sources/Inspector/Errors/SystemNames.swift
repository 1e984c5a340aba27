import Foundation

/// The system's words for errors and signals, and some of their numbers.
package enum SystemNames {
  /// The text of an error number.
  static func text(of error: Int32) -> String { String(cString: strerror(error)) }

  /// The error number of a file that exists already.
  package static let fileExists = EEXIST

  /// The signals that a process raises by its own fault.
  static let trapSignals: Set<Int32> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// The system's words for a signal.
  static func name(ofSignal signal: Int32) -> String { String(cString: strsignal(signal)) }
}
