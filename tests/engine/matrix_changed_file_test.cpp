// Reading a file while another program writes to it must give an error message, never a crash or a wrong matrix.
#include "engine/matrix/matrix_market.h"
#include "engine/network/network_reader.h"
#include "matrix_test_files.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>

#include <functional>
#include <unistd.h>
#include <zlib.h>

using warploom::Error;
using warploom::Progress;

namespace {

constexpr int lines = 100000; // more than one chunk of text per thread
constexpr int order = 1000;

/// Returns a matrix with lines of equal length, so that the file can change without becoming shorter. `row` returns the
/// row of line k.
QByteArray matrix_text(const std::function<int(int)>& row) {
    QByteArray text = "%%MatrixMarket matrix coordinate real general\n1000 1000 " + QByteArray::number(lines) + "\n";
    for (int k = 0; k < lines; ++k)
        text += QByteArray::number(row(k)).rightJustified(4, ' ') + ' ' +
                QByteArray::number(1 + k % order).rightJustified(4, ' ') + " 0.5\n";
    return text;
}

int spread(int k) { return 1 + k / (lines / order); }
int all_in_the_last(int) { return order; }

/// Calls `action` once after `share` of the bytes have been read.
Progress once_at(double share, std::function<void()> action) {
    Progress progress;
    progress.report = [share, action, done = false](std::int64_t read, std::int64_t total) mutable {
        if (done || static_cast<double>(read) < share * static_cast<double>(total)) return;
        done = true;
        action();
    };
    return progress;
}

/// Returns the code and message of the error that `read` throws; empty if it throws none.
template <class Read> QString refusal(const Read& read) {
    try {
        read();
    } catch (const Error& error) { return QString::fromStdString(error.code()) + "; " + error.what(); }
    return {};
}

} // namespace

class MatrixChangedFileTest : public QObject {
    Q_OBJECT

    TestFolder folder_;

    std::string pack(const char* name, const QByteArray& text) const {
        const std::string path = folder_.path(name);
        gzFile packed = gzopen(path.c_str(), "wb1");
        if (gzwrite(packed, text.data(), static_cast<unsigned>(text.size())) != text.size() || gzclose(packed) != Z_OK)
            qFatal("cannot write a test file");
        return path;
    }

private slots:
    void a_file_that_becomes_shorter_is_refused_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 4}) {
            QTest::addRow("while rows are counted, threads=%d", threads) << 0.0 << threads;
            QTest::addRow("while values are read, threads=%d", threads) << 0.5 << threads;
        }
    }
    void a_file_that_becomes_shorter_is_refused() {
        QFETCH(double, share);
        QFETCH(int, threads);
        for (const off_t left : {0, 1, 4096, 5000, 150001, 1000000}) {
            const std::string path = folder_.write("cut.mtx", matrix_text(spread));
            const Progress cutting = once_at(share, [&] { QCOMPARE(::truncate(path.c_str(), left), 0); });
            const QString said = refusal([&] { warploom::read_matrix_market(path, cutting, threads); });
            QVERIFY2(said.startsWith("file.changed; Another program changed "), qPrintable(said));
            QVERIFY2(said.contains("cut.mtx"), qPrintable(said));
        }
    }

    void a_file_that_is_written_over_is_refused_data() { a_file_that_becomes_shorter_is_refused_data(); }
    void a_file_that_is_written_over_is_refused() {
        QFETCH(double, share);
        QFETCH(int, threads);
        // Rows are counted in one file, and values are read from another: the last row would exceed the end of the
        // matrix.
        const QByteArray other = matrix_text(all_in_the_last);
        const std::string path = folder_.write("over.mtx", matrix_text(spread));
        QTest::qSleep(20); // the modification time must differ, even with a coarse clock
        const Progress writing = once_at(share, [&] {
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::ReadWrite)); // without truncating it
            QCOMPARE(file.write(other), other.size());
        });
        const QString said = refusal([&] { warploom::read_matrix_market(path, writing, threads); });
        QVERIFY2(said.startsWith("file.changed; Another program changed "), qPrintable(said));
    }

    void a_file_that_is_replaced_is_read_as_it_was_opened() {
        const std::string path = folder_.write("replaced.mtx", matrix_text(spread));
        const std::string other = folder_.write("other.mtx", "not a matrix\n");
        const Progress replacing = once_at(0, [&] { QCOMPARE(::rename(other.c_str(), path.c_str()), 0); });
        const warploom::Matrix matrix = warploom::read_matrix_market(path, replacing, 2);
        QCOMPARE(matrix.stored, std::int64_t{lines});
    }

    void a_packed_file_that_becomes_shorter_is_refused() {
        const std::string path = pack("cut.mtx.gz", matrix_text(spread));
        const Progress cutting = once_at(0, [&] { QCOMPARE(::truncate(path.c_str(), 5000), 0); });
        const QString said = refusal([&] { warploom::read_matrix_market(path, cutting, 2); });
        QVERIFY2(said.startsWith("file.changed; "), qPrintable(said));
    }

    void a_packed_file_that_is_written_to_while_it_is_inflated_is_refused() {
        const std::string path = pack("longer.mtx.gz", matrix_text(spread));
        const Progress appending = once_at(0, [&] {
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::Append));
            QCOMPARE(file.write("more"), qint64{4});
        });
        const QString said = refusal([&] { warploom::read_matrix_market(path, appending, 2); });
        QVERIFY2(said.startsWith("file.changed; "), qPrintable(said));
    }

    void a_network_that_becomes_shorter_is_refused() {
        QByteArray text = "[JUNCTIONS]\n";
        for (int k = 0; k < 200000; ++k) text += " J" + QByteArray::number(k) + "  10  0\n";
        const std::string path = folder_.write("cut.inp", text);
        const Progress cutting = once_at(0, [&] { QCOMPARE(::truncate(path.c_str(), 5000), 0); });
        const QString said = refusal([&] { warploom::network::read_water_network(path, cutting); });
        QVERIFY2(said.startsWith("file.changed; "), qPrintable(said));
    }
};

WARPLOOM_TEST(MatrixChangedFileTest);
#include "matrix_changed_file_test.moc"
