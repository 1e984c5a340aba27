// Everything in this module that differs between systems.
import Foundation
package import SessionFormat

package enum Platform {
  /// The member `platform` of a session's header.
  package static var description: JSONValue {
    let environment = ProcessInfo.processInfo.environment
    let deterministic = environment["SWIFT_DETERMINISTIC_HASHING"] != nil
    var members: [(name: String, value: JSONValue)] = [
      ("os", .string(system)), ("arch", .string(architecture)), ("swift", .string(swiftVersion)),
      ("timeZone", .string(TimeZone.current.identifier)),
      ("locale", .string(Locale.current.identifier)),
      ("hashing", .string(deterministic ? "deterministic" : "random")),
      ("cLocale", .string(CLocale.named(by: environment))),
    ]
    if let code = CodeIdentity.ofProgram { members.append(("code", .string(code))) }
    return .object(members)
  }

  /// A number that differs between threads that run at the same time.
  static var threadIdentity: UInt {
    let thread = pthread_self()
    return withUnsafeBytes(of: thread) { UInt($0.loadUnaligned(as: UInt.self)) }
  }

  /// The user whose rights the process has.
  static var user: UInt32 { UInt32(geteuid()) }

  /// `write(2)`.
  package static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Writes a text to standard error if it can be written at once.
  ///
  /// Writes nothing else: without a reader the write would end the process, and with a slow one it
  /// would wait.
  @Sendable
  static func tellStandardError(_ text: String) {
    var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&polled, 1, 0) == 1, Int32(polled.revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
    else { return }
    var text = text
    text.withUTF8 { _ = writeBytes(STDERR_FILENO, UnsafeRawBufferPointer($0)) }
  }

  #if os(Linux)
    private static let system = "Linux"
  #elseif os(macOS)
    private static let system = "macOS"
  #elseif os(iOS)
    private static let system = "iOS"
  #else
    private static let system = "other"
  #endif

  #if arch(x86_64)
    private static let architecture = "x86_64"
  #elseif arch(arm64)
    private static let architecture = "arm64"
  #else
    private static let architecture = "other"
  #endif

  #if compiler(>=6.3)
    private static let swiftVersion = "6.3"
  #elseif compiler(>=6.2)
    private static let swiftVersion = "6.2"
  #else
    private static let swiftVersion = "6.1"
  #endif
}
