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
    /// scipy.sparse.save_npz of the same 4 x 4 matrix, SciPy 1.17.1.
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
        QTest::newRow("array-cut-short") << "asks for 6 elements of 8 bytes";
        QTest::newRow("blocks-that-do-not-divide") << "blocks of 3 x 3 do not divide";
        QTest::newRow("column-negative") << "stands in column -1 of 4";
        QTest::newRow("column-outside") << "stands in column 4 of 4";
        QTest::newRow("complex") << "complex";
        QTest::newRow("cut-short") << "list of its members is missing";
        QTest::newRow("data-of-two-dimensions") << "should have 1 dimensions";
        QTest::newRow("diagonals-short") << "'offsets' should have 2 elements";
        QTest::newRow("empty") << "too short";
        QTest::newRow("encrypted") << "encrypted";
        QTest::newRow("format-of-a-megabyte") << "'format' has 1000128 bytes";
        QTest::newRow("grows-too-much") << "grows to more than 200 times its size";
        QTest::newRow("head-with-another-key") << "fortran_ordex";
        QTest::newRow("indices-fractions") << "should hold whole numbers";
        QTest::newRow("indices-short") << "'indices' should have 6 elements";
        QTest::newRow("length-that-cannot-be") << "cannot be";
        QTest::newRow("no-archive") << "list of its members is missing";
        QTest::newRow("no-format") << "no array 'format'";
        QTest::newRow("other-byte-order") << "other way round";
        QTest::newRow("pointers-end-early") << "ends at 5";
        QTest::newRow("pointers-fall") << "falls, or leaves its entries, at 2";
        QTest::newRow("pointers-short") << "'indptr' should have 5 elements";
        QTest::newRow("python-objects") << "never read";
        QTest::newRow("shape-negative") << "below 0";
        QTest::newRow("shape-of-three") << "two sizes";
        QTest::newRow("text-for-data") << "should hold numbers";
        QTest::newRow("too-many-rows") << "2147483647";
        QTest::newRow("two-members-of-a-name") << "two members of the name data.npy";
        QTest::newRow("unknown-format") << "'xyz' is not";
        QTest::newRow("unknown-packing") << "not known";
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
