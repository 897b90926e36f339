// The memory of the engine in a page: what Embedded Swift asks a C library for.
typedef __SIZE_TYPE__ size_t;

enum { page = 65536, header = 16 };
extern unsigned char __heap_base;

// What has been freed, by its size: four sizes between each power of two and the next, from 16 bytes on.
typedef struct block {
  struct block *next;
} block;
static block *freed[128];
static unsigned char *top, *limit;

static int class_of(size_t count) {
  if (count <= 16) return 0;
  int power = 31 - __builtin_clz((unsigned)(count - 1));
  return (power - 4) * 4 + (int)(((count - 1) >> (power - 2)) & 3) + 1;
}

static size_t size_of(int class) {
  if (class == 0) return 16;
  int power = (class - 1) / 4 + 4, quarter = (class - 1) % 4 + 1;
  size_t size = ((size_t)1 << power) + ((size_t)quarter << (power - 2));
  return (size + 15) & ~(size_t)15;
}

static unsigned char *new_memory(size_t count) {
  if (!top) {
    top = (unsigned char *)(((size_t)&__heap_base + 15) & ~(size_t)15);
    limit = (unsigned char *)(__builtin_wasm_memory_size(0) * (size_t)page);
  }
  size_t free = (size_t)(limit - top);
  if (free < count) {
    size_t pages = (count - free + page - 1) / page;
    if (pages < 16) pages = 16;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
    limit += pages * page;
  }
  unsigned char *memory = top;
  top += count;
  return memory;
}

// Before the memory stands its class.
void *malloc(size_t count) {
  int class = class_of(count + header);
  block *memory = freed[class];
  if (memory) {
    freed[class] = memory->next;
  } else {
    memory = (block *)new_memory(size_of(class));
  }
  *(int *)memory = class;
  return (unsigned char *)memory + header;
}

void free(void *pointer) {
  if (!pointer) return;
  block *memory = (block *)((unsigned char *)pointer - header);
  int class = *(int *)memory;
  memory->next = freed[class];
  freed[class] = memory;
}

int posix_memalign(void **pointer, size_t alignment, size_t count) {
  if (alignment > header) __builtin_trap();
  *pointer = malloc(count);
  return 0;
}

// With bulk memory each of the three is one instruction.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *first, const void *second, size_t count) {
  const unsigned char *one = first, *other = second;
  for (size_t index = 0; index < count; index++) {
    if (one[index] != other[index]) return one[index] - other[index];
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// No file can be opened in a page: it is not there.
const int errno = 2;

// Hashes need no secret in a page.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 42, count); }

int putchar(int character) { return character; }

void *__stack_chk_guard = (void *)0x5bd1e995;

void __stack_chk_fail(void) { __builtin_trap(); }

// The product of 128 bits, which the compiler's own library has elsewhere.
typedef union {
  __int128 all;
  struct {
    unsigned long long low, high;
  } part;
} wide;

__int128 __multi3(__int128 first, __int128 second) {
  wide a = {first}, b = {second}, product;
  unsigned long long mask = 0xffffffff;
  unsigned long long a_low = a.part.low & mask, a_high = a.part.low >> 32;
  unsigned long long b_low = b.part.low & mask, b_high = b.part.low >> 32;
  unsigned long long low = a_low * b_low, middle = a_low * b_high, other = a_high * b_low;
  unsigned long long carry = (low >> 32) + (middle & mask) + (other & mask);
  product.part.low = (carry << 32) | (low & mask);
  product.part.high = a_high * b_high + (middle >> 32) + (other >> 32) + (carry >> 32)
    + a.part.low * b.part.high + a.part.high * b.part.low;
  return product.all;
}
