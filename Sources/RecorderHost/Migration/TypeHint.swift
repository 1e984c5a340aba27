import Recorder
import SessionFormat

/// Describes how the types of a recording and a host differ, for decoding errors.
struct TypeHint {
  /// The most differences that are listed.
  private static let limit = 3

  private let differences: [TypeDifference]
  private let told: String

  init(_ header: SessionHeader?, own: @autoclosure () -> TypeFingerprint) {
    let recorded = TypeFingerprint(header?.fingerprint)
    differences = recorded.map { TypeComparison.differences(from: $0, to: own()) } ?? []
    let version = header?.app?["version"]?.string.map { ", of version \(UnsafeText.escaped($0))" }
    told = recorded.map { " (recorded state \($0.state.hash)\(version ?? ""))" } ?? ""
  }

  /// The differences near the place of a state that does not decode.
  func words(forState error: any Error) -> String {
    guard let error = error as? DecodingError else { return words(.state, []) }
    var path: [any CodingKey] = []
    switch error {
    case .keyNotFound(let key, let context): path = context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      path = context.codingPath
    @unknown default: break
    }
    return words(.state, path.map(\.stringValue))
  }

  /// The differences in an action that does not decode.
  func words(forAction action: JSONValue, type: String) -> String {
    let isNamed = differences.contains { $0.root == .action(type) }
    let name = isNamed ? nil : action.object.flatMap { $0.count == 1 ? $0[0].name : nil }
    return words(.action(isNamed ? type : nil), name.map { [$0] } ?? [])
  }

  private func words(_ root: TypeDifference.Root, _ place: [String]) -> String {
    let near = differences.filter { difference in
      difference.root == root && difference.grade > .fine && difference.isNear(place)
    }
    guard !near.isEmpty else { return "" }
    let some = near.prefix(Self.limit).map { difference in
      // A removed case is only a risk until a session uses it.
      let grade = difference.change == .caseRemoved ? TypeGrade.impossible : difference.grade
      return "\(UnsafeText.escaped(difference.description)) (\(grade.rawValue))"
    }
    return "; the types differ: " + some.joined(separator: ", ") + told
  }
}
