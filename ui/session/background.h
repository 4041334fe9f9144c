#pragma once

#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

class QObject;

namespace warploom::ui {

/// Thread pool for one kind of work. Its name has at most 15 characters and appears in process lists. An idle thread
/// exits after 30 s. Each thread uses one file descriptor for Qt's wakeups.
class BackgroundPool : public QThreadPool {
public:
    BackgroundPool(const char* name, int threads);
    ~BackgroundPool() override;

    /// Returns the maximum number of threads of this process if no threads leak. Counts the main thread, the threads of
    /// all existing pools, and Qt's own threads.
    static int mostThreadsOfAll();
};

/// Runs work() on a thread of `pool` and discards its result.
void runInBackground(QThreadPool& pool, std::function<void()> work);

/// Runs work() on a thread of `pool`, and then runs the function that it returns on the thread of `context`. The owner
/// of `context` must wait for the pool before destroying `context`. Results that are pending at that time are
/// discarded. Exceptions thrown by work() are rethrown on the thread of `context`.
void runInBackground(QThreadPool& pool, QObject* context, std::function<std::function<void()>()> work);

/// Runs work() on a thread of `pool`, and then calls deliver(result) on the thread of `context`.
template <class Work, class Deliver>
void computeInBackground(QThreadPool& pool, QObject* context, Work work, Deliver deliver) {
    runInBackground(pool, context, [work = std::move(work), deliver = std::move(deliver)]() -> std::function<void()> {
        const auto result = std::make_shared<const decltype(work())>(work());
        return [deliver, result] { deliver(*result); };
    });
}

} // namespace warploom::ui
