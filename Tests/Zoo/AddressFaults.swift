import Foundation

extension Zoo {
  private final class Object {
    var value = 0
  }

  /// Reducers that show addresses in memory.
  static let addresses: [Specimen] = [
    .fault("object-identifier", "addresses", calm: 2) { pen, _ in
      let object = Object()
      pen.text = withExtendedLifetime(object) { "\(UInt(bitPattern: ObjectIdentifier(object)))" }
    },
    .fault("pointer-key", "addresses", calm: 3) { pen, _ in
      let objects = animals.map { _ in Object() }
      let byPage = Dictionary(
        uniqueKeysWithValues: zip(objects.map { UInt(bitPattern: ObjectIdentifier($0)) }, animals))
      // Each name at the memory page of its object.
      pen.numbers = withExtendedLifetime(objects) { byPage.keys.sorted().map { Double($0 >> 12) } }
    },
    .fault("raw-bytes", "addresses", calm: 1) { pen, amount in
      var boxes = [Array(repeating: amount, count: 8), Array(repeating: amount, count: 9)]
      pen.count = withUnsafeBytes(of: &boxes[1]) { bytes in
        bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
      }
    },
    .fault("uninitialised-memory", "addresses", calm: 4) { pen, _ in
      // Freed memory contains a link of the allocator.
      let freed = (0..<3).map { _ in malloc(112) }
      for pointer in freed { free(pointer) }
      guard let memory = malloc(112) else { return }
      defer { free(memory) }
      pen.numbers.append(Double(memory.load(as: UInt64.self) >> 4))
    },
    .fault("description", "addresses", calm: 2) { pen, _ in
      let object = Object()
      pen.text = "\(Unmanaged.passUnretained(object).toOpaque())"
      withExtendedLifetime(object) { $0.value += 1 }
    },
  ]
}
