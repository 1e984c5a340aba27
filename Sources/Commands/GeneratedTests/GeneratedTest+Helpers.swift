extension GeneratedTest {
  /// What every file has at its end: private, so that a target may have several.
  static let helpers = #"""
    /// A value of its JSON, as a session has it.
    private func recorded<Value: Decodable>(
      _ json: String, as type: Value.Type = Value.self
    ) throws -> Value {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      return try decoder.decode(type, from: Data(json.utf8))
    }

    /// A state as JSON, equal by value; a literal is JSON, too.
    private enum StateJSON: Decodable, Equatable {
      case null
      case bool(Bool)
      case number(Decimal)
      case text(String)
      case list([StateJSON])
      case members([String: StateJSON])

      init(of state: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        self = try JSONDecoder().decode(Self.self, from: encoder.encode(state))
      }

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
          self = .null
        } else if let bool = try? value.decode(Bool.self) {
          self = .bool(bool)
        } else if let number = try? value.decode(Decimal.self) {
          self = .number(number)
        } else if let text = try? value.decode(String.self) {
          self = .text(text)
        } else if let list = try? value.decode([StateJSON].self) {
          self = .list(list)
        } else {
          self = .members(try value.decode([String: StateJSON].self))
        }
      }

      /// The value at a path of names and indices; nil if there is none.
      subscript(path: String...) -> StateJSON? {
        path.reduce(self) { (value: StateJSON?, name) in
          switch value {
          case .list(let list): Int(name).flatMap { list.indices.contains($0) ? list[$0] : nil }
          case .members(let members): members[name]
          default: nil
          }
        }
      }
    }

    extension StateJSON: ExpressibleByStringLiteral, CustomStringConvertible {
      init(stringLiteral json: String) {
        self = (try? JSONDecoder().decode(Self.self, from: Data(json.utf8))) ?? .text(json)
      }

      var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .text(let text): text.debugDescription
        case .list(let list): "\(list)"
        case .members(let members):
          "{\(members.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))}"
        }
      }
    }
    """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
