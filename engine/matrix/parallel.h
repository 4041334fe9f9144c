#pragma once

#include <cstdint>
#include <functional>

namespace warploom {

/// 0 or less means one thread for each core of the machine.
int resolve_threads(int threads);

/// Calls `body(task)` once for every task in [0, tasks), on at most `threads` threads of which the caller is one.
/// Tasks are claimed in ascending order and claimed tasks are finished, so of several tasks that throw it is the
/// lowest whose exception is rethrown, whatever the timing. `between` runs on the calling thread after each of its
/// tasks (progress and cancelling belong there); what it throws ends the loop too.
void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t task)>& body,
                  const std::function<void()>& between = {});

} // namespace warploom
