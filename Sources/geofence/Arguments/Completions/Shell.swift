/// A shell that can complete the tool's arguments.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// A script that the shell loads.
  func script(for root: Command) -> String {
    switch self {
    case .bash: BashCompletion(root).script
    case .zsh: ZshCompletion(root).script
    case .fish: FishCompletion(root).script
    }
  }
}

extension Command {
  /// Every command in the tree below this one, with the names that lead to it; parents first.
  func tree(below path: [String] = []) -> [(path: [String], command: Command)] {
    let path = path + [name]
    return [(path, self)] + subcommands.flatMap { $0.tree(below: path) }
  }

  /// Options of all groups, then help.
  var options: [Parameter] { groups.flatMap(\.parameters) + [.help] }
}

extension String {
  /// With a backslash before each backslash and each of the `special` characters.
  func escaped(_ special: String) -> String {
    map { $0 == "\\" || special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
