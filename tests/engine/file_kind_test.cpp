// Files that are not matrices are recognized by their first bytes.
#include "engine/compression.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/file_kind.h"
#include "support/runner.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;

namespace {

QByteArray tar_with(const char* name) {
    QByteArray block(512, '\0');
    block.replace(0, static_cast<int>(qstrlen(name)), name);
    block.replace(257, 5, "ustar");
    return block;
}

} // namespace

class FileKindTest : public QObject {
    Q_OBJECT

private slots:
    void a_file_of_another_kind_is_named_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("hint");
        const auto row = [](const char* name, const QByteArray& bytes, const char* said, const char* hint) {
            QTest::newRow(name) << bytes << QString(said) << QString(hint);
        };
        row("tar", tar_with("af23560/af23560.mtx"), "tar archive whose first entry is af23560/af23560.mtx", "tar xf");
        row("zip", QByteArray("PK\3\4....................."), "zip archive", "unzip");
        row("7z", QByteArray("7z\xbc\xaf\x27\x1c.."), "7-Zip archive", "7z x");
        row("bzip2", "BZh91AY&SY", "compressed with bzip2", "bunzip2");
        row("xz",
            QByteArray("\xfd"
                       "7zXZ\0....",
                       10),
            "compressed with xz", "unxz");
        row("zstd", QByteArray("\x28\xb5\x2f\xfd..", 6), "compressed with Zstandard", "unzstd");
        row("matlab 5", "MATLAB 5.0 MAT-file, Platform: GLNXA64", "MATLAB file", "mmwrite");
        row("matlab 7.3", "MATLAB 7.3 MAT-file, Platform: GLNXA64", "MATLAB 7.3 file (HDF5)", "'-v7')");
        row("hdf5", QByteArray("\x89HDF\r\n\x1a\n..", 10), "HDF5 file", "mmwrite");
        row("npy", QByteArray("\x93NUMPY\1\0..", 10), "dense NumPy array", "save_npz");
        row("petsc", QByteArray("\0\x12\x7b\x50\0\0\0\3", 8), "PETSc binary matrix", "MatView");
        row("pdf", "%PDF-1.7", "PDF document", "another file");
        row("html", "\n <!DOCTYPE html>\n<html>", "web page", "the file that the page links to");
        row("html without doctype", "<HTML><body>404</body>", "web page", "the file that the page links to");
        row("html after a comment", "<!-- saved from url=(0014) -->\n<html>", "web page",
            "the file that the page links to");
        row("xhtml", "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC>", "web page", "the file that the page links to");
        row("xml", "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>", "XML or JSON", "another file");
        row("git lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", "Git LFS pointer",
            "git lfs pull");
        row("epanet", "[TITLE]\nA town\n[JUNCTIONS]\n", "EPANET water network", ".inp");
        row("epanet after a comment", "; a town\r\n\r\n [Pipes]\r\n", "EPANET water network", ".inp");
        row("json", "{\"rows\": 3}", "XML or JSON", "another file");
        row("harwell-boeing",
            "Springs                                                                 SPRINGS \n"
            "             3             1             1             1             0\n"
            "RSA                        3             3             5             0\n",
            "Harwell-Boeing", "hb_read");
        row("edges", "# Nodes: 3\n1 2\n2 3\n", "list of edges or triplets", "%%MatrixMarket");
        row("edges with names", "from,to\n1,2\n", "list of edges or triplets", "%%MatrixMarket");
        row("libsvm", "+1 3:0.5 7:1\n-1 1:2\n", "LIBSVM data", "load_svmlight_file");
        row("csv triplets", "1,1,2.5\n2,2,-1e3\n", "list of edges or triplets", "%%MatrixMarket");
    }
    void a_file_of_another_kind_is_named() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        QFETCH(QString, hint);
        const auto kind = foreign_file_kind({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        QVERIFY(kind);
        QVERIFY2(QString::fromStdString(kind->sentence).contains(said), kind->sentence.c_str());
        QVERIFY2(QString::fromStdString(kind->hint).contains(hint), kind->hint.c_str());
        const bool is_compressed =
            stream_decoder_for({bytes.constData(), static_cast<std::size_t>(bytes.size())}) != nullptr;
        if (kind->format != FileFormat::other || is_compressed) return; // foreign_matrix_test reads these files
        QTemporaryDir folder;
        const QString path = folder.filePath("matrix.mtx");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        try {
            load_matrix(path.toStdString());
            QFAIL("It was read as a matrix.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.malformed"));
            QVERIFY2(QString(error.what()).contains(said), error.what());
            QVERIFY2(QString::fromStdString(error.hint()).contains(hint), error.hint().c_str());
        }
    }

    void the_hint_for_matlab_7_3_does_not_name_a_function_that_cannot_read_it() {
        const auto kind = foreign_file_kind("MATLAB 7.3 MAT-file, Platform: GLNXA64");
        QVERIFY2(!QString::fromStdString(kind->hint).contains("scipy.io.loadmat"), kind->hint.c_str());
    }

    void a_matrix_is_not_another_kind() {
        QVERIFY(!foreign_file_kind("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 1\n"));
        QVERIFY(!foreign_file_kind("%%MatrixMarket matrix array real general\n1 1\n1\n"));
        QVERIFY(!foreign_file_kind("%%MatrixMarke matrix coordinate real general\n3 3 1\n1 1 1\n"));
        QVERIFY(!foreign_file_kind("one two\nthree four\n"));
        QVERIFY(!foreign_file_kind("1.5 2.5\n3.5 4.5\n"));
        QVERIFY(!foreign_file_kind(""));
        QVERIFY(!foreign_file_kind("[settings]\nn = 1\n"));
        QVERIFY(!foreign_file_kind("A text without numbers\n"));
        QVERIFY(!foreign_file_kind("1\n2\n")); // may be a vector
    }

    void no_beginning_of_a_file_is_read_beyond_its_end() {
        for (const QByteArray& whole : {QByteArray(tar_with("a")), QByteArray("MATLAB 5.0 MAT-file"),
                                        QByteArray("title\n 1 1\nRSA 1 1\n"), QByteArray("<!doctype html>")})
            for (int n = 0; n <= whole.size(); ++n) foreign_file_kind({whole.constData(), static_cast<std::size_t>(n)});
    }
};

WARPLOOM_TEST(FileKindTest);
#include "file_kind_test.moc"
