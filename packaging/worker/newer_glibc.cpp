// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of newer glibc versions that gcc 12's own libraries require. The worker must run with glibc 2.28
// (tools/link-for-old-systems), so these replacements use only functions of that version.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <link.h>
#include <pthread.h>
#include <sys/random.h>

extern "C" {

/// glibc 2.32. libstdc++ skips locks if this is not 0. The value 0 is always correct.
char __libc_single_threaded = 0;

/// glibc 2.36. Returns a seed for std::random_device.
std::uint32_t arc4random() noexcept {
    std::uint32_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) std::abort();
    return number;
}

/// glibc 2.30. Waits until a time of the given clock. std::condition_variable and timed locks of libstdc++ use it.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
    // Convert the remaining time to the clock that pthread_cond_timedwait uses.
    timespec now{}, then{};
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_REALTIME, &then);
    then.tv_sec += until->tv_sec - now.tv_sec;
    then.tv_nsec += until->tv_nsec - now.tv_nsec;
    constexpr long second = 1'000'000'000;
    if (then.tv_nsec < 0) {
        then.tv_nsec += second;
        --then.tv_sec;
    } else if (then.tv_nsec >= second) {
        then.tv_nsec -= second;
        ++then.tv_sec;
    }
    return pthread_cond_timedwait(condition, mutex, &then);
}

/// The address that the unwinder looks up, and the result.
struct Sought {
    std::uintptr_t place;
    dl_find_object* found;
};

static int look(dl_phdr_info* object, std::size_t, void* data) {
    auto* const sought = static_cast<Sought*>(data);
    std::uintptr_t begin = 0, end = 0, table = 0;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& part = object->dlpi_phdr[i];
        const std::uintptr_t from = object->dlpi_addr + part.p_vaddr, to = from + part.p_memsz;
        if (part.p_type == PT_GNU_EH_FRAME) table = from;
        if (part.p_type == PT_LOAD && sought->place >= from && sought->place < to) {
            begin = from;
            end = to;
        }
    }
    if (end == 0 || table == 0) return 0;
    *sought->found = {0,       reinterpret_cast<void*>(begin), reinterpret_cast<void*>(end),
                      nullptr, reinterpret_cast<void*>(table), {}};
    return 1;
}

/// glibc 2.35. gcc's unwinder calls this function to find the unwind table for a code address.
int _dl_find_object(void* place, dl_find_object* found) noexcept {
    Sought sought{reinterpret_cast<std::uintptr_t>(place), found};
    return dl_iterate_phdr(look, &sought) == 1 ? 0 : -1;
}

} // extern "C"
