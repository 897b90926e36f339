import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceTracks

@Suite struct `A plain track point` {
  /// Returns a document with one point a line, from line 3 on, and `rest` after them.
  private static func document(_ points: [String], _ rest: String = "</trkseg></gpx>") -> String {
    "<?xml version='1.0'?>\n<gpx xmlns:g='g'><trkseg>\n" + points.joined(separator: "\n") + rest
  }

  /// Returns the point with a comment, which makes it one that is not plain and changes nothing
  /// else.
  private static func notPlain(_ point: String) -> String {
    point.replacing("<time>", with: "<!-- --><time>")
  }

  private static func point(_ number: Int, _ content: String = "") -> String {
    "<trkpt lat='\(number % 90).5' lon='2'><time>\(number)</time>\(content)</trkpt>"
  }

  @Test(arguments: [
    "", "<ele>300.25</ele>", "<ele/>", "<ele></ele>", "<ele> 7 </ele>", "<ele>high</ele>",
    "<ele>1</ele><ele>2</ele>", "<ele>x</ele><ele>2</ele>", "<g:ele>1</g:ele>",
    "<extensions><ele>1</ele></extensions>", "<speed>3</speed><course>90</course>",
    "<extensions><g:T><g:speed>3</g:speed><g:hr>99</g:hr></g:T></extensions>",
    "<extensions>\n <u:acc>5</u:acc>\r\n\t</extensions>", "<accuracy>-1</accuracy>",
    "<speed><b/></speed><speed>4</speed>", "<speed> <b>5</b> </speed>", "<speed>\n</speed>",
    "<speed >3</speed >", "<speed>3</speed\n>", "<hdop>1</hdop>", "<pt>1</pt>",
    "<a><b><c><d><e><f><g><h><i><speed>3</speed></i></h></g></f></e></d></c></b></a>",
    "<a.b-c_1>x > y</a.b-c_1>", "<speed>3</speed>text", "<speed>&#51;</speed>",
    "<name>\u{17D}</name>", "<link href='a'/>", "<![CDATA[<speed>3</speed>]]>", "<?x?>",
    "<time>8</time>", "<extensions><time>8</time></extensions>",
  ])
  func `means what the same point means when it is not plain`(content: String) throws {
    let plain = (1...40).map { Self.point($0, content) }
    let outcome = try read(Self.document(plain))
    let expected = try read(Self.document(plain.map(Self.notPlain)))
    #expect(outcome.fixes == expected.fixes)
    #expect(outcome.warnings == expected.warnings)
    #expect(outcome.report == expected.report.named(like: outcome.report))
    #expect(outcome.message == expected.message)
    #expect(outcome.report.pointsRead == 40)
  }

  @Test(arguments: [
    "lat='4' lon='5'", "lon=\"5\" lat=\"4\"", "lat='4'  lon='5' ", "lat='\"4' lon='5'",
    "lat='' lon='5'", "lat='4'", "lon='5'", "lat=' 4 ' lon='5'", "lat='4&#32;' lon='5'",
    "lat='4' lon='5' id='6'", "lat='4'\n lon='5'", "lat = '4' lon='5'", "g:lat='4' lon='5'",
    "lat='91' lon='5'", "lat='4e0' lon='5.\(String(repeating: "0", count: 40))1'",
  ])
  func `has its place in whatever way it is written`(attributes: String) throws {
    let point = "<trkpt \(attributes)><time>7</time></trkpt>"
    let points = [Self.point(1), Self.point(2), point, Self.point(8)]
    let outcome = try read(Self.document(points))
    let expected = try read(Self.document(points.map(Self.notPlain)))
    #expect(outcome.fixes == expected.fixes)
    #expect(outcome.warnings == expected.warnings)
    #expect(outcome.error == nil)
  }

  @Test(arguments: [
    "<trkpt lat='1' lat='2' lon='3'></trkpt></trkseg></gpx>",
    "<trkpt lat='1'lon='3'></trkpt></trkseg></gpx>",
    "<trkpt lat='1' lon='3'><speed>1</sped></trkpt></trkseg></gpx>",
    "<trkpt lat='1' lon='3'><1a/></trkpt></trkseg></gpx>",
    "<trkpt lat='1' lon='3'><speed>]]></speed></trkpt></trkseg></gpx>",
    "<trkpt lat='1' lon='3'>\u{1}</trkpt></trkseg></gpx>",
    "</trk><trkpt lat='1' lon='3'></trkpt></gpx>", "<trkpt lat='1' lon='3'><spe",
    "<name>Tom & Jerry</name></trkseg></gpx>", "&nbsp;</trkseg></gpx>", "</trkseg>", "\n", "",
    "</trkseg></gpx><gpx/>", "</trkseg></gpx>x", "<trkpt", "<", "\n\n  <trkpt lat='1' lon='3'",
  ])
  func `leaves what comes after it in its place`(rest: String) throws {
    for separator in ["\n", "\r\n", "\n\n  "] {
      // The comments are on earlier lines, so that the line and column of the fault are the same.
      let points = (1...50).map { Self.point($0, "<ele>\n7</ele>") }
      let last = separator + Self.point(51) + Self.point(52) + Self.point(53) + rest
      let outcome = try read(Self.document(points, last))
      let expected = try read(Self.document(points.map(Self.notPlain), last))
      #expect(outcome.message == expected.message)
      #expect(outcome.fixes == expected.fixes)
    }
  }

  @Test(arguments: [1, 2, 500, 5000])
  func `may share its line with any number of others`(count: Int) throws {
    let point = "<trkpt lat='1' lon='2'></trkpt>"
    let outcome = try read("<gpx>" + String(repeating: point, count: count) + "</trk>")
    #expect(outcome.fixes.count == count)
    #expect(
      outcome.error?.place == .line(1, column: "<gpx>".count + point.count * count + 7))
  }

  @Test func `is named by its line when it is skipped`() throws {
    var points = (1...300).map { Self.point($0, "\n<ele>\n7</ele>\n") }
    points[200] = "\n<trkpt lat='91' lon='2'><time>4</time></trkpt>"
    let outcome = try read(Self.document(points))
    #expect(outcome.warnings.count == 1)
    #expect(
      outcome.warnings.first?.hasPrefix("F:804: warning: point skipped: the latitude \"91\"")
        == true)
    let strict = try read(Self.document(points)) { $0.isStrict = true }
    #expect(strict.error?.place == .line(804))
    #expect(strict.fixes.count == 200)
  }

  @Test(arguments: [
    "<!-- <trkseg><trkpt lat='9' lon='9'></trkpt> -->",
    "<![CDATA[<trkseg><trkpt lat='9' lon='9'></trkpt>]]>",
    "<?x <trkseg><trkpt lat='9' lon='9'></trkpt> ?>",
  ])
  func `is none where no track point may stand`(text: String) throws {
    let outcome = try read(gpx(text + gpxTrack(Self.point(1)).split(separator: "\n")[2] + text))
    #expect(outcome.latitudes == [1.5])
    #expect(outcome.error == nil)
  }

  @Test(arguments: 0..<40)
  func `may be mixed with others, and the document be cut`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rarity = [2, 5, 50, 500].randomElement(using: &generator) ?? 2
    let points = (1...1000).map { number in
      let point = Self.point(number)
      return Int.random(in: 0..<rarity, using: &generator) == 0 ? Self.notPlain(point) : point
    }
    let text = Self.document(points)
    let whole = try read(text)
    #expect(whole.times == (1...1000).map { $0 * 1000 })
    let length = Int.random(in: 60...text.utf8.count, using: &generator)
    let cut = try read(text.utf8.prefix(length))
    #expect(cut.fixes == Array(whole.fixes.prefix(cut.fixes.count)))
    let ends = String(decoding: Array(text.utf8.prefix(length)), as: UTF8.self)
      .ranges(of: "</trkpt>").count
    #expect(cut.fixes.count == ends)
  }
}

extension TrackReport {
  /// Returns this report under the name of the other's track.
  fileprivate func named(like other: TrackReport) -> TrackReport {
    var report = self
    report.source = other.source
    report.firstSkip?.source = other.source
    return report
  }
}
