/// What a value's place holds so far.
enum EncodedContent: UInt8 {
  case empty
  /// A complete leaf.
  case value
  /// An array or object that is still open.
  case array, object
}

/// An open place: a value that is encoding itself, or a container that it asked for.
///
/// Frames form a stack; the frame at index i is i levels below the start of its run.
struct EncodingFrame {
  /// Containers find the frame by this id; a run never reuses it.
  var id: Int
  /// Where the text of the value begins.
  var start: Int
  /// The counts of marks, names, holes and opaque places when it began.
  var marks: Int
  var names: Int
  var holes: Int
  var opaque: Int
  /// Elements or members so far.
  var count = 0
  /// Where the name of the last member begins.
  var lastName = 0
  /// One bit per name hash; a fresh bit proves that the name is new.
  var bloom: UInt64 = 0
  /// How many values are encoding themselves inside each other at this place.
  var wrappings = 0
  var content = EncodedContent.empty
  var order = FileOrder.asEncoded
  /// Whether a value is encoding itself here; the frame then ends when that returns.
  ///
  /// False for a container made by hand, which accepts writes until the value around it ends.
  var isValue: Bool
  /// Whether a name may be repeated.
  var mayRepeat = false
  var hasEscapedName = false
  /// Whether marks and names are unknown and must be read from the text.
  var mustScan = false
}

/// A container that was still open when the text around it continued.
///
/// Its own text is inserted at `offset` when the value around it ends.
struct EncodingHole {
  let offset: Int
  let id: Int
  let run: EncodingRun
}

/// The state of a run, in memory without exclusivity checks.
struct EncodingState {
  var text: ByteBuffer
  var scratch: ByteBuffer
  var frames: UnsafeMutablePointer<EncodingFrame>
  var frameCapacity: Int
  /// The index of the innermost open frame and its id; -1 and 0 if no frame is open.
  var top = -1
  var topID = 0
  var lastID = 0
  /// The offsets of the members and elements of ordered frames.
  var marks: OffsetStack
  /// The hashes of the names in open objects.
  var names: OffsetStack

  /// Whether names and fractions are remembered; false in a detached container.
  let remembers: Bool
  var fractions = FractionMemo()
  var keyNames = KeyNameMemo()
  /// The members or elements that are being sorted.
  var pieces = EncodedPieces()

  /// The depth of this run inside the whole document; above 0 for a detached container.
  var baseDepth = 0
  var limit: Int
  /// What is remembered of the previous value, if values are encoded in sequence.
  var memo: UnsafeMutablePointer<CollectionMemo>?
  /// The stack depth of the values that are encoding themselves.
  var stack = StackGuard()
  /// Whether a value asked for its coding path, so that its text may depend on where it is.
  var isAskedForPath = false
  /// The offsets of values that are only rendered.
  var opaque: [Int] = []
  var holes: [EncodingHole] = []
  /// The runs of detached containers, by frame id.
  var detached: [Int: EncodingRun] = [:]

  /// A detached container gets little memory, because a value may leave thousands of them open.
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
