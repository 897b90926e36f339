import GeofenceBytes
import GeofenceCore
import GeofenceInputs

extension SimulateOptions {
  func readPositioning() throws(InputError) -> Positioning? {
    if let preset { return Positioning(preset.model, seed: drawSeed) }
    guard let path = positioningFile else { return nil }
    do throws(InputError) {
      return Positioning(try PositioningReader.read(path: path), seed: drawSeed)
    } catch {
      guard error.kind == .missing else { throw error }
      var unknown = error
      let names = PositioningPreset.all.map(\.name).joined(separator: ", ")
      let closest = Suggestion.closest(
        to: path, among: ["recorded"] + PositioningPreset.all.map(\.name))
      unknown.help =
        (closest.map { "did you mean \($0)? " } ?? "")
        + "give recorded, \(names), or the path of a JSON file"
      throw unknown
    }
  }

  /// Returns the settings with the cushion and the dwell that belong to a positioning model.
  func settings(for positioning: Positioning?) -> Settings {
    guard !isSettled else { return settings }
    let given = Self.rulesOfModels.filter { choices[$0.key] != nil }.values
    return settings.suited(to: positioning, given: CrossingRules.Given(given))
  }

  /// The options of the rules that a model may bring.
  static let rulesOfModels: [String: CrossingRules.Given] = [
    "cushion": .cushion, "cushion-in": .inwardCushion, "dwell": .dwell, "dwell-out": .outwardDwell,
  ]

  private var preset: PositioningPreset? {
    PositioningPreset.all.first { $0.name == positioning }
  }

  var positioningFile: String? { isPositioned && preset == nil ? positioning : nil }

  var drawSeed: UInt64 { seed ?? 1 }

  /// True if a model changes the fixes that the system gets.
  var isPositioned: Bool { positioning != nil && positioning != "recorded" }

  var positioningName: String? {
    positioning.flatMap {
      $0 == "recorded" ? nil : "positioning \($0.steeringNothing), seed \(drawSeed)"
    }
  }

  /// The lines that explain to people what the positioning model is based on.
  var positioningLines: [String] {
    guard let positioning, positioning != "recorded" else { return [] }
    return ["\(positioningName ?? ""):"]
      + (preset?.sources ?? []).map { "  \($0.what): \($0.source)" }
  }
}
