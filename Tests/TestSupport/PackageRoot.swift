public import Foundation

/// The checkout that the tests were built from.
public enum PackageRoot {
  /// The folder of `Package.swift`.
  public static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
