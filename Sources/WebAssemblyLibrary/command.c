// The engine as a command: messages come from standard input, each after the number of its numbers, which
// is negative for a file that a playground reads, and each answer is a line of standard output. A page never starts it; tests do, without a browser.
typedef __SIZE_TYPE__ size_t;
typedef struct {
  unsigned char *bytes;
  size_t count;
} vector;

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_read"))) int fd_read(
  int file, const vector *vectors, size_t count, size_t *done);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write"))) int fd_write(
  int file, const vector *vectors, size_t count, size_t *done);

void *message_place(int count);
int answer_message(void);
void *answer_place(void);
__attribute__((weak)) int read_file(void);

// Reads so many bytes; returns 0 at the end of the input.
static int read_all(void *to, size_t count) {
  unsigned char *place = to;
  while (count > 0) {
    vector rest = {place, count};
    size_t done = 0;
    if (fd_read(0, &rest, 1, &done) || done == 0) return 0;
    place += done;
    count -= done;
  }
  return 1;
}

static void write_all(const void *from, size_t count) {
  vector rest = {(unsigned char *)from, count};
  while (rest.count > 0) {
    size_t done = 0;
    if (fd_write(1, &rest, 1, &done)) __builtin_trap();
    rest.bytes += done;
    rest.count -= done;
  }
}

void _start(void) {
  double count;
  while (read_all(&count, sizeof count)) {
    int is_file = count < 0;
    if (is_file) count = -count;
    if (!read_all(message_place((int)count), (size_t)count * sizeof count)) return;
    size_t length = (size_t)(is_file ? read_file() : answer_message());
    write_all(answer_place(), length);
    write_all("\n", 1);
  }
}
