// What rooms that read files ask of a C library, for the engine in a page: there no file exists, and no
// variable of an environment.
#ifndef C_LIBRARY_H
#define C_LIBRARY_H

typedef unsigned mode_t;
struct stat {
  mode_t st_mode;
  long long st_size;
};
struct pollfd {
  int fd;
  short events, revents;
};

static const int ENOENT = 2, EINTR = 4, EAGAIN = 11, ENOTDIR = 20;
extern const int errno;
static const int O_RDONLY = 0, O_CLOEXEC = 0, F_OK = 0, POLLIN = 1, PATH_MAX = 1;
static const mode_t S_IFMT = 0170000, S_IFREG = 0100000, S_IFDIR = 0040000, S_IFIFO = 0010000;

static inline int stat(const char *path, struct stat *status) { return -1; }
static inline int fstat(int file, struct stat *status) { return -1; }
static inline int access(const char *path, int mode) { return -1; }
static inline int open(const char *path, int flags) { return -1; }
static inline long read(int file, void *bytes, long count) { return 0; }
static inline int close(int file) { return 0; }
static inline int poll(struct pollfd *files, unsigned count, int timeout) { return 1; }
static inline char *realpath(const char *path, char *bytes) { return 0; }
static inline long readlink(const char *path, char *bytes, long count) { return -1; }
static inline char *strerror(int code) { return 0; }
static inline char *getenv(const char *name) { return 0; }

#endif
