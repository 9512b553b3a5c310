/* A wall clock that somebody sets: preloaded, it adds the seconds in the file SHIFTED to what the machine's says. The
   monotonic clock goes on as it does on a real machine. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *now) {
    static __typeof__(&clock_gettime) real;
    if (!real)
        real = (__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, now);
    char text[32] = "";
    int file = which == CLOCK_REALTIME ? open(getenv("SHIFTED"), O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        if (read(file, text, sizeof text - 1) > 0)
            now->tv_sec += atol(text);
        close(file);
    }
    return result;
}
