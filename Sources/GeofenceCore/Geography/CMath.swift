// The C library's mathematics, and the only import of a platform library in this module.
// `internal import` keeps it out of every other file: what is needed elsewhere has a name here.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Sine and cosine of an angle in radians.
func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  (sin(radians), cos(radians))
}

/// The angle in radians, −π…π, of the point (`x`, `y`).
func arcTangent(_ y: Double, over x: Double) -> Double { atan2(y, x) }
