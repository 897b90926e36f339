import GeofenceBytes
import GeofenceCommandLine

enum RemindersAuthorization: String, CaseIterable {
  case notDetermined = "not-determined"
  case restricted, denied
  case fullAccess = "full-access"
  case writeOnly = "write-only"

  func require(for path: String) throws(InputError) {
    guard let help else { return }
    throw InputError(
      kind: .forbidden, source: path,
      problem: "no access to reminders: the authorization is '\(rawValue)'", help: help)
  }

  private var help: String? {
    let settings = "Settings > Privacy & Security > Reminders"
    return switch self {
    case .fullAccess: nil
    case .notDetermined:
      "the app has to ask (requestFullAccessToReminders), and the person to allow it in the prompt"
    case .denied: "the person has to turn the app on in \(settings): the prompt comes only once"
    case .restricted:
      "the person cannot allow it: whoever manages the device has to, in Settings > Screen Time > "
        + "Content & Privacy Restrictions > Reminders, or in its management profile"
    case .writeOnly:
      "the app may add reminders and read none: the person has to choose Full Access in \(settings)"
    }
  }
}
