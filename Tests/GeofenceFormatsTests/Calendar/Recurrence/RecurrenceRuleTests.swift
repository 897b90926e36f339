import GeofenceCore
import Testing

@testable import GeofenceFormats

/// Rules of recurrence, beside the examples of RFC 5545 and what dateutil gives.
struct RecurrenceRuleTests {
  /// The first four days after a start.
  private func days(_ rule: String, after start: String) throws -> String {
    let rule = try #require(RecurrenceRule(rule))
    let date = CivilDate(dayOf: try #require(CalendarTime(parsing: start)).local)
    var days: [String] = []
    rule.days(after: date) { day in
      days.append(CivilDate(days: day).text)
      return days.count < 4
    }
    return days.joined(separator: " ")
  }

  @Test(
    arguments: [
      ("FREQ=DAILY", "2024-02-28", "2024-02-29 2024-03-01 2024-03-02 2024-03-03"),
      ("FREQ=DAILY;INTERVAL=10", "2023-12-25", "2024-01-04 2024-01-14 2024-01-24 2024-02-03"),
      (
        "FREQ=DAILY;BYMONTH=1;BYDAY=SU", "2024-01-21", "2024-01-28 2025-01-05 2025-01-12 2025-01-19"
      ),
      ("FREQ=WEEKLY", "2026-07-12", "2026-07-19 2026-07-26 2026-08-02 2026-08-09"),
      ("FREQ=WEEKLY;BYDAY=SU,SA", "2026-07-12", "2026-07-18 2026-07-19 2026-07-25 2026-07-26"),
      // RFC 5545: the days of a week depend on when it begins.
      (
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO", "1997-08-05",
        "1997-08-10 1997-08-19 1997-08-24 1997-09-02"
      ),
      (
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "1997-08-05",
        "1997-08-17 1997-08-19 1997-08-31 1997-09-02"
      ),
      ("FREQ=MONTHLY", "2024-01-31", "2024-03-31 2024-05-31 2024-07-31 2024-08-31"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "2024-01-31", "2024-02-29 2024-03-31 2024-04-30 2024-05-31"),
      ("FREQ=MONTHLY;BYDAY=1FR", "2024-01-05", "2024-02-02 2024-03-01 2024-04-05 2024-05-03"),
      (
        "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1SU,2TU", "2024-01-09",
        "2024-01-28 2024-04-09 2024-04-28 2024-07-09"
      ),
      (
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1998-02-13",
        "1998-03-13 1998-11-13 1999-08-13 2000-10-13"
      ),
      ("FREQ=YEARLY", "2024-02-29", "2028-02-29 2032-02-29 2036-02-29 2040-02-29"),
      (
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=1,3", "2024-01-10",
        "2024-03-10 2026-01-10 2026-03-10 2028-01-10"
      ),
      ("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1998-05-18 1999-05-17 2000-05-15 2001-05-14"),
      (
        "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "2023-10-29",
        "2024-10-27 2025-10-26 2026-10-25 2027-10-31"
      ),
      ("FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2", "2024-02-29", ""),
      ("freq=weekly;byday=mo", "2024-01-01", "2024-01-08 2024-01-15 2024-01-22 2024-01-29"),
    ])
  func `when it happens again`(_ rule: String, _ start: String, _ expected: String) throws {
    #expect(try days(rule, after: start) == expected)
  }

  @Test(
    arguments: [
      "", "FREQ=", "FREQ=HOURLY", "FREQ=SECONDLY;COUNT=1", "INTERVAL=2", "FREQ=DAILY;INTERVAL=0",
      "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=9223372036854775807", "FREQ=DAILY;COUNT=0",
      "FREQ=DAILY;UNTIL=tomorrow", "FREQ=DAILY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=1MO",
      "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0",
      "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=-1", "FREQ=YEARLY;BYDAY=54SU",
      "FREQ=YEARLY;BYDAY=0SU", "FREQ=YEARLY;BYDAY=XX", "FREQ=YEARLY;BYDAY=",
      "FREQ=DAILY;FREQ=DAILY",
      "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYYEARDAY=100",
      "FREQ=DAILY;BYHOUR=9", "FREQ=DAILY;RSCALE=HEBREW", "FREQ=WEEKLY;FROM=COMPLETION",
      "FREQ=DAILY;WKST=1MO", "FREQ=DAILY;INTERVAL",
    ])
  func `what is not understood is refused, not guessed`(_ rule: String) {
    #expect(RecurrenceRule(rule) == nil)
  }

  @Test(
    arguments: [
      ("FREQ=DAILY", "daily"), ("FREQ=WEEKLY;INTERVAL=1;BYDAY=SU,SA", "weekly on SU, SA"),
      ("FREQ=WEEKLY;UNTIL=20260731T111300Z;BYDAY=SU", "weekly on SU until 2026-07-31"),
      ("FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR;COUNT=10", "every 3 months on -1FR, 10 times"),
      ("FREQ=YEARLY;BYMONTH=3,4;BYMONTHDAY=15;COUNT=1", "yearly on day 15 in month 3, 4, 1 time"),
    ])
  func `a rule in words`(_ rule: String, _ words: String) {
    #expect(RecurrenceRule(rule)?.words == words)
  }
}
