#include "engine/parallel.h"
#include "engine/sentence.h"
#include "engine/thread_limit.h"

#include <atomic>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace warploom {

namespace {

std::atomic<int> most_threads{std::numeric_limits<int>::max()};

class Loop {
public:
    Loop(std::int64_t tasks, const std::function<void(std::int64_t)>& body) : tasks_(tasks), body_(body) {}

    /// Runs tasks until none are left or the loop is stopped.
    void work(const std::function<void()>& between) {
        while (!stopped_.load(std::memory_order_relaxed)) {
            const std::int64_t task = next_.fetch_add(1, std::memory_order_relaxed);
            if (task >= tasks_) return;
            try {
                body_(task);
            } catch (...) { stop(task, std::current_exception()); }
            if (!between) continue;
            try {
                between();
            } catch (...) {
                // If a stop was requested, report the cancellation rather than an error of a task.
                stop(-1, std::current_exception());
            }
        }
    }

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    void stop(std::int64_t task, std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        if (task < failed_task_) {
            failed_task_ = task;
            failure_ = std::move(failure);
        }
        stopped_.store(true, std::memory_order_relaxed);
    }

    const std::int64_t tasks_;
    const std::function<void(std::int64_t)>& body_;
    std::atomic<std::int64_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;
    std::int64_t failed_task_ = std::numeric_limits<std::int64_t>::max();
    std::exception_ptr failure_;
};

/// Starts up to `most` threads that run tasks, or fewer if the system has reached a limit. The destructor joins them.
class Helpers {
public:
    Helpers(std::int64_t most, const std::function<void()>& work) {
        try {
            threads_.reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, most)));
            for (std::int64_t i = 0; i < most; ++i) threads_.emplace_back(work);
        } catch (const std::exception&) {
            // The limit on threads or memory has been reached. Continue with fewer threads.
        }
    }
    ~Helpers() {
        for (std::thread& thread : threads_) thread.join();
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    int count() const { return static_cast<int>(threads_.size()); }

private:
    std::vector<std::thread> threads_;
};

} // namespace

void stop_if_cancelled(const Progress& progress) {
    if (progress.is_cancelled()) throw Error("cancelled", sentence("The task was canceled."));
}

void touch_pages(void* reserved, std::size_t bytes, int threads, const Progress& progress) {
    constexpr std::size_t page = 4096, task_bytes = std::size_t{4} << 20;
    auto* const first = static_cast<volatile char*>(reserved);
    parallel_for(static_cast<std::int64_t>((bytes + task_bytes - 1) / task_bytes), threads, [&](std::int64_t task) {
        stop_if_cancelled(progress);
        const std::size_t begin = static_cast<std::size_t>(task) * task_bytes;
        for (std::size_t at = begin; at < std::min(bytes, begin + task_bytes); at += page) first[at] = 0;
    });
}

void use_at_most(int threads) { most_threads = threads; }

void name_thread([[maybe_unused]] const char* name) {
#if defined(__linux__)   // other systems lack pthread_setname_np or define it differently
    char shown[16] = {}; // Linux rejects a thread name of more than 15 characters
    std::strncpy(shown, name, sizeof shown - 1);
    ::pthread_setname_np(::pthread_self(), shown);
#endif
}

int resolve_threads(int threads) {
    // Cache the number of cores, because determining it opens a file. Without the cache, solvers with many small
    // launches spent a third of their time on it.
    static const int of_the_host = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (threads <= 0) threads = of_the_host;
    return std::min(threads, most_threads.load(std::memory_order_relaxed));
}

int threads_to_be_had(int wanted) {
    std::atomic<bool> is_counted{false};
    const Helpers helpers(wanted - 1, [&] { is_counted.wait(false); });
    const int had = 1 + helpers.count();
    is_counted = true;
    is_counted.notify_all();
    return had;
}

void parallel_for(std::int64_t tasks, int threads, const std::function<void(std::int64_t)>& body,
                  const std::function<void()>& between) {
    Loop loop(tasks, body);
    {
        const Helpers helpers(std::min<std::int64_t>(resolve_threads(threads), tasks) - 1, [&loop] {
            name_thread("loop");
            loop.work({});
        });
        loop.work(between);
    }
    loop.rethrow();
}

} // namespace warploom
