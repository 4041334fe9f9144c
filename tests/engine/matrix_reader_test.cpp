// Tests every rule of the Matrix Market reader with a small file, and every error with a file that has one defect.
#include "engine/matrix/matrix_market.h"
#include "matrix_test_files.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <zlib.h>

using warploom::Error;
using warploom::Field;
using warploom::Matrix;
using warploom::Symmetry;

namespace {

using Dense = std::vector<std::vector<double>>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr const char* banner = "%%MatrixMarket matrix coordinate real general\n";

Dense dense(const warploom::CsrMatrix& a, const std::vector<double>& values) {
    Dense result(static_cast<std::size_t>(a.rows), std::vector<double>(static_cast<std::size_t>(a.cols), 0));
    for (std::size_t row = 0; row < result.size(); ++row)
        for (auto k = static_cast<std::size_t>(a.row_pointer[row]);
             k < static_cast<std::size_t>(a.row_pointer[row + 1]); ++k)
            result[row][a.column[k]] = values[k];
    return result;
}

QByteArray gzip(const QByteArray& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(static_cast<int>(deflateBound(&stream, static_cast<uLong>(text.size()))), '\0');
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(text.constData()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(static_cast<int>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

} // namespace

class MatrixReaderTest : public QObject {
    Q_OBJECT

private slots:
    void a_small_file_reads_as_drawn_data();
    void a_small_file_reads_as_drawn();
    void a_number_reads_as_the_nearest_double_data();
    void a_number_reads_as_the_nearest_double();
    void complex_values_keep_both_parts_and_hermitian_mirrors_conjugate();
    void a_complex_matrix_says_why_it_cannot_run();
    void explicit_zeros_are_kept_and_counted();
    void repeated_positions_are_summed_and_counted();
    void columns_ascend_whatever_the_order_in_the_file();
    void orders_beyond_32_bits_are_described_but_cannot_run();
    void integers_that_no_double_equals_are_noted();
    void gzip_is_recognised_by_content();
    void joined_gzip_members_are_one_text();
    void a_gzip_that_is_cut_short_is_refused();
    void a_damaged_gzip_is_refused();
    void a_missing_file_is_refused_with_a_hint();
    void a_folder_is_refused();
    void a_malformed_file_is_refused_with_its_line_data();
    void a_malformed_file_is_refused_with_its_line();

private:
    TestFolder folder_;
    Matrix read(const QByteArray& text) { return warploom::read_matrix_market(folder_.write("drawn.mtx", text)); }
};

void MatrixReaderTest::a_small_file_reads_as_drawn_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Dense>("expected");
    const Dense two{{1, 0}, {0, 2}};
    const auto row = [](const char* name, const QByteArray& text, const Dense& expected) {
        QTest::newRow(name) << text << expected;
    };
    row("plain", QByteArray(banner) + "2 2 2\n1 1 1\n2 2 2\n", two);
    row("comments and blank lines everywhere", QByteArray(banner) + "%\n\n% x\n2 2 2\n\n%y\n1 1 1\n \t\n2 2 2\n%z\n\n",
        two);
    row("windows line ends", QByteArray(banner).replace("\n", "\r\n") + "2 2 2\r\n\r\n1 1 1\r\n2 2 2\r\n", two);
    row("tabs", QByteArray(banner) + "2\t2\t2\n1\t1\t1\n2\t2\t2\t\n", two);
    row("leading blanks", QByteArray(banner) + "   2 2 2\n  1 1 1\n\t2   2  2\n", two);
    row("plus signs", QByteArray(banner) + "+2 +2 +2\n+1 +1 +1\n+2 +2 +2.0\n", two);
    row("fortran exponents", QByteArray(banner) + "2 2 2\n1 1 10.D-1\n2 2 .2d+1\n", two);
    row("upper case banner", "%%MATRIXMARKET MATRIX COORDINATE REAL GENERAL\n2 2 2\n1 1 1\n2 2 2\n", two);
    row("blanks in the banner", "%%MatrixMarket  matrix\tcoordinate   real general \n2 2 2\n1 1 1\n2 2 2\n", two);
    row("byte order mark", QByteArray("\xef\xbb\xbf") + banner + "2 2 2\n1 1 1\n2 2 2\n", two);
    row("no newline at the end", QByteArray(banner) + "2 2 2\n1 1 1\n2 2 2", two);
    row("leading zeros", QByteArray(banner) + "2 2 2\n0000000000000000000000001 01 01\n2 2 002\n", two);
    row("integer", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 +1\n2 2 2\n", two);
    row("pattern", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n", Dense{{0, 1}, {1, 0}});
    row("symmetric", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 1 5\n", Dense{{1, 5}, {5, 0}});
    row("symmetric by its upper triangle", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 5\n",
        Dense{{0, 5}, {5, 0}});
    row("pattern symmetric", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n",
        Dense{{1, 1}, {1, 0}});
    row("skew-symmetric", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 5\n",
        Dense{{0, -5}, {5, 0}});
    row("skew-symmetric with a diagonal", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n1 1 3\n2 1 5\n",
        Dense{{3, -5}, {5, 0}});
    row("array stands column by column", "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n\n4\n% c\n5\n6\n",
        Dense{{1, 3, 5}, {2, 4, 6}});
    row("integer array", "%%MatrixMarket matrix array integer general\n1 2\n1\n-2\n", Dense{{1, -2}});
    row("symmetric array", "%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n",
        Dense{{1, 2, 3}, {2, 4, 5}, {3, 5, 6}});
    row("skew-symmetric array", "%%MatrixMarket matrix array real skew-symmetric\n3 3\n2\n3\n5\n",
        Dense{{0, -2, -3}, {2, 0, -5}, {3, 5, 0}});
    row("skew-symmetric array of order 1", "%%MatrixMarket matrix array real skew-symmetric\n1 1\n", Dense{{0}});
    row("coordinate vector", "%%MatrixMarket vector coordinate real general\n3 2\n1 7\n3 9\n", Dense{{7}, {0}, {9}});
    row("array vector", "%%MatrixMarket vector array real general\n2\n7\n9\n", Dense{{7}, {9}});
    row("no entries", QByteArray(banner) + "2 3 0\n", Dense{{0, 0, 0}, {0, 0, 0}});
    row("no rows", QByteArray(banner) + "0 3 0\n", Dense{});
    row("no columns", QByteArray(banner) + "2 0 0", Dense{{}, {}});
    row("array without columns", "%%MatrixMarket matrix array real general\n2 0\n", Dense{{}, {}});
}

void MatrixReaderTest::a_small_file_reads_as_drawn() {
    QFETCH(QByteArray, text);
    QFETCH(Dense, expected);
    const Matrix matrix = read(text);
    QCOMPARE(matrix.csr.rows, static_cast<qint64>(expected.size()));
    if (!expected.empty()) QCOMPARE(matrix.csr.cols, static_cast<qint64>(expected[0].size()));
    QCOMPARE(matrix.csr.row_pointer.size(), expected.size() + 1);
    QCOMPARE(dense(matrix.csr, matrix.csr.value), expected);
    QVERIFY(matrix.why_not_runnable().empty());
}

void MatrixReaderTest::a_number_reads_as_the_nearest_double_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* text, double expected) { QTest::newRow(text) << QByteArray(text) << expected; };
    row("0", 0.0);
    row("-0", -0.0);
    row("1.", 1.0);
    row(".5", 0.5);
    row("-.5e1", -5.0);
    row("12345678", 12345678.0);
    row("123456789012345678", 123456789012345678.0);
    row("0.1234567890123456", 0.1234567890123456);
    row("0.12345678901234567", 0.12345678901234567);
    row("9007199254740993", 9007199254740992.0); // halfway: round to even
    row("9007199254740993.00000000000000000000000001", 9007199254740994.0);
    row("1e22", 1e22);
    row("1e23", 1e23);
    row("8.5e-23", 8.5e-23);
    row("1E+2", 100.0);
    row("1d-3", 0.001);
    row("1.7976931348623157e308", std::numeric_limits<double>::max());
    row("2.2250738585072014e-308", std::numeric_limits<double>::min());
    row("5e-324", std::numeric_limits<double>::denorm_min());
    row("1e-400", 0.0);
    row("-0.00000000000000000001e-310", -0.0);
    row("00000000000000000000000000000000000001", 1.0);
    row("123456789012345678901234567890", 123456789012345678901234567890.0);
    row("0.00000000000000000000000000000000000000000000000001", 1e-50);
    row("inf", infinity);
    row("-Infinity", -infinity);
    row("+INF", infinity);
    row("nan", std::numeric_limits<double>::quiet_NaN());
}

void MatrixReaderTest::a_number_reads_as_the_nearest_double() {
    QFETCH(QByteArray, text);
    QFETCH(double, expected);
    const Matrix matrix = read(QByteArray(banner) + "1 1 1\n1 1 " + text + "\n");
    const double found = matrix.csr.value.at(0);
    if (std::isnan(expected)) {
        QVERIFY(std::isnan(found));
        return;
    }
    QVERIFY2(found == expected && std::signbit(found) == std::signbit(expected),
             qPrintable(QString::number(found, 'g', 17)));
    // If many lines follow the number, the reader takes another path: the file is mapped instead of copied.
    const Matrix again = read(QByteArray(banner) + "1 1 40\n1 1 " + text + "\n" + QByteArray("1 1 0\n").repeated(39));
    QVERIFY(again.csr.value.at(0) == expected);
}

void MatrixReaderTest::complex_values_keep_both_parts_and_hermitian_mirrors_conjugate() {
    const Matrix hermitian = read("%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 1 -2\n");
    QCOMPARE(dense(hermitian.csr, hermitian.csr.value), (Dense{{3, 1}, {1, 0}}));
    QCOMPARE(dense(hermitian.csr, hermitian.csr.imaginary), (Dense{{0, 2}, {-2, 0}}));
    const Matrix symmetric = read("%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n2 1 1 -2\n");
    QCOMPARE(dense(symmetric.csr, symmetric.csr.imaginary), (Dense{{0, -2}, {-2, 0}}));
    const Matrix skew = read("%%MatrixMarket matrix coordinate complex skew-symmetric\n2 2 1\n2 1 1 -2\n");
    QCOMPARE(dense(skew.csr, skew.csr.value), (Dense{{0, -1}, {1, 0}}));
    QCOMPARE(dense(skew.csr, skew.csr.imaginary), (Dense{{0, 2}, {-2, 0}}));
    const Matrix array = read("%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 0\n");
    QCOMPARE(dense(array.csr, array.csr.value), (Dense{{1, 2}, {2, 4}}));
    QCOMPARE(dense(array.csr, array.csr.imaginary), (Dense{{0, -3}, {3, 0}}));
}

void MatrixReaderTest::a_complex_matrix_says_why_it_cannot_run() {
    const Matrix matrix = read("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 3 4\n");
    QCOMPARE(matrix.field, Field::complex);
    QVERIFY(QString::fromStdString(matrix.why_not_runnable()).contains("complex"));
}

void MatrixReaderTest::explicit_zeros_are_kept_and_counted() {
    const Matrix matrix = read("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 0\n2 1 -0.0\n3 3 1\n");
    QCOMPARE(matrix.stored, 3);
    QCOMPARE(matrix.explicit_zeros, 2);
    QCOMPARE(matrix.csr.nonzeros(), 4);
    QCOMPARE(matrix.symmetry, Symmetry::symmetric);
}

void MatrixReaderTest::repeated_positions_are_summed_and_counted() {
    const Matrix matrix = read("%%MatrixMarket matrix coordinate real symmetric\n2 2 4\n2 1 1\n1 1 8\n2 1 4\n1 2 2\n");
    QCOMPARE(dense(matrix.csr, matrix.csr.value), (Dense{{8, 7}, {7, 0}}));
    QCOMPARE(matrix.repeats, 4); // two on each side of the diagonal
    QCOMPARE(matrix.stored, 4);
    QCOMPARE(matrix.csr.nonzeros(), 3);
    QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 2, 3}));
}

void MatrixReaderTest::columns_ascend_whatever_the_order_in_the_file() {
    QByteArray text = QByteArray(banner) + "1 5000 5000\n";
    for (int k = 0; k < 5000; ++k) {
        const int column = (k * 1237) % 5000; // 1237 and 5000 are coprime, so every column occurs once
        text += "1 " + QByteArray::number(column + 1) + " " + QByteArray::number(column) + "\n";
    }
    const Matrix matrix = read(text);
    QCOMPARE(matrix.csr.nonzeros(), 5000);
    for (int k = 0; k < 5000; ++k) {
        QCOMPARE(matrix.csr.column[k], k);
        QCOMPARE(matrix.csr.value[k], double(k));
    }
}

void MatrixReaderTest::orders_beyond_32_bits_are_described_but_cannot_run() {
    const Matrix matrix = read(QByteArray(banner) + "5000000000 3 3\n4999999999 3 2\n1 2 0\n4999999999 3 5\n");
    QVERIFY(matrix.is_oversize());
    QCOMPARE(matrix.rows(), 5000000000);
    QCOMPARE(matrix.cols(), 3);
    QCOMPARE(matrix.oversize_entries.size(), std::size_t{2});
    QCOMPARE(matrix.oversize_entries[1].row, 4999999998);
    QCOMPARE(matrix.oversize_entries[1].value, 7.0);
    QCOMPARE(matrix.repeats, 1);
    QCOMPARE(matrix.explicit_zeros, 1);
    QVERIFY(QString::fromStdString(matrix.why_not_runnable()).contains("5000000000 x 3"));
}

void MatrixReaderTest::integers_that_no_double_equals_are_noted() {
    const auto read = [&](const char* field, const char* value) {
        const QByteArray text =
            QByteArray("%%MatrixMarket matrix coordinate ") + field + " general\n1 1 1\n1 1 " + value + "\n";
        return warploom::read_matrix_market(folder_.write("integer.mtx", text));
    };
    QCOMPARE(warploom::note_on_values(read("integer", "9007199254740991")), std::string());
    QCOMPARE(warploom::note_on_values(read("real", "9007199254740993")), std::string());
    for (const char* value : {"9007199254740993", "-9007199254740993", "18446744073709551617"}) {
        const Matrix matrix = read("integer", value);
        QCOMPARE(matrix.csr.value.at(0), std::strtod(value, nullptr));
        QVERIFY(QString::fromStdString(warploom::note_on_values(matrix)).startsWith("1 integer has"));
    }
}

void MatrixReaderTest::gzip_is_recognised_by_content() {
    const std::string path = folder_.write("looks_plain.mtx", gzip(QByteArray(banner) + "2 2 1\n2 1 5\n"));
    const Matrix matrix = warploom::read_matrix_market(path);
    QCOMPARE(dense(matrix.csr, matrix.csr.value), (Dense{{0, 0}, {5, 0}}));
}

void MatrixReaderTest::joined_gzip_members_are_one_text() {
    const std::string path = folder_.write("joined.mtx.gz", gzip(QByteArray(banner) + "2 2 1\n2 ") + gzip("1 5\n"));
    QCOMPARE(warploom::read_matrix_market(path).csr.column.at(0), 0);
}

void MatrixReaderTest::a_gzip_that_is_cut_short_is_refused() {
    const QByteArray whole = gzip(QByteArray(banner) + "2 2 1\n2 1 5\n");
    for (int size = 2; size < whole.size(); ++size) {
        const std::string path = folder_.write("cut.mtx.gz", whole.left(size));
        try {
            warploom::read_matrix_market(path);
            QFAIL("a gzip without its end was read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.malformed"));
            QVERIFY(QString(error.what()).contains("the gzip data is truncated after"));
        }
    }
}

void MatrixReaderTest::a_damaged_gzip_is_refused() {
    QByteArray bytes = gzip(QByteArray(banner) + "2 2 1\n2 1 5\n");
    bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1); // in the checksum
    try {
        warploom::read_matrix_market(folder_.write("damaged.mtx.gz", bytes));
        QFAIL("a gzip with a wrong checksum was read");
    } catch (const Error& error) {
        QCOMPARE(error.code(), std::string("file.malformed"));
        QVERIFY(QString(error.what()).contains("damaged"));
    }
}

void MatrixReaderTest::a_missing_file_is_refused_with_a_hint() {
    try {
        warploom::read_matrix_market(folder_.path("nowhere.mtx"));
        QFAIL("a missing file was read");
    } catch (const Error& error) {
        QCOMPARE(error.code(), std::string("file.missing"));
        QVERIFY(QString(error.what()).contains("nowhere.mtx"));
        QVERIFY(!error.hint().empty());
    }
}

void MatrixReaderTest::a_folder_is_refused() {
    QVERIFY_THROWS_EXCEPTION(Error, warploom::read_matrix_market(folder_.path("")));
}

void MatrixReaderTest::a_malformed_file_is_refused_with_its_line_data() {
    QTest::addColumn<int>("line");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* file, int line, const char* word) {
        QTest::newRow(file) << line << QByteArray(word);
    };
    row("empty_file.mtx", 1, "empty");
    row("no_banner.mtx", 1, "without a header");
    row("one_percent_banner.mtx", 1, "banner");
    row("blank_line_before_banner.mtx", 1, "banner");
    row("banner_of_four_words.mtx", 1, "found 4");
    row("banner_of_six_words.mtx", 1, "found 6");
    row("unknown_object.mtx", 1, "object 'tensor'");
    row("unknown_format.mtx", 1, "format 'triplet'");
    row("unknown_field.mtx", 1, "field 'boolean'");
    row("unknown_symmetry.mtx", 1, "symmetry 'diagonal'");
    row("pattern_array.mtx", 1, "pattern");
    row("hermitian_real.mtx", 1, "Expected complex");
    row("skew_pattern.mtx", 1, "pattern");
    row("symmetric_vector.mtx", 1, "vector");
    row("carriage_returns_only.mtx", 1, "carriage return");
    row("no_size_line.mtx", 2, "size line");
    row("size_line_of_two_numbers.mtx", 2, "found 2");
    row("size_line_of_four_numbers.mtx", 2, "found 4");
    row("array_size_line_of_three_numbers.mtx", 2, "found 3");
    row("negative_rows.mtx", 2, "'-2'");
    row("fractional_columns.mtx", 2, "'2.5'");
    row("rows_beyond_64_bits.mtx", 2, "below 2^63");
    row("symmetric_but_not_square.mtx", 2, "square");
    row("row_zero.mtx", 5, "row index from 1 to 2");
    row("row_too_large.mtx", 4, "found '3'");
    row("column_zero.mtx", 4, "column index from 1 to 2");
    row("column_too_large.mtx", 3, "found '3'");
    row("negative_row.mtx", 3, "found '-1'");
    row("row_is_a_word.mtx", 3, "found 'one'");
    row("row_is_a_fraction.mtx", 3, "found '1.0'");
    row("row_wraps_around_64_bits.mtx", 3, "row index");
    row("missing_value.mtx", 4, "found 2");
    row("missing_column.mtx", 5, "found 1");
    row("surplus_value.mtx", 4, "found 4");
    row("pattern_with_value.mtx", 3, "Expected 2 numbers");
    row("complex_without_imaginary_part.mtx", 3, "imaginary part");
    row("value_is_a_word.mtx", 3, "found 'none'");
    row("value_with_two_signs.mtx", 3, "found '+-1'");
    row("value_with_two_points.mtx", 3, "found '1.2.3'");
    row("value_with_empty_exponent.mtx", 3, "found '1e'");
    row("value_with_comma.mtx", 3, "found '1,5'");
    row("value_beyond_double.mtx", 3, "range of double");
    row("value_in_hexadecimal.mtx", 3, "found '0x10'");
    row("integer_with_point.mtx", 3, "integer");
    row("integer_infinity.mtx", 3, "integer");
    row("zero_byte_in_value.mtx", 3, "'1?2'");
    row("carriage_return_inside_line.mtx", 3, "Expected row, column, value");
    row("fewer_entries_than_declared.mtx", 4, "after 2 entries");
    row("more_entries_than_declared.mtx", 6, "declares 1 entry");
    row("fewer_array_values.mtx", 5, "after 3 values");
    row("more_array_values.mtx", 5, "has 2 values");
    row("two_array_values_in_a_line.mtx", 3, "found 2");
    row("array_size_overflows.mtx", 3, "more than 2^63");
}

void MatrixReaderTest::a_malformed_file_is_refused_with_its_line() {
    QFETCH(int, line);
    QFETCH(QByteArray, word);
    const std::string path = std::string(WARPLOOM_SOURCE_DIR "/tests/data/matrix_market/") + QTest::currentDataTag();
    for (const int threads : {1, 3}) {
        try {
            warploom::read_matrix_market(path, {}, threads);
            QFAIL("the file was read");
        } catch (const Error& error) {
            const QString sentence = error.what();
            QCOMPARE(error.code(), std::string("file.malformed"));
            QVERIFY2(sentence.startsWith(QString::fromStdString(path) + ", line " + QString::number(line) + ": "),
                     error.what());
            QVERIFY2(sentence.contains(word), error.what());
            QVERIFY2(says_what_is_expected(sentence), error.what());
            QVERIFY(!error.hint().empty());
        }
    }
}

WARPLOOM_TEST(MatrixReaderTest);
#include "matrix_reader_test.moc"
