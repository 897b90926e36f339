// Each function is off by at most about one unit in the last place, which is what the C libraries of
// the platforms differ by, too.
#include "web_assembly_library.h"

static const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
static const double pi_high = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;

typedef union {
  double value;
  unsigned long long bits;
} parts;

static int is_nan(double x) { return x != x; }

// 2 to the power of an exponent of a normal number.
static double power_of_two(int exponent) {
  return (parts){.bits = (unsigned long long)(exponent + 1023) << 52}.value;
}

// The inverse hyperbolic tangent of |s| <= 0.1716, by its series.
static double atanh_near_zero(double s) {
  double square = s * s, sum = 0;
  for (int odd = 23; odd >= 3; odd -= 2) sum = sum * square + 1.0 / odd;
  return s + s * square * sum;
}

double log(double x) {
  if (is_nan(x) || x < 0) return __builtin_nan("");
  if (x == 0) return -__builtin_inf();
  if (x == __builtin_inf()) return x;
  int exponent = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    exponent = -54;
  }
  parts number = {x};
  exponent += (int)(number.bits >> 52) - 1023;
  number.bits = (number.bits & 0xfffffffffffff) | 0x3ff0000000000000;
  if (number.value > 0x1.6a09e667f3bcdp+0) {
    number.value /= 2;
    exponent += 1;
  }
  double logarithm = 2 * atanh_near_zero((number.value - 1) / (number.value + 1));
  return exponent * ln2_high + (logarithm + exponent * ln2_low);
}

double exp(double x) {
  if (is_nan(x)) return x;
  if (x > 709.79) return __builtin_inf();
  if (x < -745.2) return 0;
  double whole = __builtin_nearbyint(x / (ln2_high + ln2_low));
  double rest = (x - whole * ln2_high) - whole * ln2_low, sum = 1;
  for (int term = 14; term >= 1; term--) sum = 1 + rest * sum / term;
  int half = (int)whole / 2;
  return sum * power_of_two(half) * power_of_two((int)whole - half);
}

// The arc tangent of 0...1: of the nearest eighth, and of what is left by its series.
static double atan_of_ratio(double x) {
  static const double of_eighths[] = {
    0x0.0p+0, 0x1.fd5ba9aac2f6ep-4, 0x1.f5b75f92c80ddp-3,
    0x1.6f61941e4def1p-2, 0x1.dac670561bb4fp-2, 0x1.1e00babdefeb4p-1,
    0x1.4978fa3269ee1p-1, 0x1.700a7c5784634p-1, 0x1.921fb54442d18p-1,
  };
  int eighth = (int)(x * 8 + 0.5);
  double near = eighth / 8.0, rest = (x - near) / (1 + x * near), square = rest * rest, sum = 0;
  for (int odd = 17; odd >= 3; odd -= 2) sum = 1.0 / odd - square * sum;
  return of_eighths[eighth] + (rest - rest * square * sum);
}

double atan2(double y, double x) {
  if (is_nan(x) || is_nan(y)) return x + y;
  double height = __builtin_fabs(y), width = __builtin_fabs(x), angle;
  if (height == width) {
    angle = height == 0 ? 0 : pi_high / 4;
  } else if (height < width) {
    angle = atan_of_ratio(height / width);
  } else {
    angle = pi_high / 2 - (atan_of_ratio(width / height) - pi_low / 2);
  }
  if (__builtin_signbit(x)) angle = pi_high - (angle - pi_low);
  return __builtin_copysign(angle, y);
}

double atanh(double x) {
  if (__builtin_fabs(x) <= 0.17) return atanh_near_zero(x);
  return log((1 + x) / (1 - x)) / 2;
}

double tanh(double x) {
  double size = __builtin_fabs(x);
  if (size > 20) return __builtin_copysign(1, x);
  if (size > 0.5) return __builtin_copysign(1 - 2 / (exp(2 * size) + 1), x);
  double fraction = 0;
  for (int odd = 19; odd >= 3; odd -= 2) fraction = x * x / (odd + fraction);
  return x / (1 + fraction);
}

double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}

// Exact, by the subtraction of doubled divisors.
double fmod(double x, double y) {
  if (is_nan(x) || is_nan(y) || __builtin_isinf(x) || y == 0) return __builtin_nan("");
  double rest = __builtin_fabs(x), divisor = __builtin_fabs(y);
  while (rest >= divisor) {
    double part = divisor;
    while (part <= rest / 2) part *= 2;
    rest -= part;
  }
  return __builtin_copysign(rest, x);
}

double remainder(double x, double y) {
  if (__builtin_isinf(y) && !__builtin_isinf(x)) return x;
  double divisor = __builtin_fabs(y), rest = fmod(__builtin_fabs(x), 2 * divisor);
  if (is_nan(rest)) return rest;
  // Of two equally near multiples the even one counts, as IEEE 754 has it.
  if (rest > divisor / 2) {
    rest -= divisor;
    if (rest >= divisor / 2) rest -= divisor;
  }
  return __builtin_signbit(x) ? -rest : rest;
}

// Reads a number with an exponent, which the readers leave to the standard library: exactly where its
// digits are a whole number below 2 to the power of 53 and its power of ten is at most 22.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  const char *place = text;
  int is_negative = *place == '-', power = 0, digits = 0, is_fraction = 0;
  double value = 0;
  if (*place == '-' || *place == '+') place++;
  for (;; place++) {
    if (*place == '.' && !is_fraction) {
      is_fraction = 1;
    } else if (*place >= '0' && *place <= '9') {
      value = value * 10 + (*place - '0');
      digits++;
      power -= is_fraction;
    } else {
      break;
    }
  }
  if (!digits) return 0;
  if ((*place | 32) == 'e') {
    int sign = place[1] == '-' ? -1 : 1, exponent = 0;
    const char *next = place + (place[1] == '-' || place[1] == '+' ? 2 : 1);
    if (*next < '0' || *next > '9') return 0;
    for (; *next >= '0' && *next <= '9'; next++)
      if (exponent < 10000) exponent = exponent * 10 + (*next - '0');
    power += sign * exponent;
    place = next;
  }
  double factor = 1;
  for (int step = power < 0 ? -power : power; step > 0 && factor < 1e300; step--) factor *= 10;
  *result = power < 0 ? value / factor : value * factor;
  if (is_negative) *result = -*result;
  return place;
}
