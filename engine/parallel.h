#pragma once

#include "engine/progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace warploom {

/// Returns the number of threads to use, which is limited by use_at_most(). If `threads` is 0 or negative, returns one
/// thread per core of the machine.
int resolve_threads(int threads);

/// Sets the name of the calling thread, as shown in process lists. Truncates the name to 15 characters.
void name_thread(const char* name);

/// Returns the number of threads, including the calling one, that this process can run at the same time. The result is
/// at most `wanted`, and less if processes or memory are limited. The function actually starts the threads, which takes
/// a few microseconds per thread. Call it before using a library that starts threads and terminates the program if it
/// cannot start them. Calling it before parallel_for() is not necessary.
int threads_to_be_had(int wanted);

/// Calls `body(task)` once for every task in [0, tasks), on at most `threads` threads including the calling one. Tasks
/// are started in ascending order, and every task that has started is finished. If several tasks throw, the exception
/// of the lowest task is rethrown, regardless of timing. `between` runs on the calling thread after each of its tasks,
/// and can report progress and check for cancellation. An exception from `between` also ends the loop.
void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t task)>& body,
                  const std::function<void()>& between = {});

/// Throws Error("cancelled") if a stop was requested. Unlike Progress::check, this function can be called on any
/// thread.
void stop_if_cancelled(const Progress& progress);

/// Touches reserved memory, so that later accesses do not cause page faults. Uses all threads, because on a single
/// thread, touching the memory would take longer than using it. Overwrites the contents of the memory.
void touch_pages(void* reserved, std::size_t bytes, int threads, const Progress& progress);

/// Grows an array to `size` elements in steps, so that the operation can be canceled between steps. A single step would
/// take long, because touching new memory is slow.
template <class T> void grow(std::vector<T>& array, std::int64_t size, const T& with, const Progress& progress) {
    constexpr std::size_t step = std::size_t{1} << 20;
    const auto wanted = static_cast<std::size_t>(size);
    array.reserve(wanted);
    while (array.size() < wanted) {
        array.resize(std::min(wanted, array.size() + step), with);
        stop_if_cancelled(progress);
    }
}

} // namespace warploom
