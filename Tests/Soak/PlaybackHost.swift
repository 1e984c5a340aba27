import Foundation
import TestSupport

/// A host that answers each action with what the session says of it, so that a hostile session costs
/// the tool as much as it can where a host takes part.
struct PlaybackHost {
  /// How the tool starts it.
  let command: String

  /// A host of a session that is not packed.
  init(_ path: String, in folder: SessionFolder) throws {
    let script = folder.file("playback.py")
    try Data(Self.script.utf8).write(to: URL(filePath: script))
    command = "python3 \(script) \(path)"
  }

  /// What a host takes part in, and `follow`, which ends as its session is closed.
  ///
  /// - Parameters:
  ///   - closed: The session, which says that it is closed.
  ///   - copy: Where new sessions are written.
  func verbs(_ path: String, closed: String, _ copy: String) -> [(String, [String])] {
    let host = ["--host", command]
    return [
      ("verify with a host", ["verify", path] + host),
      ("verify --steps --twice", ["verify", path, "--steps", "--twice"] + host),
      ("replay", ["replay", path] + host), ("replay -o", ["replay", path, "-o", copy] + host),
      ("minimize", ["minimize", path, "$.state == 'never'"] + host),
      ("bisect of hosts", ["bisect", path, "--good", command, "--bad", command]),
      ("reload", [path, "-e", "skip 1", "-e", "reload"] + host),
      ("branch", [path, "-e", "skip 2", "-e", "compare"] + host),
      ("repair with a host", ["repair", path, "-o", copy] + host),
      ("follow", ["follow", closed]),
    ]
  }

  private static let script = """
    import re, sys
    header, states, inputs = None, {}, {}
    front = re.compile(rb'{"kind":"(state|input)","n":([0-9]+)')
    for line in open(sys.argv[1], "rb"):
        header = header or line
        found = front.match(line)
        if found and found[1] == b"state":
            states.setdefault(found[2], line.rstrip(b"\\n") + b"\\n")
        elif found:
            inputs.setdefault(found[2], []).append(line)
    number = re.compile(rb'"n":([0-9]+)')
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        if line.startswith(b'{"kind":"session"'):
            out.write(header)
        elif line.startswith((b'{"kind":"state"', b'{"kind":"reset"')):
            out.write(b'{"kind":"state"' + line[15:])
        elif line.startswith(b'{"kind":"action"'):
            n = number.search(line)[1]
            if n in states:
                out.write(line + b"".join(inputs.get(n, [])) + states[n])
            else:
                out.write(b'{"kind":"error","n":%s,"reason":"unknown-action","message":""}\\n' % n)
        elif line.startswith((b'{"kind":"hold"', b'{"kind":"back"')):
            out.write(b'{"kind":"error","reason":"not-held","message":""}\\n')
        out.flush()

    """
}
