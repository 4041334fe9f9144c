// Reads every matrix in a folder of foreign files, and compares counts and products with those computed by another
// program. WARPLOOM_EXTRA_DATA gives the folder, which contains golden.csv, malformed.csv, and the files that they
// name.
#include "engine/matrix/matrix_market.h"
#include "matrix_test_files.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using warploom::CsrMatrix;
using warploom::Error;
using warploom::Matrix;

namespace {

using Record = std::map<std::string, std::string>;

std::vector<std::string> split_record(const std::string& line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        else if (c == ',' && !quoted) cells.emplace_back();
        else cells.back() += c;
    }
    return cells;
}

std::vector<Record> read_records(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) return {};
    const auto names = split_record(line);
    std::vector<Record> records;
    while (std::getline(file, line)) {
        const auto cells = split_record(line);
        Record record;
        for (std::size_t k = 0; k < std::min(names.size(), cells.size()); ++k) record[names[k]] = cells[k];
        records.push_back(record);
    }
    return records;
}

std::string folder() {
    const char* given = std::getenv("WARPLOOM_EXTRA_DATA");
    return given == nullptr || *given == 0 ? std::string() : std::string(given) + "/";
}

struct Product {
    long double norm2 = 0, sum = 0;
};

/// Computes y = A x with x_j = 1 / (1 + j), in long double.
Product reciprocal_product(const CsrMatrix& a) {
    Product result;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        long double y = 0;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const double x = 1.0 / (1.0 + a.column[k]);
            y += a.value[k] * x;
        }
        result.norm2 += y * y;
        result.sum += y;
    }
    result.norm2 = std::sqrt(result.norm2);
    return result;
}

qint64 integer(const Record& record, const char* name) { return std::stoll(record.at(name)); }

} // namespace

class MatrixGoldenTest : public QObject {
    Q_OBJECT

private slots:
    void foreign_files_read_with_the_counts_and_products_of_another_program_data();
    void foreign_files_read_with_the_counts_and_products_of_another_program();
    void malformed_foreign_files_are_refused_with_file_and_line_data();
    void malformed_foreign_files_are_refused_with_file_and_line();
};

void MatrixGoldenTest::foreign_files_read_with_the_counts_and_products_of_another_program_data() {
    if (folder().empty()) QSKIP("WARPLOOM_EXTRA_DATA names no folder with golden.csv");
    QTest::addColumn<Record>("expected");
    for (const Record& record : read_records(folder() + "golden.csv"))
        QTest::newRow(record.at("name").c_str()) << record;
}

void MatrixGoldenTest::foreign_files_read_with_the_counts_and_products_of_another_program() {
    QFETCH(Record, expected);
    const std::string path = folder() + expected.at("name");
    if (expected.at("status") == "other format") {
        QVERIFY_THROWS_EXCEPTION(Error, warploom::read_matrix_market(path));
        return;
    }
    const Matrix matrix = warploom::read_matrix_market(path);
    QCOMPARE(matrix.rows(), integer(expected, "rows"));
    QCOMPARE(matrix.cols(), integer(expected, "cols"));
    QCOMPARE(matrix.stored, integer(expected, "stored"));
    QCOMPARE(std::string(to_string(matrix.field)), expected.at("field"));
    QCOMPARE(std::string(to_string(matrix.symmetry)), expected.at("symmetry"));
    QCOMPARE(matrix.explicit_zeros, integer(expected, "explicit_zeros"));
    QCOMPARE(matrix.repeats, integer(expected, "repeats_expanded"));
    const qint64 nonzeros = integer(expected, "nnz_expanded") - integer(expected, "repeats_expanded");
    if (matrix.is_oversize()) {
        QCOMPARE(static_cast<qint64>(matrix.oversize_entries.size()), nonzeros);
        QVERIFY(!matrix.why_not_runnable().empty());
        return;
    }
    const CsrMatrix& a = matrix.csr;
    QCOMPARE(a.nonzeros(), nonzeros);
    qint64 shortest = a.rows > 0 ? a.row_length(0) : 0, longest = 0, empty = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        shortest = std::min<qint64>(shortest, a.row_length(row));
        longest = std::max<qint64>(longest, a.row_length(row));
        empty += a.row_length(row) == 0;
        for (std::int64_t k = a.row_pointer[row] + 1; k < a.row_pointer[row + 1]; ++k)
            QVERIFY(a.column[k - 1] < a.column[k]);
    }
    QCOMPARE(empty, integer(expected, "empty_rows"));
    if (matrix.repeats == 0) { // the table counts duplicates as entries of their row
        QCOMPARE(shortest, integer(expected, "row_min"));
        QCOMPARE(longest, integer(expected, "row_max"));
    }
    if (expected.at("field") == "complex") QVERIFY(!matrix.why_not_runnable().empty());
    if (expected.at("y_norm2").empty()) return;
    const Product y = reciprocal_product(a);
    const double tolerance = 1e-13 * std::stod(expected.at("y_abs_sum"));
    const auto off = [](long double found, const std::string& wanted) {
        return static_cast<double>(std::abs(found - static_cast<long double>(std::stod(wanted))));
    };
    QVERIFY2(off(y.norm2, expected.at("y_norm2")) <= tolerance, "norm of y");
    QVERIFY2(off(y.sum, expected.at("y_sum")) <= tolerance, "sum of y");
}

void MatrixGoldenTest::malformed_foreign_files_are_refused_with_file_and_line_data() {
    if (folder().empty()) QSKIP("WARPLOOM_EXTRA_DATA names no folder with malformed.csv");
    QTest::addColumn<Record>("expected");
    for (const Record& record : read_records(folder() + "malformed.csv"))
        QTest::newRow(record.at("name").c_str()) << record;
}

void MatrixGoldenTest::malformed_foreign_files_are_refused_with_file_and_line() {
    QFETCH(Record, expected);
    const std::string path = folder() + expected.at("name");
    try {
        warploom::read_matrix_market(path);
        QFAIL("the file was read");
    } catch (const Error& error) {
        const std::string sentence = error.what();
        QCOMPARE(error.code(), std::string("file.malformed"));
        QVERIFY(sentence.starts_with(path + ", line "));
        QVERIFY2(says_what_is_expected(QString::fromStdString(sentence)), sentence.c_str());
        const std::string& known = expected.at("malformed"); // some rows specify the line
        if (known.starts_with("line "))
            QVERIFY2(sentence.find(", " + known.substr(0, known.find(' ', 5)) + ":") != std::string::npos,
                     known.c_str());
    }
}

WARPLOOM_TEST(MatrixGoldenTest);
#include "matrix_golden_test.moc"
