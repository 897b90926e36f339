extension Double {
  package var tenths: Double { (self * 10).rounded() / 10 + 0 }
}
