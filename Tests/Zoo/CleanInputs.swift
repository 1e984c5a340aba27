import Foundation
import Recorder

extension Zoo {
  /// Reducers that draw outside values as inputs.
  static let cleanInputs: [Specimen] = [
    .clean("input-date") { pen, _ in pen.numbers.append(Inputs.date().timeIntervalSince1970) },
    .clean("input-formatted-date") { pen, _ in
      pen.text = ISO8601DateFormatter().string(from: Inputs.date())
    },
    .clean("input-uuid") { pen, _ in pen.text = Inputs.uuid().uuidString },
    .clean("input-random") { pen, _ in pen.count = Inputs.random(in: 0..<1_000_000_000) },
    .clean("input-fraction") { pen, _ in pen.numbers.append(Inputs.random(in: 0...1.0)) },
    .clean("input-shuffle") { pen, _ in pen.names = animals.shuffled(using: &Inputs.generator) },
    .clean("input-zone") { pen, _ in
      pen.text = Inputs.value("zone") { TimeZone.current.identifier }
    },
    .clean("input-locale") { pen, _ in
      pen.text = Inputs.value("locale") { Locale.current.identifier }
    },
    .clean("input-environment") { pen, _ in
      pen.text = Inputs.value("greeting") { ProcessInfo.processInfo.environment["HOME"] ?? "none" }
    },
    .clean("input-process") { pen, _ in
      pen.count = Inputs.value("process") { Int(ProcessInfo.processInfo.processIdentifier) }
    },
  ]
}
