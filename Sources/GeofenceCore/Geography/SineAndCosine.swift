/// Returns the sine and cosine of an angle in radians, within one unit in the last place up to
/// ±1000.
///
/// The polynomials are those of fdlibm (`__kernel_sin`, `__kernel_cos`) after a reduction to
/// −π/4…π/4. The platforms' libraries differ in the last bit; this function gives the same bits
/// everywhere.
@inline(__always)
package func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  // A sum as large as 1.5·2⁵² has no room for a fraction: it is rounded to whole quarter turns, and
  // its last bits count them.
  let sum = radians * (2 / .pi) + 6_755_399_441_055_744
  let quarters = sum - 6_755_399_441_055_744
  // The number π/2 is split in two parts, so that the product with the first part is exact.
  let rest =
    radians - quarters * 1.570_796_326_734_125_614_17 - quarters * 6.077_100_506_506_192_249_32e-11
  let z = rest * rest
  let sinePolynomial =
    -1.666_666_666_666_663_243_48e-1 + z
    * (8.333_333_333_322_489_461_24e-3 + z
      * (-1.984_126_982_985_794_931_34e-4 + z
        * (2.755_731_370_707_006_767_89e-6 + z
          * (-2.505_076_025_340_686_341_95e-8 + z * 1.589_690_995_211_550_102_21e-10))))
  let cosinePolynomial =
    4.166_666_666_666_660_190_37e-2 + z
    * (-1.388_888_888_887_410_957_49e-3 + z
      * (2.480_158_728_947_672_941_78e-5 + z
        * (-2.755_731_435_139_066_330_35e-7 + z
          * (2.087_572_321_298_174_827_90e-9 + z * -1.135_964_755_778_819_482_65e-11))))
  let sine = rest + rest * z * sinePolynomial
  let cosine = 1 - (0.5 * z - z * z * cosinePolynomial)
  return switch sum.bitPattern & 3 {
  case 0: (sine, cosine)
  case 1: (cosine, -sine)
  case 2: (-sine, -cosine)
  default: (-cosine, sine)
  }
}
