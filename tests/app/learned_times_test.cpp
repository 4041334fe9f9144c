#include "app/advice/advise.h"
#include "app/advice/learned_times.h"
#include "app/advice/prove.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "support/runner.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

using namespace warploom;
using namespace warploom::app;

namespace {

const std::vector<std::string> matrices{
    "laplace2d:n=40",        "laplace2d:n=60",        "laplace2d:n=90",         "laplace2d:n=120",
    "laplace3d:n=12",        "laplace3d:n=16",        "laplace3d:n=20",         "laplace3d:n=24",
    "power-law:n=2000",      "power-law:n=3000",      "power-law:n=5000",       "power-law:n=8000",
    "dense:rows=60,cols=60", "dense:rows=90,cols=90", "dense:rows=120,cols=90", "dense:rows=150,cols=60"};

/// Returns invented times: csr-vector takes eight times the plain time, and csr-merge takes less time the longer the
/// rows are.
MeasuredTimes pretended_times() {
    MeasuredTimes times;
    times.machine.id = "cuda:0";
    times.machine.title = "NVIDIA Pretended";
    times.machine.facts = {{"compute capability", "99.0"}};
    times.machine.kernels = {"csr-vector", "csr-merge", "ell"};
    for (const std::string& name : matrices) {
        const Matrix matrix = generate_matrix(name);
        MatrixTimes each;
        each.matrix = name;
        each.family = name.substr(0, name.find(':'));
        each.is_held_out = each.family == "laplace3d";
        const RowFigures rows = row_figures(matrix.csr);
        const double plain = plain_ns(learned_bytes("csr", 0, rows, each.precision));
        KernelTime vector, merge;
        vector.kernel = "csr-vector";
        merge.kernel = "csr-merge";
        vector.format = merge.format = "csr";
        vector.ns = 8 * plain;
        merge.ns = plain * 80 / rows.mean(); // faster from 10 entries per row on
        each.kernels = {vector, merge};
        times.matrices.push_back(each);
    }
    return times;
}

double guess(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
             const std::vector<double>& weights, const std::vector<double>& at) {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        sum += weights[i] * covariance(shape, squares_between(at, points[i]));
    return sum;
}

} // namespace

class LearnedTimesTest : public QObject {
    Q_OBJECT
private slots:
    void a_guess_at_a_known_point_is_what_is_known_there() {
        const std::vector<std::vector<double>> points{{0, 0}, {1, 0}, {0, 1}, {2, 1}};
        const std::vector<double> numbers{1, 3, 0, 4}; // 1 + 2 x - y
        const ProcessShape shape{.smooth = 4, .length = 8, .local = 0.1, .local_length = 0.1, .noise = 1e-4, .mean = 2};
        const ProcessFit fit = fit_process(shape, points, numbers, {0, 1, 2, 3});
        for (std::size_t i = 0; i < points.size(); ++i)
            QVERIFY(std::abs(guess(shape, points, fit.weights, points[i]) - numbers[i]) < 1e-3);
        QVERIFY(std::abs(guess(shape, points, fit.weights, {1, 1}) - 2) < 0.2);
    }

    void what_only_near_points_share_is_known_there_alone() {
        const ProcessShape shape{
            .smooth = 0.01, .length = 4, .local = 1, .local_length = 0.3, .noise = 1e-3, .mean = 0.1};
        const std::vector<std::vector<double>> points{{0}, {10}};
        const ProcessFit fit = fit_process(shape, points, {1, -1}, {0, 1});
        QVERIFY(std::abs(guess(shape, points, fit.weights, {0.02}) - 1) < 0.05);
        QVERIFY(std::abs(guess(shape, points, fit.weights, {3})) < 0.05);
        QVERIFY(std::abs(fit.guessed_without_group[0]) < 0.1);
    }

    void leaving_a_group_out_is_what_fitting_without_it_gives() {
        std::mt19937 random(35);
        std::normal_distribution<double> normal;
        std::vector<std::vector<double>> points, kept;
        std::vector<double> numbers, kept_numbers;
        std::vector<int> groups, kept_groups;
        for (int i = 0; i < 24; ++i) {
            points.push_back({normal(random), normal(random), normal(random)});
            numbers.push_back(std::sin(points.back()[0]) + 0.5 * points.back()[1]);
            groups.push_back(i % 4);
            if (i % 4 == 2) continue;
            kept.push_back(points.back());
            kept_numbers.push_back(numbers.back());
            kept_groups.push_back(i % 4);
        }
        const ProcessShape shape;
        const ProcessFit whole = fit_process(shape, points, numbers, groups);
        const ProcessFit part = fit_process(shape, kept, kept_numbers, kept_groups);
        for (std::size_t i = 0; i < points.size(); ++i)
            if (groups[i] == 2)
                QVERIFY(std::abs(whole.guessed_without_group[i] - guess(shape, kept, part.weights, points[i])) < 1e-6);
    }

    void features_of_a_diagonal_are_known_by_hand() {
        const Matrix matrix = generate_matrix("diagonal:n=65536");
        const MatrixFeatures f = matrix_features(matrix.csr, row_figures(matrix.csr), Precision::float64);
        QCOMPARE(f.values.size(), MatrixFeatures::names().size());
        QCOMPARE(f.value("rows"), 16.0);
        QCOMPARE(f.value("longest"), 0.0);
        QCOMPARE(f.scatter, 0.25);          // 32 adjacent entries access 8 sectors of 4 doubles
        QCOMPARE(f.value("by_warps"), 5.0); // a warp processes a row with one entry: 32 times the lanes
        QCOMPARE(f.value("by_threads"), 0.0);
        QCOMPARE(f.value("block"), 0.0);
        // 12 bytes per entry, 4 per row, and 8 each of x and y. By both measures, each sector of x is read once.
        QCOMPARE(f.value("gather"), std::log2(1 + 8.0 / 32));
        QCOMPARE(f.value("near_x"), f.value("gather"));
        QCOMPARE(f.value("size"), std::log2(1 + 65536 * 32 / (3500.0 * 3000)));
        QCOMPARE(f.value("in_long_rows"), 0.0);
        const MatrixFeatures g = matrix_features(matrix.csr, row_figures(matrix.csr), Precision::float32);
        QCOMPARE(g.scatter, 0.125); // 8 floats per sector
    }

    void rows_much_longer_than_the_mean_are_seen() {
        const Matrix matrix = generate_matrix("one-long-row:n=1000,length=500");
        const MatrixFeatures f = matrix_features(matrix.csr, row_figures(matrix.csr), Precision::float64);
        QCOMPARE(f.value("in_long_rows"), 500.0 / static_cast<double>(matrix.csr.nonzeros()));
        QCOMPARE(f.value("longest"), std::log2(500.0));
        QVERIFY(f.value("by_threads") > 1);                    // 31 lanes wait for the one with the long row
        const Matrix grid = generate_matrix("laplace2d:n=30"); // rows of 3 to 5 entries
        QCOMPARE(matrix_features(grid.csr, row_figures(grid.csr), Precision::float64).value("in_long_rows"), 0.0);
    }

    void scattered_columns_are_seen() {
        const Matrix matrix = generate_matrix("power-law:n=60000,exponent=10");
        const MatrixFeatures f = matrix_features(matrix.csr, row_figures(matrix.csr), Precision::float64);
        QVERIFY(f.scatter > 0.9);
        const Matrix popular = generate_matrix("power-law:n=60000,exponent=10,popular=4");
        const MatrixFeatures g = matrix_features(popular.csr, row_figures(popular.csr), Precision::float64);
        QVERIFY(g.value("near_x") < f.value("near_x") - 0.1);
        const Matrix blocks = generate_matrix("reservoir:grid=8,block=4");
        QCOMPARE(matrix_features(blocks.csr, row_figures(blocks.csr), Precision::float64).value("block"), 2.0);
    }

    void a_kernel_is_judged_by_what_decides_its_time() {
        const auto names_of = [](const std::string& kernel, const std::string& format) {
            std::vector<std::string> names;
            for (const int feature : features_of(kernel, format))
                names.push_back(MatrixFeatures::names()[static_cast<std::size_t>(feature)]);
            return names;
        };
        const auto looks_at = [&](const char* kernel, const char* format, const char* feature) {
            const auto names = names_of(kernel, format);
            return std::find(names.begin(), names.end(), feature) != names.end();
        };
        for (const auto& [kernel, format] :
             {std::pair("csr-scalar", "csr"), {"csr-vector", "csr"}, {"cusparse-sell", "sell"}, {"dia", "dia"}})
            QVERIFY2(looks_at(kernel, format, "by_threads") && !looks_at(kernel, format, "gather"), kernel);
        for (const auto& [kernel, format] :
             {std::pair("csr-merge", "csr"), {"cusparse-coo", "coo"}, {"csr-sweep", "csr"}})
            QVERIFY2(looks_at(kernel, format, "gather") && !looks_at(kernel, format, "by_threads"), kernel);
        for (const auto& [kernel, format] : {std::pair("bcsr-wide", "bcsr"), {"cusparse-bsr", "bcsr"}})
            QVERIFY2(looks_at(kernel, format, "block") && !looks_at(kernel, format, "near_x"), kernel);
    }

    void what_was_learned_guesses_other_matrices_and_survives_its_file() {
        const Learning learning = learn_times(pretended_times());
        QCOMPARE(learning.times.cases, std::int64_t{12}); // four are held out
        QCOMPARE(learning.times.families, std::int64_t{3});
        const LearnedPrecision* const learned = learning.times.find(Precision::float64);
        QVERIFY(learned != nullptr && learned->find("ell") == nullptr); // there were no times for it
        QVERIFY(learning.times.find(Precision::float32) == nullptr);
        QTemporaryDir folder;
        const std::string path = folder.filePath("learned.json").toStdString();
        write_whole_file(path, protocol::write(learning.times).dump());
        const LearnedTimes read = read_learned(path);
        const Matrix matrix = generate_matrix("laplace3d:n=18");
        const RowFigures rows = row_figures(matrix.csr);
        const LearnedGuess guess(*read.find(Precision::float64), matrix_features(matrix.csr, rows, Precision::float64),
                                 rows);
        const double plain = plain_ns(learned_bytes("csr", 0, rows, Precision::float64));
        const LearnedPrecision& read_double = *read.find(Precision::float64);
        const double ratio = guess.ns(*read_double.find("csr-vector"), 0) / plain;
        QVERIFY2(std::abs(ratio / 8 - 1) < 0.2, std::to_string(ratio).c_str());
        QVERIFY(guess.ns(*read_double.find("csr-merge"), 0) > plain);
        QVERIFY(guess.nearest().find("laplace") == 0);
    }

    void advice_on_a_gpu_that_was_measured_follows_its_times() {
        const MeasuredTimes times = pretended_times();
        const auto machine = absent_machine(times.machine);
        AdvisedMachine advised = advised_machine(*machine);
        advised.learned = std::make_shared<const LearnedTimes>(learn_times(times).times);
        set_learned_error(advised);
        Inputs inputs;
        const protocol::Advice on_grid = advise(inputs, "laplace2d:n=70", advised, {});
        QVERIFY(on_grid.is_learned);
        QVERIFY(on_grid.sentence.find("model") == std::string::npos);
        QCOMPARE(on_grid.fastest, std::string("csr-vector"));
        QVERIFY(on_grid.error_from.find("12 cases in 3 families") != std::string::npos);
        QVERIFY(!on_grid.find("csr-vector")->reason.empty());
        QCOMPARE(advise(inputs, "dense:rows=100,cols=100", advised, {}).fastest, std::string("csr-merge"));
        ProofSettings settings;
        settings.learned = advised.learned;
        const Proof proof = prove(times, settings, {});
        QCOMPARE(proof.cases.size(), times.matrices.size());
        for (const ProofCase& each : proof.cases) QVERIFY2(each.advised_ns < 1.05 * each.best_ns, each.matrix.c_str());
    }

    void a_kernel_that_cannot_count_so_many_columns_is_not_advised() {
        TimedMachine hopper;
        hopper.id = "cuda:0";
        hopper.title = "NVIDIA H100 80GB HBM3";
        hopper.facts = {{"compute capability", "9.0"}};
        const auto machine = absent_machine(hopper);
        const AdvisedMachine advised = advised_machine(*machine);
        QVERIFY(advised.learned != nullptr);
        Inputs inputs;
        AdviceSettings settings;
        settings.quick = true;
        const std::string name = "diagonal:n=4200000"; // more than 2^22 rows
        const protocol::Advice in_double = advise(inputs, name, advised, settings);
        QVERIFY(in_double.find("csr-sweep") == nullptr && in_double.find("csr-adaptive") != nullptr);
        settings.precision = Precision::float32;
        QVERIFY(advise(inputs, name, advised, settings).find("csr-sweep") != nullptr);
    }

    void a_matrix_unlike_all_measured_ones_gets_no_guess() {
        TimedMachine hopper;
        hopper.id = "cuda:0";
        hopper.title = "NVIDIA H100 80GB HBM3";
        hopper.facts = {{"compute capability", "9.0"}};
        const auto machine = absent_machine(hopper);
        const AdvisedMachine advised = advised_machine(*machine);
        Inputs inputs;
        AdviceSettings settings;
        settings.quick = true;
        const protocol::Advice inside = advise(inputs, "laplace2d:n=700", advised, settings);
        QVERIFY(inside.is_learned && inside.find("csr-vector") != nullptr);
        const protocol::Advice outside = advise(inputs, "diagonal:n=5", advised, settings);
        QVERIFY(!outside.is_learned && outside.find("csr-vector") != nullptr);
        QCOMPARE(outside.error, std::max(advised.model_error, 0.3));
        const auto is_told = [](const std::string& note) {
            return note.find("Times are modeled rather than estimated from measurements. ") == 0 &&
                   note.find("smaller than in any measured matrix") != std::string::npos;
        };
        QVERIFY(std::any_of(outside.notes.begin(), outside.notes.end(), is_told));
    }

    void the_learned_range_is_that_of_the_measured_matrices() {
        const Learning learning = learn_times(pretended_times());
        const LearnedPrecision& learned = *learning.times.find(Precision::float64);
        QVERIFY(learned.reach() > 0 && std::isfinite(learned.reach()));
        const LearnedKernel& kernel = *learned.find("csr-vector");
        const auto why = [&](const char* name) {
            const Matrix matrix = generate_matrix(name);
            const RowFigures rows = row_figures(matrix.csr);
            return LearnedGuess(learned, matrix_features(matrix.csr, rows, Precision::float64), rows)
                .why_outside(kernel);
        };
        for (const MatrixTimes& measured : pretended_times().matrices)
            if (!measured.is_held_out) QCOMPARE(why(measured.matrix.c_str()), std::string());
        QVERIFY2(why("diagonal:n=5").find("smaller than in any measured matrix") != std::string::npos,
                 why("diagonal:n=5").c_str());
        QVERIFY(!why("random-rows:n=4,fraction=1").empty());
    }

    void a_file_that_does_not_fit_together_is_refused() {
        const LearnedTimes good = learn_times(pretended_times()).times;
        QTemporaryDir folder;
        const std::string path = folder.filePath("learned.json").toStdString();
        const auto is_refused = [&](const auto& damage) {
            LearnedTimes times = good;
            damage(times);
            write_whole_file(path, protocol::write(times).dump());
            try {
                read_learned(path);
            } catch (const Error& error) { return error.code() == "advice.learned" && !error.hint().empty(); }
            return false;
        };
        QVERIFY(!is_refused([](LearnedTimes&) {}));
        QVERIFY(is_refused([](LearnedTimes& t) { t.features.pop_back(); }));
        QVERIFY(is_refused([](LearnedTimes& t) { t.precisions[0].points[0].pop_back(); }));
        QVERIFY(is_refused([](LearnedTimes& t) { t.precisions[0].scale[0] = 0; }));
        QVERIFY(is_refused([](LearnedTimes& t) { t.precisions[0].kernels[0].weights.pop_back(); }));
        QVERIFY(is_refused([](LearnedTimes& t) { t.precisions[0].kernels[0].points[0] = 1000; }));
        QVERIFY(is_refused([](LearnedTimes& t) { t.precisions[0].kernels[0].features[0] = 1000; }));
        QVERIFY(is_refused([](LearnedTimes& t) { t.precisions[0].kernels[0].shape.local_length = 0; }));
    }

    void too_few_times_are_refused() {
        MeasuredTimes times = pretended_times();
        times.matrices.resize(5);
        QVERIFY_THROWS_EXCEPTION(Error, learn_times(times));
    }

    void what_the_program_learned_can_be_read() {
        const auto none = learned_for("no GPU of this name", "");
        QVERIFY(none == nullptr);
        const auto hopper = learned_for("another one", "9.0");
        QVERIFY(hopper != nullptr && hopper->error < 0.15);
        QCOMPARE(hopper->cases, std::int64_t{508}); // the families that are not held out
    }
};

WARPLOOM_TEST(LearnedTimesTest);
#include "learned_times_test.moc"
