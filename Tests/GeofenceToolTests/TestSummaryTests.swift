import GeofenceReport
import Testing

@testable import geofence

struct TestSummaryTests {
  private func entry(_ number: Int, passes: Bool, _ messages: [String]) -> TestIndex.Entry {
    TestIndex.Entry(
      name: "drives/![x](y) \(number)", word: passes ? "ok" : "FAIL", hasPassed: passes,
      messages: messages, page: nil)
  }

  @Test func `no name is read as Markdown`() {
    let text = TestSummary([entry(1, passes: true, ["<!-- | `"])], counts: "1 test").text
    #expect(text.contains("<code>drives/&#33;&#91;x&#93;&#40;y&#41; 1</code>"))
    #expect(text.contains("| &#60;&#33;-- &#124; &#96; |"))
  }

  @Test func `a summary of many failures ends before the runner drops it, and says so`() {
    let messages = Array(repeating: String(repeating: "late <b> ", count: 20), count: 20)
    let entries = (0..<2000).map { entry($0, passes: $0 % 4 == 0, messages) }
    let text = TestSummary(entries, counts: "2000 tests").text
    #expect(text.utf8.count < 1_000_000)
    #expect(text.contains("FAIL") && !text.contains("ok |"))
    #expect(text.contains(/\n[0-9]+ more tests are in index\.html alone\.\n/))
    #expect(TestSummary(Array(entries.prefix(3)), counts: "3 tests").text.contains("…"))
  }
}
