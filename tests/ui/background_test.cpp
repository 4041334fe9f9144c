// Work in background threads.
#include "ui/session/background.h"

#include "support/runner.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>
#include <QThread>

#include <new>
#include <pthread.h>

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
        QVERIFY_THROWS_EXCEPTION(std::bad_alloc, QCoreApplication::sendPostedEvents(nullptr, QEvent::User));
        QVERIFY(!has_answer);
    }

    void a_thread_bears_the_name_of_its_pool() {
        ui::BackgroundPool pool("a pool of mine", 1);
        char name[32] = {};
        ui::runInBackground(pool, [&] { ::pthread_getname_np(::pthread_self(), name, sizeof name); });
        QVERIFY(pool.waitForDone(5000));
        QCOMPARE(QString(name), QString("a pool of mine"));
    }

    void the_most_threads_are_those_of_the_pools_that_live() {
        const int before = ui::BackgroundPool::mostThreadsOfAll();
        {
            const ui::BackgroundPool first("first", 1), second("second", 3);
            QCOMPARE(ui::BackgroundPool::mostThreadsOfAll(), before + 4);
        }
        QCOMPARE(ui::BackgroundPool::mostThreadsOfAll(), before);
    }

    void work_that_comes_again_and_again_uses_the_same_threads() {
        const auto count = [] { return QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(); };
        const auto before = count();
        ui::BackgroundPool pool("again", 2);
        for (int round = 0; round < 200; ++round) {
            for (int i = 0; i < 3; ++i) ui::runInBackground(pool, [] { QThread::usleep(50); });
            QVERIFY(pool.waitForDone(5000));
        }
        QVERIFY2(count() <= before + 2, qPrintable(QString::number(count())));
    }
};

WARPLOOM_TEST(BackgroundTest);
#include "background_test.moc"
