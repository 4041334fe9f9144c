#include "kernels/sources/launch_limit.h"

#include "engine/format_number.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// All active watches, and the thread that monitors them.
struct Watches {
    static Watches& instance() {
        static auto& all = *new Watches; // never destroyed, because the thread may run until the process exits
        return all;
    }

    void set(LaunchLimit wanted) {
        const std::lock_guard lock(mutex);
        limit = std::move(wanted);
        changed.notify_all();
    }
    void add(const LaunchWatch* watch) {
        const std::lock_guard lock(mutex);
        if (!has_thread) std::thread([this] { look(); }).detach();
        has_thread = true;
        list.push_back(watch);
        changed.notify_all();
    }
    void remove(const LaunchWatch* watch) {
        const std::lock_guard lock(mutex);
        std::erase(list, watch);
        const LaunchWatch* known = watch;
        latest.compare_exchange_strong(known, nullptr);
    }

    std::atomic<const LaunchWatch*> latest{nullptr};

private:
    [[noreturn]] void look() {
        name_thread("launch limit");
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return !list.empty() && limit.outlived; });
            const auto often = std::chrono::duration<double>(std::clamp(limit.seconds / 10, 0.01, 0.25));
            changed.wait_for(lock, often);
            if (list.empty() || !limit.outlived || list.front()->gpu_->waited_s() < limit.seconds) continue;
            const auto outlived = std::exchange(limit.outlived, nullptr);
            outlived(complaint());
        }
    }
    Error complaint() const {
        const LaunchWatch* const watch = latest.load() != nullptr ? latest.load() : list.back();
        return {"launch.limit",
                sentence("A kernel launch did not finish within {seconds} s. The last kernel launched was {kernel}.",
                         {{"seconds", format_number(limit.seconds, "%.6g")}, {"kernel", watch->kernel_}}),
                sentence(
                    "The kernel probably contains an infinite loop, which ends only when the process ends. Run it on a "
                    "simulated card to "
                    "find the loop. To wait longer, use --launch-limit SECONDS (`launch_limit` of a request).")};
    }

    std::mutex mutex;
    std::condition_variable changed;
    LaunchLimit limit;
    /// All active watches. Querying one GPU is enough, because each GPU reports the waiting time of the entire process.
    std::vector<const LaunchWatch*> list;
    bool has_thread = false;
};

void limit_launches(LaunchLimit limit) { Watches::instance().set(std::move(limit)); }

LaunchWatch::LaunchWatch(const TextGpu* gpu, std::string kernel) : gpu_(gpu), kernel_(std::move(kernel)) {
    if (gpu_ != nullptr) Watches::instance().add(this);
}
LaunchWatch::~LaunchWatch() {
    if (gpu_ != nullptr) Watches::instance().remove(this);
}
void LaunchWatch::launches() const { Watches::instance().latest.store(this, std::memory_order_relaxed); }

} // namespace warploom::kernels
