extension Double {
  /// The number rounded to a tenth, never −0.
  package var tenths: Double { (self * 10).rounded() / 10 + 0 }
}
