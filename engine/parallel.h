#pragma once

#include "engine/progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace warploom {

/// Returns the number of threads to use: `threads`, or one per core if it is 0 or negative, but no more than the limit
/// set by use_at_most().
int resolve_threads(int threads);

/// Sets the name of the calling thread, as shown in process lists. Truncates the name to 15 characters.
void name_thread(const char* name);

/// Returns how many threads, including the calling thread, this process can run at the same time. The result is at most
/// `wanted`. It is lower if the number of processes or the memory is limited. This function actually starts the
/// threads, which takes a few microseconds per thread. Call it before using a library that terminates the program if it
/// cannot start its threads. It is not needed before parallel_for().
int threads_to_be_had(int wanted);

/// Calls `body(task)` once for every task in [0, tasks), on at most `threads` threads including the calling one. Tasks
/// are started in ascending order, and every task that has started is finished. If several tasks throw, the exception
/// of the task with the lowest number is always the one that is rethrown. `between` runs on the calling thread whenever
/// this thread has finished a task. It can report progress and check for cancellation. If it throws an exception, the
/// loop ends.
void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t task)>& body,
                  const std::function<void()>& between = {});

/// Throws Error("cancelled") if a stop was requested. Can be called on any thread, unlike Progress::check.
void stop_if_cancelled(const Progress& progress);

/// Touches reserved memory to avoid page faults later. Overwrites the memory. Uses all threads, because touching the
/// memory on a single thread would take longer than the actual work.
void touch_pages(void* reserved, std::size_t bytes, int threads, const Progress& progress);

/// Grows an array to `size` elements in several steps, between which the operation can be canceled. Touching new memory
/// is slow, so growing the array in a single step would take too long.
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
