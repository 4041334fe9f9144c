// Distributing work over threads, in particular if the system cannot create any.
#include "engine/parallel.h"
#include "support/runner.h"

#include <QTest>

#include <atomic>
#include <functional>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace warploom;

namespace {

/// Returns whether `holds` returns true in a child process that cannot create threads.
bool holds_without_threads(const std::function<bool()>& holds) {
    const pid_t child = ::fork();
    if (child == 0) {
        // Leaves no address space for a stack and, except for the superuser, allows no more processes.
        rlimit none{1, 1};
        ::setrlimit(RLIMIT_AS, &none);
        if (::getuid() == 0 && ::setuid(65534) != 0) ::_exit(3);
        ::setrlimit(RLIMIT_NPROC, &none);
        ::_exit(holds() ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

class ParallelTest : public QObject {
    Q_OBJECT

private slots:
    void as_many_threads_are_had_as_are_wanted() {
        for (const int wanted : {1, 2, 5}) QCOMPARE(threads_to_be_had(wanted), wanted);
        QCOMPARE(threads_to_be_had(0), 1);
    }

    void without_threads_the_caller_does_the_work() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer needs address space of its own");
#endif
        QVERIFY(holds_without_threads([] { return threads_to_be_had(4) == 1; }));
        QVERIFY(holds_without_threads([] {
            std::atomic<int> sum{0};
            parallel_for(100, 4, [&](std::int64_t task) { sum += static_cast<int>(task); });
            return sum == 4950;
        }));
        QVERIFY(holds_without_threads([] {
            try {
                parallel_for(100, 4, [](std::int64_t task) {
                    if (task == 7) throw std::runtime_error("seven");
                });
            } catch (const std::runtime_error&) { return true; }
            return false;
        }));
    }
};

WARPLOOM_TEST(ParallelTest);
#include "parallel_test.moc"
