#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/npz/npz_reader.h"
#include "support/runner.h"

#include <QDir>
#include <QTest>

using namespace warploom;

namespace {

const QString folder = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/npz/");

} // namespace

class NpzReaderTest : public QObject {
    Q_OBJECT
private slots:
    /// The same 4 x 4 matrix saved by scipy.sparse.save_npz (SciPy 1.17.1) in each format.
    void every_format_of_scipy_is_the_same_matrix_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : QDir(folder).entryList({"good-*.npz"})) QTest::newRow(qPrintable(file)) << file;
    }
    void every_format_of_scipy_is_the_same_matrix() {
        QFETCH(QString, file);
        const Matrix matrix = load_matrix((folder + file).toStdString());
        QCOMPARE(matrix.rows(), std::int64_t{4});
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 2, 3, 4, 6}));
        QCOMPARE(matrix.csr.column, (std::vector<std::int32_t>{0, 2, 3, 1, 0, 3}));
        QCOMPARE(matrix.csr.value, (std::vector<double>{2, 1, -3, 5, 4, 6}));
        QCOMPARE(matrix.repeats, std::int64_t{0});
        QVERIFY(matrix.field == (file.contains("integer") ? Field::integer : Field::real));
    }

    void a_file_with_one_defect_is_refused_with_it_data() {
        QTest::addColumn<QString>("says");
        QTest::newRow("array-cut-short") << "requires 6 elements of 8 bytes";
        QTest::newRow("blocks-that-do-not-divide") << "not a multiple of its 3 x 3 blocks";
        QTest::newRow("column-negative") << "column index -1, but there are 4 columns";
        QTest::newRow("column-outside") << "column index 4, but there are 4 columns";
        QTest::newRow("complex") << "complex";
        QTest::newRow("cut-short") << "central directory is missing";
        QTest::newRow("data-of-two-dimensions") << "must have 1 dimension.";
        QTest::newRow("diagonals-short") << "'offsets' must have 2 elements";
        QTest::newRow("empty") << "too short";
        QTest::newRow("encrypted") << "encrypted";
        QTest::newRow("format-of-a-megabyte") << "'format' has 1000128 bytes";
        QTest::newRow("grows-too-much") << "more than 200 times its size";
        QTest::newRow("head-with-another-key") << "fortran_ordex";
        QTest::newRow("indices-fractions") << "must contain integers";
        QTest::newRow("indices-short") << "'indices' must have 6 elements";
        QTest::newRow("length-that-cannot-be") << "impossible length";
        QTest::newRow("no-archive") << "central directory is missing";
        QTest::newRow("no-format") << "no array 'format'";
        QTest::newRow("other-byte-order") << "big-endian";
        QTest::newRow("pointers-end-early") << "ends with 5";
        QTest::newRow("pointers-fall") << "decreases or is out of range at index 2";
        QTest::newRow("pointers-short") << "'indptr' must have 5 elements";
        QTest::newRow("python-objects") << "not loaded for security";
        QTest::newRow("shape-negative") << "negative size";
        QTest::newRow("shape-of-three") << "two sizes";
        QTest::newRow("text-for-data") << "must contain numbers";
        QTest::newRow("too-many-rows") << "2147483647";
        QTest::newRow("two-members-of-a-name") << "two members named data.npy";
        QTest::newRow("unknown-format") << "'xyz' is not";
        QTest::newRow("unknown-packing") << "compression method";
        QTest::newRow("wrong-checksum") << "checksum";
    }
    void a_file_with_one_defect_is_refused_with_it() {
        QFETCH(QString, says);
        const std::string file = (folder + QTest::currentDataTag() + ".npz").toStdString();
        try {
            read_npz(file);
        } catch (const Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(says), error.what());
            QVERIFY2(error.code() == "file.malformed" || error.code() == "file.unsupported" ||
                         error.code() == "file.large",
                     error.code().c_str());
            return;
        }
        QFAIL("It was read.");
    }

    void every_file_of_the_folder_is_named_here() {
        int good = 0, bad = 0;
        for (const QString& file : QDir(folder).entryList({"*.npz"})) (file.startsWith("good-") ? good : bad) += 1;
        QCOMPARE(good, 7);
        QCOMPARE(bad, 31);
    }
};

WARPLOOM_TEST(NpzReaderTest);
#include "npz_reader_test.moc"
