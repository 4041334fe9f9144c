#include "engine/generators/generators.h"
#include "engine/matrix/matrix_market.h"
#include "matrix_test_files.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <limits>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using warploom::Error;
using warploom::Field;
using warploom::Matrix;

class MatrixWriterTest : public QObject {
    Q_OBJECT

private slots:
    void what_is_written_reads_back_identical_data();
    void what_is_written_reads_back_identical();
    void numbers_at_the_edges_of_double_read_back_identical();
    void an_integer_matrix_stays_one_while_its_values_allow_it();
    void the_text_is_the_one_that_people_expect();
    void a_folder_that_is_not_there_is_refused();
    void a_full_disk_leaves_no_half_file();
    void a_pipe_is_written_to_and_not_replaced();
    void a_link_stays_a_link();
    void cancelling_leaves_the_old_file();

private:
    TestFolder folder_;
    Matrix back(const Matrix& matrix) {
        const std::string path = folder_.path("back.mtx");
        warploom::write_matrix_market(path, matrix);
        return warploom::read_matrix_market(path);
    }
    QStringList files() { return QDir(QString::fromStdString(folder_.path("."))).entryList(QDir::Files); }
};

void MatrixWriterTest::what_is_written_reads_back_identical_data() {
    QTest::addColumn<QByteArray>("text");
    for (const auto& generator : warploom::generators())
        QTest::newRow(generator.name.c_str()) << QByteArray(generator.name.c_str());
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
    row("symmetric", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 0\n2 1 -0.0\n3 3 1\n");
    row("pattern", "%%MatrixMarket matrix coordinate pattern general\n3 4 2\n1 1\n3 4\n");
    row("pattern with repeats", "%%MatrixMarket matrix coordinate pattern general\n3 4 2\n3 4\n3 4\n");
    row("integer", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 9223372036854775807\n2 2 -12\n");
    row("complex", "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1e-300 0\n2 1 0.1 -3\n");
    row("oversize", "%%MatrixMarket matrix coordinate real general\n5000000000 3 2\n4999999999 3 0.1\n1 1 2\n");
    row("array", "%%MatrixMarket matrix array real general\n2 2\n1\n0\n0.1\n3\n");
    row("empty", "%%MatrixMarket matrix coordinate real general\n0 7 0\n");
}

void MatrixWriterTest::what_is_written_reads_back_identical() {
    QFETCH(QByteArray, text);
    const Matrix matrix = text.startsWith('%') ? warploom::read_matrix_market(folder_.write("first.mtx", text))
                                               : warploom::generate_matrix(text.toStdString());
    const Matrix again = back(matrix);
    QCOMPARE(again.hash(), matrix.hash());
    QCOMPARE(again.rows(), matrix.rows());
    QCOMPARE(again.cols(), matrix.cols());
    QCOMPARE(again.csr.column, matrix.csr.column);
    QCOMPARE(again.csr.row_pointer, matrix.csr.row_pointer);
    QCOMPARE(again.csr.imaginary.size(), matrix.csr.imaginary.size());
    QCOMPARE(again.repeats, 0);
}

void MatrixWriterTest::numbers_at_the_edges_of_double_read_back_identical() {
    using limits = std::numeric_limits<double>;
    Matrix matrix;
    matrix.csr.rows = 1;
    matrix.csr.value = {
        limits::max(), limits::min(), limits::denorm_min(), -0.0,       0.1,           1.0 / 3,  9007199254740993.0,
        1e22,          1e23,          -limits::infinity(),  5e-324 * 3, 123456789.125, 0.1 + 0.2};
    matrix.csr.cols = static_cast<std::int64_t>(matrix.csr.value.size());
    matrix.csr.row_pointer = {0, matrix.csr.cols};
    for (std::int32_t c = 0; c < matrix.csr.cols; ++c) matrix.csr.column.push_back(c);
    QCOMPARE(back(matrix).hash(), matrix.hash());
}

void MatrixWriterTest::an_integer_matrix_stays_one_while_its_values_allow_it() {
    Matrix matrix = warploom::generate_matrix("laplace2d:n=3");
    matrix.field = Field::integer;
    QCOMPARE(back(matrix).field, Field::integer);
    matrix.csr.value[0] = 0.5;
    const Matrix again = back(matrix);
    QCOMPARE(again.field, Field::real);
    QCOMPARE(again.hash(), matrix.hash());
}

void MatrixWriterTest::the_text_is_the_one_that_people_expect() {
    warploom::write_matrix_market(folder_.path("text.mtx"), warploom::generate_matrix("tridiagonal:n=2"));
    QFile file(QString::fromStdString(folder_.path("text.mtx")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("%%MatrixMarket matrix coordinate real general\n% tridiagonal:n=2\n"
                                        "2 2 4\n1 1 2\n1 2 -1\n2 1 -1\n2 2 2\n"));
}

void MatrixWriterTest::a_folder_that_is_not_there_is_refused() {
    try {
        warploom::write_matrix_market(folder_.path("nowhere/a.mtx"), warploom::generate_matrix("diagonal:n=2"));
        QFAIL("it was written");
    } catch (const Error& error) {
        QCOMPARE(error.code(), std::string("file.write"));
        QVERIFY(QString(error.what()).contains("nowhere/a.mtx"));
        QVERIFY(!error.hint().empty());
    }
}

void MatrixWriterTest::a_full_disk_leaves_no_half_file() {
    const QStringList before = files();
    // A file size limit makes a write fail in the middle, like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit limit = old;
    limit.rlim_cur = 100000;
    setrlimit(RLIMIT_FSIZE, &limit);
    std::string code;
    try {
        warploom::write_matrix_market(folder_.path("full.mtx"), warploom::generate_matrix("dense:rows=200,cols=200"));
    } catch (const Error& error) { code = error.code(); }
    setrlimit(RLIMIT_FSIZE, &old);
    QCOMPARE(code, std::string("file.write"));
    QCOMPARE(files(), before);
}

void MatrixWriterTest::a_pipe_is_written_to_and_not_replaced() {
    // Represents /dev/stdout and other devices, which must not be replaced by a new file.
    const std::string path = folder_.path("pipe");
    QCOMPARE(mkfifo(path.c_str(), 0600), 0);
    const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
    warploom::write_matrix_market(path, warploom::generate_matrix("diagonal:n=2"));

    char text[200] = {};
    QVERIFY(read(reader, text, sizeof text - 1) > 0);
    close(reader);
    QVERIFY(QString(text).endsWith("2 2 2\n1 1 1\n2 2 2\n"));
    struct stat there {};
    QCOMPARE(stat(path.c_str(), &there), 0);
    QVERIFY(S_ISFIFO(there.st_mode));
    unlink(path.c_str());
}

void MatrixWriterTest::a_link_stays_a_link() {
    const std::string target = folder_.write("target.mtx", "as it was"), link = folder_.path("link.mtx");
    QCOMPARE(symlink(target.c_str(), link.c_str()), 0);
    warploom::write_matrix_market(link, warploom::generate_matrix("diagonal:n=2"));

    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
    QCOMPARE(warploom::read_matrix_market(target).csr.nonzeros(), std::int64_t{2});
    unlink(link.c_str());
    unlink(target.c_str());
}

void MatrixWriterTest::cancelling_leaves_the_old_file() {
    const std::string path = folder_.write("kept.mtx", "as it was");
    const QStringList before = files();
    const std::atomic<bool> cancelled{true};
    warploom::Progress progress;
    progress.cancelled = &cancelled;
    QVERIFY_THROWS_EXCEPTION(Error,
                             warploom::write_matrix_market(path, warploom::generate_matrix("laplace2d"), progress));
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("as it was"));
    QCOMPARE(files(), before);
}

WARPLOOM_TEST(MatrixWriterTest);
#include "matrix_writer_test.moc"
