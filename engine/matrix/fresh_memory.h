#pragma once

#include "engine/progress.h"

#include <cstdint>
#include <vector>

namespace warploom {

/// Asks the system for the pages of memory that nobody has touched yet, on all threads at once and in large pages where
/// it gives them. One thread that fills an array waits for a page fault every 4 KiB, and no core helps it with that.
/// Only speed depends on it: a system that does not know the request leaves the faults to whoever writes first.
void touch_pages(void* memory, std::int64_t bytes, int threads, const Progress& progress);

/// Room for `size` elements whose pages are there already; the array's length stays what it is.
template <class T>
void reserve_touched(std::vector<T>& array, std::int64_t size, int threads, const Progress& progress) {
    array.reserve(static_cast<std::size_t>(size));
    touch_pages(array.data(), size * static_cast<std::int64_t>(sizeof(T)), threads, progress);
}

} // namespace warploom
