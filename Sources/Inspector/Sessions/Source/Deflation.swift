import CZlib
import Foundation

/// Compresses bytes as they come; equal bytes give equal gzips, without time or name.
final class Deflation {
  private static let chunk = 1 << 16

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let header = UnsafeMutablePointer<gz_header>.allocate(capacity: 1)
  private var room = [UInt8](repeating: 0, count: chunk)

  init() {
    stream.initialize(to: z_stream())
    deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    header.initialize(to: gz_header())
    // Unknown system; else the gzip names the one that made it.
    header.pointee.os = 255
    deflateSetHeader(stream, header)
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    header.deallocate()
  }

  /// The next bytes of the gzip, for the next bytes of content.
  ///
  /// - Parameter isLast: Whether the gzip ends with these.
  func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var out: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.pointee.avail_in = UInt32(bytes.count)
      room.withUnsafeMutableBufferPointer { room in
        repeat {
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          _ = CZlib.deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          out += room[..<(room.count - Int(stream.pointee.avail_out))]
        } while stream.pointee.avail_out == 0
      }
    }
    return out
  }
}
