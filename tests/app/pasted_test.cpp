// Files as people paste them, with host code and without a function `run`: the lines that are proposed for them, and
// the verdict of `check`.

#include "app/check/check.h"
#include "app/check/pasted_source.h"
#include "engine/error.h"
#include "engine/proposal/proposal.h"
#include "engine/simt/program.h"
#include "support/runner.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <string>

using namespace warploom;
using namespace warploom::app;

namespace {

constexpr const char* folder = WARPLOOM_SOURCE_DIR "/tests/app/pasted";

std::string text_at(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

void files_of(const QString& under, int least) {
    QTest::addColumn<QString>("path");
    const QStringList names = QDir(QLatin1String(folder) + "/" + under).entryList({"*.cu"}, QDir::Files, QDir::Name);
    QVERIFY(names.size() >= least);
    for (const QString& name : names)
        QTest::newRow(qPrintable(name)) << QLatin1String(folder) + "/" + under + "/" + name;
}

protocol::Check checked(const QString& path) {
    CheckSettings settings;
    settings.kernel = path.toStdString();
    settings.card = simulated::find_card("h200");
    settings.chooses_precision = true;
    const PastedSource pasted(settings.kernel);
    protocol::Check check = Checker().check(settings, {});
    pasted.explain(check);
    return check;
}

std::string words_of(const protocol::Check& check) {
    std::string words = to_string(check.verdict) + std::string(": ") + check.sentence;
    for (const auto& note : check.notes) words += "\n" + note.sentence + " " + note.hint;
    for (const auto& finding : check.findings)
        words += "\n" + std::string(to_string(finding.kind)) + ": " + finding.sentence;
    return words;
}

std::string added_to(const std::string& text) { return proposal::propose(text).added; }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class PastedTest : public QObject {
    Q_OBJECT
private slots:
    void right_files_are_judged_right_data() { files_of("right", 12); }
    void right_files_are_judged_right() {
        QFETCH(QString, path);
        const protocol::Check check = checked(path);
        QVERIFY2(check.verdict == protocol::CheckVerdict::right, words_of(check).c_str());
        QVERIFY(std::any_of(check.warnings.begin(), check.warnings.end(),
                            [](const auto& warning) { return contains(warning.sentence, "no function `run`"); }));
    }

    void wrong_files_are_judged_wrong_data() { files_of("wrong", 12); }
    void wrong_files_are_judged_wrong() {
        QFETCH(QString, path);
        const protocol::Check check = checked(path);
        const QString verdict = QString::fromStdString(text_at(path)).section('\n', 0, 0).section(": ", 1);
        if (verdict == "wrong") {
            QVERIFY2(check.verdict == protocol::CheckVerdict::wrong, words_of(check).c_str());
            return;
        }
        QVERIFY2(check.verdict == protocol::CheckVerdict::wrong || check.verdict == protocol::CheckVerdict::doubtful,
                 words_of(check).c_str());
        QVERIFY2(std::any_of(check.findings.begin(), check.findings.end(),
                             [&](const auto& finding) { return verdict == QLatin1String(to_string(finding.kind)); }),
                 words_of(check).c_str());
    }

    void files_with_an_unknown_computation_lack_only_the_result_data() { files_of("unknown", 12); }
    void files_with_an_unknown_computation_lack_only_the_result() {
        QFETCH(QString, path);
        const proposal::Proposal made = proposal::propose(text_at(path));
        QVERIFY(!made.is_complete);
        QVERIFY2(contains(made.added, "// out: ") || contains(made.added, "// inout: "), made.added.c_str());
        const auto translation = simt::translate("a.cu", made.source);
        QVERIFY2(translation.program != nullptr,
                 translation.refusals.empty() ? "" : translation.refusals.front().sentence.c_str());
    }

    void lines_keep_their_numbers() {
        const QString path = QLatin1String(folder) + "/right/vector_add.cu";
        const std::string text = text_at(path);
        const proposal::Proposal made = proposal::propose(text);
        QVERIFY(made.is_aligned);
        const std::string line = "__global__ void vecAddKernel";
        const auto number = [&](const std::string& of) {
            return std::count(of.begin(), of.begin() + static_cast<long>(of.find(line)), '\n');
        };
        QCOMPARE(number(made.aligned_source), number(text));
        QVERIFY(contains(made.source, text)); // the whole file is in the printed source
    }

    void finished_sources_need_no_proposal() {
        QVERIFY(!proposal::needs_proposal(
            "__global__ void k(int* a) { a[0] = 1; }\nvoid run(int* y) { k<<<1, 1>>>(y); }\n"));
        QVERIFY(!proposal::needs_proposal("// out: y int[1]\n__global__ void k(int* y) { y[0] = 1; }\n"));
        QVERIFY(!proposal::needs_proposal("int main() { return 0; }\n"));
        QVERIFY(proposal::needs_proposal("__global__ void k(int* a) { a[0] = 1; }\n"));
    }

    void unknown_computations_get_declarations_but_no_result() {
        const proposal::Proposal made = proposal::propose(
            "__global__ void mystery(const float* a, float* b, int n) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = a[i] * a[i] + 1;\n}\n");
        QVERIFY(!made.is_complete);
        QVERIFY(contains(made.added, "// in: a float[n]\n// out: b float[n]\n// n: 1 .. 1000000\n"));
        QVERIFY(contains(made.added, "// void expected(const float* a, float* b, int n) {"));
        QVERIFY(contains(made.added, "mystery<<<(n + block - 1) / block, block>>>(a, b, n);"));
    }

    void vectors_and_structs_are_declared_as_numbers() {
        const std::string added = added_to("struct Point { float x, y, z; };\n__global__ void k(const float4* a, "
                                           "Point* p, unsigned long long* c, int n) {\n"
                                           "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) { p[i].x = "
                                           "a[i].w; atomicAdd(&c[0], 1ull); }\n}\n");
        for (const char* const part :
             {"// in: a float[4 * (n)]", "// inout: p float[3 * (n)]", "// out: c long long[1]",
              "((const float4*)a, (Point*)p, (unsigned long long*)c, n);", "consists of 3 numbers of type float."})
            QVERIFY2(contains(added, part), added.c_str());
    }

    void an_array_with_an_element_per_block_has_the_size_of_the_grid() {
        const std::string added = added_to(
            "__global__ void sums(const float* a, float* part, int n) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n && threadIdx.x == 0) part[blockIdx.x] = "
            "a[i];\n}\n"
            "int main() { int n = 100, threads = 64; sums<<<(n + threads - 1) / threads, threads>>>(a, part, n); }\n");
        QVERIFY2(contains(added, "// out: part float[(n + 64 - 1) / 64]"), added.c_str());
        QVERIFY2(contains(added, "`part` has one element per block."), added.c_str());
    }

    void the_evidence_of_each_guess_is_stated() {
        const std::string added = added_to(text_at(QLatin1String(folder) + "/right/spmv_homework.cu"));
        for (const char* const part : {"`ptr` is row_pointer, because its elements i and i + 1 are read.",
                                       "`idx` is column, because its elements are indices of `x`.",
                                       "`n` is rows, because it is the limit of the row index.",
                                       "spmv<<<(rows + 32 - 1) / 32, 32>>>(rows, row_pointer, column, value, x, y);"})
            QVERIFY2(contains(added, part), added.c_str());
    }

    void names_do_not_decide_which_array_is_which() {
        const std::string added = added_to(
            "__global__ void k(const double* p, double* q, const int* r, const double* s, const int* t, int u) {\n"
            "  int v = blockIdx.x * blockDim.x + threadIdx.x;\n  if (v >= u) return;\n  double w = 0;\n"
            "  for (int k = t[v]; k < t[v + 1]; ++k) w += p[k] * s[r[k]];\n  q[v] = w;\n}\n");
        QVERIFY2(contains(added, "(value, y, column, x, row_pointer, rows);"), added.c_str());
    }

    void other_kernels_of_a_file_do_not_decide_what_a_kernel_computes() {
        const std::string body =
            "(const float* a, const float* b, float* c, int n) {\n"
            "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) c[i] = a[i] * b[i];\n}\n";
        const std::string added = added_to("__global__ void vector_mul" + body + "__global__ void vector_add" + body);
        QVERIFY2(contains(added, "c[i] = a[i] * b[i];"), added.c_str());
        QVERIFY(contains(added, "`vector_mul` is the first kernel that is launched, or the first one in the file."));
    }

    void what_cannot_be_guessed_is_refused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        QTest::newRow("blocks") << "__global__ void sums(const float* a, float* part, int n) {\n"
                                   "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                   "  if (i < n && threadIdx.x == 0) part[blockIdx.x] = a[i];\n}\n"
                                << "The size of `part` depends on the number of blocks.";
        QTest::newRow("type") << "__global__ void k(const short* a, int* b, int n) {\n"
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = a[i];\n}\n"
                              << "The elements of `a` are of type `short`.";
        QTest::newRow("size") << "__global__ void k(const int* a, const int* b, int* c, int n, int m) {\n"
                                 "  c[a[threadIdx.x]] = b[threadIdx.x] + n + m;\n}\n"
                              << "The size of `a` cannot be inferred from its indices.";
        QTest::newRow("results") << "__global__ void k(const int* a, int n) {\n"
                                    "  int i = threadIdx.x;\n  if (i < n) printf(\"%d\", a[i]);\n}\n"
                                 << "`k` writes none of its arrays.";
        QTest::newRow("kernels") << "int main() { return 0; }\n"
                                 << "This file contains no kernel.";
    }
    void what_cannot_be_guessed_is_refused() {
        QFETCH(QString, text);
        QFETCH(QString, reason);
        try {
            const std::string added = added_to(text.toStdString());
            QFAIL(added.c_str());
        } catch (const Error& error) {
            QCOMPARE(QString::fromStdString(error.what()), reason);
            QVERIFY(!error.hint().empty());
        }
    }
};

WARPLOOM_TEST(PastedTest);

#include "pasted_test.moc"
