// BEGIN(name), a line `#embed "FILE"`, and END(name) define the function that returns the file.
#include "embedded_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) \
  } \
  ; \
  embedded_file name(void) { return (embedded_file){name##_bytes, sizeof name##_bytes}; }
