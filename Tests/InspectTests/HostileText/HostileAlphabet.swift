/// What acts on a terminal or hides in a text.
///
/// It is written down from the standards alone: nothing here asks the code that is examined.
enum HostileAlphabet {
  /// Stands before each hostile piece, and nowhere in the program's own words: a character that acts
  /// and follows it came from the session, even if the program writes such a character itself.
  static let marker = "zQ"

  /// Control sequences of ECMA-48, of the VT series, of xterm and of terminals since.
  private static let sequences: [String] = [
    // Operating system commands: titles, colours, folders, links, notices, the clipboard, files.
    "\u{1B}]0;owned\u{7}", "\u{1B}]1;i\u{7}", "\u{1B}]2;owned\u{1B}\\", "\u{1B}]4;1;?\u{7}",
    "\u{1B}]7;file:h\u{7}", "\u{1B}]8;;http:x\u{1B}\\", "\u{1B}]9;note\u{7}", "\u{1B}]10;?\u{7}",
    "\u{1B}]11;?\u{7}", "\u{1B}]50;font\u{7}", "\u{1B}]52;c;b3duZWQ=\u{7}", "\u{1B}]104\u{7}",
    "\u{1B}]133;A\u{7}", "\u{1B}]777;notify;a;b\u{7}", "\u{1B}]1337;File=inline=1:AA\u{7}",
    // Device control, application commands, privacy messages, strings.
    "\u{1B}Pq#0;2;0;0;0#0~~\u{1B}\\", "\u{1B}P$qm\u{1B}\\", "\u{1B}P+q544e\u{1B}\\",
    "\u{1B}Ptmux;x\u{1B}\\", "\u{1B}_Ga=T;AAAA\u{1B}\\", "\u{1B}^privacy\u{1B}\\",
    "\u{1B}Xstring\u{1B}\\",
    // Erasing, moving, editing, scrolling.
    "\u{1B}[2J", "\u{1B}[3J", "\u{1B}[J", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[H", "\u{1B}[9;9H",
    "\u{1B}[A", "\u{1B}[9B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[G", "\u{1B}[d", "\u{1B}[s", "\u{1B}[u",
    "\u{1B}[L", "\u{1B}[M", "\u{1B}[P", "\u{1B}[@", "\u{1B}[X", "\u{1B}[9b", "\u{1B}[1;2r",
    "\u{1B}[S", "\u{1B}[T",
    // Questions, whose answers are typed for the user.
    "\u{1B}[c", "\u{1B}[>c", "\u{1B}[=c", "\u{1B}[5n", "\u{1B}[6n", "\u{1B}[21t", "\u{1B}[x",
    "\u{1B}Z",
    // Modes, windows, printers, resets, character sets.
    "\u{1B}[?25l", "\u{1B}[?1049h", "\u{1B}[?47h", "\u{1B}[?1000h", "\u{1B}[?1003h",
    "\u{1B}[?2004h", "\u{1B}[?5h", "\u{1B}[8;9;9t", "\u{1B}[5i", "\u{1B}[?4i", "\u{1B}[!p",
    "\u{1B}[62\"p", "\u{1B}c", "\u{1B}7", "\u{1B}8", "\u{1B}D", "\u{1B}E", "\u{1B}M", "\u{1B}H",
    "\u{1B}(0", "\u{1B}#8", "\u{1B}%G", "\u{1B}n", "\u{1B}=", "\u{1B}>",
    // Colours that the program never writes: hidden, blinking, of 24 bits.
    "\u{1B}[8m", "\u{1B}[5;7m", "\u{1B}[38;2;9;8;7m",
    // The same introduced by one C1 character.
    "\u{9B}2J", "\u{9B}31m", "\u{9D}0;owned\u{9C}", "\u{90}q\u{9C}", "\u{9F}G\u{9C}",
    "\u{98}s\u{9C}", "\u{9E}p\u{9C}",
    // A forged line.
    "\r\ninspect: note: forged\n", "over\rwritten", "gone\u{8}\u{8}\u{8}\u{8}",
  ]

  private static let ranges: [ClosedRange<UInt32>] = [
    // C0, delete, C1.
    0x00...0x1F, 0x7F...0x9F,
    // Marks, embeddings, overrides and isolates of direction.
    0x061C...0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
    // Lines and paragraphs.
    0x2028...0x2029,
    // What has no width, or is not shown.
    0x00AD...0x00AD, 0x034F...0x034F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
    0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF,
    0xFFA0...0xFFA0, 0xFFF0...0xFFFB, 0x13430...0x1343F, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A,
    0xE0000...0xE0FFF,
  ]

  /// Whether a character may reach no terminal, and no pipe but as the end of a line.
  static func acts(_ scalar: Unicode.Scalar) -> Bool {
    // Most of an output is ASCII, and is not to be looked up.
    scalar.value < 0x7F ? scalar.value < 0x20 : ranges.contains { $0.contains(scalar.value) }
  }

  /// Each piece alone, behind its marker; of the tags of plane 14 a few.
  static let pieces: [String] = {
    let characters = ranges.flatMap {
      $0.lowerBound == 0xE0000 ? Array(0xE0001...0xE0002) : Array($0)
    }
    return (sequences + characters.compactMap { Unicode.Scalar($0).map(String.init) })
      .map { marker + $0 }
  }()

  /// All pieces, a few to a text, so that no text is so long that a preview would leave some out.
  static let texts: [String] = stride(from: 0, to: pieces.count, by: 4).map {
    pieces[$0..<min($0 + 4, pieces.count)].joined()
  }

  /// One of each kind, for places that hold one text.
  static let text = [
    "\u{1B}[2J", "\u{9B}3J", "\u{202E}", "\r", "\t", "\u{7F}", "\u{200B}", "\u{2028}",
  ]
  .map { marker + $0 }.joined()
}
