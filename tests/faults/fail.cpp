// Preloaded into a program (LD_PRELOAD), makes one system call fail, as on a full disk or without memory.
// WARPLOOM_FAIL=write:3 fails only the third write to a file; write:3+ the third and all later ones. Supported: write
// (and pwrite), fsync, rename, open (for writing), malloc (calloc, realloc), thread. clock:3600 alternately sets the
// time of day an hour ahead and back.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
}

namespace {

enum class What { nothing, write, fsync, rename, open, malloc, thread, clock };

What chosen = What::nothing; // nothing fails before main(), so that libraries can initialize
long wanted = 0;
bool goes_on = false;
std::atomic<long> count{0};

void read_wish() {
    const char* const wish = std::getenv("WARPLOOM_FAIL");
    if (wish == nullptr) return;
    const char* const colon = std::strchr(wish, ':');
    if (colon == nullptr) return;
    const auto is = [&](const char* name) {
        return std::strlen(name) == static_cast<std::size_t>(colon - wish) &&
               std::strncmp(wish, name, std::strlen(name)) == 0;
    };
    wanted = std::atol(colon + 1);
    goes_on = wish[std::strlen(wish) - 1] == '+';
    chosen = is("write")    ? What::write
             : is("fsync")  ? What::fsync
             : is("rename") ? What::rename
             : is("open")   ? What::open
             : is("malloc") ? What::malloc
             : is("thread") ? What::thread
             : is("clock")  ? What::clock
                            : What::nothing;
}

bool fails(What what) {
    if (what != chosen) return false;
    const long now = ++count;
    return now == wanted || (goes_on && now > wanted);
}

bool is_file(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

template <class Function> Function next(const char* name) { return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name)); }

int refused(int reason) {
    errno = reason;
    return -1;
}

bool is_for_writing(const char* path, int flags) {
    return (flags & O_ACCMODE) != O_RDONLY && std::strncmp(path, "/dev/", 5) != 0 &&
           std::strncmp(path, "/proc/", 6) != 0;
}

/// Returns the current offset of the time of day.
long jump() { return chosen == What::clock && ++count % 2 == 0 ? wanted : 0; }

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int armed_main(int argc, char** argv, char** environment) {
    read_wish();
    return real_main(argc, argv, environment);
}

} // namespace

extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*end)(), void* stack) {
    real_main = main;
    static const auto real =
        next<int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*)>("__libc_start_main");
    return real(armed_main, argc, argv, init, fini, end, stack);
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
    static const auto real = next<ssize_t (*)(int, const void*, std::size_t)>("write");
    if (chosen == What::write && is_file(descriptor) && fails(What::write)) return refused(ENOSPC);
    return real(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, off_t at) {
    static const auto real = next<ssize_t (*)(int, const void*, std::size_t, off_t)>("pwrite");
    if (chosen == What::write && is_file(descriptor) && fails(What::write)) return refused(ENOSPC);
    return real(descriptor, bytes, size, at);
}
ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off_t at) {
    return pwrite(descriptor, bytes, size, at);
}

int fsync(int descriptor) {
    static const auto real = next<int (*)(int)>("fsync");
    return fails(What::fsync) ? refused(EIO) : real(descriptor);
}

int rename(const char* from, const char* to) {
    static const auto real = next<int (*)(const char*, const char*)>("rename");
    return fails(What::rename) ? refused(EACCES) : real(from, to);
}

int open(const char* path, int flags, ...) {
    static const auto real = next<int (*)(const char*, int, ...)>("open");
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (chosen == What::open && is_for_writing(path, flags) && fails(What::open)) return refused(EMFILE);
    return real(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open(path, flags, mode);
}

void* malloc(std::size_t bytes) {
    if (fails(What::malloc)) return refused(ENOMEM), nullptr;
    return __libc_malloc(bytes);
}
void* calloc(std::size_t number, std::size_t bytes) {
    if (fails(What::malloc)) return refused(ENOMEM), nullptr;
    return __libc_calloc(number, bytes);
}
void* realloc(void* memory, std::size_t bytes) {
    if (fails(What::malloc)) return refused(ENOMEM), nullptr;
    return __libc_realloc(memory, bytes);
}

int clock_gettime(clockid_t clock, timespec* time) {
    static const auto real = next<int (*)(clockid_t, timespec*)>("clock_gettime");
    const int status = real(clock, time);
    if (status == 0 && clock == CLOCK_REALTIME) time->tv_sec += jump();
    return status;
}
int gettimeofday(timeval* time, void* zone) {
    static const auto real = next<int (*)(timeval*, void*)>("gettimeofday");
    const int status = real(time, zone);
    if (status == 0) time->tv_sec += jump();
    return status;
}
time_t time(time_t* at) {
    static const auto real = next<time_t (*)(time_t*)>("time");
    const time_t now = real(nullptr) + jump();
    if (at != nullptr) *at = now;
    return now;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
    static const auto real =
        next<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    return fails(What::thread) ? EAGAIN : real(thread, attributes, body, argument);
}
}
