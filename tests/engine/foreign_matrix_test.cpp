// Formats other than Matrix Market (engine/matrix/imports). tests/data/imports/make.py wrote the files.
#include "engine/compression.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/matrix_market.h"
#include "support/runner.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

using namespace warploom;

namespace {

const QString folder = QStringLiteral(WARPLOOM_SOURCE_DIR "/tests/data/imports/");

/// Returns whether this build lacks the library that decompresses a file with this name.
bool is_library_missing(const QString& file) {
    using namespace std::string_view_literals;
    return (file.endsWith(".bz2") && !stream_decoder_for("BZh91AY&SY")) ||
           (file.endsWith(".xz") && !stream_decoder_for("\xfd\x37zXZ\0"sv));
}

Matrix load(const QString& file) { return load_matrix((folder + file).toStdString()); }

QString write(const QTemporaryDir& into, const char* name, const QByteArray& bytes) {
    QFile file(into.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("The disk is full.");
    return file.fileName();
}

QByteArray in_utf16(const QString& text, bool is_little) {
    QByteArray bytes = is_little ? QByteArray("\xff\xfe") : QByteArray("\xfe\xff");
    for (const QChar c : text) {
        const auto low = static_cast<char>(c.unicode() & 0xff), high = static_cast<char>(c.unicode() >> 8);
        bytes += is_little ? low : high;
        bytes += is_little ? high : low;
    }
    return bytes;
}

QByteArray gzipped(const QByteArray& bytes) {
    z_stream stream{};
    if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) qFatal("zlib");
    QByteArray packed(static_cast<int>(deflateBound(&stream, static_cast<uLong>(bytes.size()))) + 64, '\0');
    QByteArray input = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(static_cast<int>(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

} // namespace

class ForeignMatrixTest : public QObject {
    Q_OBJECT
private slots:
    void every_format_holds_the_same_matrix_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("remark");
        const QStringList files = QDir(folder).entryList({"good*"});
        QVERIFY(files.size() > 15);
        for (const QString& file : files) {
            if (file == "good.graph") continue;
            const bool is_dense = file.startsWith("good-dense") && file.endsWith(".mat");
            const QString remark = is_dense || file == "good-plain.h5" ? "not contain a sparse matrix"
                                   : file.startsWith("good-struct")    ? "`Problem.A`"
                                   : file.endsWith(".mat")             ? "first sparse matrix in the MATLAB file, `A`"
                                   : file.endsWith(".npy")             ? "dense array"
                                   : file == "good-0.csv"              ? "indices start at 0"
                                   : file == "good-1.el"               ? "indices start at 1"
                                   : file.endsWith(".libsvm")          ? "LIBSVM data"
                                   : file.endsWith(".mtx")             ? "has no banner"
                                   : file.startsWith("good-suite.tar.")
                                       ? "The matrix is A/A.mtx in the archive. Its right-hand side is A/A_b.mtx."
                                   : file == "good-boeing.tar.gz" ? "The matrix is A/A.rb in the archive"
                                   : file.endsWith(".tar.gz")     ? "/A.mtx in the archive"
                                   : file.endsWith(".zip")        ? "A/A.mtx in the archive"
                                                                  : "";
            QTest::newRow(qPrintable(file)) << file << remark;
        }
    }
    void every_format_holds_the_same_matrix() {
        QFETCH(QString, file);
        QFETCH(QString, remark);
        if (is_library_missing(file)) QSKIP("This build does not include the library.");
        const Matrix matrix = load(file);
        QCOMPARE(matrix.rows(), std::int64_t{4});
        QCOMPARE(matrix.cols(), std::int64_t{5});
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 2, 3, 5, 7}));
        QCOMPARE(matrix.csr.column, (std::vector<std::int32_t>{0, 2, 2, 1, 4, 0, 3}));
        QCOMPARE(matrix.csr.value, (std::vector<double>{2, 1, -3.5, 5, 0.25, 4, 6}));
        QCOMPARE(matrix.stored, std::int64_t{7});
        QCOMPARE(QString::fromStdString(matrix.remark).contains(remark), true);
        QCOMPARE(matrix.remark.empty(), remark.isEmpty());
        QCOMPARE(QString::fromStdString(note_on_values(matrix)), QString::fromStdString(matrix.remark));
    }

    void the_ending_of_the_name_does_not_matter_data() {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"good.rua", "good-sparse.mat", "good.petsc", "good.npy", "good-0.csv", "good.libsvm", "good-by-hand.npz"})
            QTest::newRow(file) << file;
    }
    void the_ending_of_the_name_does_not_matter() {
        QFETCH(QString, file);
        const QTemporaryDir there;
        const QString copy = there.filePath("matrix.txt");
        QVERIFY(QFile::copy(folder + file, copy));
        QCOMPARE(load_matrix(copy.toStdString()).hash(), load("good.rua").hash());
    }

    void an_empty_element_behind_a_matrix_does_not_matter() {
        const QTemporaryDir there;
        QFile file(QString(folder) + "good-sparse.mat");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray empty = QByteArray("\x0e\0\0\0\x08\0\0\0", 8) + QByteArray(8, '\0');
        QByteArray bytes = file.readAll();
        bytes.insert(128, empty);
        QCOMPARE(load_matrix(write(there, "a.mat", bytes + empty).toStdString()).hash(), load("good.rua").hash());
    }

    void text_in_utf_16_is_read_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"good.rua", "good-0.csv", "good.libsvm", "good.graph", "good-no-banner.mtx"})
            QTest::newRow(file) << file;
    }
    void text_in_utf_16_is_read() {
        QFETCH(QString, file);
        const QTemporaryDir there;
        QFile original(folder + file);
        QVERIFY(original.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(original.readAll());
        for (const bool is_little : {true, false})
            QCOMPARE(load_matrix(write(there, qPrintable(file), in_utf16(text, is_little)).toStdString()).hash(),
                     load(file).hash());
    }
    // The text spans several blocks, and its line of comment has characters of one to four bytes.
    void a_long_text_in_utf_16_is_read_compressed_or_not() {
        const QTemporaryDir there;
        QString text = QStringLiteral("%%MatrixMarket matrix coordinate real general\n% \u00e4 \u20ac \U0001f600\n");
        constexpr int n = 40'000;
        text += QStringLiteral("%1 %1 %1\n").arg(n);
        for (int i = 1; i <= n; ++i) text += QStringLiteral("%1 %2 0.%1\n").arg(i).arg(n + 1 - i);
        const Matrix plain = load_matrix(write(there, "a.mtx", text.toUtf8()).toStdString());
        for (const bool is_little : {true, false}) {
            const QByteArray bytes = in_utf16(text, is_little);
            QCOMPARE(load_matrix(write(there, "b.mtx", bytes).toStdString()).hash(), plain.hash());
            QCOMPARE(load_matrix(write(there, "c.mtx", gzipped(bytes)).toStdString()).hash(), plain.hash());
        }
        text.replace(QStringLiteral("\n39000 1001 "), QStringLiteral("\n39000 x "));
        try {
            load_matrix(write(there, "d.mtx", in_utf16(text, true)).toStdString());
            QFAIL("It was read.");
        } catch (const Error& error) { QVERIFY2(QString(error.what()).contains("line 39003: "), error.what()); }
    }

    // Column 1: 2, -0.1 (mirrored); 125 has an exponent without a letter; 35000 has four implied decimals and the
    // scale factor 1P.
    void numbers_of_fortran_are_read_as_fortran_reads_them() {
        const Matrix matrix = load("symmetric.rsa");
        QVERIFY(matrix.symmetry == Symmetry::symmetric);
        QCOMPARE(matrix.stored, std::int64_t{4});
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 2, 4, 5}));
        QCOMPARE(matrix.csr.column, (std::vector<std::int32_t>{0, 1, 0, 1, 2}));
        QCOMPARE(matrix.csr.value, (std::vector<double>{2, -0.1, -0.1, 125, 0.35}));
    }

    void a_right_hand_side_comes_with_the_matrix() {
        QCOMPARE(load("good-suite.tar.gz").right_side, (std::vector<double>{1, -2, 0, 0.5}));
        QCOMPARE(load("good-zip.zip").right_side, (std::vector<double>{1, -2, 0, 0.5}));
        QVERIFY(load("good-pax.tar.gz").right_side.empty());
        QCOMPARE(load("right-side.rsa").right_side, (std::vector<double>{1.5, -2, 0.25}));
        QCOMPARE(load("right-side.rsa").csr.value, (std::vector<double>{2, 3, 4}));
    }

    // Edges 1-2 (weight 5), 1-4 (7), 3-4 (2).
    void a_metis_graph_has_each_edge_twice() {
        const Matrix matrix = load("good.graph");
        QCOMPARE(matrix.rows(), std::int64_t{4});
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 2, 3, 4, 6}));
        QCOMPARE(matrix.csr.column, (std::vector<std::int32_t>{1, 3, 0, 3, 0, 2}));
        QCOMPARE(matrix.csr.value, (std::vector<double>{5, 7, 5, 2, 7, 2}));
        QVERIFY(matrix.field == Field::integer);
    }
    void weights_of_vertices_are_skipped() {
        const Matrix matrix = load("weighted-vertices.graph");
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 1, 3, 4}));
        QCOMPARE(matrix.csr.column, (std::vector<std::int32_t>{1, 0, 2, 1}));
        QVERIFY(matrix.field == Field::pattern);
    }

    void a_graph_of_snap_is_square_and_a_pattern() {
        const Matrix matrix = load("snap.txt");
        QCOMPARE(matrix.rows(), std::int64_t{4});
        QCOMPARE(matrix.cols(), std::int64_t{4});
        QVERIFY(matrix.field == Field::pattern);
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 1, 2, 2, 3}));
        QCOMPARE(matrix.csr.column, (std::vector<std::int32_t>{1, 3, 0}));
        QVERIFY(QString::fromStdString(matrix.remark).contains("directed edges whose indices start at 0"));
    }
    void edges_that_occur_twice_are_summed() {
        const QTemporaryDir there;
        const Matrix matrix =
            load_matrix(write(there, "a.csv", "from;to;weight\n1;2;1.5\n1;2;2.5\n2;1;1\n").toStdString());
        QCOMPARE(matrix.repeats, std::int64_t{1});
        QCOMPARE(matrix.csr.value, (std::vector<double>{4, 1}));
    }
    // The first line cannot be the size of the matrix, because index 3 is greater than 2.
    void a_first_line_of_three_integers_is_an_entry_unless_it_fits_as_the_size() {
        const QTemporaryDir there;
        const Matrix matrix = load_matrix(write(there, "a.txt", "2 2 2\n1 3 5\n2 1 5\n").toStdString());
        QCOMPARE(matrix.cols(), std::int64_t{3});
        QCOMPARE(matrix.csr.nonzeros(), std::int64_t{3});
    }
    void vertices_with_very_large_numbers_are_refused() {
        const QTemporaryDir there;
        try {
            load_matrix(write(there, "a.txt", "1 2000000000\n2 3\n").toStdString());
            QFAIL("It was read.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.unsupported"));
            QVERIFY2(QString(error.what()).contains("2 entries in 2000000000 rows"), error.what());
            QCOMPARE(error.hint(), std::string("Number the rows consecutively."));
        }
    }
    void booleans_of_matlab_and_big_endian_files_are_read() {
        const QTemporaryDir there;
        // A hand-written big-endian file with the dense matrix [1 2; 0 -1] of 16-bit integers, as MATLAB writes it.
        QByteArray bytes = QByteArray("MATLAB 5.0 MAT-file").leftJustified(124, ' ') + QByteArray("\1\0MI", 4);
        const auto word = [](quint32 value) {
            QByteArray four(4, '\0');
            for (int b = 0; b < 4; ++b) four[b] = static_cast<char>(value >> (24 - 8 * b));
            return four;
        };
        const QByteArray contents = word(6) + word(8) + word(6) + word(0) +                    // flags: double
                                    word(5) + word(8) + word(2) + word(2) +                    // 2 x 2
                                    QByteArray("\0\1\0\1A\0\0\0", 8) +                         // name: A
                                    word(3) + word(8) + QByteArray("\0\1\0\0\0\2\xff\xff", 8); // by columns
        bytes += word(14) + word(static_cast<quint32>(contents.size())) + contents;
        const Matrix matrix = load_matrix(write(there, "a.mat", bytes).toStdString());
        QCOMPARE(matrix.csr.row_pointer, (std::vector<std::int64_t>{0, 2, 3}));
        QCOMPARE(matrix.csr.value, (std::vector<double>{1, 2, -1}));
    }

    void a_file_with_one_defect_is_refused_with_it_data() {
        QTest::addColumn<QString>("says");
        QTest::newRow("bad-byte-order.mat") << "byte order";
        QTest::newRow("bad-compressed-damaged.mat") << "truncated or damaged";
        QTest::newRow("bad-cut-short.mat") << "truncated or damaged";
        QTest::newRow("bad-empty-element.mat") << "does not contain a two-dimensional matrix";
        QTest::newRow("bad-header-only.mat") << "truncated";
        QTest::newRow("bad-no-matrix.mat") << "does not contain a two-dimensional matrix";
        QTest::newRow("bad-pointers.mat") << "The pointers of `A` decrease";
        QTest::newRow("bad-pointers-beyond.mat") << "exceed the number of entries";
        QTest::newRow("bad-row-index.mat") << "The index 4 of `A` is not between 0 and 3";
        QTest::newRow("bad-chunk-73.mat") << "truncated or damaged";
        QTest::newRow("bad-no-values-73.mat") << "The matrix `A` has no array `data`";
        QTest::newRow("bad-pointers-73.mat") << "The pointers of `A` decrease";
        QTest::newRow("bad-size-73.mat") << "The index 3 of `A` is not between 0 and 2";
        QTest::newRow("bad-circle.h5") << "truncated or damaged";
        QTest::newRow("bad-cut-short.h5") << "truncated or damaged";
        QTest::newRow("bad-description.h5") << "does not describe a matrix with two dimensions";
        QTest::newRow("bad-entry.h5") << "Entry 5 of `/` is outside of the matrix";
        QTest::newRow("bad-filter.h5") << "a filter other than deflate";
        QTest::newRow("bad-format.h5") << "The Binsparse format \"DMATR\" is not supported";
        QTest::newRow("bad-lengths.h5") << "have different lengths";
        QTest::newRow("bad-new.h5") << "a newer version of the HDF5 format";
        QTest::newRow("bad-no-matrix.h5") << "does not contain a two-dimensional matrix";
        QTest::newRow("bad-start.h5") << "The pointers of `/` do not start at 0";
        QTest::newRow("bad-structure.h5") << "The structure \"circulant\"";
        QTest::newRow("bad-superblock.h5") << "a newer version of the HDF5 format";
        QTest::newRow("bad-texts.h5") << "does not contain numbers in one or two dimensions";
        QTest::newRow("bad-cut-short.rua") << "The file ends too early. Expected values.";
        QTest::newRow("bad-element.rua") << "Finite element matrices";
        QTest::newRow("bad-format.rua") << "The format '(A8)' is not supported";
        QTest::newRow("bad-last-pointer.rua") << "line 5: The pointers end with 7, but the matrix has 7 entries";
        QTest::newRow("bad-no-size.rua") << "numbers of rows, columns and entries after the type";
        QTest::newRow("bad-not-square.rua") << "must be square, but this one has 4 rows and 5 columns";
        QTest::newRow("bad-pointers.rua") << "Pointer 3 is 2";
        QTest::newRow("bad-row-index.rua") << "line 7: The row index 5 is not between 1 and 4";
        QTest::newRow("bad-short-line.rua") << "The line is too short. Expected values";
        QTest::newRow("bad-value.rua") << "line 8: Expected values in fields of 14 characters, found '2.00000OE+00'";
        QTest::newRow("bad-fields.el") << "line 2: The line has 2 fields, but earlier lines have 3";
        QTest::newRow("bad-word.el") << "line 5: Expected two indices and possibly a value, found '2 3 x'";
        QTest::newRow("bad-negative.el") << "line 4: An index is negative";
        QTest::newRow("bad-large.el") << "Line 4: indices above 2147483646";
        QTest::newRow("bad-pair.libsvm") << "line 4: Expected a pair INDEX:VALUE, found '4'";
        QTest::newRow("bad-vertex.graph") << "line 5: Expected a vertex from 1 to 4, found '5'";
        QTest::newRow("bad-edges.graph") << "lists 6 neighbors, but 4 edges require 8";
        QTest::newRow("bad-cut-short.graph") << "Expected the neighbors of vertex 3";
        QTest::newRow("bad-format.graph") << "'7' is not a valid METIS format";
        QTest::newRow("bad-odd.graph") << "line 2: The line has 3 numbers";
        QTest::newRow("bad-cut-short.petsc") << "truncated after 115 bytes";
        QTest::newRow("bad-column.petsc") << "column index 5 is not between 0 and 4";
        QTest::newRow("bad-lengths.petsc") << "do not add up to 7";
        QTest::newRow("bad-huge.petsc") << "truncated after 116 bytes";
        QTest::newRow("bad-negative.petsc") << "negative size";
        QTest::newRow("bad-three-dimensions.npy") << "one or two dimensions";
        QTest::newRow("bad-two.tar.gz") << "contains several matrices: A/A.mtx, B/B.mtx";
        QTest::newRow("bad-none.tar.gz") << "contains no matrix. It contains: readme.txt";
        QTest::newRow("bad-cut-short.tar.gz") << "The tar archive is truncated";
        QTest::newRow("bad-checksum.tar.gz") << "A header of the tar archive is damaged";
        QTest::newRow("bad-member.tar.gz") << "bad-member.tar.gz: A/A.mtx, line 9: The file ends after 7 entries";
        QTest::newRow("bad-none.zip") << "contains no matrix. It contains: readme.txt";
        QTest::newRow("bad-member.zip") << "bad-member.zip: A.mtx, line 9: The file ends after 7 entries";
        for (const char* const format : {"bz2", "xz"}) {
            const QString name = QString(format) == "xz" ? "xz" : "bzip2";
            const auto row = [&](const char* file, const QString& says) {
                QTest::newRow(qPrintable(QString(file) + format)) << says;
            };
            row("bad-truncated.mtx.", QString("the %1 data is truncated after").arg(name));
            row("bad-damaged.mtx.", QString("the %1 data is damaged near byte").arg(name));
            row("bad-trailing.mtx.", QString("the %1 data is damaged near byte").arg(name));
            row("bad-text.mtx.", "line 9: The file ends after 7 entries");
            row("bad-two.tar.", "contains several matrices: A/A.mtx, B/B.mtx");
        }
        QTest::newRow("bad-fill.npz") << "fill value is not 0";
        QTest::newRow("bad-square.npz") << "could be csr or csc";
        QTest::newRow("bad-coords.npz") << "'coords' must have 2 rows of 7 indices";
    }
    void a_file_with_one_defect_is_refused_with_it() {
        QFETCH(QString, says);
        if (is_library_missing(QTest::currentDataTag())) QSKIP("This build does not include the library.");
        try {
            load(QTest::currentDataTag());
            QFAIL("It was read.");
        } catch (const Error& error) {
            QVERIFY2(error.code() == "file.malformed" || error.code() == "file.unsupported", error.code().c_str());
            QVERIFY2(QString(error.what()).contains(says), error.what());
        }
    }
    void every_bad_file_is_tried() {
        const QStringList files = QDir(folder).entryList({"bad-*"});
        QCOMPARE(files.size(), 72);
    }
    // The text of 24 MB is compressed to 1213 and 3676 bytes.
    void a_small_file_that_expands_to_a_large_one_is_refused_data() {
        QTest::addColumn<QString>("program");
        QTest::newRow("expands.mtx.bz2") << "bunzip2";
        QTest::newRow("expands.mtx.xz") << "unxz";
    }
    void a_small_file_that_expands_to_a_large_one_is_refused() {
        QFETCH(QString, program);
        const QString file = QTest::currentDataTag();
        if (is_library_missing(file)) QSKIP("This build does not include the library.");
        try {
            load("../compressed/" + file);
            QFAIL("It was read.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.large"));
            QVERIFY2(QString(error.what()).contains("more than 200 times its size"), error.what());
            QVERIFY2(QString::fromStdString(error.hint()).contains(program), error.hint().c_str());
        }
    }

    // Every prefix of every file is a matrix or an error, never a crash.
    void a_file_cut_anywhere_is_a_matrix_or_an_error() {
        const QTemporaryDir there;
        int read = 0, refused = 0;
        for (const QString& name : QDir(folder).entryList({"good*", "symmetric*", "snap*"}, QDir::Files)) {
            QFile file(folder + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray whole = file.readAll();
            const int step = whole.size() > 300 ? 13 : 3;
            for (int size = 0; size < whole.size(); size += step) {
                try {
                    load_matrix(write(there, qPrintable(name), whole.left(size)).toStdString());
                    ++read;
                } catch (const Error& error) {
                    ++refused;
                    QVERIFY2(*error.what() != '\0', qPrintable(name));
                }
            }
        }
        QVERIFY(read > 10);
        QVERIFY(refused > 100);
    }
};

WARPLOOM_TEST(ForeignMatrixTest);

#include "foreign_matrix_test.moc"
