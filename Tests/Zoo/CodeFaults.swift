import Foundation
import Recorder
import SessionFormat

extension Zoo {
  private static func app(_ version: String, _ build: String) -> AppInfo {
    AppInfo(name: "Zoo", version: version, build: build)
  }

  /// Reducers that differ from the recorded ones.
  static let code: [Specimen] = [
    .of(
      "build", "changed-code", step: 3, Pen(),
      apps: (recorded: app("1.0", "41"), host: app("1.0", "42"))
    ) { pen, visit in change(&pen, visit, by: Specimen.isRecording ? 1 : 2) },
    .of(
      "version", "changed-code", step: 4, Pen(),
      apps: (recorded: app("1.0", "7"), host: app("2.0", "7"))
    ) { pen, visit in change(&pen, visit, by: Specimen.isRecording ? 1 : -1) },
    .of(
      "new-input", "changed-code", step: 2, Pen(),
      apps: (recorded: app("1.0", "41"), host: app("1.0", "42"))
    ) { pen, visit in
      if case .wild = visit, !Specimen.isRecording { pen.text = Inputs.uuid().uuidString }
      change(&pen, visit, by: 1)
    },
    .of(
      "dropped-input", "changed-code", step: 3, Pen(),
      apps: (recorded: app("1.0", "41"), host: app("1.0", "42"))
    ) { pen, visit in
      if case .wild = visit, Specimen.isRecording { pen.count += Inputs.random(in: 5...9) }
      change(&pen, visit, by: 1)
    },
  ]

  private static func change(_ pen: inout Pen, _ visit: Visit, by factor: Int) {
    switch visit {
    case .calm(let amount): pen.count += amount
    case .wild(let amount): pen.count += amount * factor
    }
  }
}
