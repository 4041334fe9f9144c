#pragma once

#include "engine/progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace warploom {

/// 0 or less means one thread for each core of the machine.
int resolve_threads(int threads);

/// Sets the name of the calling thread that process lists show, truncated to 15 characters.
void name_thread(const char* name);

/// How many threads at once, the calling one included, this process can have now: `wanted`, or fewer where limits on
/// processes or memory leave no more. It tries, at some microseconds a thread. For libraries that start threads of
/// their own and end the program where they get none; parallel_for() itself works with those that it gets.
int threads_to_be_had(int wanted);

/// Calls `body(task)` once for every task in [0, tasks), on at most `threads` threads of which the caller is one. Tasks
/// are claimed in ascending order and claimed tasks are finished, so if several tasks throw, the exception of the
/// lowest one is rethrown, regardless of timing. `between` runs on the calling thread after each of its tasks (for
/// progress and cancellation); its exceptions also end the loop.
void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t task)>& body,
                  const std::function<void()>& between = {});

/// Throws Error("cancelled") once a stop was requested; unlike Progress::check it may run on any thread.
void stop_if_cancelled(const Progress& progress);

/// Faults in reserved memory that has not been used yet, on all threads, because on one thread this takes longer than
/// the use of the memory. The contents are lost.
void touch_pages(void* reserved, std::size_t bytes, int threads, const Progress& progress);

/// Lengthens an array to `size` in steps between which the task can be canceled: touching fresh memory takes long.
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
