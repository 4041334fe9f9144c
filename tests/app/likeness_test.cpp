// Similarity of submissions: renaming, comments and formatting must make no difference.

#include "app/called_engine.h"
#include "app/exercise/likeness.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;
using namespace warploom::app;

namespace {

constexpr const char* by_rows = R"(
template <class T>
__global__ void product(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <class T>
void run(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows, int block) {
    product<<<(rows + block - 1) / block, block>>>(row_pointer, column, value, x, y, rows);
}
)";
/// The same kernel with different names, formatting and comments.
constexpr const char* renamed = R"(
// my own work
template <class N> __global__ void rechne(const int* anfang, const int* spalte, const N* wert,
                                          const N* links, N* rechts, int zeilen)
{
    const int meine = blockIdx.x * blockDim.x + threadIdx.x; /* the thread's row */
    if (meine >= zeilen)
        return;
    N alles = 0;
    for (int stelle = anfang[meine]; stelle < anfang[meine + 1]; ++stelle)
        alles += wert[stelle] * links[spalte[stelle]];
    rechts[meine] = alles;
}
template <class N> void run(const int* row_pointer, const int* column, const N* value, const N* x, N* y, int rows, int block)
{
    rechne<<<(rows + block - 1) / block, block>>>(row_pointer, column, value, x, y, rows);
}
)";
constexpr const char* by_warps = R"(
template <class T>
__global__ void product(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (row < rows && lane == 0) y[row] = sum;
}
template <class T>
void run(const int* row_pointer, const int* column, const T* value, const T* x, T* y, int rows, int block) {
    product<<<(32 * rows + block - 1) / block, block>>>(row_pointer, column, value, x, y, rows);
}
)";

} // namespace

class LikenessTest : public QObject {
    Q_OBJECT

private slots:
    void other_names_and_another_layout_are_the_same_text() {
        const auto list = likeness_of({by_warps, by_rows, renamed}, "");
        QVERIFY(list[1].is_known && list[2].is_known);
        QCOMPARE(list[1].share, 1.0);
        QCOMPARE(list[1].with, std::size_t{2});
        QCOMPARE(list[2].share, 1.0);
        QCOMPARE(list[2].with, std::size_t{1});
        QVERIFY2(list[0].is_known && list[0].share < 0.6, std::to_string(list[0].share).c_str());
    }
    void operations_of_the_starter_do_not_count() {
        const auto list = likeness_of({by_rows, renamed}, by_rows);
        QVERIFY(!list[0].is_known && !list[1].is_known);
    }
    void a_text_that_is_not_understood_is_like_no_other() {
        const auto list = likeness_of({"int run(", by_rows, ""}, "");
        for (const Likeness& each : list) QVERIFY(!each.is_known);
    }
    void words_of_CUDA_become_plain_text_for_jplag_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("plain");
        QTest::newRow("a launch") << "k<<<g, b>>>(n, x);"
                                  << "k(g, b, n, x);";
        QTest::newRow("a launch without arguments") << "k<<<1, 32>>>();"
                                                    << "k(1, 32);";
        QTest::newRow("a launch over two lines") << "k<<<1, 32>>>\n    (n);"
                                                 << "k(1, 32, n);";
        QTest::newRow("a kernel") << "__global__ void f(int* __restrict__ a)"
                                  << " void f(int*  a)";
        QTest::newRow("a longer name") << "int my__shared__ = 1;"
                                       << "int my__shared__ = 1;";
        QTest::newRow("shifts") << "a << 2 >> 1"
                                << "a << 2 >> 1";
        QTest::newRow("a launch that does not end") << "k<<<1, 32>>>"
                                                    << "k(1, 32";
    }
    void words_of_CUDA_become_plain_text_for_jplag() {
        QFETCH(QString, text);
        QFETCH(QString, plain);
        QCOMPARE(QString::fromStdString(text_for_jplag(text.toStdString())), plain);
    }
    void grade_has_a_column_and_exports() {
        QTemporaryDir folder;
        const auto write = [&](const QString& name, const std::string& text) {
            QDir().mkpath(QFileInfo(folder.filePath(name)).path());
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(text));
        };
        const auto read = [&](const QString& name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QString other = by_warps;
        other.replace("sum", "alles").replace("lane", "spur").replace("    ", "\t"); // one local name each
        write("class/ada/mine.cu", by_warps);
        write("class/ben.cu", "// other comments\n" + other.toStdString());
        write("class/eve.cu", by_rows); // same operations as the starter
        const auto called =
            test::call_engine({"grade", folder.filePath("class"), "--exercise", "warp-a-row", "--csv",
                               folder.filePath("grades.csv"), "--export-for-jplag", folder.filePath("jplag")});
        QVERIFY2(called.status == 0, qPrintable(called.error));
        const QString csv = read("grades.csv");
        QVERIFY2(csv.contains(",likeness,"), qPrintable(csv));
        QVERIFY2(csv.contains("1.00 with ben.cu") && csv.contains("1.00 with ada/mine.cu"), qPrintable(csv));
        QVERIFY2(!csv.contains("with eve.cu"), qPrintable(csv));
        QVERIFY(
            read("jplag/submissions/ada_mine/answer.cpp").contains("product((32 * rows + block - 1) / block, block, "));
        QVERIFY(!read("jplag/submissions/ben/answer.cpp").contains("__global__"));
        QVERIFY(read("jplag/base/answer.cpp").contains("run("));
    }
};

WARPLOOM_TEST(LikenessTest);
#include "likeness_test.moc"
