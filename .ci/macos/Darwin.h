// The declarations of macOS' C library that the sources use, with the types and the values that its SDK
// gives them. What is missing here is an error of `.ci/check-macos`: add it as the manual of macOS has it.
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef long ssize_t;
typedef int64_t off_t;
typedef uint64_t ino_t;
typedef int32_t dev_t, pid_t;
typedef uint32_t uid_t, gid_t, sigset_t;
typedef uint16_t mode_t, nlink_t;
typedef unsigned int nfds_t, useconds_t;
typedef long time_t;
typedef int32_t suseconds_t;

// errno.h
int *__error(void);
#define ENOENT 2
#define EINTR 4
#define ENXIO 6
#define ENOTDIR 20
#define EINVAL 22
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45

// fcntl.h, sys/file.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
int flock(int, int);

// unistd.h
#define F_OK 0
#define W_OK 2
#define R_OK 4
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_NPROCESSORS_ONLN 58
int access(const char *, int);
int close(int);
void _exit(int) __attribute__((noreturn));
int fchown(int, uid_t, gid_t);
int fsync(int);
int ftruncate(int, off_t);
uid_t geteuid(void);
int isatty(int);
int link(const char *, const char *);
int pipe(int [_Nonnull 2]);
ssize_t pread(int, void *_Null_unspecified, size_t, off_t);
ssize_t pwrite(int, const void *_Null_unspecified, size_t, off_t);
ssize_t read(int, void *_Null_unspecified, size_t);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
long sysconf(int);
int unlink(const char *);
int usleep(useconds_t);
ssize_t write(int, const void *_Null_unspecified, size_t);
off_t lseek(int, off_t, int);
pid_t getpid(void);

// time.h, sys/time.h
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
typedef enum {
  CLOCK_REALTIME = 0,
  CLOCK_MONOTONIC = 6,
  CLOCK_MONOTONIC_RAW = 4,
  CLOCK_UPTIME_RAW = 8,
  CLOCK_PROCESS_CPUTIME_ID = 12,
  CLOCK_THREAD_CPUTIME_ID = 16,
} clockid_t;
#define TIME_UTC 1
#define NSEC_PER_SEC 1000000000ull
#define NSEC_PER_MSEC 1000000ull
#define NSEC_PER_USEC 1000ull
#define USEC_PER_SEC 1000000ull
int clock_gettime(clockid_t, struct timespec *);
int gettimeofday(struct timeval *_Null_unspecified, void *_Null_unspecified);
int nanosleep(const struct timespec *, struct timespec *_Null_unspecified);
time_t time(time_t *_Null_unspecified);
int timespec_get(struct timespec *, int);

// sys/stat.h
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
};
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int mkfifo(const char *, mode_t);
int stat(const char *, struct stat *);

// signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGXFSZ 25
#define SIG_UNBLOCK 2
struct sigaction {
  union __sigaction_u {
    void (*_Null_unspecified __sa_handler)(int);
    void (*_Null_unspecified __sa_sigaction)(int, void *, void *);
  } __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
unsigned alarm(unsigned);
int kill(pid_t, int);
int raise(int);
int sigaction(int, const struct sigaction *_Null_unspecified, struct sigaction *_Null_unspecified);
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
void (*_Null_unspecified signal(int, void (*_Null_unspecified)(int)))(int);
int sigprocmask(int, const sigset_t *_Null_unspecified, sigset_t *_Null_unspecified);

// poll.h, sys/ioctl.h
#define POLLIN 0x0001
#define POLLOUT 0x0004
struct pollfd {
  int fd;
  short events, revents;
};
int poll(struct pollfd *, nfds_t, int);
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

// stdio.h, stdlib.h, string.h, limits.h
typedef struct __sFILE FILE;
extern FILE *_Null_unspecified __stdinp, *_Null_unspecified __stdoutp, *_Null_unspecified __stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
#define PATH_MAX 1024
int atexit(void (*)(void));
void exit(int) __attribute__((noreturn));
int fclose(FILE *);
int fileno(FILE *);
int fflush(FILE *_Null_unspecified);
FILE *_Null_unspecified fopen(const char *, const char *);
void free(void *_Null_unspecified);
char *_Null_unspecified getenv(const char *);
void *_Null_unspecified malloc(size_t);
int mkstemp(char *);
char *_Null_unspecified realpath(const char *, char *_Null_unspecified);
int rename(const char *, const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
char *_Null_unspecified strerror(int);
int strcmp(const char *, const char *);
size_t strlen(const char *);
char *_Null_unspecified strdup(const char *);
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);

// dlfcn.h
#define RTLD_LAZY 0x1
typedef struct dl_info {
  const char *_Null_unspecified dli_fname;
  void *_Null_unspecified dli_fbase;
  const char *_Null_unspecified dli_sname;
  void *_Null_unspecified dli_saddr;
} Dl_info;
int dladdr(const void *, Dl_info *);
void *_Null_unspecified dlopen(const char *_Null_unspecified, int);
void *_Null_unspecified dlsym(void *_Null_unspecified, const char *);

// math.h
double acos(double);
double asin(double);
double atan(double);
double atan2(double, double);
double atanh(double);
double cos(double);
double exp(double);
double hypot(double, double);
double log(double);
double pow(double, double);
double sin(double);
double tan(double);
double tanh(double);

#pragma clang assume_nonnull end
