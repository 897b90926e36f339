/// The completion script for bash, from version 3.2, which macOS has.
struct BashCompletion {
  let root: Command

  var script: String {
    let commands = root.tree()
    let help = commands.filter { !$0.command.subcommands.isEmpty }.map {
      ($0.path + ["help"], $0.command)
    }
    let nested = (commands.dropFirst().map(\.path) + help.map(\.0))
      .map { "\"\($0.joined(separator: " "))\"" }
    return """
      # bash completion for \(root.name)

      # Offers the words in $2, after one of the separators in $1 anew.
      _\(root.name)_words() {
        local head=
        if [[ -n $1 && $cur == *[$1]* ]]; then
          head=${cur%"${cur##*[$1]}"}
        fi
        COMPREPLY=($(compgen -P "$head" -W "$2" -- "${cur#"$head"}"))
      }

      _\(root.name)() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} path=\(root.name) i
        COMPREPLY=()
        # '--name=value' comes as three words.
        if [[ $cur == = ]]; then
          cur=
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "$path ${COMP_WORDS[i]}" in
          \(nested.joined(separator: " | "))) path="$path ${COMP_WORDS[i]}" ;;
          esac
        done
        case "$path $prev" in
      \(commands.flatMap(values).joined(separator: "\n"))
        esac
        case "$path" in
      \((commands.map(arguments) + help.map(pages)).joined(separator: "\n"))
        esac
        # Without an offer, bash completes file names.
      }

      # Completes nothing, not even a file name.
      _\(root.name)_nothing() {
        if type compopt >/dev/null 2>&1; then
          compopt +o bashdefault +o default
        fi
      }

      complete -o bashdefault -o default -F _\(root.name) \(root.name)
      """
  }

  private func values(_ path: [String], _ command: Command) -> [String] {
    let options = command.options.filter { $0.valueName != nil }
    return Set(options.map(\.completion)).map { completion in
      let names = options.filter { $0.completion == completion }.flatMap(\.spellings).map { name in
        "\"\(path.joined(separator: " ")) \(name)\""
      }
      return "  \(names.joined(separator: " | "))) \(offer(completion)) ;;"
    }.sorted()
  }

  private func offer(_ completion: Completion) -> String {
    switch completion {
    case .files: "return"
    case .none: "_\(root.name)_nothing; return"
    case .wordsOrFiles(let words): offer(.words(words))
    case .words(let words, let separators):
      "_\(root.name)_words \(separators.shellQuoted) \(words.joined(separator: " ").shellQuoted)"
        + "; return"
    }
  }

  private func arguments(_ path: [String], _ command: Command) -> String {
    let options = command.options.map { "--\($0.name)" }.joined(separator: " ")
    let offers = (command.subcommands.map(\.name) + ["help"]).joined(separator: " ")
    let subcommands =
      command.subcommands.isEmpty
      ? "" : "\n    else\n      _\(root.name)_words '' \(offers.shellQuoted)"
    return """
        "\(path.joined(separator: " "))")
          if [[ $cur == -* ]]; then
            _\(root.name)_words '' \(options.shellQuoted)\(subcommands)
          fi
          ;;
      """
  }

  private func pages(_ path: [String], _ command: Command) -> String {
    """
      "\(path.joined(separator: " "))")
        _\(root.name)_words '' \(command.helpNames.joined(separator: " ").shellQuoted)
        ;;
    """
  }
}
