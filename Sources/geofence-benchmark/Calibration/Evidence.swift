import Foundation

/// The drives that were handed on, each a folder with a track, regions and the phone's own log, beside
/// what the tool says of them.
struct Evidence {
  /// The part of an audit's JSON that the table is made of.
  private struct Audit: Decodable {
    struct Phone: Decodable {
      /// The seconds that phone and rules may be apart and agree.
      let tolerance: Double
      let crossings: [Crossing]
      let withoutCrossing: [Without]
    }
    struct Crossing: Decodable {
      let agrees: Bool
      let time: String
      let phone, rules: String?
    }
    struct Without: Decodable {}
    let phone: Phone
  }
  private struct About: Decodable { let about: String? }

  private let tool: String
  private let folders: [URL]

  /// Finds the folders with a phone's log below `path`.
  ///
  /// - Throws: an error if there is none.
  init(in path: String, tool: String) throws {
    guard !path.isEmpty else { throw Failure("give the folder: make evidence DRIVES=FOLDER") }
    self.tool = tool
    let root = URL(fileURLWithPath: path)
    let below = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let logs = (below?.compactMap { $0 as? URL } ?? []).filter {
      $0.lastPathComponent.hasPrefix("phone.")
    }
    folders = Set(logs.map { $0.deletingLastPathComponent() }).sorted { $0.path < $1.path }
    if folders.isEmpty { throw Failure("\(path): no folder in it has a phone.* beside a track") }
  }

  /// The table of the folders, a row each.
  ///
  /// - Throws: what the tool says of a folder that it cannot audit.
  func table() throws -> [String] {
    try [
      "| drive | phone | crossings | delivered by the phone, the rules, both | agree "
        + "| delay of the phone, the rules (median) | without a crossing |",
      "|---|---|---|---|---|---|---|",
    ] + folders.map(row)
  }

  private func row(_ folder: URL) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    func files(_ stem: String) -> [String] {
      names.filter { $0.hasPrefix("\(stem).") }.map { folder.appending(path: $0).path }
    }
    let settings = files("settings")
    var command = [tool, "audit"] + files("track")
    command += files("regions").flatMap { ["--regions", $0] }
    command += files("phone").flatMap { ["--phone", $0] }
    command += files("scenario").flatMap { ["--scenario", $0] }
    command += settings.flatMap { ["--settings", $0] } + ["--format", "json"]
    let run = try Run(command, in: folder)
    guard run.status == 0 || run.status == 1 else { throw Failure("\(folder.path): \(run.errors)") }
    let phone = try JSONDecoder().decode(Audit.self, from: run.output).phone
    let about = try settings.first.flatMap {
      try JSONDecoder().decode(About.self, from: Data(contentsOf: URL(fileURLWithPath: $0))).about
    }
    let told = phone.crossings.filter { $0.phone != nil || $0.rules != nil }
    let counts = [
      told.filter { $0.phone != nil }, told.filter { $0.rules != nil },
      told.filter { $0.phone != nil && $0.rules != nil },
    ].map { String($0.count) }
    let delays = try [told.map(\.phone), told.map(\.rules)].map { events in
      try Self.median(
        zip(told, events).compactMap { crossing, event in
          try event.map { try Self.seconds($0) - Self.seconds(crossing.time) }
        })
    }
    return [
      folder.lastPathComponent, about ?? "not said", "\(phone.crossings.count)",
      counts.joined(separator: ", "),
      "\(told.count { $0.agrees }) of \(told.count) within \(Int(phone.tolerance)) s",
      delays.joined(separator: ", "), "\(phone.withoutCrossing.count)",
    ].reduce("|") { "\($0) \($1.replacing("|", with: "\\|")) |" }
  }

  private static func median(_ values: [Double]) -> String {
    values.isEmpty ? "none" : "\(Int(values.median.rounded())) s"
  }

  private static func seconds(_ time: String) throws -> Double {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: time.contains("."))
    return try Date(time, strategy: style).timeIntervalSince1970
  }
}
