#include "app/advice/kept_memory.h"

#include <limits>
#include <mutex>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace warploom::app {

#if defined(__GLIBC__)

namespace {

std::mutex kept_mutex;
int kept_living = 0;

/// Of the usual ones, as mallopt(3) says them.
constexpr int usual_maps = 65536, usual_trim = 128 * 1024;

} // namespace

KeptMemory::KeptMemory() {
    const std::lock_guard lock(kept_mutex);
    if (kept_living++ > 0) return;
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
}

KeptMemory::~KeptMemory() {
    const std::lock_guard lock(kept_mutex);
    if (--kept_living > 0) return;
    mallopt(M_MMAP_MAX, usual_maps);
    mallopt(M_TRIM_THRESHOLD, usual_trim);
    malloc_trim(0);
}

#else

KeptMemory::KeptMemory() = default;
KeptMemory::~KeptMemory() = default;

#endif

} // namespace warploom::app
