// Work beside the window.
#include "ui/session/background.h"

#include "support/runner.h"

#include <QCoreApplication>
#include <QTest>
#include <QThread>

#include <new>

using namespace warploom;

class BackgroundTest : public QObject {
    Q_OBJECT

private slots:
    void an_answer_comes_on_the_thread_that_asked() {
        QThreadPool pool;
        QThread* thread = nullptr;
        ui::computeInBackground(
            pool, this, [] { return 42; },
            [&](int answer) { thread = answer == 42 ? QThread::currentThread() : nullptr; });
        QTRY_COMPARE(thread, QThread::currentThread());
    }

    void what_the_work_throws_is_thrown_where_its_answer_is_awaited() {
        QThreadPool pool;
        bool has_answer = false;
        ui::computeInBackground(
            pool, this, []() -> int { throw std::bad_alloc(); }, [&](int) { has_answer = true; });
        pool.waitForDone();
        QVERIFY_EXCEPTION_THROWN(QCoreApplication::sendPostedEvents(nullptr, QEvent::User), std::bad_alloc);
        QVERIFY(!has_answer);
    }
};

WARPLOOM_TEST(BackgroundTest);
#include "background_test.moc"
