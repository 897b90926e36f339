// The places of some bytes among 64, as bits: what Swift cannot say in one instruction.
//
// A vector comparison answers with a whole byte for each byte; gathering these to bits is one
// instruction on x86-64 (`pmovmskb`) and four additions of neighbours on arm64. Elsewhere there is
// nothing here, and Swift does it eight bytes at a time.
#ifndef BYTE_MASKS_H
#define BYTE_MASKS_H

#include <stdint.h>

// The bit n of each mask stands for the byte n of the 64.
typedef struct {
  // The places of the first byte.
  uint64_t first;
  // The places of the second and of the third byte.
  uint64_t others;
} byte_masks;

#if defined(__SSE2__)
#define HAS_BYTE_MASKS 1
#include <emmintrin.h>

typedef __m128i byte_vector;

static inline __attribute__((always_inline)) byte_vector byte_vector_of(uint8_t byte) {
  return _mm_set1_epi8((char)byte);
}

static inline __attribute__((always_inline)) byte_vector byte_vector_at(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

static inline __attribute__((always_inline)) byte_vector equal_bytes(byte_vector a, byte_vector b) {
  return _mm_cmpeq_epi8(a, b);
}

static inline __attribute__((always_inline)) byte_vector either_byte(byte_vector a, byte_vector b) {
  return _mm_or_si128(a, b);
}

static inline __attribute__((always_inline)) uint64_t byte_bits(
    byte_vector a, byte_vector b, byte_vector c, byte_vector d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a)
    | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16
    | (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32
    | (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#define HAS_BYTE_MASKS 1
#include <arm_neon.h>

typedef uint8x16_t byte_vector;

static inline __attribute__((always_inline)) byte_vector byte_vector_of(uint8_t byte) {
  return vdupq_n_u8(byte);
}

static inline __attribute__((always_inline)) byte_vector byte_vector_at(const uint8_t *bytes) {
  return vld1q_u8(bytes);
}

static inline __attribute__((always_inline)) byte_vector equal_bytes(byte_vector a, byte_vector b) {
  return vceqq_u8(a, b);
}

static inline __attribute__((always_inline)) byte_vector either_byte(byte_vector a, byte_vector b) {
  return vorrq_u8(a, b);
}

static inline __attribute__((always_inline)) uint64_t byte_bits(
    byte_vector a, byte_vector b, byte_vector c, byte_vector d) {
  // Each byte keeps the bit of its place among eight; adding neighbours three times gathers them.
  const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, places), vandq_u8(b, places));
  uint8x16_t high = vpaddq_u8(vandq_u8(c, places), vandq_u8(d, places));
  uint8x16_t sums = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

#endif

#ifdef HAS_BYTE_MASKS

// Returns the places of three bytes among the 64 bytes at `bytes`, which need not be aligned.
static inline __attribute__((always_inline)) byte_masks byte_masks_at(
    const uint8_t *bytes, uint8_t first, uint8_t second, uint8_t third) {
  const byte_vector x = byte_vector_of(first), y = byte_vector_of(second),
                    z = byte_vector_of(third);
  const byte_vector a = byte_vector_at(bytes), b = byte_vector_at(bytes + 16),
                    c = byte_vector_at(bytes + 32), d = byte_vector_at(bytes + 48);
  byte_masks masks = {
    byte_bits(equal_bytes(a, x), equal_bytes(b, x), equal_bytes(c, x), equal_bytes(d, x)),
    byte_bits(either_byte(equal_bytes(a, y), equal_bytes(a, z)),
              either_byte(equal_bytes(b, y), equal_bytes(b, z)),
              either_byte(equal_bytes(c, y), equal_bytes(c, z)),
              either_byte(equal_bytes(d, y), equal_bytes(d, z))),
  };
  return masks;
}

#endif
#endif
