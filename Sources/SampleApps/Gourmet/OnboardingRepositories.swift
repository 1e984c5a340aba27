import Foundation

/// Stores whether the first pages were closed.
@MainActor
protocol OnboardingRepository: Sendable {
  func wasClosed() throws -> Bool
  func close() throws
}

final class InMemoryOnboardingRepository: OnboardingRepository {
  private var isClosed = false

  func wasClosed() -> Bool { isClosed }

  func close() { isClosed = true }
}

/// In a file, which survives the process.
struct FileOnboardingRepository: OnboardingRepository {
  private struct Kept: Codable, Sendable {
    let isClosed: Bool
  }

  private let file: JSONFile<Kept>

  init(_ url: URL) { file = JSONFile(url: url) }

  /// - Throws: ``DamagedFile``, once, if the file is damaged: from then on it counts as not closed.
  func wasClosed() throws -> Bool { try file.read()?.isClosed ?? false }

  func close() throws { try file.write(Kept(isClosed: true)) }
}

/// It was not closed, and a closing cannot be stored.
struct ReadOnlyOnboardingRepository: OnboardingRepository {
  struct ReadOnly: Error {}

  func wasClosed() -> Bool { false }

  func close() throws { throw ReadOnly() }
}
