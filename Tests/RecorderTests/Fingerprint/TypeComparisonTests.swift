import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("Types that changed")
struct TypeComparisonTests {
  @Test("each difference is named with its grade", arguments: ChangedType.all)
  func grades(_ change: ChangedType) {
    let found = change.differences().map { "\($0.grade.rawValue): \($0.description)" }
    #expect(found == change.expected)
  }

  @Test("what is fine is read, and what is impossible is not", arguments: ChangedType.all)
  func outcomes(_ change: ChangedType) {
    let isRead = (try? change.outcome()) != nil
    #expect(isRead == change.isRead)
    switch change.differences().map(\.grade).max() ?? .fine {
    case .fine: #expect(isRead)
    case .impossible: #expect(!isRead)
    case .risky: break
    }
  }

  @Test("there are thirty changes or more, and no two of one name")
  func count() {
    #expect(ChangedType.all.count >= 30)
    #expect(Set(ChangedType.all.map(\.description)).count == ChangedType.all.count)
  }
}
