nonisolated(unsafe) private var hiddenPrivate = 0
nonisolated(unsafe) var hiddenInternal = 0
nonisolated(unsafe) private var hiddenFraction = 0.0
nonisolated(unsafe) private var hiddenText = ""
nonisolated(unsafe) private var hiddenBool = false

private enum Box {
  nonisolated(unsafe) static var number = 0
}

extension Specimen {
  /// Plain variables of all kinds, set before the session and read only.
  static let breakGlobals: [Specimen] = [
    .desk("br-global-private", .hiddenState, beforehand: { hiddenPrivate = 7 }) { desk, _ in
      desk.total = asked(hiddenPrivate)
    },
    .desk("br-global-internal", .hiddenState, beforehand: { hiddenInternal = 7 }) { desk, _ in
      desk.total = asked(hiddenInternal)
    },
    .desk("br-global-fraction", .hiddenState, beforehand: { hiddenFraction = 7.5 }) { desk, _ in
      desk.readings.append(asked(hiddenFraction))
    },
    .desk("br-global-text", .hiddenState, beforehand: { hiddenText = "ada" }) { desk, _ in
      desk.answers.append(asked(hiddenText))
    },
    .desk("br-global-bool", .hiddenState, beforehand: { hiddenBool = true }) { desk, _ in
      desk.flags["on"] = asked(hiddenBool)
    },
    .desk("br-static-private", .hiddenState, beforehand: { Box.number = 7 }) { desk, _ in
      desk.total = asked(Box.number)
    },
  ]
}
