import Inspector
import SessionFormat

/// The members of an object by which people know it.
struct PreviewIdentity {
  private(set) var id: (name: String, value: JSONValue)?
  private(set) var name: JSONValue?
  /// The names of these members.
  private(set) var names: [String] = []

  /// No more members of an object, or elements of an array, are looked at.
  static let looked = 64

  private static let naming = ["name", "title", "label"]

  init?(_ object: JSONObject) {
    for name in DifferenceTree.identifying {
      guard let value = object[name], value.kind == .string || value.kind == .number else {
        continue
      }
      id = (name, value)
      names.append(name)
      break
    }
    let named =
      Self.naming.first { object[$0]?.kind == .string }
      ?? object.prefix(Self.looked).first { member in
        member.value.kind == .string && Self.ends(member.name)
      }?.name
    if let named {
      name = object[named]
      names.append(named)
    }
    if names.isEmpty { return nil }
  }

  /// Whether a name says that its member is one, such as `dishName`.
  private static func ends(_ name: String) -> Bool {
    ["Name", "Title", "Label"].contains { name.hasSuffix($0) }
  }

  /// The words of each part, whole.
  var parts: [String] {
    [
      id.map { "\($0.name) \(VisibleText.escaped($0.value.description))" },
      name.map { VisibleText.escaped($0.description) },
    ].compactMap(\.self)
  }
}
