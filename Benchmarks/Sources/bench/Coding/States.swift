import Foundation

// The state of a to-do app with typical content, in the sizes that the cases name.

enum Filter: String, Codable, Sendable { case all, open, done }

enum Reminder: Codable, Sendable {
  case none
  case at(Date, repeats: Bool)
  case near(place: String, meters: Double)
}

struct Change: Codable, Sendable {
  var when: Date
  var text: String
  var by: String?
}

struct Item: Codable, Sendable {
  var id: UUID
  var title: String
  var notes: String?
  var done: Bool
  var priority: Int
  var due: Date?
  var tags: [String]
  var reminder: Reminder
  var history: [Change]
  var fields: [String: String]
}

struct Settings: Codable, Sendable {
  var theme = "dark"
  var fontSize = 13.5
  var filter = Filter.open
  var lastSync: Date? = Date(timeIntervalSinceReferenceDate: 780_000_123.4567)
  var account: String?
}

struct Contact: Codable, Sendable {
  var name: String
  var mail: String
  var score: Int
}

struct AppState: Codable, Sendable {
  var counter = 42
  var settings = Settings()
  var items: [Item] = []
  var contacts: [String: Contact] = [:]
  var selection: UUID?
  var search = ""
}

enum AppAction: Codable, Sendable {
  case toggle(UUID)
  case rename(id: UUID, title: String)
  case search(String)
}

extension AppState {
  init(items: Int, history: Int, contacts: Int) {
    self.items = (0..<items).map { Item(number: $0, history: history) }
    for number in 0..<contacts {
      self.contacts["contact-\(number * 7919)"] = Contact(
        name: "Person \(number)", mail: "person\(number)@example.org", score: number % 97)
    }
  }
}

extension Item {
  init(number: Int, history: Int) {
    id = UUID(
      uuid: (
        UInt8(number & 255), UInt8(number >> 8 & 255), 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16
      ))
    title = "Item \(number): buy milk and bread"
    notes = number.isMultiple(of: 3) ? "Überlegen, ob „Brot“ reicht – \(number)" : nil
    done = number.isMultiple(of: 2)
    priority = number % 5
    due =
      number.isMultiple(of: 4)
      ? Date(timeIntervalSinceReferenceDate: 780_000_000 + Double(number) / 7) : nil
    tags = ["home", "shopping", "tag \(number % 11)"]
    reminder =
      switch number % 3 {
      case 0: .none
      case 1: .at(Date(timeIntervalSinceReferenceDate: 780_000_000), repeats: false)
      default: .near(place: "Market street", meters: 250.5)
      }
    self.history = (0..<history).map {
      Change(
        when: Date(timeIntervalSinceReferenceDate: 770_000_000.25 + Double($0 * number)),
        text: "changed the title of this item, step \($0)", by: $0 == 0 ? nil : "ann")
    }
    fields = ["color": "red", "origin": "import/\(number % 17)"]
  }
}
