// Files whose lines are sorted by row are read directly into the matrix, all others via buckets. The difference must
// not be observable: the same lines in any order give the same matrix, and errors have the same messages.
#include "engine/error.h"
#include "engine/matrix/matrix_market.h"
#include "engine/text_file.h"
#include "matrix_test_files.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <functional>
#include <random>
#include <zlib.h>

using warploom::Error;
using warploom::Matrix;
using warploom::TextBlock;
using warploom::TextFile;

namespace {

constexpr int entries = 42000; // four blocks of text

QByteArray header(const QByteArray& kind, int rows, int cols, int lines) {
    return "%%MatrixMarket " + kind + "\n% a comment\n" + QByteArray::number(rows) + " " + QByteArray::number(cols) +
           " " + QByteArray::number(lines) + "\n";
}

/// Returns lines "row column value" sorted by row, with at least one empty row. Columns are ascending within each row
/// if `columns_ascend`.
QList<QByteArray> ordered_lines(int rows, int cols, bool columns_ascend, const std::function<QByteArray(int)>& values) {
    std::mt19937 random(7);
    QList<std::pair<int, int>> places;
    for (int k = 0; k < entries; ++k)
        places.append({2 + static_cast<int>(random() % static_cast<unsigned>(rows - 2)),
                       1 + static_cast<int>(random() % static_cast<unsigned>(cols))});
    std::sort(places.begin(), places.end());
    if (columns_ascend) places.erase(std::unique(places.begin(), places.end()), places.end());
    else
        for (qsizetype k = 1; k < places.size(); ++k)
            if (places[k].first == places[k - 1].first && random() % 2 == 0) std::swap(places[k], places[k - 1]);
    QList<QByteArray> lines;
    for (const auto& place : places)
        lines.append(QByteArray::number(place.first) + " " + QByteArray::number(place.second) +
                     values(static_cast<int>(lines.size())) + "\n");
    return lines;
}

QByteArray real_value(int k) {
    return k % 1000 == 0 ? QByteArray(" 0") : ' ' + QByteArray::number((k - entries / 2) * 0.1234567890123456, 'g', 17);
}

void write_packed(const std::string& path, const QByteArray& text) {
    gzFile packed = gzopen(path.c_str(), "wb1");
    QVERIFY(gzwrite(packed, text.data(), static_cast<unsigned>(text.size())) == text.size());
    QCOMPARE(gzclose(packed), Z_OK);
}

void expect_same(const Matrix& one, const Matrix& other) {
    QCOMPARE(one.hash(), other.hash());
    QCOMPARE(one.stored, other.stored);
    QCOMPARE(one.repeats, other.repeats);
    QCOMPARE(one.explicit_zeros, other.explicit_zeros);
    QVERIFY(one.csr.row_pointer == other.csr.row_pointer);
    QVERIFY(one.csr.imaginary == other.csr.imaginary);
}

/// Returns the number of bytes that this process has read from the system.
std::int64_t bytes_read() {
    std::ifstream file("/proc/self/io");
    std::string word;
    std::int64_t bytes = -1;
    file >> word >> bytes;
    return word == "rchar:" ? bytes : -1;
}

QString refusal(const std::string& path, int threads) {
    try {
        warploom::read_matrix_market(path, {}, threads);
    } catch (const Error& error) { return error.what(); }
    return {};
}

} // namespace

class MatrixReaderInOrderTest : public QObject {
    Q_OBJECT

    TestFolder folder_;

    static QByteArray real_text() {
        const QList<QByteArray> lines = ordered_lines(500, 400, true, real_value);
        return header("matrix coordinate real general", 500, 400, static_cast<int>(lines.size())) + lines.join();
    }

private slots:
    void any_order_of_the_lines_gives_the_same_matrix_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("ascend");
        const auto rows = [](const char* name, const char* kind, int columns = 700) {
            QTest::addRow("%s", name) << QByteArray(kind) << columns << true;
            QTest::addRow("%s, with repeats", name) << QByteArray(kind) << columns << false;
        };
        rows("real", "matrix coordinate real general");
        rows("integer", "matrix coordinate integer general");
        rows("pattern", "matrix coordinate pattern general");
        rows("complex", "matrix coordinate complex general");
        rows("more columns than lines", "matrix coordinate real general", 1000000);
        rows("a vector", "vector coordinate real general", 1);
    }
    void any_order_of_the_lines_gives_the_same_matrix() {
        QFETCH(QByteArray, kind);
        QFETCH(int, columns);
        QFETCH(bool, ascend);
        const bool vector = kind.startsWith("vector");
        const int order = vector ? 100000 : 900;
        QList<QByteArray> lines = ordered_lines(order, columns, ascend, [&](int k) -> QByteArray {
            if (kind.contains("pattern")) return "";
            if (kind.contains("integer")) return ' ' + QByteArray::number(k % 7 - 3);
            return kind.contains("complex") ? real_value(k) + real_value(k / 2) : real_value(k);
        });
        if (vector)
            for (QByteArray& line : lines) line.remove(line.indexOf(' '), 2); // removes its column index, which is 1
        const auto count = QByteArray::number(lines.size());
        const QByteArray top = "%%MatrixMarket " + kind + "\n" + QByteArray::number(order) + " " +
                               (vector ? QByteArray() : QByteArray::number(columns) + " ") + count + "\n";
        const std::string in_order = folder_.write("in_order.mtx", top + lines.join());
        std::shuffle(lines.begin(), lines.end(), std::mt19937(3));
        const Matrix other = warploom::read_matrix_market(folder_.write("shuffled.mtx", top + lines.join()), {}, 1);
        QVERIFY(!ascend || other.repeats == 0);
        for (const int threads : {1, 2, 5}) {
            expect_same(warploom::read_matrix_market(in_order, {}, threads), other);
            if (QTest::currentTestFailed()) return;
        }
    }

    void lines_in_whatever_order_are_read_once_data() {
        QTest::addColumn<QByteArray>("order");
        for (const char* order : {"rows", "columns", "shuffled", "symmetric"})
            QTest::newRow(order) << QByteArray(order);
    }
    void lines_in_whatever_order_are_read_once() {
        QFETCH(QByteArray, order);
        QList<QByteArray> lines = ordered_lines(500, 500, true, real_value);
        const auto column = [](const QByteArray& line) { return line.split(' ')[1].toInt(); };
        if (order == "columns")
            std::stable_sort(lines.begin(), lines.end(),
                             [&](const QByteArray& a, const QByteArray& b) { return column(a) < column(b); });
        if (order == "shuffled") std::shuffle(lines.begin(), lines.end(), std::mt19937(3));
        const QByteArray kind = order == "symmetric" ? "symmetric" : "general";
        const QByteArray text =
            header("matrix coordinate real " + kind, 500, 500, static_cast<int>(lines.size())) + lines.join();
        const std::string path = folder_.write("once.mtx", text);
        if (bytes_read() < 0) QSKIP("the system does not say what was read");
        for (const int threads : {1, 2}) {
            const std::int64_t before = bytes_read();
            warploom::read_matrix_market(path, {}, threads);
            const double times = static_cast<double>(bytes_read() - before) / static_cast<double>(text.size());
            // If the rows are not sorted, reading starts again, but this is detected in the first block of each thread.
            const double in_vain = order == "rows" || order == "symmetric" ? 0 : 0.26 * (threads + 1);
            QVERIFY2(times > 0.9 && times < 1.5 + in_vain, qPrintable(QString::number(times)));
        }
    }

    void an_order_that_breaks_late_is_read_as_well_data() {
        QTest::addColumn<double>("share");
        for (const double share : {0.0, 0.3, 0.5, 1.0}) QTest::addRow("at %g", share) << share;
    }
    void an_order_that_breaks_late_is_read_as_well() {
        QFETCH(double, share);
        QList<QByteArray> lines = ordered_lines(500, 400, true, real_value);
        const QByteArray top = header("matrix coordinate real general", 500, 400, static_cast<int>(lines.size()) + 2);
        lines.append("500 400 2\n");
        QByteArray in_order = top + lines.join() + "500 400 1\n";
        lines.insert(static_cast<qsizetype>(share * static_cast<double>(lines.size() - 1)) + 1, "1 1 -1\n");
        in_order.replace(top.size(), 0, "1 1 -1\n");
        in_order.replace("500 400 1\n", "");
        const Matrix other = warploom::read_matrix_market(folder_.write("in_order.mtx", in_order), {}, 1);
        for (const int threads : {1, 3}) {
            expect_same(warploom::read_matrix_market(folder_.write("broken.mtx", top + lines.join()), {}, threads),
                        other);
            if (QTest::currentTestFailed()) return;
        }
    }

    void comments_blanks_and_line_ends_do_not_matter_data() {
        QTest::addColumn<QByteArray>("between");
        QTest::addColumn<QByteArray>("before_line");
        QTest::addColumn<QByteArray>("line_end");
        const auto row = [](const char* name, const char* between, const char* before_line, const char* line_end) {
            QTest::newRow(name) << QByteArray(between) << QByteArray(before_line) << QByteArray(line_end);
        };
        row("comments", "% 1 1 1\n", "", "\n");
        row("indented comments", " \t% 1 1 1\n", "", "\n");
        row("empty lines", "\n\n", "", "\n");
        row("lines of blanks", "  \t \r\n \n", "", "\n");
        row("indented lines", "", " \t ", "\n");
        row("carriage returns", "", "", "\r\n");
        row("all of it", "\r\n   \n%\n", "  ", " \r\n");
        row("plus signs", "", "+", "\n");
    }
    void comments_blanks_and_line_ends_do_not_matter() {
        QFETCH(QByteArray, between);
        QFETCH(QByteArray, before_line);
        QFETCH(QByteArray, line_end);
        const QList<QByteArray> lines = ordered_lines(500, 400, true, real_value);
        const QByteArray top = header("matrix coordinate real general", 500, 400, static_cast<int>(lines.size()));
        QByteArray text = top;
        for (qsizetype k = 0; k < lines.size(); ++k) {
            if (k % 97 == 0) text += between;
            text += before_line + lines[k].chopped(1) + line_end;
        }
        const Matrix plain = warploom::read_matrix_market(folder_.write("plain.mtx", top + lines.join()), {}, 1);
        for (const QByteArray& end : {QByteArray(), between, QByteArray("\n \n")}) {
            const std::string path = folder_.write("adorned.mtx", text + end);
            for (const int threads : {1, 4}) {
                expect_same(warploom::read_matrix_market(path, {}, threads), plain);
                if (QTest::currentTestFailed()) return;
            }
        }
        text.chop(line_end.size()); // without the final line end
        expect_same(warploom::read_matrix_market(folder_.write("cut.mtx", text), {}, 2), plain);
    }

    void a_packed_file_in_order_is_the_same_matrix() {
        const QByteArray text = real_text();
        const Matrix plain = warploom::read_matrix_market(folder_.write("plain.mtx", text), {}, 1);
        const std::string path = folder_.path("packed.mtx.gz");
        write_packed(path, text);
        if (QTest::currentTestFailed()) return;
        for (const int threads : {1, 3}) {
            expect_same(warploom::read_matrix_market(path, {}, threads), plain);
            if (QTest::currentTestFailed()) return;
        }
    }

    void whoever_finds_a_packed_file_out_of_order_it_is_the_same_matrix() {
        QList<QByteArray> lines = ordered_lines(500, 400, true, real_value);
        const QByteArray top = header("matrix coordinate real general", 500, 400, static_cast<int>(lines.size()));
        std::reverse(lines.begin(), lines.end());
        const std::string path = folder_.path("backwards.mtx.gz");
        write_packed(path, top + lines.join());
        if (QTest::currentTestFailed()) return;
        const Matrix alone = warploom::read_matrix_market(path, {}, 1);
        for (int round = 0; round < 50; ++round) { // threads take blocks in any order
            expect_same(warploom::read_matrix_market(path, {}, 4), alone);
            if (QTest::currentTestFailed()) return;
        }
    }

    void what_is_wrong_in_a_file_in_order_is_told_as_before_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        const QByteArray text = real_text();
        const auto line_begin = [&](int line) {
            qsizetype offset = 0;
            for (int k = 1; k < line; ++k) offset = text.indexOf('\n', offset) + 1;
            return offset;
        };
        const auto with = [&](int line, const QByteArray& instead) {
            const qsizetype begin = line_begin(line);
            return QByteArray(text).replace(begin, text.indexOf('\n', begin) - begin, instead);
        };
        const int half = entries / 2, lines = static_cast<int>(text.count('\n'));
        QTest::newRow("a value") << with(half, "500 400 x") << QString(", line %1: Expected a value").arg(half);
        QTest::newRow("a row") << with(half, "501 1 1") << QString(", line %1: Expected a row index").arg(half);
        QTest::newRow("a column") << with(half, "500 401 1") << QString(", line %1: Expected a column").arg(half);
        QByteArray both = with(half, "500 401 1");
        both.replace(line_begin(half - 9), 1, "x");
        QTest::newRow("the earlier of two") << both << QString(", line %1: Expected").arg(half - 9);
        // Both passes check indices before values.
        QByteArray value_first = with(half, "500 401 1");
        const qsizetype end_of_value = value_first.indexOf('\n', line_begin(5));
        value_first.insert(end_of_value, 'x');
        QTest::newRow("an index before a value") << value_first << QString(", line %1: Expected a column").arg(half);
        QTest::newRow("a line too few") << text.left(text.lastIndexOf('\n', -2) + 1)
                                        << QString("The file ends after %1 entries").arg(lines - 4);
        QTest::newRow("a line too many") << text + "500 400 1\n" << QString(", line %1: Line ").arg(lines + 1);
        QTest::newRow("no newline at the end") << text.chopped(1) + "x" << QString(", line %1: Expected").arg(lines);
        QByteArray endless = with(half, QByteArray("500 400 ") + QByteArray(3 << 20, '1'));
        QTest::newRow("a line without end") << endless << QString(", line %1: the line is longer than").arg(half);
    }
    void what_is_wrong_in_a_file_in_order_is_told_as_before() {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        const std::string path = folder_.write("wrong.mtx", text);
        for (const int threads : {1, 3}) {
            const QString said = refusal(path, threads);
            QVERIFY2(said.contains(sentence), qPrintable(said));
        }
    }

    void progress_never_goes_back() {
        QByteArray text = real_text();
        text.replace(text.lastIndexOf('\n', -2) + 1, text.size(), "1 1 1\n"); // the line of the last row comes first
        const std::string path = folder_.write("back.mtx", text);
        std::int64_t last = 0;
        bool ascends = true;
        warploom::Progress progress;
        progress.report = [&](std::int64_t done, std::int64_t) {
            ascends = ascends && done >= last;
            last = done;
        };
        warploom::read_matrix_market(path, progress, 1);
        QVERIFY(ascends);
        QCOMPARE(last, static_cast<std::int64_t>(text.size()));
    }

    void steps_are_taken_in_the_order_of_the_text() {
        const QByteArray text = real_text();
        const TextFile file(folder_.write("steps.mtx", text));
        for (const int threads : {1, 7}) {
            std::size_t end = 0, jumps = 0;
            bool ascends = true;
            file.each_block_in_turn(
                threads,
                [&](const TextBlock& block, const TextFile::Turn& turn) {
                    if (block.index == 2) return; // a thread that does not take its turn must not block the others
                    turn([&] {
                        ascends = ascends && block.offset >= end;
                        jumps += block.offset != end;
                        end = block.offset + static_cast<std::size_t>(block.end - block.begin);
                    });
                },
                [](double) {});
            QVERIFY(ascends);
            QCOMPARE(jumps, std::size_t{1});
            QCOMPARE(end, static_cast<std::size_t>(text.size()));
        }
    }

    void a_block_that_fails_lets_nobody_wait() {
        const TextFile file(folder_.write("fails.mtx", real_text()));
        for (const std::int64_t bad : {0, 1, 2})
            for (const bool before_turn : {true, false}) {
                std::atomic<int> steps{0};
                try {
                    file.each_block_in_turn(
                        6,
                        [&](const TextBlock& block, const TextFile::Turn& turn) {
                            if (before_turn && block.index == bad) throw std::runtime_error("bad");
                            turn([&] { ++steps; });
                            if (block.index == bad) throw std::runtime_error("bad");
                        },
                        [](double) {});
                    QFAIL("nothing was thrown");
                } catch (const std::runtime_error& error) { QCOMPARE(error.what(), "bad"); }
                QVERIFY(steps >= bad + !before_turn);
            }
    }
};

WARPLOOM_TEST(MatrixReaderInOrderTest);
#include "matrix_reader_in_order_test.moc"
