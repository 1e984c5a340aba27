public import SessionFormat

/// A place in a session file.
public struct SourceLocation: Equatable, Sendable {
  /// The file as the user named it.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The character (Unicode scalar) in the line, from 1.
  public let column: Int
  /// The byte in the file, from 0.
  public let offset: Int
}

/// Damage in a session file, and its place.
public struct SessionError: Error, Equatable, Sendable {
  /// What is wrong.
  public indirect enum Cause: Equatable, Sendable {
    /// The line cannot be read.
    case line(LineError)
    /// The file is empty.
    case empty
    /// The first line is not a session header.
    case noHeader(LineError?)
    /// The first line is not a session header, but lines of a session follow.
    case lostHeader(LineError?)
    /// The file has a later version of the format.
    case laterVersion(Int)
    /// The file requires features that this version does not have.
    case unknownRequirements([String])
    /// The line does not have the number that is due.
    case jump(kind: String, n: Int, expected: Int)
    /// A line of this kind may not stand here.
    case misplaced(kind: String, n: Int)
    /// A line after the end of the session.
    case afterEnd
    /// A gap that covers more lost actions than this reader accepts.
    case gapTooLong(n: Int, limit: Int)
    /// A gap whose count of lost actions is greater than its numbers leave room for.
    case gapLost(n: Int, lost: Int, room: Int)
    /// The patch does not apply to the state before it.
    case patch(n: Int, JSONPatchError)
    /// The keyframe differs from the state that it repeats.
    case keyframe(n: Int, path: JSONPointer)
    /// The first state of a segment differs from the last state of the segment before it.
    case repeated(n: Int, path: JSONPointer)
    /// The last line was cut off.
    case torn(bytes: Int)
    /// The file is gzipped, and not all of it could be inflated.
    case gzip(GzipFault)
    /// The segments with those numbers are missing.
    case missingSegments(ClosedRange<Int>)
    /// The segment begins with that state, but its name places it later.
    case segmentOrder(n: Int)
    /// The segment cannot be read as a file, or belongs to another session.
    case unreadableSegment(InspectorError)
    /// The inflated bytes are gzip again.
    case gzipTwice
    /// The file is an HTML page without a session inside.
    case emptyPage
  }

  /// Where it is.
  public let location: SourceLocation
  /// What it is.
  public let cause: Cause

  /// Whether the last line was cut off.
  package var isTorn: Bool { if case .torn = cause { true } else { false } }

  /// Whether the rest of the file can still be read.
  var leavesRest: Bool {
    switch cause {
    case .gzip, .gzipTwice, .emptyPage,
      .missingSegments, .unreadableSegment, .empty, .noHeader, .laterVersion,
      .unknownRequirements:
      false
    default: true
    }
  }
}

extension SessionError {
  /// Damage of a file as a whole, which is located at its beginning.
  init(file: String, _ cause: Cause) {
    self.init(location: SourceLocation(file: file, line: 1, column: 1, offset: 0), cause: cause)
  }
}

extension SessionError: CustomStringConvertible {
  /// `FILE:LINE:COLUMN: what is wrong, why, and what to do`.
  public var description: String {
    // That error names the file; there is no line to point at.
    if case .unreadableSegment(let error) = cause { return error.description }
    let place = "\(location.file):\(location.line):\(location.column)"
    return "\(place): \(words) (byte \(location.offset))"
  }

  /// The damage in words, without its place.
  public var words: String {
    switch cause {
    case .line(let error): error.description
    case .empty: "the file is empty: a session begins with a line of kind \"session\""
    case .noHeader(let error), .lostHeader(let error):
      "not a session: the first line must be of kind \"session\""
        + (error.map { ", but \($0)" } ?? "")
    case .laterVersion(let version):
      "the file is of version \(version) of the format, and this inspect reads up to version "
        + "\(SessionHeader.version): use a newer inspect"
    case .unknownRequirements(let names):
      "the file requires \(names.map { JSONValue.string($0).description }.joined(separator: ", ")), "
        + "which this inspect does not know: use a newer inspect"
    case .jump(let kind, let n, let expected):
      "\(kind) \(n) comes instead of \(kind) \(expected), and no gap explains it: lines "
        + "are missing or out of order"
    case .misplaced(let kind, let n):
      "\(kind) \(n) does not belong here: lines are missing or out of order"
    case .afterEnd: "a line after the end of the session"
    case .gapTooLong(let n, let limit):
      "the gap before state \(n) covers more than \(limit) actions"
    case .gapLost(let n, let lost, let room):
      "the gap before state \(n) counts \(lost) lost actions, but its numbers leave room for "
        + "\(room)"
    case .patch(let n, let error):
      "the patch of state \(n) does not apply: \(error)\(error.reason.remedy)"
    case .keyframe(let n, let path):
      "the keyframe of state \(n) differs from that state at \(JSONValue.string(path.description))"
    case .repeated(let n, let path):
      "state \(n), with which the segment begins, differs from the last state of the segment before "
        + "it at \(JSONValue.string(path.description))"
    case .torn(let bytes): "the last line was cut off after \(CountText.words(bytes, "byte"))"
    case .gzip(let fault): fault.description
    case .missingSegments(let numbers):
      numbers.count == 1
        ? "segment \(SegmentNumber.text(numbers.lowerBound)) is missing"
        : "segments \(SegmentNumber.text(numbers.lowerBound)) to "
          + "\(SegmentNumber.text(numbers.upperBound)) are missing"
    case .segmentOrder(let n):
      "begins with state \(n), so it cannot follow the segments before it: segments are read in "
        + "the order of their numbers"
    case .unreadableSegment(let error): error.description
    case .gzipTwice: "a gzip within a gzip: inflate it once with gunzip"
    case .emptyPage:
      "an HTML page with no session inside, or one that was cut off before it: those that inspect "
        + "report writes have one"
    }
  }
}

extension JSONPatchError.Reason {
  /// The option that allows what was refused, if there is one.
  fileprivate var remedy: String {
    switch self {
    case .tooLarge: ", which may be a trap; --line-limit SIZE allows more"
    case .tooManyValues:
      ", which may be a trap; --line-limit SIZE allows one for each 64 bytes"
    case .multiplied: ", which may be a trap; --patch-ratio N allows more"
    default: ""
    }
  }
}
