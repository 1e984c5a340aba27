import Foundation

private final class Item: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

extension Specimen {
  /// Reducers that let an address, or what lies at one, into the state.
  static let memory: [Specimen] = [
    .desk("object-identifier", .addresses) { desk, _ in
      let item = Item("a")
      desk.answers.append(asked("\(ObjectIdentifier(item))"))
    },
    .desk("opaque-pointer", .addresses) { desk, _ in
      let item = Item("a")
      desk.answers.append(asked("\(Unmanaged.passUnretained(item).toOpaque())"))
    },
    .desk("heap-address", .addresses) { desk, _ in
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      defer { bytes.deallocate() }
      desk.total = asked(Int(bitPattern: bytes))
    },
    .desk("stack-address", .addresses) { desk, _ in
      var value = 0
      desk.total = asked(withUnsafeMutablePointer(to: &value) { Int(bitPattern: $0) })
    },
    .desk("function-address", .addresses) { desk, _ in
      let handle = dlopen(nil, RTLD_NOW)
      desk.total = asked(Int(bitPattern: dlsym(handle, "malloc")))
    },
    .desk(
      "sorted-by-identity", .addresses, script: Script(30, asks: Array(8...25)), first: .atMost(25)
    ) { desk, _ in
      // Blocks so large that each has a mapping of its own, from time to time at either side.
      let items = (0..<4).map { (name: "\($0)", at: malloc(200_000 + $0 * 90_000)) }
      defer { items.forEach { free($0.at) } }
      let parity = items.map { asked(Int(bitPattern: $0.at) >> 12).isMultiple(of: 2) }
      desk.answers.append(parity.map { $0 ? "even" : "odd" }.joined(separator: " "))
    },
    .desk("cache-by-object", .addresses) { desk, _ in
      let items = (0..<12).map { Item("item \($0)") }
      let order = asked(items.map { (ObjectIdentifier($0).hashValue, $0.name) }.min { $0 < $1 })
      desk.answers.append(order.map { "\($0.0 % 1000) \($0.1)" } ?? "")
    },
    .desk("bits-of-a-string", .addresses) { desk, number in
      let text = String(repeating: "long enough for the heap ", count: 3 + number)
      desk.total = asked(withUnsafeBytes(of: text) { $0.load(fromByteOffset: 8, as: Int.self) })
    },
    .desk("bits-of-an-array", .addresses) { desk, _ in
      let numbers = [1, 2, 3].map { $0 * desk.notes.count }
      desk.answers.append(asked(String(unsafeBitCast(numbers, to: UInt.self), radix: 16)))
    },
    .desk("class-bytes-compared", .addresses) { desk, _ in
      let (one, other) = (Item("one"), Item("two"))
      let (a, b) = (Unmanaged.passUnretained(one), Unmanaged.passUnretained(other))
      desk.readings.append(
        asked(Double(UInt(bitPattern: a.toOpaque()) ^ UInt(bitPattern: b.toOpaque()))))
      desk.readings.append(Double(UInt(bitPattern: a.toOpaque())))
    },
    .desk("freed-memory", .memory) { desk, _ in
      // The allocator keeps its lists in what was freed, and the new owner reads them.
      free(malloc(48))
      let bytes = malloc(48)
      defer { free(bytes) }
      desk.total = asked(bytes?.load(as: Int.self) ?? 0)
    },
    .desk("uninitialized-array", .memory) { desk, _ in
      // A block as large as the array's, in which somebody kept pointers.
      if let block = malloc(56) {
        for offset in stride(from: 16, to: 56, by: 8) {
          block.storeBytes(of: Int(bitPattern: block), toByteOffset: offset, as: Int.self)
        }
        free(block)
      }
      let numbers = [Int](unsafeUninitializedCapacity: 3) { _, count in count = 3 }
      desk.answers.append(asked(numbers.map(String.init).joined(separator: " ")))
    },
    .desk("large-block-reused", .memory) { desk, _ in
      // A block of the size of a bin of unsorted chunks: its first words point into the allocator.
      let keep = [malloc(2000), malloc(2000), malloc(2000)]
      free(keep[1])
      let again = malloc(2000)
      defer { [keep[0], keep[2], again].forEach { free($0) } }
      desk.answers.append(asked("\(again?.load(fromByteOffset: 8, as: UInt.self) ?? 0)"))
    },
  ]
}
