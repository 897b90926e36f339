struct ZshCompletion {
  let root: Command

  var script: String {
    """
    #compdef \(root.name)

    # Offers the words, after one of the separators in $1 anew.
    _\(root.name)_words() {
      [[ -n $1 ]] && compset -P "*[$1]"
      shift
      compadd -- "$@"
    }

    \(root.tree().reversed().map(function).joined(separator: "\n\n"))

    if [[ $funcstack[1] == _\(root.name) ]]; then
      _\(root.name) "$@"
    else
      compdef _\(root.name) \(root.name)
    fi
    """
  }

  private func function(_ path: [String], _ command: Command) -> String {
    command.subcommands.isEmpty ? leaf(path, command) : choice(path, command)
  }

  private func leaf(_ path: [String], _ command: Command) -> String {
    let operands = command.operands.enumerated().map { number, operand in
      let isLast = number == command.operands.count - 1
      let position = operand.isRepeated && isLast ? "*" : "\(number + 1)"
      return "\(position):\(operand.name.escaped(":")):\(action(operand.completion))"
    }
    let specs = (command.options.flatMap(specs) + operands).map(\.shellQuoted)
    return """
      \(name(path))() {
        _arguments -S \\
          \(specs.joined(separator: " \\\n    "))
      }
      """
  }

  private func choice(_ path: [String], _ command: Command) -> String {
    func described(_ name: String, _ abstract: String) -> String {
      "\(name.escaped(":")):\(abstract.escaped(":"))".shellQuoted
    }
    let commands = command.subcommands.map { described($0.name, $0.abstract) }
    let topics = command.topics.map { described($0.name, $0.abstract) }
    let branches = command.subcommands.map { "\($0.name)) \(name(path + [$0.name])) ;;" }
    return """
      \(name(path))() {
        local curcontext="$curcontext" state line
        typeset -A opt_args
        local -a commands=(
          \(commands.joined(separator: "\n    "))
          'help:Show the help of a command or a topic.'
        )
        local -a topics=(\(topics.joined(separator: " ")))
        _arguments -C \\
          \(command.options.flatMap(specs).map(\.shellQuoted).joined(separator: " \\\n    ")) \\
          '1:command:->command' '*::arguments:->arguments'
        case $state in
        command) _describe command commands ;;
        arguments)
          case $line[1] in
          \(branches.joined(separator: "\n    "))
          help) _describe command commands -- topics ;;
          esac
          ;;
        esac
      }
      """
  }

  private func name(_ path: [String]) -> String { "_" + path.joined(separator: "_") }

  private func specs(_ option: Parameter) -> [String] {
    let summary = "[\(option.summary.escaped("[]"))]"
    guard let value = option.valueName else { return option.spellings.map { $0 + summary } }
    let argument = "\(summary):\(value.escaped(":")):\(action(option.completion))"
    let mark = option.isRepeated ? "*" : ""
    return option.spellings.map { mark + $0 + ($0.hasPrefix("--") ? "=" : "") + argument }
  }

  private func action(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .wordsOrFiles(let words):
      "{_\(root.name)_words '' \(words.joined(separator: " ")); _files}"
    case .words(let words, let separators):
      "{_\(root.name)_words \(separators.shellQuoted) \(words.joined(separator: " "))}"
    }
  }
}
