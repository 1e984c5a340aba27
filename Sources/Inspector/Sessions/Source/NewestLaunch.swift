import Foundation
import SessionFormat

/// The newest of several sessions of one store, whose names do not say which that is.
///
/// Their headers give the store and the exact time. If several started at that moment, as processes launched
/// together do, the one written last is chosen, and among those the last by name.
struct NewestLaunch {
  let name: String
  let rule: NewestRule

  /// How many bytes of a file are read to find its header.
  private static let headerBytes = 1 << 16

  /// Nil if there is no session, or if the headers do not say that all are of one store.
  init?(ofStoreOf sessions: [(name: String, files: [SegmentFolder.File])]) {
    let stores = sessions.map { Self.header($0.files)?["store"]?.string }
    let first = stores.first ?? nil
    guard let first, stores.allSatisfy({ $0?.hasSameBytes(as: first) == true }) else { return nil }
    self.init(of: sessions)
  }

  /// Nil if there is no session.
  init?(of sessions: [(name: String, files: [SegmentFolder.File])]) {
    guard sessions.count > 1 else {
      guard let only = sessions.first else { return nil }
      (name, rule) = (only.name, .started)
      return
    }
    let launches = sessions.map { session in
      (
        name: session.name,
        started: Self.header(session.files)?["started"]?.string.flatMap(Moment.init),
        written: session.files.map { Platform.writeTime(of: $0.path) ?? .zero }.max() ?? .zero
      )
    }
    let latest = launches.compactMap { $0.started }.max()
    let first = launches.filter { $0.started == latest }
    let lastWrite = first.map { $0.written }.max()
    let last = first.filter { $0.written == lastWrite }
    guard let chosen = last.max(by: { $0.name.precedesInBytes($1.name) }) else { return nil }
    name = chosen.name
    rule = first.count == 1 ? .started : last.count == 1 ? .written : .name
  }

  /// The header in the first file of a session; nil if that is unreadable.
  private static func header(_ files: [SegmentFolder.File]) -> JSONValue? {
    guard let path = files.min(by: { $0.number < $1.number })?.path, !Platform.isSpecial(path),
      let raw = try? Platform.contents(of: path)
    else { return nil }
    let beginning = raw.prefix(headerBytes)
    let text =
      Inflation.isGzip(beginning)
      ? (try? Inflation(beginning, ReadingLimits()))?.bytes ?? Data() : beginning
    let line = text.prefix { $0 != 0x0A }
    return try? JSONParser().parse([UInt8](line))
  }
}

/// Why a session is the newest of a folder.
public enum NewestRule: Equatable, Sendable {
  /// It started last.
  case started
  /// It was written last among those that started last, at the same moment.
  case written
  /// Its name is the last among those that started last and were written last, at the same moments.
  case name
}

/// A time of RFC 3339 in UTC, as precise as it is written.
private struct Moment: Comparable {
  private let second: String
  /// The digits of the fraction without trailing zeros, so that they sort as text does.
  private let fraction: String

  init?(_ text: String) {
    guard text.hasSuffix("Z") else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard let second = parts.first, parts.count <= 2 else { return nil }
    self.second = String(second)
    var digits = parts.count == 2 ? parts[1] : ""
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    while digits.last == "0" { digits.removeLast() }
    fraction = String(digits)
  }

  static func < (left: Moment, right: Moment) -> Bool {
    (left.second, left.fraction) < (right.second, right.fraction)
  }
}
