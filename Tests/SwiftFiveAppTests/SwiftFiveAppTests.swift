import SimulatedCoreLocationTesting
import Testing

/// An app in language mode 5 compiles as it is, and hears what it should.
struct SwiftFiveAppTests {
  private final class Heard {
    var lines: [String] = []
  }

  @Test func `an older app hears everything`() async {
    let heard = Heard()
    await SimulatedDevice.run(authorization: .notDetermined) { device in
      let service = PlacesService()
      service.onChange = { heard.lines.append($0) }
      service.start()
      service.watch("home", at: CLLocationCoordinate2DMake(46.05, 14.5), radius: 100)
      for latitude in [46.05, 46.07, 46.07, 46.05, 46.05] {
        await device.move(to: CLLocationCoordinate2DMake(latitude, 14.5), after: 30)
      }
      service.name(CLLocation(latitude: 46.05, longitude: 14.5)) {
        heard.lines.append($0 ?? "no name")
      }
      service.find("Tivoli") { heard.lines.append("answer \($0)") }
      service.askForAccuracy { heard.lines.append($0 ? "accurate" : "not accurate") }
      await device.settle()
      service.unwatchAll()
      #expect(device.monitored.isEmpty)
    }
    #expect(
      heard.lines == [
        "may not", "may", "at 46.05", "out of home", "in home", "no name",
        "answer 1", "answer 2", "accurate",
      ])
  }

  @Test func `its test doubles replace what it uses`() {
    let manager = ManagerDouble()
    let service = PlacesService(locationManager: manager)
    service.start()
    service.watch("home", at: CLLocationCoordinate2DMake(46.05, 14.5), radius: 100)
    service.locationManager(manager, didChangeAuthorization: .authorizedAlways)
    service.locationManager(manager, didVisit: VisitDouble())
    #expect(manager.asked == ["always", "home", "location"])
    #expect(
      service.describe(CLCircularRegion(center: .init(), radius: 5, identifier: "a")) == "a 5 m")
  }
}
