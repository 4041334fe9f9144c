#include "engine/matrix/fresh_memory.h"

#include "engine/matrix/parallel.h"

#include <sys/mman.h>

#include <algorithm>

#ifndef MADV_POPULATE_WRITE // Linux 5.14; older headers do not name it
#define MADV_POPULATE_WRITE 23
#endif

namespace warploom {

void touch_pages(void* memory, std::int64_t bytes, int threads, const Progress& progress) {
    constexpr std::uintptr_t large_page = std::uintptr_t{1} << 21;
    constexpr std::int64_t task_bytes = std::int64_t{1} << 23;
    // Whole large pages inside the memory only: what begins or ends beside them may belong to somebody else.
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t begin = (address + large_page - 1) / large_page * large_page;
    const std::uintptr_t end = (address + static_cast<std::uintptr_t>(bytes)) / large_page * large_page;
    if (memory == nullptr || end <= begin) return;
    const auto size = static_cast<std::int64_t>(end - begin);
    char* const first = static_cast<char*>(memory) + (begin - address);
    static_cast<void>(::madvise(first, static_cast<std::size_t>(size), MADV_HUGEPAGE)); // a wish
    parallel_for((size + task_bytes - 1) / task_bytes, threads, [&](std::int64_t task) {
        const std::int64_t from = task * task_bytes;
        const auto length = static_cast<std::size_t>(std::min(task_bytes, size - from));
        static_cast<void>(::madvise(first + from, length, MADV_POPULATE_WRITE));
        stop_if_cancelled(progress);
    });
}

} // namespace warploom
