#pragma once

#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

class QObject;

namespace warploom::ui {

/// Threads for one kind of work, which the lists of processes show by its name (15 letters). A thread ends 30 s after
/// its last work, and holds one open file (Qt's, by which it is woken) while it lives.
class BackgroundPool : public QThreadPool {
public:
    BackgroundPool(const char* name, int threads);
    ~BackgroundPool() override;

    /// The most threads that this process ever has while the pools that live now do: the main one, those of all pools
    /// and those that Qt has for all and for pictures. Threads beyond that number were not given back.
    static int mostThreadsOfAll();
};

/// Runs work() on a thread of `pool`, and that is all.
void runInBackground(QThreadPool& pool, std::function<void()> work);

/// Runs work() on a thread of `pool`; what it returns (a function) is called on the thread of `context` afterwards.
/// `context` must wait for the pool before it is destroyed; a result on its way is dropped with it. What work() throws
/// is thrown on the thread of `context` instead, where the window reports it.
void runInBackground(QThreadPool& pool, QObject* context, std::function<std::function<void()>()> work);

/// Runs work() on a thread of `pool` and gives what it returns to deliver(result) on the thread of `context`.
template <class Work, class Deliver>
void computeInBackground(QThreadPool& pool, QObject* context, Work work, Deliver deliver) {
    runInBackground(pool, context, [work = std::move(work), deliver = std::move(deliver)]() -> std::function<void()> {
        const auto result = std::make_shared<const decltype(work())>(work());
        return [deliver, result] { deliver(*result); };
    });
}

} // namespace warploom::ui
