import Testing

@testable import GeofenceCommandLine
@testable import geofence

/// The Markdown of the topics, as terminals and manuals show it.
struct PageTests {
  private func plain(_ markdown: String) -> String { Page(markdown).plainText }

  private func manual(_ markdown: String) -> [String] { Page(markdown).manualLines }

  @Test func `a text is headings, paragraphs, lists, tables and code`() {
    let page = Page(
      """
      # Title

      One line
      and another.
      <!-- nobody reads this -->
      - an item that
        goes on
      - a second

      | head | `code` |
      |---|:--|
      | a \\| b | |

      ```json
      | no table

      # no heading
      ```
      ## Part
      """)
    #expect(
      page.blocks == [
        .heading(level: 1, "Title"), .paragraph("One line and another."),
        .items(["an item that goes on", "a second"]),
        .table([["head", "`code`"], ["a | b", ""]]),
        .code(["| no table", "", "# no heading"]), .heading(level: 2, "Part"),
      ])
  }

  @Test func `a terminal shows code as it is and strong words between asterisks`() {
    #expect(
      plain("`--cushion 0` is **plain** `**geometry**`.") == "--cushion 0 is *plain* **geometry**.")
    #expect(
      plain("**`CLMonitor` repeats** a **state `x` twice**")
        == "*CLMonitor repeats* a *state x twice*")
  }

  @Test func `a table is as wide as it needs to be, and no wider than a terminal`() {
    #expect(plain("| a | `b` |\n|---|---|\n| long | x |\n") == "A     b\nlong  x")
    let words = Array(repeating: "word", count: 30).joined(separator: " ")
    let lines = plain("| a | b |\n|---|---|\n| x | \(words) |\n").split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.dropFirst().first == "x  " + words.prefix(74))
    #expect(lines.count == 3)
  }

  @Test func `a manual has a paragraph for each row, the later cells by their heads`() {
    #expect(
      manual("| option | value | source |\n|---|---|---|\n| `--dwell` | 20 s | D |\n") == [
        ".TP", "\\fB\\-\\-dwell\\fR", "20 s; source: D",
      ])
  }

  @Test func `nothing in a text is taken for a request or an escape of roff`() {
    #expect(
      manual(".so it's \\ and - and **.x**") == [
        ".PP", "\\&.so it\\(aqs \\e and \\- and \\fB.x\\fR",
      ])
    #expect(manual("```\n.SH x\n\n```\n") == [".PP", ".RS 4", ".nf", "\\&.SH x", "", ".fi", ".RE"])
  }
}
