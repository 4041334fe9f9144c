#pragma once

#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>

class QObject;

namespace warploom::ui {

/// Runs work() on a thread of `pool`, and that is all.
void runInBackground(QThreadPool& pool, std::function<void()> work);

/// Runs work() on a thread of `pool`; what it returns (a function) is called on the thread of `context` afterwards.
/// `context` must wait for the pool before it is destroyed; a result on its way is dropped with it. What work() throws is
/// thrown on the thread of `context` instead, where the window reports it.
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
