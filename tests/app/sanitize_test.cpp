// `check --sanitize`: findings of all kernels in a repository, for continuous integration.

#include "called_engine.h"
#include "engine/protocol/serialization/json.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace warploom;

namespace {

const char* const sum_head = R"(#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
__global__ void sum(const float* x, float* y, int n) {
    __shared__ float part[128];
    const int i = blockIdx.x * 128 + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0f;
)";
const char* const sum_tail = R"(    if (threadIdx.x == 0) {
        float all = 0;
        for (int k = 0; k < 128; ++k) all += part[k];
        if (i < n) y[i] = all;
    }
}
int main() { std::vector<float> host(7); }
)";
const QByteArray clean = QByteArray(sum_head) + "    __syncthreads();\n" + sum_tail;
const QByteArray racing = QByteArray(sum_head) + "    // no barrier\n" + sum_tail;
/// A product with a wrong sign: the result is wrong, but every access is valid.
const QByteArray wrong_result = R"(template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum -= value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
)";
const QByteArray not_compiling =
    "__global__ void f(float* y, int n) { if (threadIdx.x < n) y[threadIdx.x] = undeclared; }\n";
const QByteArray without_kernels = "#include <cstdio>\nint main() { return 0; }\n";

} // namespace

class SanitizeTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    QString path(const QString& name) const { return folder_->filePath(name); }
    void write(const QString& name, const QByteArray& text) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    test::CalledEngine sanitize(const QStringList& more) const {
        return test::call_engine(QStringList{"check", "--sanitize"} + more);
    }

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void a_clean_repository_passes_even_if_results_are_wrong() {
        write("src/sum.cu", clean);
        write("src/deep/product.cu", wrong_result);
        write("src/main.cu", without_kernels);
        write("src/.hidden/race.cu", racing);
        write("src/notes.txt", racing);
        const test::CalledEngine called = sanitize({path("src")});
        QCOMPARE(called.out, QString("2 files checked, 0 with findings.\n"));
        QCOMPARE(called.status, 0);
    }

    void a_race_fails_with_its_line_in_every_format() {
        write("sum.cu", clean);
        write("race, 100%.cu", racing);
        const QString race = path("race, 100%.cu");
        const test::CalledEngine text = sanitize({path("sum.cu"), race});
        QCOMPARE(text.status, 1);
        QVERIFY2(text.out.contains(race + ":12: shared-race: On n="), qPrintable(text.out));
        QVERIFY2(text.out.endsWith("2 files checked, 1 with findings.\n"), qPrintable(text.out));

        const test::CalledEngine github = sanitize({path("sum.cu"), race, "--format", "github"});
        QCOMPARE(github.status, 1);
        const QString name = QString(race).replace("%", "%25").replace(",", "%2C");
        QVERIFY2(github.out.contains("::error file=" + name + ",line=12,title=shared-race::On n="),
                 qPrintable(github.out));
        for (const QString& line : github.out.split('\n', Qt::SkipEmptyParts))
            QVERIFY2(line.startsWith("::error file="), qPrintable(line));

        const test::CalledEngine junit =
            sanitize({path("sum.cu"), race, "--format", "junit", "--out", path("report.xml")});
        QCOMPARE(junit.status, 1);
        QFile report(path("report.xml"));
        QVERIFY(report.open(QIODevice::ReadOnly));
        const QString xml = QString::fromUtf8(report.readAll());
        QVERIFY2(xml.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), qPrintable(xml));
        QVERIFY2(junit.out.endsWith("2 files checked, 1 with findings.\n"), qPrintable(junit.out));

        const test::CalledEngine json = sanitize({race, "--json"});
        const Json document = Json::parse(json.out.toStdString());
        QCOMPARE(document["files"][0]["state"].get<std::string>(), std::string("findings"));
        QCOMPARE(document["files"][0]["notes"][0]["line"].get<int>(), 12);
    }

    void a_file_that_does_not_compile_fails_unless_that_is_allowed() {
        write("bad.cu", not_compiling);
        write("sum.cu", clean);
        const test::CalledEngine strict = sanitize({folder_->path()});
        QCOMPARE(strict.status, 1);
        QVERIFY2(strict.out.contains("bad.cu:") && strict.out.contains("not checked: "), qPrintable(strict.out));
        QVERIFY2(strict.out.contains("undeclared"), qPrintable(strict.out));
        QVERIFY2(strict.out.contains("1 file could not be checked."), qPrintable(strict.out));
        const test::CalledEngine lenient = sanitize({folder_->path(), "--allow-unchecked", "--format", "github"});
        QCOMPARE(lenient.status, 0);
        QVERIFY2(lenient.out.startsWith("::warning file="), qPrintable(lenient.out));
    }

    void a_repository_without_kernels_passes_and_says_so() {
        write("main.cu", without_kernels);
        const test::CalledEngine called = sanitize({folder_->path()});
        QCOMPARE(called.out, QString("No kernels were found.\n"));
        QCOMPARE(called.status, 0);
    }

    void lines_are_those_of_the_file_if_lines_were_proposed_at_its_top() {
        write("square.cu", "__global__ void square_all(const float* x, float* y, int n) {\n"
                           "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i <= n) y[i] = x[i] * x[i] - 3.0f / (1.0f + x[i]);\n"
                           "}\n");
        const test::CalledEngine called = sanitize({path("square.cu")});
        QCOMPARE(called.status, 1);
        QVERIFY2(called.out.contains("square.cu:3: out-of-bounds: "), qPrintable(called.out));
        QVERIFY2(called.out.contains("which has 3 more lines at the top."), qPrintable(called.out));
    }

    void senseless_calls_are_refused() {
        const test::CalledEngine missing = sanitize({path("none.cu")});
        QCOMPARE(missing.status, 1);
        QVERIFY2(missing.error.contains("There is no file"), qPrintable(missing.error));
        write("a.cu", clean);
        write("b.cu", clean);
        const test::CalledEngine two = test::call_engine({"check", path("a.cu"), path("b.cu")});
        QCOMPARE(two.status, 2);
        QVERIFY2(two.error.contains("--sanitize"), qPrintable(two.error));
        QCOMPARE(test::call_engine({"check", path("a.cu"), "--format", "junit"}).status, 2);
    }
};

WARPLOOM_TEST(SanitizeTest);
#include "sanitize_test.moc"
