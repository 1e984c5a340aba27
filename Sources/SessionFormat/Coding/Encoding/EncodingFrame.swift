/// What the place of a value holds so far.
enum EncodedContent: UInt8 {
  case empty
  /// A leaf, whole.
  case value
  /// An array or object that is still open.
  case array, object
}

/// One open place: a value that is encoding itself, or a container that one has asked for.
///
/// Frames lie on a stack; the frame at index i is i levels inside its run.
struct EncodingFrame {
  /// By which containers find the frame; never used again in its run.
  var id: Int
  /// Where the text of the value begins.
  var start: Int
  /// How many marks, names, holes and opaque places there were when it began.
  var marks: Int
  var names: Int
  var holes: Int
  var opaque: Int
  /// Elements or members so far.
  var count = 0
  /// Where the name of the last member begins.
  var lastName = 0
  /// A bit for each name, to tell cheaply that no name can have come twice.
  var bloom: UInt64 = 0
  /// How many values are encoding themselves one inside the other in this place.
  var wrappings = 0
  var content = EncodedContent.empty
  var order = FileOrder.asEncoded
  /// Whether a value is encoding itself here, so that the frame ends when that returns; false for
  /// a container made by hand, which may be written to until the value around it ends.
  var isValue: Bool
  /// Whether a name may have come twice.
  var mayRepeat = false
  var hasEscapedName = false
  /// Whether marks and names are no longer known and must be read from the text.
  var mustScan = false
}

/// A container that was left open while something beside it was written: it has its own text,
/// which goes in at `offset` when the value around it ends.
struct EncodingHole {
  let offset: Int
  let id: Int
  let run: EncodingRun
}

/// The state of a run, in memory that no exclusivity check guards.
struct EncodingState {
  var text: ByteBuffer
  var scratch: ByteBuffer
  var frames: UnsafeMutablePointer<EncodingFrame>
  var frameCapacity: Int
  /// The index of the innermost open frame, and its id; -1 and 0 if there is none.
  var top = -1
  var topID = 0
  var lastID = 0
  /// Where the members and elements of ordered frames begin.
  var marks: OffsetStack
  /// The hashes of the names in open objects.
  var names: OffsetStack

  /// Whether names and fractions are remembered; not in a detached container.
  let remembers: Bool
  var fractions = FractionMemo()
  var keyNames = KeyNameMemo()
  /// The members or elements that are put in order.
  var pieces = EncodedPieces()

  /// Where this run begins inside the whole document; not at its root for a detached container.
  var baseDepth = 0
  var limit: Int
  /// What is known of the value before, where values come one after the other.
  var memo: UnsafeMutablePointer<CollectionMemo>?
  /// How deep the values that are encoding themselves lie on the stack.
  var stack = StackGuard()
  /// Offsets of the values that are only rendered.
  var opaque: [Int] = []
  var holes: [EncodingHole] = []
  /// The runs of detached containers, by the ids of their frames.
  var detached: [Int: EncodingRun] = [:]

  /// A detached container gets little room, as a value may leave thousands of them open.
  init(limit: Int, isDetached: Bool) {
    self.limit = limit
    remembers = !isDetached
    text = ByteBuffer(capacity: isDetached ? 0 : 1024)
    scratch = ByteBuffer(capacity: 0)
    frameCapacity = isDetached ? 1 : 64
    frames = .allocate(capacity: frameCapacity)
    marks = OffsetStack(capacity: isDetached ? 0 : 64)
    names = OffsetStack(capacity: isDetached ? 0 : 64)
  }

  func free() {
    text.free()
    scratch.free()
    frames.deallocate()
    marks.free()
    names.free()
    pieces.free()
    fractions.free()
    keyNames.free()
  }

  @inline(__always)
  mutating func append(_ value: Double) {
    if text.append(unlessFraction: value) { return }
    if remembers { fractions.append(value, to: &text) } else { text.append(description: value) }
  }

  mutating func growFrames() {
    let larger = UnsafeMutablePointer<EncodingFrame>.allocate(capacity: frameCapacity * 2)
    larger.moveInitialize(from: frames, count: top + 1)
    frames.deallocate()
    frames = larger
    frameCapacity *= 2
  }
}
