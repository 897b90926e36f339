import CLibrary

package struct Terminal {
  package let width: Int
  package let isColored: Bool

  /// The terminal of this process; `nil` if standard output is none.
  package static let output: Terminal? = {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return Terminal(width: max(40, known ? Int(size.ws_col) : 80), isColored: Console.colorsOutput)
  }()

  /// Returns lines no longer than the terminal is wide, what goes on below indented by two blanks.
  /// The first and each unindented line below an empty one is a bold title.
  package func text(of lines: [String]) -> String {
    lines.indices.flatMap { number in
      let line = lines[number]
      let isTitle =
        !line.isEmpty && !line.hasPrefix(" ") && (number == 0 || lines[number - 1].isEmpty)
      return wrapped(line).map { isTitle && isColored ? "\u{1B}[1m\($0)\u{1B}[0m" : $0 }
    }.joined(separator: "\n")
  }

  private func wrapped(_ line: String) -> [String] {
    guard line.count > width else { return [line] }
    let margin = String(line.prefix { $0 == " " })
    let hanging = margin + "  "
    let lines = line.wrapped(to: width - hanging.count)
    return lines.enumerated().map { ($0.offset == 0 ? margin : hanging) + $0.element }
  }
}
