#include "engine/parallel_blocks.h"

#include "engine/parallel.h"

#include <algorithm>
#include <chrono>

namespace warploom {

namespace {

thread_local const StopRequest* stop_asked = nullptr;

} // namespace

StoppableLaunches::StoppableLaunches(const std::atomic<bool>* asked, StopRequest::Clock::time_point deadline)
    : mine_(asked, deadline), before_(stop_asked) {
    stop_asked = &mine_;
}
StoppableLaunches::~StoppableLaunches() { stop_asked = before_; }

const StopRequest* stop_of_launches() { return stop_asked; }

void parallel_blocks(std::int64_t blocks, const std::function<void(std::int64_t, std::int64_t)>& work, int threads) {
    if (blocks <= 0) return;
    threads = resolve_threads(threads);
    constexpr std::int64_t most_between = 4096; // maximum number of blocks between two checks for cancellation
    const std::int64_t chunk = std::clamp<std::int64_t>(blocks / (threads * 16), 1, most_between);
    const StopRequest* const asked = stop_asked; // read the pointer on this thread, because it is thread-local
    const std::int64_t tasks = (blocks + chunk - 1) / chunk;
    const auto run = [&](std::int64_t task) {
        if (asked != nullptr) asked->check();
        work(task * chunk, std::min((task + 1) * chunk, blocks));
    };
    // Process some blocks on the calling thread first, because many launches of a solver take less time than starting
    // and joining a thread.
    std::int64_t first = 0;
    const auto begin = std::chrono::steady_clock::now();
    do {
        run(first++);
    } while (first < tasks && std::chrono::steady_clock::now() - begin < std::chrono::microseconds(100));
    parallel_for(tasks - first, threads, [&](std::int64_t task) { run(first + task); });
}

} // namespace warploom
