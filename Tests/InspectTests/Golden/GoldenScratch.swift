import Foundation
import Inspector
import TestSupport

@testable import inspect

/// The folder that pages call `/tmp/scratch`: the sessions of `Goldens/sessions/`, and the built tool.
///
/// Its true name has as many characters, so that no line is laid out in another way.
final class GoldenScratch: Sendable {
  private static let name = "scratch"
  // No digit and no letter of one in hexadecimal, so that it is found nowhere else.
  private static let letters = Array("ghijklmnopqrstuvwxyz")
  private let unique = String(name.map { _ in letters.randomElement() ?? "g" })
  private let path: String

  init() throws {
    path = "/tmp/\(unique)"
    try FileManager.default.copyItem(
      atPath: GoldenPage.folder.appending(path: "sessions").path, toPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/inspect", withDestinationPath: BuiltBinary.inspect.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The text of a page, with the true name.
  func real(_ text: String) -> String { text.replacing("/tmp/\(Self.name)", with: path) }

  /// What is shown, with the name that pages use.
  func shown(_ text: String) -> String { text.replacing(unique, with: Self.name) }
}

/// The hosts of the samples, whose reducers always take the same time.
enum SteadyHost {
  /// The host of a store; that of the counter, which traps, is started without a filter.
  static func command(_ store: String) -> HostCommand? {
    guard SampleVerbs.hostCommand(of: store) != nil, let inspect = try? BuiltBinary.inspect.path
    else { return nil }
    let name = "inspect host \(store)"
    var command =
      store == "counter"
      ? HostCommand(program: inspect, arguments: ["host", store], name: name)
      : HostCommand(
        program: "/bin/sh", arguments: ["-c", filter, inspect, store], name: name)
    command.sample = store
    // A backtrace names addresses, which are others each time.
    command.environment["SWIFT_BACKTRACE"] = "enable=no"
    // What a step asks for is shown.
    command.environment["TZ"] = "UTC"
    return command
  }

  private static let filter =
    #""$0" host "$1" | sed -u 's/"took":[0-9]*/"took":2000/; s/,"crc":"[0-9a-f]*"}$/}/'"#
}
