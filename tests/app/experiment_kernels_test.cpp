#include "app/experiment/run_experiment.h"
#include "engine/error.h"
#include "engine/experiment/result.h"
#include "fake_gpu.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace warploom;
using namespace warploom::app;

// CUDA C files in place of kernel names in experiments: their sources are stored in the result, and missing files are
// reported.

namespace {

constexpr const char* thread_a_row = R"(
template <typename T> __global__ void thread_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    thread_a_row<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
)";

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
}

QByteArray experiment_with(const QByteArray& kernel) {
    return R"({"warploom_experiment": 1, "id": "made", "title": "made", "card": "gtx295",
      "series": [{"id": "s", "title": "s", "over": [], "unit": "ms", "figure": "time",
      "run": {"operation": "spmv", "input": "laplace2d:n=20", "kernel": "ell", "modelled_kernel": ")" +
           kernel + R"("}}]})";
}

struct Said {
    std::string code, sentence, hint;
};
template <class Work> Said said_by(const Work& work) {
    try {
        work();
    } catch (const Error& error) { return {error.code(), error.what(), error.hint()}; }
    return {};
}
bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

} // namespace

class ExperimentKernelsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString path(const QString& name) const { return folder_.filePath(name); }

    static experiment::Result run(const experiment::Experiment& experiment) {
        auto result = begin_experiment(experiment, true);
        ExperimentSettings settings;
        settings.quick = true;
        settings.measure_host = false;
        run_experiment(result, settings, test::host_with({}), {});
        return result;
    }

private slots:
    void init() {
        QVERIFY(folder_.isValid());
        QVERIFY(QDir(folder_.path()).mkpath("sub"));
        write(path("sub/mine.cu"), thread_a_row);
        write(path("sub/made.json"), experiment_with("./mine.cu"));
    }

    void the_text_of_a_kernel_travels_with_its_experiment() {
        const auto experiment = experiment::find_experiment(path("sub/made.json").toStdString());
        QCOMPARE(experiment.kernels.at("./mine.cu"), std::string(thread_a_row));
        QVERIFY(QFile::remove(path("sub/mine.cu"))); // whoever receives the experiment does not have this file
        const auto carried = experiment::experiment_from_json(experiment.text, "a copy");
        const auto result = run(carried);
        const experiment::CellValue& value = result.cells.at(0).modelled;
        QVERIFY2(value.number.has_value(), value.why_not.c_str());
        QCOMPARE(value.kernel.substr(0, 14), std::string("mine.cu, text "));
        QCOMPARE(value.kernel.size(), std::size_t{30});
        const auto again = experiment::result_from_text(experiment::result_to_json(result), "a result");
        QVERIFY(again.edited.empty());
        QCOMPARE(again.cells.at(0).modelled.kernel, value.kernel);
        QCOMPARE(again.experiment.kernels.at("./mine.cu"), std::string(thread_a_row));
    }

    void a_paper_s_kernel_needs_no_file() {
        write(path("sub/made.json"), experiment_with("paper:prata2010_ell.cu"));
        const auto experiment = experiment::find_experiment(path("sub/made.json").toStdString());
        QVERIFY(experiment.kernels.empty());
        const auto result = run(experiment);
        QVERIFY(contains(result.cells.at(0).modelled.kernel, "prata2010_ell.cu, text "));
    }

    void a_text_that_races_is_not_measured_on_a_gpu_data() {
        QTest::addColumn<QByteArray>("figure");
        QTest::addColumn<bool>("races");
        for (const char* const figure : {"time", "one run"})
            for (const bool races : {false, true})
                QTest::addRow("%s, %s", figure, races ? "a race" : "right") << QByteArray(figure) << races;
    }
    void a_text_that_races_is_not_measured_on_a_gpu() {
        QFETCH(QByteArray, figure);
        QFETCH(bool, races);
        QByteArray text = thread_a_row;
        if (races) text.replace("y[row] = sum;", "y[row] = sum; y[0] = sum;");
        write(path("sub/mine.cu"), text);
        QByteArray made = experiment_with("ell");
        made.replace("\"kernel\": \"ell\"", "\"kernel\": \"./mine.cu\"").replace("\"time\"", '"' + figure + '"');
        write(path("sub/made.json"), made);
        auto result = begin_experiment(experiment::find_experiment(path("sub/made.json").toStdString()), true);
        ExperimentSettings settings;
        settings.quick = true;
        settings.model = settings.measure_host = false;
        std::vector<std::unique_ptr<kernels::Machine>> gpus;
        gpus.push_back(test::fake_gpu("cuda:0", "Invented GPU", 0, kernels::bind_text_on));
        run_experiment(result, settings, test::host_with(std::move(gpus)), {});
        const experiment::CellValue& value = result.cells.at(0).measured;
        QVERIFY2(value.number.has_value() != races, value.why_not.c_str());
        if (races) QVERIFY2(contains(value.why_not, "global-race"), value.why_not.c_str());
    }

    void a_kernel_outside_of_the_folder_is_refused() {
        write(path("outside.cu"), thread_a_row);
        QVERIFY(QFile::link(path("outside.cu"), path("sub/link.cu")));
        for (const QByteArray& kernel :
             {QByteArray("../outside.cu"), path("outside.cu").toUtf8(), QByteArray("link.cu")}) {
            write(path("sub/made.json"), experiment_with(kernel));
            const Said said = said_by([&] { experiment::find_experiment(path("sub/made.json").toStdString()); });
            QCOMPARE(said.code, std::string("experiment.format"));
            QVERIFY2(contains(said.sentence, "is outside its folder"), said.sentence.c_str());
            QVERIFY(!said.hint.empty());
        }
    }

    void an_experiment_without_its_text_runs_no_file_that_lies_here() {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(path("sub")));
        const auto result = run(experiment::experiment_from_json(experiment_with("./mine.cu").toStdString(), "sent"));
        QVERIFY(QDir::setCurrent(before));
        QVERIFY2(contains(result.cells.at(0).modelled.why_not, "does not contain its source"),
                 result.cells.at(0).modelled.why_not.c_str());
    }

    void a_file_that_is_not_there_is_answered_with_one_that_is() {
        const auto asked = [](const QString& name) {
            return said_by([&] { kernels::find_kernel(Operation::spmv, name.toStdString()); });
        };
        QVERIFY(contains(asked(path("sub/nime.cu")).hint, "sub/mine.cu\"?"));
        QVERIFY(contains(asked(path("sub/prata2010_ell.cu")).hint, "Use paper:prata2010_ell.cu instead."));
        QVERIFY(contains(asked("paper:prata2010_el.cu").hint, "paper:prata2010_ell.cu"));
        QVERIFY(QDir(folder_.path()).mkpath("none"));
        QVERIFY(contains(asked(path("none/mine.cu")).hint, "There is no .cu file in"));
    }
};

WARPLOOM_TEST(ExperimentKernelsTest);
#include "experiment_kernels_test.moc"
