import Foundation

/// A parcel that is written one way and read another, as `Form` says.
///
/// The app's value never went through a coder; the one of the replay did.
private struct Parcel<Form: ParcelForm>: Codable, Sendable {
  var weight = 0.0
  var label = ""
  var stamps = 0
  var result = 0
  var answers: [String] = []

  init(weight: Double = 0, label: String = "", stamps: Int = 0) {
    (self.weight, self.label, self.stamps) = (weight, label, stamps)
  }

  private enum CodingKeys: CodingKey { case weight, label, stamps, result, answers }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    weight = Form.read(weight: try container.decodeIfPresent(Double.self, forKey: .weight))
    label = Form.read(label: try container.decodeIfPresent(String.self, forKey: .label))
    stamps = Form.read(stamps: try container.decodeIfPresent(Int.self, forKey: .stamps))
    result = try container.decode(Int.self, forKey: .result)
    answers = try container.decode([String].self, forKey: .answers)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(Form.write(weight: weight), forKey: .weight)
    try container.encodeIfPresent(Form.write(label: label), forKey: .label)
    try container.encodeIfPresent(Form.write(stamps: stamps), forKey: .stamps)
    try container.encode(result, forKey: .result)
    try container.encode(answers, forKey: .answers)
  }
}

/// How three values are written and read: by default as they are.
private protocol ParcelForm: Sendable {
  static func write(weight: Double) -> Double?
  static func write(label: String) -> String?
  static func write(stamps: Int) -> Int?
  static func read(weight: Double?) -> Double
  static func read(label: String?) -> String
  static func read(stamps: Int?) -> Int
}

extension ParcelForm {
  static func write(weight: Double) -> Double? { weight }
  static func write(label: String) -> String? { label }
  static func write(stamps: Int) -> Int? { stamps }
  static func read(weight: Double?) -> Double { weight ?? 0 }
  static func read(label: String?) -> String { label ?? "" }
  static func read(stamps: Int?) -> Int { stamps ?? 0 }
}

private enum Rounded: ParcelForm {
  static func write(weight: Double) -> Double? { (weight * 100).rounded() / 100 }
}
private enum LeftOut: ParcelForm {
  static func write(weight: Double) -> Double? { nil }
}
private enum Defaulted: ParcelForm {
  // A zero is left out to save room, and what is not there is read as one.
  static func write(stamps: Int) -> Int? { stamps == 0 ? nil : stamps }
  static func read(stamps: Int?) -> Int { stamps ?? 1 }
}
private enum Clamped: ParcelForm {
  static func read(stamps: Int?) -> Int { min(max(stamps ?? 0, 0), 100) }
}
private enum Trimmed: ParcelForm {
  static func read(label: String?) -> String {
    (label ?? "").trimmingCharacters(in: .whitespaces)
  }
}
private enum Lowercased: ParcelForm {
  static func read(label: String?) -> String { (label ?? "").lowercased() }
}
private enum Composed: ParcelForm {
  static func write(label: String) -> String? { label.precomposedStringWithCanonicalMapping }
}
private enum Narrow: ParcelForm {
  static func read(stamps: Int?) -> Int { Int(Float(stamps ?? 0)) }
}
private enum Unsigned: ParcelForm {
  static func write(stamps: Int) -> Int? { abs(stamps) }
}
private enum Finite: ParcelForm {
  static func write(weight: Double) -> Double? {
    weight.isFinite ? weight : Double.greatestFiniteMagnitude
  }
}
private enum Swapped: ParcelForm {
  // Written in kilograms and read in pounds.
  static func write(weight: Double) -> Double? { weight * 0.5 }
}

private enum ParcelAction: Codable, Sendable {
  case say(String)
  /// The action that brings out what was lost.
  case use
}

/// - Parameter showsAtOnce: The value that was read is written in another way than the app's, so
///   that the replay differs before its first step.
private func parcel<Form: ParcelForm>(
  _ name: String, _ form: Form.Type, _ parcel: Parcel<Form>, after count: Int = 4,
  showsAtOnce: Bool = false,
  use: @escaping @Sendable (inout Parcel<Form>) -> Void
) -> Specimen {
  Specimen(
    name, [.lossyCoding], first: .at(showsAtOnce ? 0 : count + 1), origin: 0, initial: { parcel },
    actions: { (1...count).map { .say("line \($0)") } + [ParcelAction.use, .say("end")] }
  ) { parcel, action in
    switch action {
    case .say(let text): parcel.answers.append(text)
    case .use: use(&parcel)
    }
  }
}

extension Specimen {
  /// States that do not come back from their coding as they were.
  static let codings: [Specimen] = [
    parcel("state-rounded", Rounded.self, .init(weight: 1.23456)) {
      $0.result = Int($0.weight * 10_000)
    },
    parcel("state-left-out", LeftOut.self, .init(weight: 3), after: 12) {
      $0.result = Int($0.weight) + 1
    },
    parcel("state-zero-is-one", Defaulted.self, .init(stamps: 0), showsAtOnce: true) {
      $0.result = $0.stamps + 10
    },
    parcel("state-clamped", Clamped.self, .init(stamps: 250), showsAtOnce: true) {
      $0.result = $0.stamps * 2
    },
    parcel("state-trimmed", Trimmed.self, .init(label: "to Ada "), showsAtOnce: true) {
      $0.result = $0.label.count
    },
    parcel("state-lowercased", Lowercased.self, .init(label: "Ada"), showsAtOnce: true) {
      $0.answers.append("Dear \($0.label)")
    },
    parcel("state-composed", Composed.self, .init(label: "Cafe\u{301}")) {
      $0.result = $0.label.unicodeScalars.count
    },
    parcel("state-narrow", Narrow.self, .init(stamps: 16_777_217), after: 7, showsAtOnce: true) {
      $0.result = $0.stamps % 10
    },
    parcel("state-unsigned", Unsigned.self, .init(stamps: -4)) { $0.result = $0.stamps },
    parcel("state-finite", Finite.self, .init(weight: .infinity)) {
      $0.answers.append($0.weight.isInfinite ? "too heavy" : "fine")
    },
    parcel("state-other-unit", Swapped.self, .init(weight: 8), showsAtOnce: true) {
      $0.result = Int($0.weight)
    },
  ]
}
