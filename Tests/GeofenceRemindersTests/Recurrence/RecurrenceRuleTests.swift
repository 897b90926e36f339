import GeofenceCore
import Testing

@testable import GeofenceBytes
@testable import GeofenceReminders

/// The rules of recurrence, compared with the examples of RFC 5545 and the results of dateutil.
struct RecurrenceRuleTests {
  /// Returns the first four days after a start.
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
      // The days of a week depend on its first day, as in an example of RFC 5545.
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
      // A negative number counts from the end of the month, as RFC 5545 has it.
      ("FREQ=MONTHLY;BYDAY=-2SA", "2024-01-20", "2024-02-17 2024-03-23 2024-04-20 2024-05-18"),
      ("FREQ=YEARLY;BYDAY=-3MO", "2023-12-11", "2024-12-16 2025-12-15 2026-12-14 2027-12-13"),
      // These are the last working day, and the second and the last but one of three days.
      (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2024-01-31",
        "2024-02-29 2024-03-29 2024-04-30 2024-05-31"
      ),
      (
        "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04",
        "1997-10-07 1997-11-06 1997-12-04 1998-01-07"
      ),
      (
        "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2,-1,2", "2024-01-03",
        "2024-01-05 2024-01-10 2024-01-12 2024-01-17"
      ),
      (
        "FREQ=YEARLY;BYMONTH=1,2;BYMONTHDAY=-1;BYSETPOS=-1", "2024-02-29",
        "2025-02-28 2026-02-28 2027-02-28 2028-02-29"
      ),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "2024-01-01", ""),
      ("freq=weekly;byday=mo", "2024-01-01", "2024-01-08 2024-01-15 2024-01-22 2024-01-29"),
    ])
  func `when it happens again`(_ rule: String, _ start: String, _ expected: String) throws {
    #expect(try days(rule, after: start) == expected)
  }

  @Test(
    arguments: [
      ("FREQ=HOURLY;INTERVAL=6", "01T15:00 01T21:00 02T03:00 02T09:00"),
      ("FREQ=HOURLY;INTERVAL=50", "03T11:00 05T13:00 07T15:00 09T17:00"),
      ("FREQ=MINUTELY;INTERVAL=600", "01T19:00 02T05:00 02T15:00 03T01:00"),
      ("FREQ=SECONDLY;INTERVAL=9000", "01T11:30 01T14:00 01T16:30 01T19:00"),
      // 1 March 2024 is a Friday.
      ("FREQ=HOURLY;INTERVAL=8;BYDAY=MO", "04T01:00 04T09:00 04T17:00 11T01:00"),
      ("FREQ=HOURLY;BYMONTHDAY=-1;BYMONTH=3", "31T00:00 31T01:00 31T02:00 31T03:00"),
      ("FREQ=HOURLY;INTERVAL=12;BYDAY=SA;BYSETPOS=-1", "02T09:00 02T21:00 09T09:00 09T21:00"),
      ("FREQ=HOURLY;BYDAY=SA;BYSETPOS=2", ""),
    ])
  func `hours, minutes and seconds are counted by the clock`(_ rule: String, _ expected: String)
    throws
  {
    let rule = try #require(RecurrenceRule(rule))
    let start = try #require(CalendarTime(parsing: "2024-03-01T09:00")).local
    var times: [String] = []
    rule.times(after: start) { time in
      times.append(String(time.rfc3339.dropFirst(8).prefix(8)))
      return times.count < 4
    }
    #expect(times.joined(separator: " ") == expected)
  }

  @Test(
    arguments: [
      "", "FREQ=", "FREQ=HOURLY;BYHOUR=9", "FREQ=MINUTELY;BYDAY=1MO", "FREQ=FORTNIGHTLY",
      "INTERVAL=2", "FREQ=DAILY;INTERVAL=0",
      "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=9223372036854775807", "FREQ=DAILY;COUNT=0",
      "FREQ=DAILY;UNTIL=tomorrow", "FREQ=DAILY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=1MO",
      "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYMONTHDAY=0",
      "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=-1", "FREQ=YEARLY;BYDAY=54SU",
      "FREQ=YEARLY;BYDAY=0SU", "FREQ=YEARLY;BYDAY=XX", "FREQ=YEARLY;BYDAY=",
      "FREQ=DAILY;FREQ=DAILY",
      "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367",
      "FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYYEARDAY=100",
      "FREQ=DAILY;BYHOUR=9", "FREQ=DAILY;RSCALE=HEBREW", "FREQ=WEEKLY;FROM=COMPLETION",
      "FREQ=DAILY;WKST=1MO", "FREQ=DAILY;INTERVAL",
    ])
  func `what is not understood is refused, not guessed`(_ rule: String) {
    #expect(RecurrenceRule(rule) == nil)
  }

  @Test(
    arguments: [
      ("FREQ=HOURLY;INTERVAL=6", "every 6 hours"), ("FREQ=MINUTELY", "minutely"),
      ("FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1", "monthly on MO, FR, number -1 of them"),
      ("FREQ=DAILY", "daily"), ("FREQ=WEEKLY;INTERVAL=1;BYDAY=SU,SA", "weekly on SU, SA"),
      ("FREQ=WEEKLY;UNTIL=20260731T111300Z;BYDAY=SU", "weekly on SU until 2026-07-31"),
      ("FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR;COUNT=10", "every 3 months on -1FR, 10 times"),
      ("FREQ=YEARLY;BYMONTH=3,4;BYMONTHDAY=15;COUNT=1", "yearly on day 15 in month 3, 4, 1 time"),
    ])
  func `a rule in words`(_ rule: String, _ words: String) {
    #expect(RecurrenceRule(rule).map { $0.words(until: $0.lastDay(in: nil)) } == words)
  }
}
