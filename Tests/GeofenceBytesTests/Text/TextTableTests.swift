import Testing

@testable import GeofenceBytes

struct TextTableTests {
  private func numbers() -> TextTable {
    var table = TextTable(["strategy", ">recall", ">reach", ">changed/h"])
    table.append(["event", "100 %", "87.3 %", "631"])
    table.append(["sentinel", "9 %", "7.1 %", "12"])
    return table
  }

  private func texts() -> TextTable {
    var table = TextTable(["event", ">m", "why"])
    table.append(["enter", "12", "the last slot went to another place nearby"])
    table.append("exit", note: "never entered, as no device came near")
    return table
  }

  @Test func `without a width every row is one line`() {
    #expect(
      numbers().lines == [
        "  strategy  recall   reach  changed/h", "  event      100 %  87.3 %        631",
        "  sentinel     9 %   7.1 %         12",
      ])
    #expect(texts().lines(fitting: 90) == texts().lines)
  }

  @Test func `of numbers that do not fit the last are left out, and named`() {
    #expect(numbers().lines(fitting: 37) == numbers().lines)
    #expect(
      numbers().lines(fitting: 36) == [
        "  strategy  recall   reach", "  event      100 %  87.3 %", "  sentinel     9 %   7.1 %",
        "  (a wider terminal shows changed/h, too)",
      ])
  }

  @Test func `a text that does not fit goes on below its beginning`() {
    #expect(
      texts().lines(fitting: 40) == [
        "  event   m  why",
        "  enter  12  the last slot went to",
        "             another place nearby",
        "  exit   never entered, as no device",
        "         came near",
      ])
  }
}
