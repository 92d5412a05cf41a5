/* Writes down what a program asks of its disk, in order, so that a power cut can be played afterwards.

   Preloaded into a process. Every write, truncation, flush and removal below $POWERCUT_FOLDER is appended to
   $POWERCUT_LOG as one record, and then done. tests/soak/powercut.py reads the log and decides what a disk
   would still have: all that was flushed, and any part of what was not. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 4096

static char names[FILES][512]; /* the watched file behind a descriptor, or "" */
static char folder[512];
static size_t folder_length;
static int log_file = -2;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void start(void) {
    if (log_file != -2) return;
    log_file = -1;
    const char *chosen = getenv("POWERCUT_FOLDER"), *path = getenv("POWERCUT_LOG");
    if (!chosen || !path || !realpath(chosen, folder)) return;
    folder_length = strlen(folder);
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    log_file = real_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(char kind, const char *name, uint64_t offset, const void *data, uint64_t length) {
    if (log_file < 0) return;
    static ssize_t (*real_writev)(int, const struct iovec *, int);
    if (!real_writev) real_writev = dlsym(RTLD_NEXT, "writev");
    uint32_t name_length = (uint32_t)strlen(name);
    struct iovec parts[] = {
        {&kind, 1}, {&name_length, 4}, {&offset, 8}, {&length, 8},
        {(void *)name, name_length}, {(void *)data, data ? length : 0},
    };
    if (real_writev(log_file, parts, 6) < 0) abort();
}

static const char *watched(int file) {
    return file >= 0 && file < FILES && names[file][0] ? names[file] : NULL;
}

static int opened(int file, const char *path, int existed) {
    start();
    char whole[PATH_MAX];
    if (file < 0 || file >= FILES) return file;
    names[file][0] = 0;
    if (log_file < 0 || !realpath(path, whole) || strncmp(whole, folder, folder_length)) return file;
    if (strlen(whole) >= sizeof names[file]) return file;
    size_t length = strlen(whole);
    if (length > 4 && !strcmp(whole + length - 4, "-shm")) return file; /* never meant to last */
    strcpy(names[file], whole);
    if (!existed) note('c', whole, 0, NULL, 0);
    return file;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        int existed = !access(path, F_OK); \
        return opened(real(path, flags, mode), path, existed); \
    }
OPEN(open)
OPEN(open64)

int close(int file) {
    REAL(close);
    if (file >= 0 && file < FILES) names[file][0] = 0;
    return real(file);
}

#define PWRITE(name, offset_type) \
    ssize_t name(int file, const void *data, size_t length, offset_type offset) { \
        REAL(name); \
        ssize_t done = real(file, data, length, offset); \
        if (done > 0 && watched(file)) note('w', watched(file), (uint64_t)offset, data, (uint64_t)done); \
        return done; \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t length) {
    REAL(write);
    off_t offset = watched(file) ? lseek(file, 0, SEEK_CUR) : 0;
    ssize_t done = real(file, data, length);
    if (done > 0 && watched(file)) note('w', watched(file), (uint64_t)offset, data, (uint64_t)done);
    return done;
}

#define TRUNCATE(name, length_type) \
    int name(int file, length_type length) { \
        REAL(name); \
        int done = real(file, length); \
        if (!done && watched(file)) note('t', watched(file), (uint64_t)length, NULL, 0); \
        return done; \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define FLUSH(name) \
    int name(int file) { \
        REAL(name); \
        if (watched(file)) usleep(5000); /* a disk takes its time: most cuts come while it flushes */ \
        int done = real(file); \
        if (!done && watched(file)) note('f', watched(file), 0, NULL, 0); \
        return done; \
    }
FLUSH(fsync)
FLUSH(fdatasync)

int unlink(const char *path) {
    REAL(unlink);
    start();
    char whole[PATH_MAX];
    int known = log_file >= 0 && realpath(path, whole) && !strncmp(whole, folder, folder_length);
    int done = real(path);
    if (!done && known) note('u', whole, 0, NULL, 0);
    return done;
}
