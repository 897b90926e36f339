/// The order of the parts of a date whose year is last, which its digits do not show.
package enum DateOrder: String, Hashable, Sendable, CaseIterable {
  case dayFirst = "day-first"
  case monthFirst = "month-first"
}
