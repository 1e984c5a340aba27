import Foundation

/// The values that the families `encode` and `decode` measure.
enum CodingCases {
  static func action() -> AppAction {
    .rename(id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), title: "Milk")
  }

  static func small() -> AppState { AppState(items: 1, history: 5, contacts: 3) }
  static func medium() -> AppState { AppState(items: 130, history: 4, contacts: 110) }
  static func large() -> AppState { AppState(items: 10_000, history: 7, contacts: 3_500) }

  static func manyKeys() -> [String: Contact] {
    AppState(items: 0, history: 0, contacts: 75_000).contacts
  }
}
