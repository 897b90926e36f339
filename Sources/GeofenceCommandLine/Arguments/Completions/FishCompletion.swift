struct FishCompletion {
  let root: Command

  var script: String {
    """
    # fish completion for \(root.name)

    # Offers the words, after one of the separators anew.
    function __\(root.name)_words --argument-names separators
        set -l current (commandline --current-token | string replace --regex '^--[^=]*=' '')
        set -l head (string match --regex "^.*[$separators]" -- $current)
        for word in $argv[2..-1]
            echo $head$word
        end
    end

    \(root.tree().flatMap(lines).joined(separator: "\n"))
    """
  }

  private func lines(_ path: [String], _ command: Command) -> [String] {
    let place = path.dropFirst().map { "__fish_seen_subcommand_from \($0)" }
    guard !command.subcommands.isEmpty else {
      let takesFiles = command.operands.contains { $0.completion == .files }
      return (takesFiles ? [] : [line(place, "-f")]) + options(of: command, place)
    }
    let names = command.subcommands.map(\.name)
    let isFirst =
      place + ["not __fish_seen_subcommand_from \((names + ["help"]).joined(separator: " "))"]
    return [line(isFirst, "-f")]
      + command.subcommands.map { line(isFirst, "-a \($0.name) -d \(quoted($0.abstract))") } + [
        line(isFirst, "-a help -d 'Show the help of a command or a topic.'"),
        line(
          place + ["__fish_seen_subcommand_from help"],
          "-f -a \(quoted(command.helpNames.joined(separator: " ")))"),
      ] + options(of: command, isFirst)
  }

  private func options(of command: Command, _ place: [String]) -> [String] {
    command.options.map { option in
      let letter = option.letter.map { "-s \($0) " } ?? ""
      return line(
        place, "\(letter)-l \(option.name)\(value(of: option)) -d \(quoted(option.summary))")
    }
  }

  private func line(_ conditions: [String], _ offer: String) -> String {
    "complete -c \(root.name) -n \(quoted(conditions.joined(separator: "; and "))) \(offer)"
  }

  private func value(of option: Parameter) -> String {
    guard option.valueName != nil else { return "" }
    switch option.completion {
    case .none: return " -x"
    case .files: return " -r -F"
    case .wordsOrFiles(let words): return " -r -F -a \(quoted(words.joined(separator: " ")))"
    case .words(let words, ""): return " -x -a \(quoted(words.joined(separator: " ")))"
    case .words(let words, let separators):
      return
        " -x -a \(quoted("(__\(root.name)_words \(separators) \(words.joined(separator: " ")))"))"
    }
  }

  private func quoted(_ text: String) -> String { "'\(text.escaped("'"))'" }
}
