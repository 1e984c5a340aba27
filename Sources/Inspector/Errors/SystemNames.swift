import Foundation

/// The words that the system has for errors and signals, and the numbers of some.
package enum SystemNames {
  /// The text of an error number.
  static func text(of error: Int32) -> String { String(cString: strerror(error)) }

  /// The number of the error that a file is there already.
  package static let fileExists = EEXIST

  /// The signals that a fault of a process's own raises.
  static let trapSignals: Set<Int32> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// The words for a signal.
  static func name(ofSignal signal: Int32) -> String { String(cString: strsignal(signal)) }
}
