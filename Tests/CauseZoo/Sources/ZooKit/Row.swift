import Foundation

/// What is true of a specimen, as one line of JSON.
struct Row: Codable {
  let name: String
  let clean: Bool
  let kinds: [Kind]
  /// The first step that differs.
  let first: Int?
  /// "exact", "at-most" (chance decides in the replay), "sometimes" (in some runs none differs).
  let manner: String?
  let origin: Int?
  /// The lines of the culprit calls, as `Clocks.swift:12`; none if no call is at fault.
  let lines: [String]
  let between: Between

  init(of specimen: Specimen) {
    (name, kinds, between) = (specimen.name, specimen.kinds, specimen.between)
    clean = kinds.isEmpty
    origin = clean ? nil : specimen.origin
    (first, manner) =
      switch specimen.first {
      case .at(let step): (step, "exact")
      case .atMost(let step): (step, "at-most")
      case .sometimes(let step): (step, "sometimes")
      case .never: (nil, nil)
      }
    lines = (clean ? [] : Culprit.places(of: specimen.rehearse)).map { place in
      "\(place.file.split(separator: "/").last ?? ""):\(place.line)"
    }
  }

  var line: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
