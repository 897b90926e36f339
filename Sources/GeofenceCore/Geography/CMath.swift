// The C library's mathematics, and the only import of a platform library in this module.
// `internal import` keeps it out of every other file: what is needed elsewhere has a name here.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The angle in radians, −π…π, of the point (`x`, `y`).
func arcTangent(_ y: Double, over x: Double) -> Double { atan2(y, x) }

func arcSine(_ sine: Double) -> Double { asin(sine) }

func hyperbolicTangent(_ x: Double) -> Double { tanh(x) }

func inverseHyperbolicTangent(_ x: Double) -> Double { atanh(x) }

func naturalLogarithm(_ x: Double) -> Double { log(x) }

func exponential(_ x: Double) -> Double { exp(x) }
