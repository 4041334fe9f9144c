// Guarantees of the reader other than correct values: no allocation based on the header alone, cancellation, progress,
// speed, and the same result for any number of threads.
#include "engine/generators/generators.h"
#include "engine/matrix/matrix_market.h"
#include "engine/network/network_reader.h"
#include "matrix_test_files.h"
#include "support/own_time.h"
#include "support/runner.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <vector>
#include <zlib.h>

using warploom::Error;
using warploom::Matrix;
using warploom::Progress;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool instrumented = true; // sanitizers need additional memory and time
#else
constexpr bool instrumented = false;
#endif

constexpr const char* banner = "%%MatrixMarket matrix coordinate real general\n";

/// Returns the value of a field in /proc/self/status, such as VmHWM, in bytes; -1 if there is no such file.
qint64 status_bytes(const std::string& name) {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        qint64 kibibytes = 0;
        if (word == name + ":" && file >> kibibytes) return kibibytes * 1024;
    }
    return -1;
}

/// Resets VmHWM to the current resident size.
void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

QByteArray many_lines(int lines) {
    QByteArray text = QByteArray(banner) + "1000 1000 " + QByteArray::number(lines) + "\n";
    quint32 state = 1;
    for (int k = 0; k < lines; ++k) {
        state = state * 1664525u + 1013904223u;
        text += QByteArray::number(state % 1000 + 1) + " " + QByteArray::number(state / 1000 % 1000 + 1) + " 0." +
                QByteArray::number(state) + "\n";
    }
    return text;
}

} // namespace

class MatrixReaderLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void a_hostile_header_allocates_nothing_data();
    void a_hostile_header_allocates_nothing();
    void rows_out_of_proportion_are_described_not_stored();
    void one_endless_line_is_refused_in_the_time_of_reading_it();
    void any_number_of_threads_gives_the_same_matrix_data();
    void any_number_of_threads_gives_the_same_matrix();
    void the_first_bad_line_is_named_whatever_the_threads();
    void cancelling_takes_less_than_100_ms_data();
    void cancelling_takes_less_than_100_ms();
    void progress_counts_up_to_the_bytes_of_the_file_data();
    void progress_counts_up_to_the_bytes_of_the_file();
    void what_the_progress_throws_ends_the_task();
    void speed_and_memory_are_what_the_reader_promises_data();
    void speed_and_memory_are_what_the_reader_promises();
    void a_text_that_is_no_matrix_takes_no_memory_data();
    void a_text_that_is_no_matrix_takes_no_memory();
    void a_line_may_be_as_long_as_a_block();
    void what_is_no_regular_file_is_refused_and_not_waited_for();

private:
    void write_in_other_orders();

    TestFolder folder_;
    std::string large_, by_columns_, shuffled_; ///< the same lines in three orders
    qint64 large_bytes_ = 0;
};

void MatrixReaderLimitsTest::initTestCase() {
    large_ = folder_.path("large.mtx");
    write_matrix_market(large_, warploom::generate_matrix(instrumented ? "random-rows:n=1500,fraction=0.9,seed=3"
                                                                       : "random-rows:n=2400,fraction=0.9,seed=3"));
    large_bytes_ = QFileInfo(QString::fromStdString(large_)).size();
    by_columns_ = folder_.path("by_columns.mtx");
    shuffled_ = folder_.path("shuffled.mtx");
    write_in_other_orders();
}

void MatrixReaderLimitsTest::write_in_other_orders() {
    QFile file(QString::fromStdString(large_));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    std::vector<QByteArrayView> lines;
    std::vector<std::vector<QByteArrayView>>
        of_column; // sorting millions of lines would take longer than all tests here
    qsizetype begin = 0;
    const auto next_line = [&] {
        const qsizetype end = text.indexOf('\n', begin) + 1;
        const auto line = QByteArrayView(text).sliced(begin, end - begin);
        begin = end;
        return line;
    };
    QByteArray top;
    for (bool is_comment = true; is_comment;) {
        const QByteArrayView line = next_line();
        top.append(line);
        is_comment = line.startsWith('%');
    }
    while (begin < text.size()) {
        const QByteArrayView line = next_line();
        lines.push_back(line);
        const auto column = static_cast<std::size_t>(std::atoi(line.data() + line.indexOf(' ')));
        if (column >= of_column.size()) of_column.resize(column + 1);
        of_column[column].push_back(line);
    }
    const auto write = [&](const std::string& path, const std::vector<std::vector<QByteArrayView>>& parts) {
        QByteArray ordered = top;
        ordered.reserve(text.size());
        for (const auto& part : parts)
            for (const QByteArrayView line : part) ordered.append(line);
        QFile other(QString::fromStdString(path));
        QVERIFY(other.open(QIODevice::WriteOnly));
        QCOMPARE(other.write(ordered), text.size());
    };
    write(by_columns_, of_column);
    std::shuffle(lines.begin(), lines.end(), std::mt19937(5));
    write(shuffled_, {lines});
}

void MatrixReaderLimitsTest::a_hostile_header_allocates_nothing_data() {
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
    row("rows", "%%MatrixMarket matrix coordinate real general\n2000000000 2000000000 3\n1 1 1\n2 2 1\n3 3 1\n");
    row("entries", "%%MatrixMarket matrix coordinate real general\n10 10 9000000000000000000\n1 1 1\n");
    row("rows and entries", "%%MatrixMarket matrix coordinate real general\n2147483647 2147483647 2147483647\n1 1 1\n");
    row("array", "%%MatrixMarket matrix array real general\n2000000000 2000000000\n1\n");
    row("array beyond 64 bits",
        "%%MatrixMarket matrix array real general\n9000000000000000000 9000000000000000000\n1\n");
    row("empty array", "%%MatrixMarket matrix array real general\n2000000000 0\n");
    row("no entries", "%%MatrixMarket matrix coordinate pattern general\n2147483647 1 0\n");
    row("symmetric array", "%%MatrixMarket matrix array real symmetric\n2000000000 2000000000\n1\n");
    row("columns", "%%MatrixMarket matrix coordinate real general\n1 2147483647 1\n1 2147483647 1\n");
}

void MatrixReaderLimitsTest::a_hostile_header_allocates_nothing() {
    QFETCH(QByteArray, text);
    const std::string path = folder_.write("hostile.mtx", text);
    // A limit on the address space also detects memory that is allocated but not used.
    rlimit before{};
    getrlimit(RLIMIT_AS, &before);
    rlimit limit = before;
    limit.rlim_cur = static_cast<rlim_t>(status_bytes("VmSize") + (qint64{300} << 20));
    if (!instrumented) setrlimit(RLIMIT_AS, &limit);
    const warploom::test::OwnTime time;
    std::string refusal;
    try {
        warploom::read_matrix_market(path, {}, 1);
    } catch (const Error& error) { refusal = error.code(); } catch (const std::bad_alloc&) {
        refusal = "allocated";
    }
    const double took = time.ms();
    setrlimit(RLIMIT_AS, &before);
    QVERIFY2(refusal.empty() || refusal == "file.malformed", refusal.c_str());
    QVERIFY2(took < 200, qPrintable(QString::number(took)));
}

void MatrixReaderLimitsTest::rows_out_of_proportion_are_described_not_stored() {
    const std::string path = folder_.write("wide.mtx", QByteArray(banner) + "2000000000 5 1\n1999999999 5 3\n");
    const Matrix matrix = warploom::read_matrix_market(path);
    QVERIFY(matrix.is_oversize());
    QCOMPARE(matrix.oversize_entries.at(0).row, 1999999998);
    QVERIFY(QString::fromStdString(matrix.why_not_runnable()).contains("row pointers"));
}

void MatrixReaderLimitsTest::one_endless_line_is_refused_in_the_time_of_reading_it() {
    const QByteArray text = QByteArray(banner) + "2 2 1\n1 1 " + QByteArray((instrumented ? 4 : 64) << 20, '7');
    const std::string path = folder_.write("endless.mtx", text);
    const warploom::test::OwnTime time;
    QVERIFY_THROWS_EXCEPTION(Error, warploom::read_matrix_market(path));
    const double took = time.ms();
    QVERIFY2(took < 3000, qPrintable(QString::number(took)));
}

void MatrixReaderLimitsTest::any_number_of_threads_gives_the_same_matrix_data() {
    QTest::addColumn<QByteArray>("banner_end");
    for (const char* kind : {"real general", "real symmetric", "real skew-symmetric"})
        QTest::newRow(kind) << QByteArray(kind);
}

void MatrixReaderLimitsTest::any_number_of_threads_gives_the_same_matrix() {
    QFETCH(QByteArray, banner_end);
    // So many entries in 1000 x 1000 cause thousands of duplicates, whose sums depend on the order of addition.
    const QByteArray text = many_lines(instrumented ? 60000 : 120000).replace("real general", banner_end);
    const std::string path = folder_.write("threads.mtx", text);
    const Matrix one = warploom::read_matrix_market(path, {}, 1);
    QVERIFY(one.repeats > 1000);
    for (const int threads : {2, 3, 8, 0}) {
        const Matrix many = warploom::read_matrix_market(path, {}, threads);
        QCOMPARE(many.hash(), one.hash());
        QCOMPARE(many.repeats, one.repeats);
        QCOMPARE(many.explicit_zeros, one.explicit_zeros);
    }
}

void MatrixReaderLimitsTest::the_first_bad_line_is_named_whatever_the_threads() {
    QByteArray text = many_lines(100000);
    const auto spoil = [&](int line) {
        int offset = 0;
        for (int k = 1; k < line; ++k) offset = static_cast<int>(text.indexOf('\n', offset)) + 1;
        text[offset] = 'x';
    };
    for (const int line : {90000, 70001, 50000}) spoil(line);
    const std::string path = folder_.write("spoilt.mtx", text);
    for (const int threads : {1, 2, 7}) {
        try {
            warploom::read_matrix_market(path, {}, threads);
            QFAIL("a spoilt file was read");
        } catch (const Error& error) { QVERIFY2(QString(error.what()).contains(", line 50000:"), error.what()); }
    }
}

void MatrixReaderLimitsTest::cancelling_takes_less_than_100_ms_data() {
    QTest::addColumn<std::string>("path");
    QTest::newRow("row by row") << large_;
    QTest::newRow("shuffled") << shuffled_;
}

void MatrixReaderLimitsTest::cancelling_takes_less_than_100_ms() {
    QFETCH(std::string, path);
    // Cancels at several fractions of the progress, so that every phase of the reader is covered. The fastest of three
    // attempts counts: on a loaded machine, the scheduler alone can take 100 ms.
    for (const double share : {0.01, 0.3, 0.5, 0.79, 0.81, 0.9, 0.99}) {
        double quickest = std::numeric_limits<double>::max();
        for (int attempt = 0; attempt < 3 && quickest >= 100; ++attempt) {
            std::atomic<bool> cancelled{false};
            warploom::test::OwnTime since_cancelled;
            Progress progress;
            progress.cancelled = &cancelled;
            bool was_at_the_end = false; // the final report comes when there is nothing left to cancel
            progress.report = [&](std::int64_t done, std::int64_t total) {
                if (!cancelled && static_cast<double>(done) >= share * static_cast<double>(total)) {
                    cancelled = true;
                    was_at_the_end = done == total;
                    since_cancelled.start();
                }
            };
            try {
                warploom::read_matrix_market(path, progress);
                QVERIFY2(was_at_the_end, "the reader did not stop");
            } catch (const Error& error) { QCOMPARE(error.code(), std::string("cancelled")); }
            quickest = std::min(quickest, since_cancelled.ms());
        }
        QVERIFY2(quickest < 100, qPrintable(QString("%1 ms at %2").arg(quickest).arg(share)));
    }
}

void MatrixReaderLimitsTest::progress_counts_up_to_the_bytes_of_the_file_data() {
    cancelling_takes_less_than_100_ms_data();
}

void MatrixReaderLimitsTest::progress_counts_up_to_the_bytes_of_the_file() {
    QFETCH(std::string, path);
    std::int64_t last = 0, calls = 0;
    bool ascends = true;
    const std::thread::id caller = std::this_thread::get_id();
    Progress progress;
    progress.report = [&](std::int64_t done, std::int64_t total) {
        ascends =
            ascends && done >= last && done <= total && total == large_bytes_ && std::this_thread::get_id() == caller;
        last = done;
        ++calls;
    };
    warploom::read_matrix_market(path, progress);
    QVERIFY(ascends);
    QCOMPARE(last, large_bytes_);
    QVERIFY(calls > 10); // the exact number depends on how many chunks the calling thread reads
}

void MatrixReaderLimitsTest::what_the_progress_throws_ends_the_task() {
    Progress progress;
    progress.report = [](std::int64_t done, std::int64_t) {
        if (done > 1000000) throw std::runtime_error("the listener went away");
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, warploom::read_matrix_market(large_, progress));
}

void MatrixReaderLimitsTest::speed_and_memory_are_what_the_reader_promises_data() {
    QTest::addColumn<std::string>("path");
    QTest::addColumn<double>("most");
    QTest::newRow("row by row") << large_ << 1.3;
    QTest::newRow("column by column") << by_columns_ << 1.3;
    QTest::newRow("shuffled") << shuffled_ << 1.3;
    const std::string plain = folder_.path("middle.mtx"), packed = plain + ".gz";
    write_matrix_market(plain, warploom::generate_matrix("random-rows:n=1500,fraction=0.9,seed=3"));
    QFile file(QString::fromStdString(plain));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    gzFile gz = gzopen(packed.c_str(), "wb1");
    QCOMPARE(gzwrite(gz, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
    QCOMPARE(gzclose(gz), Z_OK);
    QTest::newRow("packed") << packed << 1.3;
}

void MatrixReaderLimitsTest::speed_and_memory_are_what_the_reader_promises() {
    QFETCH(std::string, path);
    QFETCH(double, most);
    const auto bytes = static_cast<double>(QFileInfo(QString::fromStdString(path)).size());
    double one_core = 0;
    for (const int threads : {1, 2}) {
        reset_peak();
        const qint64 before = status_bytes("RssAnon");
        QElapsedTimer timer;
        timer.start();
        const Matrix matrix = warploom::read_matrix_market(path, {}, threads);
        const double speed = bytes / static_cast<double>(timer.nsecsElapsed());
        const qint64 peak = status_bytes("VmHWM") - before - status_bytes("RssShmem");
        // The number of text blocks depends on the number of threads, not on the size of the matrix.
        constexpr double blocks = 16 << 20;
        const double factor = (static_cast<double>(peak) - blocks) / static_cast<double>(matrix.csr.bytes());
        qInfo("%d threads: peak is 16 MiB and %.2f x the finished matrix, %.3f GB/s of %.0f MB", threads, factor, speed,
              bytes / 1e6);
        QVERIFY(instrumented || factor < most);
        if (threads == 1) one_core = speed;
        else qInfo("2 threads are %.2f x as fast as one", speed / one_core);
    }
}

void MatrixReaderLimitsTest::a_text_that_is_no_matrix_takes_no_memory_data() {
    QTest::addColumn<std::string>("path");
    QTest::addColumn<QString>("sentence");
    const int bytes = (instrumented ? 32 : 96) << 20;
    const auto pack = [&](const char* name, const QByteArray& text) {
        const std::string path = folder_.path(name);
        gzFile gz = gzopen(path.c_str(), "wb9");
        const bool is_written = gzwrite(gz, text.data(), static_cast<unsigned>(text.size())) == text.size();
        if (gzclose(gz) != Z_OK || !is_written) qFatal("cannot write a test file");
        return path;
    };
    const auto holes = [&](const char* name, const QByteArray& text) {
        const std::string path = folder_.write(name, text);
        if (!QFile::resize(QString::fromStdString(path), qint64{16} * bytes)) qFatal("cannot lengthen a test file");
        return path;
    };
    const QByteArray head = QByteArray(banner) + "2 2 1\n";
    QTest::newRow("a packed banner without end") << pack("banner.gz", QByteArray(bytes, '%')) << "line 1: ";
    QTest::newRow("a packed line without end") << pack("line.gz", head + QByteArray(bytes, '7')) << "line 3: ";
    QTest::newRow("packed empty lines") << pack("empty.gz", head + QByteArray(bytes, '\n')) << "more than 200 times";
    QTest::newRow("a file of holes") << holes("holes.mtx", "") << "line 1: ";
    QTest::newRow("holes behind a size line") << holes("holes_behind.mtx", head) << "line 3: ";
    QTest::newRow("a comment without end") << holes("comment.mtx", QByteArray(banner) + "% ") << "line 2: ";
}

void MatrixReaderLimitsTest::a_text_that_is_no_matrix_takes_no_memory() {
    QFETCH(std::string, path);
    QFETCH(QString, sentence);
    reset_peak();
    const qint64 before = status_bytes("RssAnon");
    QString refusal;
    const warploom::test::OwnTime time;
    try {
        warploom::read_matrix_market(path, {}, 2);
    } catch (const Error& error) { refusal = error.what(); }
    const double took = time.ms();
    QVERIFY2(refusal.contains(sentence), qPrintable(refusal));
    QVERIFY2(took < 2000, qPrintable(QString::number(took)));
    const qint64 taken = status_bytes("VmHWM") - before - status_bytes("RssShmem") - status_bytes("RssFile");
    QVERIFY2(instrumented || taken < qint64{24} << 20, qPrintable(QString::number(taken)));
}

void MatrixReaderLimitsTest::a_line_may_be_as_long_as_a_block() {
    for (const int blanks : {1000, 262100, 262144, 262200, 600000, 1000000}) {
        const QByteArray text = QByteArray(banner) + "2 2 2\n1 1" + QByteArray(blanks, ' ') + "5\n%" +
                                QByteArray(blanks, 'c') + "\n2 2 7\n";
        const std::string path = folder_.write("blanks.mtx", text);
        for (const int threads : {1, 4}) {
            const Matrix matrix = warploom::read_matrix_market(path, {}, threads);
            QCOMPARE(matrix.csr.value, (std::vector<double>{5, 7}));
        }
    }
}

void MatrixReaderLimitsTest::what_is_no_regular_file_is_refused_and_not_waited_for() {
    const std::string pipe = folder_.path("pipe.mtx");
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    for (const std::string& path : {pipe, std::string("/dev/zero"), std::string("/")}) {
        try {
            warploom::read_matrix_market(path, {}, 1);
            QFAIL("it was read");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("file.missing")); }
        QVERIFY_THROWS_EXCEPTION(Error, warploom::network::read_water_network(path));
    }
}

WARPLOOM_TEST(MatrixReaderLimitsTest);
#include "matrix_reader_limits_test.moc"
