#include "ui/session/background.h"

#include "engine/parallel.h"

#include <QCoreApplication>
#include <QEvent>
#include <QObject>
#include <QThread>

#include <atomic>
#include <exception>

namespace warploom::ui {
namespace {

/// Makes data written by one thread visible to another thread. Qt's event queues also do this. Qt is not built with
/// ThreadSanitizer, however, so ThreadSanitizer would report a race for every result. Call give() after writing all
/// data.
class HandOver {
public:
    static void give() { count.fetch_add(1, std::memory_order_release); }
    static void take() { static_cast<void>(count.load(std::memory_order_acquire)); }

private:
    static inline std::atomic<unsigned> count{0};
};

class ResultEvent final : public QEvent {
public:
    explicit ResultEvent(std::function<void()> f) : QEvent(QEvent::User), deliver(std::move(f)) {}
    // HandOver::take() is also needed if the event is destroyed without being delivered.
    ~ResultEvent() override { HandOver::take(); }
    std::function<void()> deliver;
};

/// Receives one result on the thread of its parent, the context object, and then deletes itself.
class Receiver final : public QObject {
public:
    explicit Receiver(QObject* context) : QObject(context) {}

    bool event(QEvent* event) override {
        if (event->type() != QEvent::User) return QObject::event(event);
        HandOver::take();
        deleteLater(); // called before deliver(), because deliver() may throw
        static_cast<ResultEvent*>(event)->deliver();
        return true;
    }
};

std::atomic<int> threads_of_pools{0};

} // namespace

BackgroundPool::BackgroundPool(const char* name, int threads) {
    setObjectName(QString::fromLatin1(name));
    setMaxThreadCount(threads);
    threads_of_pools += threads;
}

BackgroundPool::~BackgroundPool() {
    waitForDone();
    threads_of_pools -= maxThreadCount();
}

int BackgroundPool::mostThreadsOfAll() {
    // Include Qt's thread pool, which paints large images and has one thread per core.
    return 1 + threads_of_pools + globalInstance()->maxThreadCount() + QThread::idealThreadCount();
}

void runInBackground(QThreadPool& pool, std::function<void()> work) {
    std::function<void()> task = [work = std::move(work), name = pool.objectName().toStdString()] {
        name_thread(name.empty() ? "background" : name.c_str());
        HandOver::take();
        work();
        HandOver::give();
    };
    HandOver::give();
    pool.start(std::move(task));
}

void runInBackground(QThreadPool& pool, QObject* context, std::function<std::function<void()>()> work) {
    auto* receiver = new Receiver(context);
    runInBackground(pool, [receiver, work = std::move(work)] {
        std::function<void()> deliver;
        try {
            deliver = work();
        } catch (...) { // rethrow the exception on the thread of the context object
            deliver = [failure = std::current_exception()] { std::rethrow_exception(failure); };
        }
        auto* result = new ResultEvent(std::move(deliver));
        HandOver::give();
        QCoreApplication::postEvent(receiver, result);
    });
}

} // namespace warploom::ui
