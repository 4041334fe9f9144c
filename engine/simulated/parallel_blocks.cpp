#include "engine/simulated/parallel_blocks.h"

#include "engine/error.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace warploom::simulated {

namespace {

thread_local const std::atomic<bool>* stop_asked = nullptr;

} // namespace

StoppableLaunches::StoppableLaunches(const std::atomic<bool>* asked) : before_(stop_asked) { stop_asked = asked; }
StoppableLaunches::~StoppableLaunches() { stop_asked = before_; }

void parallel_blocks(std::int64_t blocks, const std::function<void(std::int64_t, std::int64_t)>& work, int threads) {
    if (blocks <= 0) return;
    if (threads <= 0) threads = std::max(1u, std::thread::hardware_concurrency());
    const std::int64_t chunk = std::max<std::int64_t>(1, blocks / (threads * 16));
    threads = static_cast<int>(std::min<std::int64_t>(threads, (blocks + chunk - 1) / chunk));

    std::atomic<std::int64_t> next{0};
    std::exception_ptr error;
    std::mutex error_mutex;
    const std::atomic<bool>* const asked = stop_asked; // the helpers have none of their own
    const auto loop = [&] {
        try {
            for (std::int64_t first = next.fetch_add(chunk); first < blocks; first = next.fetch_add(chunk)) {
                if (asked != nullptr && asked->load(std::memory_order_relaxed))
                    throw Error("cancelled", "The task was cancelled.");
                work(first, std::min(first + chunk, blocks));
            }
        } catch (...) {
            const std::lock_guard lock(error_mutex);
            if (!error) error = std::current_exception();
            next = blocks; // nobody needs to go on
        }
    };
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(loop);
    loop();
    for (auto& helper : helpers) helper.join();
    if (error) std::rethrow_exception(error);
}

} // namespace warploom::simulated
