import GeofenceCore
import GeofenceFormats

extension SimulateOptions {
  /// What the phone sees of the track; `nil` for every fix as recorded.
  ///
  /// - Throws: an error that names file, place and help.
  func readPositioning() throws(InputError) -> Positioning? {
    if let preset { return Positioning(preset.model, seed: drawSeed) }
    guard let path = positioningFile else {
      if seed != nil {
        Console.tell(
          "--seed is not needed: every fix is seen as recorded", severity: "note")
      }
      return nil
    }
    do throws(InputError) {
      return Positioning(try PositioningReader.read(path: path), seed: drawSeed)
    } catch {
      guard error.kind == .missing else { throw error }
      var unknown = error
      let names = PositioningPreset.all.map(\.name).joined(separator: ", ")
      unknown.help = "give recorded, \(names), or the path of a JSON file"
      throw unknown
    }
  }

  /// The settings with the cushion that goes with a positioning model.
  func settings(for positioning: Positioning?) -> Settings {
    var settings = settings
    settings.crossing.cushion =
      cushion ?? positioning?.model.cushion ?? settings.crossing.cushion
    return settings
  }

  private var preset: PositioningPreset? {
    PositioningPreset.all.first { $0.name == positioning }
  }

  /// The file of a positioning model of the user's own.
  var positioningFile: String? { isPositioned && preset == nil ? positioning : nil }

  /// What the draws begin with.
  var drawSeed: UInt64 { seed ?? 1 }

  /// Whether the phone does not see every fix.
  var isPositioned: Bool { positioning != nil && positioning != "recorded" }

  /// What the phone sees of the track, in a few words; `nil` for every fix as recorded.
  var positioningName: String? {
    positioning.flatMap {
      $0 == "recorded" ? nil : "positioning \($0.steeringNothing), seed \(drawSeed)"
    }
  }

  /// What the positioning model rests on, for people.
  var positioningLines: [String] {
    guard let positioning, positioning != "recorded" else { return [] }
    return ["\(positioningName ?? ""):"]
      + (preset?.sources ?? []).map { "  \($0.what): \($0.source)" }
  }
}
