// Programs for old systems: what tools/link-for-old-systems links must not require a glibc newer than 2.28, and what
// gcc's libraries require of newer ones must still work. Links a small program that uses all of it, and inspects the
// worker if it was built that way.
#include "support/runner.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QVersionNumber>

#include <algorithm>

namespace {

struct Ended {
    int status = -1;
    QByteArray text;
};

Ended call(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(200'000)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAll()};
}

QVersionNumber newest_symbol(const QString& program) {
    static const QRegularExpression symbol(QStringLiteral("GLIBC_([0-9.]+)"));
    QVersionNumber newest;
    auto all = symbol.globalMatch(QString::fromUtf8(call("objdump", {"-T", program}).text));
    while (all.hasNext()) newest = std::max(newest, QVersionNumber::fromString(all.next().captured(1)));
    return newest;
}

const QVersionNumber oldest_system(2, 28);

constexpr const char* program_text = R"(
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <omp.h>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

int thrown(int depth) { return depth == 0 ? throw std::runtime_error("deep") : thrown(depth - 1) + 1; }

int main() {
    int caught = 0;
    std::vector<std::thread> threads;
    std::atomic<int> all{0};
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            try { thrown(50); } catch (const std::exception&) { ++all; }
        });
    for (auto& thread : threads) thread.join();
    try { std::filesystem::file_size("/no/such/file"); } catch (const std::exception&) { ++caught; }

    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    const auto begin = std::chrono::steady_clock::now();
    const bool came = never.wait_until(lock, begin + std::chrono::milliseconds(120), [] { return false; });
    const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);

    std::random_device seed;
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1000; ++i) sum += i;
    std::cout << all << ' ' << caught << ' ' << came << ' ' << (waited.count() >= 119 && waited.count() < 5000) << ' ' << sum
              << ' ' << (seed() != seed() || seed() != seed()) << std::endl;
}
)";

} // namespace

class WorkerTest : public QObject {
    Q_OBJECT
private slots:
    void what_is_linked_for_old_systems_runs_and_asks_for_no_newer_glibc() {
        if (QStandardPaths::findExecutable("objdump").isEmpty()) QSKIP("objdump is not installed");
        if (QStandardPaths::findExecutable("zig").isEmpty() && qEnvironmentVariableIsEmpty("WARPLOOM_ZIG"))
            QSKIP("zig is not installed ('pip install ziglang'), and WARPLOOM_ZIG names none");
        QTemporaryDir folder;
        const QString source = folder.filePath("old.cpp"), object = folder.filePath("old.o"),
                      program = folder.filePath("old");
        QFile file(source);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(program_text);
        file.close();
        const Ended compiled = call("g++", {"-std=c++20", "-O1", "-fPIC", "-fopenmp", "-c", source, "-o", object});
        QVERIFY2(compiled.status == 0, compiled.text.constData());
        const Ended linked = call(WARPLOOM_SOURCE_DIR "/tools/link-for-old-systems", {program, object, "-fopenmp"});
        QVERIFY2(linked.status == 0, linked.text.constData());
        QVERIFY(!newest_symbol(program).isNull());
        QVERIFY2(newest_symbol(program) <= oldest_system, qPrintable(newest_symbol(program).toString()));
        const Ended ended = call(program, {});
        QCOMPARE(ended.status, 0);
        QCOMPARE(ended.text, QByteArray("8 1 0 1 499500 1\n"));
        QVERIFY(!call("ldd", {program}).text.contains("stdc++"));
    }

    void the_worker_asks_for_no_newer_glibc() {
        const QString worker = QStringLiteral(WARPLOOM_SOURCE_DIR "/build/worker/bin/warploom-engine");
        if (!QFile::exists(worker)) QSKIP("tools/make-worker was not run here");
        QVERIFY2(newest_symbol(worker) <= oldest_system, qPrintable(newest_symbol(worker).toString()));
        const QByteArray libraries = call("ldd", {worker}).text;
        for (const char* library : {"stdc++", "gomp", "libz", "sodium"})
            QVERIFY2(!libraries.contains(library), libraries.constData());
        QVERIFY(
            call(worker, {"run", "spmv", "laplace2d:n=20", "--machine", "simulated:h200", "--kernels", "csr-scalar"})
                .status == 0);
    }

    void the_programs_of_the_wheel_ask_for_no_newer_glibc_and_bring_no_qt() {
        const QString folder = QStringLiteral(WARPLOOM_SOURCE_DIR "/build/wheel/bin/");
        if (!QFile::exists(folder + "warploom")) QSKIP("tools/make-wheel was not run here");
        for (const char* program : {"warploom", "warploom-engine"})
            QVERIFY2(newest_symbol(folder + program) <= oldest_system,
                     qPrintable(program + (" " + newest_symbol(folder + program).toString())));
        const QByteArray needed = call("objdump", {"-p", folder + "warploom"}).text;
        QVERIFY2(needed.contains("libQt6Widgets.so.6") && needed.contains("$ORIGIN/../../PySide6/Qt/lib"),
                 needed.constData());
        for (const char* library : {"libstdc++", "libqcustomplot", "libqscintilla", "libGL"})
            QVERIFY2(!needed.contains(library), library);
        // Later versions of Qt keep only the public API.
        QVERIFY(!needed.contains("PRIVATE_API"));
    }
};

WARPLOOM_TEST(WorkerTest);
#include "worker_test.moc"
