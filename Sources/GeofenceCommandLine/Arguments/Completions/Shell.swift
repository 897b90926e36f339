package enum Shell: String, CaseIterable {
  case bash, zsh, fish

  package func script(for root: Command) -> String {
    switch self {
    case .bash: BashCompletion(root: root).script
    case .zsh: ZshCompletion(root: root).script
    case .fish: FishCompletion(root: root).script
    }
  }
}

extension Command {
  /// Returns every command from here on, parents first, with the names that lead to it.
  package func tree(below path: [String] = []) -> [(path: [String], command: Command)] {
    let path = path + [name]
    return [(path, self)] + subcommands.flatMap { $0.tree(below: path) }
  }

  package var options: [Parameter] { groups.flatMap(\.parameters) + [.help] }
}

extension String {
  /// Returns the text with a backslash before each backslash and each `special` character.
  package func escaped(_ special: String) -> String {
    map { $0 == "\\" || special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
