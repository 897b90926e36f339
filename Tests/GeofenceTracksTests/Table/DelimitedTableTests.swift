import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

/// Returns the rows of `text` in the columns `a` and `b`, as `line:a|b`.
private func rows(_ text: some Sequence<UInt8>) throws -> [String] {
  try withFile(text) { path in
    let source = try ByteSource(path: path) { false }
    var table = try DelimitedTable(
      source, ColumnSlots(fields: ["a", "b"], names: [["a"], ["b", "bee"]]))
    var rows: [String] = []
    while try table.next() { rows.append("\(table.line):\(table.text(0))|\(table.text(1))") }
    return rows
  }
}

@Suite struct `A delimited table` {
  @Test(arguments: [
    ("a,b\n1,2\n3,4\n", ["2:1|2", "3:3|4"]),
    ("a,b\n1,2", ["2:1|2"]),
    ("a,b\r\n1,2\r\n3,4\r\n", ["2:1|2", "3:3|4"]),
    ("\u{FEFF}a,b\n1,2\n", ["2:1|2"]),
    ("b,a\n1,2\n", ["2:2|1"]),
    (" A , Bee \n1,2\n", ["2:1|2"]),
    ("b,bee,a\n1,2,3\n", ["2:3|1"]),
    ("x,a,y,b,z\n0,1,0,2,0\n", ["2:1|2"]),
    ("a;b\n1;2\n", ["2:1|2"]),
    ("a\tb\n1\t2\n", ["2:1|2"]),
    ("a|b\n1|2\n", ["2:1|2"]),
    ("a,b;c\n1,2;3\n", ["2:1|"]),
    ("a;x,b\n1;2,3\n", ["2:1|"]),
    ("a,x|b\n1,2|3\n", ["2:|3"]),
    ("a;x,y,b\n1;2,3,4\n", ["2:1|"]),
    ("a;x|b,y\n1;2|3,4\n", ["2:1|"]),
    ("# one\n\n  \na,b\n#two\n\n1,2\n\r\n3,4\n", ["7:1|2", "9:3|4"]),
    ("a,b\n\"1\",\"2\"\n", ["2:1|2"]),
    ("\"a\",\"b\"\n1,2\n", ["2:1|2"]),
    ("a,b\n\"1,5\",2\n", ["2:1,5|2"]),
    ("a,b\n\"one \"\"1\"\"\",2\n", ["2:one \"1\"|2"]),
    ("a,b\n\"1\n\n1\",2\n3,4\n", ["2:1\n\n1|2", "5:3|4"]),
    ("a,b\n \"1\" , \"2\" \n", ["2:1|2"]),
    ("a,b\n1\"\",2\"\n", ["2:1\"\"|2\""]),
    ("a,b\n\"\",\"\"\n", ["2:|"]),
    ("a,b\n1,\"2\"", ["2:1|2"]),
    ("a,b\n1,\"2\"\"\"", ["2:1|2\""]),
    ("a,b\n\"1\"x,2\n", ["2:1x|2"]),
    ("a,b\n1\n,\n", ["2:1|", "3:|"]),
    ("a,b\n", []),
    ("a,b", []),
  ])
  func `has the rows that the text spells`(text: String, expected: [String]) throws {
    #expect(try rows(text.utf8) == expected)
  }
}
