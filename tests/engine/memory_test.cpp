// How much memory a process may still allocate: limits of the machine, of control groups, and of the process.
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/memory.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/resource.h>

using warploom::Error;

namespace {

constexpr std::int64_t mib = 1 << 20;

/// A folder with the same files as / as far as memory is concerned, with 1000 MiB available.
class SystemFolder {
public:
    SystemFolder() { write("proc/meminfo", "MemTotal:  4096000 kB\nMemAvailable:  1024000 kB\n"); }

    void write(const char* file, const QByteArray& text) const {
        const QString path = folder_.filePath(file);
        QDir().mkpath(QFileInfo(path).path());
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) qFatal("cannot write a test file");
    }
    warploom::MemoryRoom room() const { return warploom::memory_room(folder_.path().toStdString()); }

private:
    QTemporaryDir folder_;
};

QByteArray bytes(std::int64_t mebibytes) { return QByteArray::number(static_cast<qint64>(mebibytes * mib)) + "\n"; }

} // namespace

class MemoryTest : public QObject {
    Q_OBJECT

private slots:
    void without_limits_it_is_what_the_machine_has_free() {
        const SystemFolder system;
        QCOMPARE(system.room().bytes, 1000 * mib);
        QVERIFY(system.room().hint.find("close other programs") != std::string::npos);
    }

    void a_system_that_says_nothing_refuses_nothing() {
        const QTemporaryDir nothing;
        QVERIFY(warploom::memory_room(nothing.path().toStdString()).bytes > std::int64_t{1} << 60);
    }

    void the_tightest_group_of_version_2_counts() {
        const SystemFolder system;
        system.write("proc/self/cgroup", "0::/jobs/job 7/step\n");
        system.write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n");
        system.write("sys/fs/cgroup/jobs/memory.max", "max\n");
        system.write("sys/fs/cgroup/jobs/memory.current", bytes(5000));
        system.write("sys/fs/cgroup/jobs/job 7/memory.max", bytes(800));
        system.write("sys/fs/cgroup/jobs/job 7/memory.current", bytes(300));
        system.write("sys/fs/cgroup/jobs/job 7/step/memory.max", bytes(900));
        system.write("sys/fs/cgroup/jobs/job 7/step/memory.current", bytes(200));
        QCOMPARE(system.room().bytes, 500 * mib);
        QVERIFY(system.room().hint.find("control group") != std::string::npos);
    }

    void what_a_group_keeps_of_files_is_free() {
        const SystemFolder system;
        system.write("proc/self/cgroup", "0::/\n");
        system.write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        system.write("sys/fs/cgroup/memory.max", bytes(800));
        system.write("sys/fs/cgroup/memory.current", bytes(700));
        system.write("sys/fs/cgroup/memory.stat",
                     "anon 1\nfile 2\ninactive_file " + bytes(200) + "active_file " + bytes(100));
        QCOMPARE(system.room().bytes, 400 * mib);
    }

    void a_group_of_version_1_counts_and_those_around_it() {
        const SystemFolder system;
        system.write("proc/self/cgroup", "8:pids:/\n4:memory,hugetlb:/batch/42\n0::/\n");
        system.write("proc/self/mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory\\040v1 rw shared:9 - cgroup cgroup "
                                            "rw,memory\n36 31 0:33 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n");
        system.write("sys/fs/cgroup/memory v1/batch/42/memory.limit_in_bytes", "9223372036854771712\n");
        system.write("sys/fs/cgroup/memory v1/batch/42/memory.usage_in_bytes", bytes(600));
        system.write("sys/fs/cgroup/memory v1/batch/memory.limit_in_bytes", bytes(700));
        system.write("sys/fs/cgroup/memory v1/batch/memory.usage_in_bytes", bytes(600));
        system.write("sys/fs/cgroup/memory v1/batch/memory.stat", "total_inactive_file " + bytes(50));
        QCOMPARE(system.room().bytes, 150 * mib);
    }

    void a_container_sees_its_own_group_at_the_mount_data() {
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<QByteArray>("mounted");
        QTest::newRow("a view of its own") << QByteArray("/") << QByteArray("/");
        QTest::newRow("the host's names") << QByteArray("/pods/a") << QByteArray("/pods/a");
        QTest::newRow("a group outside the mount") << QByteArray("/elsewhere") << QByteArray("/pods/a");
        QTest::newRow("a group above the view") << QByteArray("/../other") << QByteArray("/");
    }
    void a_container_sees_its_own_group_at_the_mount() {
        QFETCH(QByteArray, group);
        QFETCH(QByteArray, mounted);
        const SystemFolder system;
        system.write("proc/self/cgroup", "0::" + group + "\n");
        system.write("proc/self/mountinfo", "30 23 0:26 " + mounted + " /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        system.write("sys/fs/cgroup/memory.max", bytes(64));
        system.write("sys/fs/cgroup/memory.current", bytes(24));
        QCOMPARE(system.room().bytes, 40 * mib);
    }

    void a_group_beyond_its_limit_has_nothing_left() {
        const SystemFolder system;
        system.write("proc/self/cgroup", "0::/\n");
        system.write("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        system.write("sys/fs/cgroup/memory.max", bytes(64));
        system.write("sys/fs/cgroup/memory.current", bytes(65));
        QCOMPARE(system.room().bytes, 0);
    }

    void the_limits_of_the_process_count() {
        const SystemFolder system;
        system.write("proc/self/status", "Name:\ta\nVmPeak:\t 999999 kB\nVmSize:\t  102400 kB\nVmData:\t   51200 kB\n");
        system.write("proc/self/limits",
                     "Limit                     Soft Limit           Hard Limit           Units     \n"
                     "Max data size             unlimited            unlimited            bytes     \n"
                     "Max address space         629145600            unlimited            bytes     \n");
        QCOMPARE(system.room().bytes, 500 * mib);
        QVERIFY(system.room().hint.find("ulimit -v") != std::string::npos);
        system.write("proc/self/limits", "Max data size             314572800            unlimited            bytes\n");
        QCOMPARE(system.room().bytes, 250 * mib);
        QVERIFY(system.room().hint.find("ulimit -d") != std::string::npos);
    }

    void files_that_make_no_sense_limit_nothing() {
        const SystemFolder system;
        system.write("proc/self/cgroup", "\n:\n::\n0:\nmemory\n4:memory:\n0::\n");
        system.write("proc/self/mountinfo", "\n - \n30 23\n30 23 0:26 / / rw - cgroup2\n - cgroup a memory\n");
        system.write("proc/self/limits", "Max address space\nMax address space  abc\n");
        system.write("proc/self/status", "VmSize:\nVmSize: kB\n");
        QCOMPARE(system.room().bytes, 1000 * mib);
    }

    void a_generator_asks_before_it_takes_data() {
        QTest::addColumn<std::string>("name");
        for (const char* name :
             {"water-network:n=4000000", "water-network:n=2000000,fill=1", "power-law:n=20000000", "laplace2d:n=4000",
              "tridiagonal:n=8000000", "dense:rows=9000,cols=9000", "random-rows:n=20000000,fraction=0.0000001"})
            QTest::newRow(name) << std::string(name);
    }
    void a_generator_asks_before_it_takes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer's own memory is counted too");
#endif
        QFETCH(std::string, name);
        std::ifstream status("/proc/self/status");
        std::int64_t size = 0;
        for (std::string word; status >> word && word != "VmSize:";) {}
        status >> size;
        rlimit before{};
        getrlimit(RLIMIT_AS, &before);
        rlimit limit = before;
        limit.rlim_cur = static_cast<rlim_t>(size * 1024 + 200 * mib);
        setrlimit(RLIMIT_AS, &limit);
        std::string refusal;
        try {
            warploom::generate_matrix(name, {}, 1);
        } catch (const Error& error) { refusal = error.code(); } catch (const std::bad_alloc&) {
            refusal = "it was not asked for";
        }
        setrlimit(RLIMIT_AS, &before);
        QCOMPARE(refusal, std::string("memory.limit"));
    }
};

WARPLOOM_TEST(MemoryTest);
#include "memory_test.moc"
