// The mathematics of the C library, and the only import of a platform library in this module.
// A `private import` keeps that library out of every other file, so each function needed elsewhere
// has a name here.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif arch(wasm32)
  private import WebAssemblyLibrary
#endif

/// Returns the angle in radians, −π…π, of the point (`x`, `y`).
package func arcTangent(_ y: Double, over x: Double) -> Double { atan2(y, x) }

func hyperbolicTangent(_ x: Double) -> Double { tanh(x) }

/// Returns the number, −∞…∞, with the given hyperbolic tangent.
func inverseHyperbolicTangent(_ x: Double) -> Double { atanh(x) }

func naturalLogarithm(_ x: Double) -> Double { log(x) }

func exponential(_ x: Double) -> Double { exp(x) }
