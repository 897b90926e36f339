import Foundation
import GeofenceCore
import Testing

@testable import GeofenceBytes

@Suite struct `A GPX track` {
  @Test func `has no columns to name`() throws {
    let outcome = try read(gpxTrack("<trkpt lat='1' lon='2'/>")) {
      $0.columns = .named(["time": "when"])
    }
    #expect(outcome.remarks == ["F: note: --columns has no effect: the track is no table"])
    let day = "<trkpt lat='1' lon='2'><time>01.07.2024 08:00</time></trkpt>"
    let dated = try read(gpxTrack(day)) {
      $0.columns = .named(["time": "time"], forms: ["time": .dates(.dayFirst)])
    }
    #expect(dated.latitudes == [1] && !dated.remarks.contains { $0.contains("--columns") })
  }

  @Test func `is not to name a column where its devices or its times are in doubt`() throws {
    let points = (0..<4).map { number in
      "<trkpt lat='\(number % 2)' lon='2'><time>\(number)</time></trkpt>"
    }
    let fast = try read(gpxTrack(points.joined()))
    #expect(fast.remarks.contains { $0.hasSuffix("help: give each device a separate file") })
    let still = try read(
      gpxTrack(String(repeating: "<trkpt lat='1' lon='2'><time>1</time></trkpt>", count: 3)))
    #expect(still.remarks.contains { $0.hasSuffix("help: --ignore-times spaces them by distance") })
  }

  @Test func `runs on over tracks and segments in document order`() throws {
    let outcome = try read(
      gpx(
        """
        <trk><name>a</name><trkseg><trkpt lat="1" lon="2"><time>1</time></trkpt></trkseg>
        <trkseg/><trkseg><trkpt lon="2" lat="2"><time>2</time></trkpt></trkseg></trk>
        <trk><trkseg><trkpt lat="3" lon="2"><time>3</time></trkpt></trkseg></trk>
        """))
    #expect(outcome.latitudes == [1, 2, 3])
    #expect(outcome.times == [1000, 2000, 3000])
    #expect(outcome.report.pointKind == .trackPoint)
    #expect(outcome.report.deviceNames == [nil])
    #expect(outcome.remarks == [])
  }

  private static let waypoints = "<wpt lat=\"1\" lon=\"0\"/><wpt lat=\"2\" lon=\"0\"/>"
  private static let route = "<rte><rtept lat=\"3\" lon=\"0\"/></rte>"
  private static let track = "<trk><trkseg><trkpt lat=\"4\" lon=\"0\"/></trkseg></trk>"

  @Test(arguments: [
    ([waypoints], [1, 2], []),
    ([route], [3], []),
    ([waypoints, route], [3], ["F: note: 2 wpt points ignored: the file has a route"]),
    ([route, waypoints], [3], ["F: note: 2 wpt points ignored: the file has a route"]),
    ([waypoints, track], [4], ["F: note: 2 wpt points ignored: the file has a track"]),
    ([track, waypoints], [4], ["F: note: 2 wpt points ignored: the file has a track"]),
    (
      [waypoints, route, track, route, waypoints], [4],
      [
        "F: note: 2 rtept points ignored: the file has a track",
        "F: note: 4 wpt points ignored: the file has a track",
      ]
    ),
  ])
  func `is of the best kind of points that the file has`(
    parts: [String], latitudes: [Double], remarks: [String]
  ) throws {
    let outcome = try read(gpx(parts.joined()))
    #expect(outcome.latitudes == latitudes)
    #expect(outcome.report.pointsRead == latitudes.count)
    #expect(outcome.remarks == remarks)
  }

  @Test func `is judged by points of its own kind alone`() throws {
    let outcome = try read(
      gpx(
        "<wpt lat=\"91\" lon=\"0\"/>" + "<trk><trkpt lat='1' lon='2'><time>5</time></trkpt></trk>"))
    #expect(outcome.times == [5000])
    #expect(outcome.report.isTimed)
    #expect(outcome.warnings == [])
  }

  @Test func `names a point that was held back by its line`() throws {
    let outcome = try read(gpx("<wpt lat=\"1\" lon=\"0\"/>\n<wpt lat=\"91\" lon=\"0\"/>"))
    #expect(
      outcome.warnings.first?.contains("F:4: warning: point skipped: the latitude 91.0") == true)
  }

  @Test(arguments: ["", "gpx:", "ns1:"])
  func `may have any prefix`(prefix: String) throws {
    let text =
      "<\(prefix)gpx xmlns:ns1='a' xmlns:gpx='b'><\(prefix)trk><\(prefix)trkseg>"
      + "<\(prefix)trkpt lat='1' lon='2'><\(prefix)ele>7</\(prefix)ele>"
      + "<\(prefix)time>5</\(prefix)time></\(prefix)trkpt>"
      + "</\(prefix)trkseg></\(prefix)trk></\(prefix)gpx>"
    let outcome = try read(text)
    #expect(outcome.times == [5000])
    #expect(outcome.fixes.first?.altitude == 7)
    #expect(outcome.error == nil)
  }

  @Test func `may have a prefix that is not declared`() throws {
    let point = "<trkpt lat='1' lon='2'><extensions><tpx:speed>3</tpx:speed></extensions></trkpt>\n"
    let outcome = try read(gpxTrack(String(repeating: point, count: 10_000)))
    #expect(outcome.error == nil)
    #expect(outcome.fixes.count == 10_000)
    #expect(outcome.fixes.last?.speed == 3)
  }

  @Test(arguments: [
    ("<speed>3</speed><course>90</course>", 3 as Double?, 90 as Double?, nil as Double?),
    (
      "<extensions><g:TrackPointExtension><g:speed>3</g:speed><g:course>90</g:course>"
        + "<g:hr>99</g:hr></g:TrackPointExtension></extensions>", 3, 90, nil
    ),
    ("<extensions><accuracy>5</accuracy></extensions>", nil, nil, 5),
    ("<extensions><g:acc>5</g:acc></extensions>", nil, nil, 5),
    ("<extensions><g:a><hacc>5</hacc></g:a></extensions>", nil, nil, 5),
    ("<extensions><horizontalAccuracy>5</horizontalAccuracy></extensions>", nil, nil, 5),
    ("<extensions><horizontal_accuracy> 5 </horizontal_accuracy></extensions>", nil, nil, 5),
    ("<g:accuracy><![CDATA[5]]></g:accuracy>", nil, nil, 5),
    ("<hdop>1</hdop><vdop>2</vdop><pdop>3</pdop>", nil, nil, nil),
    ("<speed>-1</speed><course>400</course>", nil, nil, nil),
    ("<speed>fast</speed><extensions><g:speed>3</g:speed></extensions>", 3, nil, nil),
    ("<speed>3</speed><extensions><g:speed>9</g:speed></extensions>", 3, nil, nil),
  ])
  func `has speed, course and accuracy where they are in metres`(
    content: String, speed: Double?, course: Double?, accuracy: Double?
  ) throws {
    let outcome = try read(
      "<gpx xmlns:g='g'><trkpt lat='1' lon='2'>\(content)</trkpt></gpx>")
    let fix = try #require(outcome.fixes.first)
    #expect(fix.speed == speed)
    #expect(fix.course == course)
    #expect(fix.horizontalAccuracy == accuracy)
    #expect(outcome.error == nil)
  }

  @Test(arguments: [("good", true), (" NaN ", false), ("", false), ("5", false)])
  func `an accuracy that is no number is said`(accuracy: String, isSaid: Bool) throws {
    let outcome = try read(
      "<gpx><trkpt lat='1' lon='2'><extensions><accuracy>\(accuracy)</accuracy></extensions></trkpt></gpx>"
    )
    #expect(
      outcome.remarks.contains { $0.contains("the accuracy of 1 point is no number") } == isSaid)
  }

  @Test(arguments: [
    ("<time>7</time>", 7000 as Int64?),
    ("<time>\n 1970-01-01T00:00:07Z </time>", 7000),
    ("<time><!-- noon -->7</time>", 7000),
    ("<time>1970-01-01T00:00:0<!-- -->7Z</time>", 7000),
    ("<time>&#55;</time>", 7000),
    ("<time><![CDATA[7]]></time>", 7000),
    ("<time/><time>7</time>", 7000),
    ("<time x='&#56;'/><time>7</time>", 7000),
    ("<time>7</time><time>8</time>", 7000),
    ("<time></time>", nil),
    ("<time> </time>", nil),
    ("<extensions><time>7</time></extensions>", nil),
    ("<extensions><g:x><g:time>7</g:time></g:x></extensions>", nil),
    ("<g:time>7</g:time>", nil),
    ("<time><b>7</b></time>", nil),
  ])
  func `has the time that is the point's own`(content: String, milliseconds: Int64?) throws {
    let outcome = try read(
      "<gpx xmlns:g='g'><time>3</time><metadata><time>4</time></metadata>"
        + "<trkpt lat='1' lon='2'>\(content)</trkpt></gpx>")
    #expect(outcome.report.isTimed == (milliseconds != nil))
    #expect(outcome.times == [milliseconds ?? 0])
  }

  @Test func `has an altitude in ele`() throws {
    let outcome = try read(gpxTrack("<trkpt lat='1' lon='2'><ele>1614.5</ele></trkpt>"))
    #expect(outcome.fixes.first?.altitude == 1614.5)
  }

  @Test func `ends when the body has enough`() throws {
    for kind in ["trkpt", "wpt"] {
      let point = "<\(kind) lat='1' lon='2'/>"
      let outcome = try read(gpx(String(repeating: point, count: 100_000)), stopAfter: 2)
      #expect(outcome.fixes.count == 2)
      #expect(outcome.report.wasStopped)
      #expect(outcome.error == nil)
    }
  }
}

@Suite struct `A GPX file that is damaged` {
  private static let point = "<trkpt lat=\"1\" lon=\"2\"></trkpt>"

  @Test(
    arguments: [
      (
        "\(point)\n\(point)\n<trkpt lat=\"3", 2,
        "F:5:14: error: the file breaks off: its root element does not end | help: "
          + "get the whole file; what was read before counts"
      ),
      (
        "\(point)\n\(point)\n", 2,
        "F:4:32: error: the file breaks off: its root element does not end | help: "
          + "get the whole file; what was read before counts"
      ),
      (
        "\(point)\n</trk>\(point)", 1,
        "F:4:7: error: not well-formed XML: an end tag that does not match its start tag | help: "
          + "what was read before counts; xmllint shows every fault"
      ),
      (
        "\(point)\n<name>Tom & Jerry</name>\(point)</gpx>", 1,
        "F:4:12: error: not well-formed XML: a name is missing | help: "
          + "what was read before counts; xmllint shows every fault"
      ),
      (
        "\(point)<name>&nbsp;</name>\(point)</gpx>", 1,
        "F:3:44: error: not well-formed XML: an entity that is not declared, or a & that should be "
          + "&amp; | help: what was read before counts; xmllint shows every fault"
      ),
      (
        "\(point)</gpx>\n<gpx>\(point)</gpx>", 1,
        "F:4:1: error: there is data after the end of gpx | help: "
          + "one file has one gpx element; give two tracks as two files"
      ),
      (
        "<trkpt lat=\"1 lon=\"2\"/></gpx>", 0,
        "F:3:20: error: not well-formed XML: a blank is missing | help: "
          + "what was read before counts; xmllint shows every fault"
      ),
      (
        "\(point)\n<trkpt lat=\"1\" lon=\"2 >\n</trkpt></gpx>", 1,
        "F:5:1: error: not well-formed XML: < within an attribute | help: "
          + "what was read before counts; xmllint shows every fault"
      ),
      (
        "\(point)\n<trkpt lat=\"1\" tla=\"2\" alt=\"3\" tla=\"4\" lon=\"5\"/></gpx>", 1,
        "F:4:32: error: not well-formed XML: an attribute that is there twice | help: "
          + "what was read before counts; xmllint shows every fault"
      ),
      (
        "<trkpt lat=\"1\" tla=\"2\" alt=\"3\" lon=\"5\"/></gpx>\n\n<!-- bye -->\n", 1, nil
      ),
      (
        "\(point)</gpx>\n\n<!-- bye -->\n", 1, nil
      ),
    ] as [(String, Int, String?)])
  func `counts up to the damage, and says where it is`(
    content: String, count: Int, message: String?
  ) throws {
    let outcome = try read("<?xml version='1.0'?>\n<gpx>\n" + content)
    #expect(outcome.fixes.count == count)
    #expect(outcome.message == message)
  }

  @Test func `counts by its waypoints, too`() throws {
    let outcome = try read("<gpx><wpt lat='1' lon='2'/><wpt lat='2' lon='2'/><wpt ")
    #expect(outcome.latitudes == [1, 2])
    #expect(outcome.error?.problem.contains("breaks off") == true)
  }

  @Test func `may end after its first bytes`() throws {
    for length in 1...8 {
      let outcome = try read("<gpx><wp".prefix(length).utf8)
      #expect(outcome.error?.problem == "the file breaks off: its root element does not end")
    }
  }

  @Test func `may have bytes that are not of its encoding`() throws {
    let outcome = try read(
      Array("<gpx>\(Self.point)<name>".utf8) + [0xFF, 0xFE]
        + Array("</name>\(Self.point)</gpx>".utf8))
    #expect(outcome.fixes.count == 1)
    #expect(outcome.error?.problem == "not well-formed XML: bytes that are not of its encoding")
  }

  @Test(arguments: [
    ("<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>", "1:1"),
    (
      "<?pi [ ?><!-- <x [ > -->\n <!DOCTYPE gpx SYSTEM 'x>' [<!ENTITY u SYSTEM 'u' NDATA gif>]>",
      "2:2"
    ),
    ("<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "1:1"),
  ])
  func `is refused with declarations of its own`(doctype: String, place: String) throws {
    for encoding in [String.Encoding.utf8, .utf16] {
      let text = doctype + "<gpx><trkpt lat='1' lon='2'/></gpx>"
      let outcome = try read(try #require(text.data(using: encoding)))
      #expect(outcome.fixes.isEmpty)
      #expect(
        outcome.message
          == "F:\(place): error: the XML document has its own declarations (<!DOCTYPE … [ … ]>)"
          + " | help: remove them; GPX needs none")
    }
  }

  @Test func `may name a document type that is not read`() throws {
    let outcome = try read(
      "<!DOCTYPE gpx SYSTEM 'http://localhost/[gpx].dtd'><gpx><trkpt lat='1' lon='2'/></gpx>")
    #expect(outcome.latitudes == [1])
  }

  @Test(arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian])
  func `may have instructions, with data and without`(encoding: String.Encoding) throws {
    let text =
      "<?xml version='1.0'?><?x?>\n<?y z?><!-- <? --><gpx><?x?>"
      + "<trkpt lat='1' lon='2'><?x <trkpt?><time>7<?x\n?></time></trkpt><![CDATA[<?]]>"
      + "<trkpt lat='x' lon='2'/><trkpt lat='3' lon='2'><time>8</time></trkpt><?x?></gpx><?x?>"
    let outcome = try read(try #require(text.data(using: encoding)))
    #expect(outcome.latitudes == [1, 3])
    #expect(outcome.times == [7000, 8000])
    #expect(outcome.error == nil)
    #expect(outcome.warnings.first?.hasPrefix("F:3: warning") == true)
  }

  @Test(arguments: ["UTF-7", "UTF-16", "x-unknown", "UTF-8", "ASCII"])
  func `may have names that are not of its encoding`(encoding: String) throws {
    let start = "<?xml version='1.0' encoding='\(encoding)'?><gpx><trkpt lat='1' lon='2'>"
    let outcome = try read(
      Array(start.utf8) + [0x3C, 0x6E, 0xE9, 0x2F, 0x3E] + Array("</trkpt></gpx>".utf8))
    #expect(outcome.error?.problem.hasPrefix("not well-formed XML") == true)
  }

  @Test func `may say it is Latin-1 and be it`() throws {
    let start = "<?xml version='1.0' encoding='ISO-8859-1'?><gpx><trkpt lat='1' lon='2'>"
    let outcome = try read(
      Array(start.utf8) + [0x3C, 0x6E, 0xE9, 0x2F, 0x3E] + Array("</trkpt></gpx>".utf8))
    #expect(outcome.error == nil)
    #expect(outcome.latitudes == [1])
  }
}

@Suite struct `A point of GPX` {
  /// The same point, written as most programs do and in other ways.
  @Test(arguments: [
    #"<trkpt lat="46.5" lon="14.25"><ele>300.5</ele><time>2024-05-01T09:10:07Z</time></trkpt>"#,
    #"<trkpt  lat='46.5' lon ="14.25" ><ele >300.5</ele ><time>2024-05-01T09:10:07Z</time></trkpt>"#,
    #"<trkpt lat="46.5" lon="&#49;4.25"><ele>30<!-- x -->0.5</ele><time><![CDATA[2024-05-01T09:10:07Z]]></time></trkpt>"#,
    #"<trkpt lon="14.25" lat="46.5"><name>a]b</name><ele a="1">300.5</ele><time> 2024-05-01T09:10:07Z </time></trkpt>"#,
    #"<trkpt lat="46.5" lon="14.25"><sat>7</sat><x:ele xmlns:x="u">9</x:ele><ele>300.5</ele><ext><ele>8</ele></ext><time>2024-05-01T09:10:07Z</time><n/></trkpt>"#,
  ])
  func `is the same however it is written`(point: String) throws {
    let outcome = try read(gpxTrack(point))
    #expect(outcome.message == nil)
    let fix = try #require(outcome.fixes.first)
    #expect(fix.coordinate == Coordinate(latitude: 46.5, longitude: 14.25))
    #expect(fix.altitude == 300.5)
    #expect(outcome.times == [1_714_554_607_000])
  }

  @Test(arguments: [
    ("<ele>5]]></ele>", "]]> within text"), ("<ele>5</time>", "an end tag"),
    ("<ele>5<ele>", "an end tag"), ("<ele>5&amp</ele>", "a reference without a semicolon"),
    ("<trkpt>5</trkpt>", "a point within a point"),
  ])
  func `is refused where an element in it is wrong`(element: String, problem: String) throws {
    let outcome = try read(gpxTrack("<trkpt lat=\"46\" lon=\"14\">\(element)</trkpt>"))
    #expect(outcome.error?.problem.contains(problem) == true, "\(outcome.message ?? "")")
  }
}
