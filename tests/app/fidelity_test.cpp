#include "app/experiment/fidelity/fidelity.h"
#include "engine/error.h"
#include "support/runner.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace warploom;
using namespace warploom::app;
using experiment::Result;

namespace {

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

template <class Call> std::string code_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) { return error.code(); }
    return "";
}

/// ELL from prata2010's table 2 with two orders, a percentage, and two claims.
const char* const small = R"({
  "warploom_experiment": 1, "id": "small", "source": "prata2010", "place": "table 2", "title": "ELL and a share",
  "conclusion": "Larger ones take longer.", "remarks": "None.", "card": "gtx295", "published": "prata2010-spmv.csv",
  "variables": { "order": { "values": [4096, 8192] } },
  "series": [
    { "id": "ell", "title": "ELL", "over": ["order"], "unit": "ms",
      "run": { "operation": "spmv", "input": "random-rows:n={order},fraction=0.2", "kernel": "ell", "on": "gpu",
               "precision": "double", "block": 32 },
      "figure": "time",
      "where": { "table": "2", "order": "{order}", "precision": "double", "kernel": "ell-thread-per-row-gpu",
                 "block_size": "32", "quantity": "time" } },
    { "id": "cpu", "title": "Host", "over": ["order"], "unit": "ms",
      "run": { "operation": "spmv", "input": "random-rows:n={order},fraction=0.2", "kernel": "cpu-ell", "on": "cpu" },
      "figure": "time",
      "where": { "table": "2", "order": "{order}", "precision": "double", "kernel": "ell-thread-per-row-cpu",
                 "quantity": "time" } },
    { "id": "share", "title": "ELL / host", "over": ["order"], "unit": "%",
      "ratio": { "of": "ell", "over": "cpu", "times": 100 },
      "where": { "table": "2", "order": "{order}", "precision": "double", "kernel": "ell-thread-per-row-gpu",
                 "block_size": "32", "quantity": "gpu/cpu*100" } }
  ],
  "charts": [], "profiles": [],
  "claims": [
    { "text": "Twice the order takes longer.", "series": "ell", "between": "order", "left_value": "8192",
      "is": "more than", "right_value": "4096" },
    { "text": "The largest takes less than 6 ms.", "left": "ell", "is": "less than", "than": 6,
      "where": { "order": "8192" } },
    { "text": "The GPU is faster.", "left": "ell", "is": "less than", "right": "cpu" }
  ]
})";

/// Returns a result whose modeled figures are these multiples of the published ones (1.440 and 6.342 ms).
Result small_result(double first, double second, bool first_is_fitted) {
    Result result;
    result.experiment = experiment::experiment_from_json(small, "small");
    result.cells = experiment::expand(result.experiment, false);
    int number = 0;
    for (auto& cell : result.cells) {
        if (cell.series == "cpu") cell.modelled.why_not = "There is no model of hosts.";
        if (cell.series != "ell") continue;
        cell.modelled.number = *cell.published.number * (number == 0 ? first : second);
        cell.modelled.is_fitted = number == 0 && first_is_fitted;
        ++number;
    }
    return result;
}

CardFidelity small_card(const std::vector<Result>& results) {
    CardFidelity card;
    card.card = "gtx295";
    card.title = "GeForce GTX 295";
    card.study.rule = "Every other cell is fitted.";
    card.study.comparisons = {
        {"orders", "4096 against 8192", {}, {}, PaperComparison::Expected::left_less, 0.227, false},
        {"orders", "blocks", {}, {}, PaperComparison::Expected::left_more, 1.2, false},
        {"orders", "alike", {}, {}, PaperComparison::Expected::left_more, 1.01, true}};
    card.fit.comparison_ratio = {0.3, 0.9, 1.0};
    card.fit.is_right = {true, false, false};
    card.fit.counted = 2;
    card.fit.right = 1;
    card.results = results;
    return card;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Writes two files in the format of `run --csv`, shortened.
void write_measured(const QTemporaryDir& folder, const QByteArray& kind = "measured") {
    write(folder.filePath("water.csv"),
          "kernel,machine,precision,block,status,reason,kind,cache,median_ns,q1_ns,q3_ns\n"
          "csr-scalar,cuda:0,double,64,ok,," +
              kind +
              ",cold,20000,19000,21000\n"
              "ell,cuda:0,double,64,ok,," +
              kind +
              ",cold,10000,9500,10500\n"
              "dia,cuda:0,double,64,skipped,\"It takes 9 GB, too much.\",,cold,,,\n");
    write(
        folder.filePath("water-environment.csv"),
        "key,value\ndate,2026-11-21T12:00:00Z\nmachine,cuda:0 (NVIDIA H200)\nmatrix,\"water-network:n=500,seed=3\"\n");
    write(folder.filePath("water-samples.csv"), "this,is,not,read\n");
}

} // namespace

class FidelityTest : public QObject {
    Q_OBJECT

private slots:
    void the_median_is_of_cells_that_were_not_fitted() {
        const ModelErrors errors = errors_of({small_result(3.0, 0.8, true)});
        QCOMPARE(errors.fitted, 1);
        QCOMPARE(errors.others, 1); // percentages are not counted again, and hosts have no model
        QVERIFY(std::abs(errors.median_fitted - 2.0) < 1e-12);
        QVERIFY(std::abs(errors.median - 0.2) < 1e-12);
        QVERIFY(std::abs(errors.worst - 0.2) < 1e-12);
        QCOMPARE(errors.worst_cell, std::string("ELL, order 8192"));
    }

    void too_fast_and_too_slow_are_errors_alike() {
        const ModelErrors errors = errors_of({small_result(1.5, 0.5, false)});
        QCOMPARE(errors.others, 2);
        QVERIFY(std::abs(errors.median - 0.5) < 1e-12);
    }

    void a_printed_cell_of_two_experiments_counts_once() {
        const Result one = small_result(1.5, 0.5, false);
        QCOMPARE(errors_of({one, one}).others, 2);
    }

    void claims_are_judged_in_the_modelled_column() {
        const ModelClaims claims = claims_of({small_result(1, 1, false)});
        QCOMPARE(claims.right, 1); // 6.3 ms > 1.4 ms
        QCOMPARE(claims.wrong, 1); // 6.3 ms > 6 ms
        QCOMPARE(claims.open, 0);
        QCOMPARE(claims.outside, 1); // hosts have no model
        QCOMPARE(claims_of({small_result(10, 1, false)}).right, 0);
    }

    void notes_are_taken_by_their_headings() {
        const auto notes =
            fidelity_notes("# Why\n\n## gtx295\n\nCaches.\n\n- And clocks.\n\n## measured\nNothing.\n", "notes.md");
        QCOMPARE(notes.size(), std::size_t{2});
        QCOMPARE(notes.at("gtx295"), std::string("Caches.\n\n- And clocks."));
        QCOMPARE(notes.at("measured"), std::string("Nothing."));
    }

    void notes_without_a_heading_are_refused_with_their_line() {
        try {
            (void)fidelity_notes("# Why\n\nCaches.\n", "notes.md");
            QFAIL("read");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("file.malformed"));
            QVERIFY(has(error.what(), "notes.md, line 3"));
        }
        QCOMPARE(code_of([] { (void)fidelity_notes("## a\nx\n## a\ny\n", "notes.md"); }),
                 std::string("file.malformed"));
    }

    void the_page_says_which_target_is_missed_and_why() {
        const FidelityNotes notes{{"gtx295", "Its caches are a guess."}};
        const std::string page = fidelity_report({small_card({small_result(1, 1.6, true)})}, {MeasuredKernels{}}, notes,
                                                 "2026-11-21T12:00:00Z");
        QVERIFY(has(page, "| GeForce GTX 295 | 2 | 1 | 60.0 % | 60.0 % | 1 of 2 | 1 of 2 | **missed**: median, "
                          "directions, claims |"));
        QVERIFY(has(page, "Its caches are a guess."));
        QVERIFY(has(page, "| ELL | order 4096 | 1.44 | 1.44 | ms | +0.0 % | fitted |"));
        QVERIFY(has(page, "| ELL | order 8192 | 6.342 | 10.15 | ms | +60.0 % |  |"));
        QVERIFY(has(page, "2 published cells have no modeled value. There is no model of hosts."));
        QVERIFY(has(page, "Wrong: orders, blocks: published 1.200, modeled 0.900."));
        QVERIFY(!has(page, "orders, alike")); // within scatter
        QVERIFY(has(page, "Nothing has been measured yet"));
    }

    void the_page_names_the_files_that_something_stands_in_for() {
        Result result = small_result(1, 1, false);
        const auto page_of = [&] { return fidelity_report({small_card({result})}, {}, {}, "2026-11-21"); };
        QVERIFY(!has(page_of(), "were not available"));
        for (auto& cell : result.cells)
            cell.modelled.note =
                "water-network:n=865,seed=0 stands in for Richmond.inp:step=0,fill=1 (cannot read it).";
        QVERIFY(has(page_of(), "a generated matrix of the same size replaces each of them: Richmond.inp.\n"));
    }

    void a_card_that_meets_the_targets_needs_no_reason() {
        CardFidelity card = small_card({small_result(1, 0.92, false)});
        card.fit.is_right = {true, true, false};
        card.fit.right = 2;
        const std::string page = fidelity_report({card}, {}, {{"gtx295", "Its caches are a guess."}}, "2026-11-21");
        QVERIFY(has(page, "| 2 of 2 | 2 of 2 | met |")); // 5.83 ms < 6 ms
        QVERIFY(!has(page, "guess"));
        QVERIFY(!has(page, "missed"));
    }

    void measured_tables_are_read_with_their_matrix() {
        QTemporaryDir folder;
        write_measured(folder);
        const MeasuredKernels measured = read_measured_kernels(folder.path().toStdString());
        QCOMPARE(measured.card, QDir(folder.path()).dirName().toStdString());
        QCOMPARE(measured.kernels.size(), std::size_t{3});
        QCOMPARE(measured.kernels[0].matrix, std::string("water-network:n=500,seed=3"));
        QCOMPARE(measured.kernels[0].kernel, std::string("csr-scalar"));
        QCOMPARE(measured.kernels[0].block, 64);
        QCOMPARE(measured.kernels[0].measured_ns, 20000.0);
        QVERIFY(has(measured.kernels[2].why_not, "9 GB"));
        QVERIFY(read_measured_kernels((folder.path() + "/nowhere").toStdString()).kernels.empty());
    }

    void modelled_times_are_no_measurements() {
        QTemporaryDir folder;
        write_measured(folder, "modelled");
        QCOMPARE(code_of([&] { (void)read_measured_kernels(folder.path().toStdString()); }),
                 std::string("file.malformed"));
    }

    void a_table_without_its_environment_is_refused() {
        QTemporaryDir folder;
        write_measured(folder);
        QVERIFY(QFile::remove(folder.filePath("water-environment.csv")));
        QCOMPARE(code_of([&] { (void)read_measured_kernels(folder.path().toStdString()); }),
                 std::string("file.missing"));
    }

    void measured_kernels_get_a_modelled_time_beside_them() {
        QTemporaryDir folder;
        write_measured(folder);
        MeasuredKernels measured = read_measured_kernels(folder.path().toStdString());
        measured.card = "h200";
        model_measured_kernels(measured, {}, {});
        QVERIFY(measured.kernels[0].modelled_ns && *measured.kernels[0].modelled_ns > 0);
        QCOMPARE(measured.kernels[0].measured_ns, 20000.0);
        QCOMPARE(measured.kernels[0].traced_share, 1.0);
        QVERIFY(!measured.kernels[2].modelled_ns);
        const double a = std::abs(*measured.kernels[0].modelled_ns / 20000 - 1),
                     b = std::abs(*measured.kernels[1].modelled_ns / 10000 - 1);
        QVERIFY(std::abs(median_error(measured) - (a + b) / 2) < 1e-12);
        const std::string page = fidelity_report({}, {measured}, {}, "2026-11-21");
        QVERIFY(has(page, "NVIDIA H200"));
        QVERIFY(has(page, "| `csr-scalar` | 20.0 | 19.0 .. 21.0 | "));
        QVERIFY(has(page, "not measured: It takes 9 GB, too much."));
    }

    void what_is_off_by_more_than_the_largest_factor_is_named() {
        MeasuredKernels measured;
        for (const auto& [kernel, modelled] : {std::pair{"ell", 60.0}, {"jad", 172.0}, {"csc", 58.0}, {"dia", 169.0}}) {
            MeasuredKernel k;
            k.matrix = "laplace2d:n=9";
            k.kernel = kernel;
            k.measured_ns = 100;
            k.modelled_ns = modelled;
            measured.kernels.push_back(k);
        }
        const std::string page = fidelity_report({}, {measured}, {}, "2026-11-21");
        QVERIFY(has(page, "These kernels differ by more than a factor of 1.7: `jad` on `laplace2d:n=9` (1.72), `csc` "
                          "on `laplace2d:n=9` "
                          "(0.58).\n"));
        QVERIFY(has(page, "is **missed**."));
        for (MeasuredKernel& k : measured.kernels) k.modelled_ns = 109;
        const std::string good = fidelity_report({}, {measured}, {}, "2026-11-21");
        QVERIFY(!has(good, "These kernels differ") && has(good, "is met."));
    }
};

WARPLOOM_TEST(FidelityTest);
#include "fidelity_test.moc"
