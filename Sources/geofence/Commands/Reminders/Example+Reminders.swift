extension Example {
  /// What somebody might type who works with reminders.
  ///
  /// - Parameter parameters: what follows the files: commands about lists have the names of others.
  static func ofReminders(_ name: String, _ parameters: [Parameter]) -> Example? {
    let file = "home.ics"
    func line(_ rest: String) -> String { "geofence reminders \(name) \(file)\(rest)" }
    func lists(_ rest: String) -> String { "geofence reminders lists \(name) \(file)\(rest)" }
    return switch (name, parameters.first?.name) {
    case ("list", nil):
      Example("What is still to be done", line(" --incomplete --sort due"))
    case ("show", "uid"): Example("All about one of them", line(" BREAD"))
    case ("add", "title"):
      Example(
        "Bread, on arriving at the bakery",
        line(" 'Buy bread' --at 46.0511,14.5051 --radius 100 --on-enter"))
    case ("edit", "uid"): Example("Another day", line(" BREAD --due 2026-12-01T10:00"))
    case ("complete", "uid"), ("uncomplete", "uid"), ("delete", "uid"):
      Example("The one whose UID begins so", line(" BREAD"))
    case ("show", nil): Example("What there is", lists(""))
    case ("add", "list"), ("delete", "list"): Example("A list", lists(" Errands"))
    case ("rename", "list"): Example("Another name", lists(" Errands Shopping"))
    default: nil
    }
  }
}
