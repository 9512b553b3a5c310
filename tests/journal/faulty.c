/* A disk that fails on command: preloaded before the C library's own calls.

   faulty_arm(path, nth, error, lasting, stall) makes the nth call from now on that opens, writes, syncs, truncates,
   removes, renames or maps a file below `path` fail with `error`; with `lasting` every later one too, until the next
   arm. An error below 0 kills the process there. With `stall` the call takes that many milliseconds instead. With a
   stall below 0 whatever writes to an open file waits for as long as there is a file `path`.held, and fails then where
   there is an error; a file `path`.waits tells that one waits. What only opens a file goes on: a reader beside the
   writer is not what a test waits for.
   faulty_count() tells how many such calls there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static char below[4096];
static long count, nth, stall;
static int error, lasting;

void faulty_arm(const char *path, long n, int code, int last, long ms) {
    snprintf(below, sizeof below, "%s", path);
    count = 0, nth = n, error = code, lasting = last, stall = ms;
}

long faulty_count(void) { return count; }

__attribute__((constructor)) static void from_environment(void) {
    const char *path = getenv("FAULTY_PATH");
    if (path)
        faulty_arm(path, atol(getenv("FAULTY_NTH")), atoi(getenv("FAULTY_ERROR")), 0, atol(getenv("FAULTY_STALL")));
}

static int held(void) {
    char file[4200], waits[4200];
    int was_held = 0;
    snprintf(file, sizeof file, "%s.held", below);
    snprintf(waits, sizeof waits, "%s.waits", below);
    for (struct timespec pause = {0, 1000000}; !access(file, F_OK); nanosleep(&pause, NULL))
        if (!was_held++)
            mknod(waits, S_IFREG | 0600, 0);
    errno = error;
    return was_held && error;
}

static int fails_path(const char *path) {
    if (!below[0] || strncmp(path, below, strlen(below)))
        return 0;
    count++;
    if (stall < 0)
        return 0;
    if (!nth || !(count == nth || (lasting && count > nth)))
        return 0;
    if (stall) {
        struct timespec pause = {stall / 1000, stall % 1000 * 1000000};
        nanosleep(&pause, NULL);
        return 0;
    }
    if (error < 0)
        kill(getpid(), SIGKILL);
    errno = error;
    return 1;
}

static int fails(int fd) {
    char link[64], path[4096];
    if (!below[0])
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    if (stall < 0 && !strncmp(path, below, strlen(below)))
        return held();
    return fails_path(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = va_arg(more, mode_t);                                                                            \
        va_end(more);                                                                                                  \
        return fails_path(path) ? -1 : REAL(name)(path, flags, mode);                                                  \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *data, size_t size) { return fails(fd) ? -1 : REAL(write)(fd, data, size); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return fails(fd) ? -1 : REAL(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    return fails(fd) ? -1 : REAL(pwrite64)(fd, data, size, at);
}
int fsync(int fd) { return fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd) ? -1 : REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { return fails(fd) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd) ? -1 : REAL(ftruncate64)(fd, size); }
int rename(const char *from, const char *to) { return fails_path(from) ? -1 : REAL(rename)(from, to); }
int unlink(const char *path) { return fails_path(path) ? -1 : REAL(unlink)(path); }
void *mmap64(void *at, size_t size, int how, int flags, int fd, off64_t from) {
    return fd >= 0 && fails(fd) ? MAP_FAILED : REAL(mmap64)(at, size, how, flags, fd, from);
}
