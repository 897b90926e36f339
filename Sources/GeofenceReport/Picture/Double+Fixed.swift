extension Double {
  func fixed(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int64((magnitude * scale).rounded())
    let sign = self < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let (head, tail) = whole.quotientAndRemainder(dividingBy: Int64(scale))
    let fraction = String(tail)
    return "\(sign)\(head)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
