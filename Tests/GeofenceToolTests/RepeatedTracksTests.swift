import Foundation
import TestSupport
import Testing

/// Notes about files and devices that are played more than once.
struct RepeatedTracksTests {
  private static let regions = "tracks/walk-through-one-region/regions.json"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, devices: String...) throws -> String {
    try folder.file(
      name,
      "device,time,lat,lon\n" + devices.map { "\($0),2024-05-01T07:00:00Z,46.05,14.5\n" }.joined())
  }

  @Test(arguments: ["simulate", "audit"])
  func `a file given twice is announced as a phone of its own each time`(_ command: String) throws {
    let file = try file("a.csv", devices: "bus")
    let twice = try ToolRun(command, file, file, "--regions", Self.regions)
    let note =
      "\(file): note: the file is given more than once: each time it is played as a separate phone\n"
    #expect(twice.errors.components(separatedBy: note).count == 2)
    #expect(!twice.errors.contains("the device"))
    let once = try ToolRun(command, file, "--regions", Self.regions)
    #expect(!once.errors.contains("separate phone"))
  }

  @Test(arguments: ["simulate", "audit"])
  func `a device is announced that is called as another one's file`(_ command: String) throws {
    let fleet = try file("fleet.csv", devices: "bus", "tram")
    let bus = try folder.file("bus.csv", "time,lat,lon\n2024-05-01T07:00:00Z,46.05,14.5\n")
    for tracks in [[fleet, bus], [bus, fleet]] {
      let run = try ToolRun([command] + tracks + ["--regions", Self.regions])
      #expect(
        run.errors.contains(
          "\(bus): note: its device is called \"bus\" after the file, as is one of \(fleet): each is "
            + "played as a separate phone\nhelp: another name of the file tells them apart\n"),
        "\(run.errors)")
    }
  }

  @Test(arguments: ["simulate", "audit"])
  func `devices in two files are announced once as phones of their own`(_ command: String) throws {
    let (a, b) = try (
      file("a.csv", devices: "x", "bus", "tram"), file("b.csv", devices: "bus", "tram")
    )
    let shared = try ToolRun(command, a, b, "--regions", Self.regions)
    let note =
      "\(b): note: the device \"bus\" is in \(a), too, and so is 1 other: in each file it is played as a separate phone\n"
    #expect(shared.errors.components(separatedBy: "separate phone").count == 2)
    #expect(shared.errors.contains(note), "\(shared.errors)")
    let apart = try ToolRun(command, a, try file("c.csv", devices: "c"), "--regions", Self.regions)
    #expect(!apart.errors.contains("separate phone"))
  }
}
