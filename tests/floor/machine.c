/* Another machine, preloaded: a unit reads its boot from the file BOOT. And a disk that is full for as long as there is
   a file FULL: nothing of the server's tables grows; what has its place is written. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *instead(const char *path) {
    const char *boot = getenv("BOOT");
    return boot && !strcmp(path, "/proc/sys/kernel/random/boot_id") ? boot : path;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int how, ...) {                                                                         \
        static int (*real)(const char *, int, ...);                                                                    \
        if (!real)                                                                                                     \
            real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name);                                           \
        va_list more;                                                                                                  \
        va_start(more, how);                                                                                           \
        mode_t mode = va_arg(more, mode_t);                                                                            \
        va_end(more);                                                                                                  \
        return real(instead(path), how, mode);                                                                         \
    }
OPEN(open)
OPEN(open64)

static int full(int fd, off_t end) {
    const char *flag = getenv("FULL");
    char link[64], path[4096] = "";
    struct stat state;
    if (!flag || access(flag, F_OK))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, "/base/") || fstat(fd, &state) || end <= state.st_size)
        return 0;
    errno = ENOSPC;
    return 1;
}

#define PWRITE(name)                                                                                                   \
    ssize_t name(int fd, const void *from, size_t size, off_t at) {                                                    \
        static ssize_t (*real)(int, const void *, size_t, off_t);                                                      \
        if (!real)                                                                                                     \
            real = (ssize_t(*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, #name);                              \
        return full(fd, at + (off_t)size) ? -1 : real(fd, from, size, at);                                             \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define FALLOCATE(name)                                                                                                \
    int name(int fd, off_t at, off_t size) {                                                                           \
        static int (*real)(int, off_t, off_t);                                                                         \
        if (!real)                                                                                                     \
            real = (int (*)(int, off_t, off_t))dlsym(RTLD_NEXT, #name);                                                \
        return full(fd, at + size) ? ENOSPC : real(fd, at, size);                                                      \
    }
FALLOCATE(posix_fallocate)
FALLOCATE(posix_fallocate64)
