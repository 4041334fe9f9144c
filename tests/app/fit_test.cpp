#include "app/calibration/fit.h"
#include "app/calibration/trace_systems.h"
#include "app/experiment/fitting/fit_command.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace warploom;
using namespace warploom::app;

namespace {

template <class Call> std::string code_of(Call&& call) {
    try {
        call();
    } catch (const Error& error) { return error.code(); }
    return "";
}

const FitCell& cell(const Study& study, const std::string& what) {
    const auto at = std::find_if(study.cells.begin(), study.cells.end(), [&](const auto& c) { return c.what == what; });
    if (at == study.cells.end()) qFatal("no cell %s", what.c_str());
    return *at;
}

/// Returns a run of which all blocks are traced.
CellRun case_of(Operation operation, const std::string& kernel, const std::string& input,
                Precision precision = Precision::float32) {
    CellRun run;
    run.operation = operation;
    run.kernel = run.modelled_kernel = kernel;
    run.inputs = {input};
    run.precision = precision;
    run.cache = CacheState::cold;
    run.sample = TraceSettings::all_blocks;
    return run;
}

/// Returns a study of eight small cells. Their published times are those of a GPU model with known parameters.
Study small_study(const simulated::Card& truth, std::vector<TracedCase>& cases) {
    Study study;
    study.card = "gtx295";
    study.figures = {"transaction_ns", "gather_transaction_ns"};
    for (const char* kernel : {"csr-scalar", "ell", "csr-scalar-sorted", "ell-sorted"})
        for (const int n : {512, 1024}) {
            CellRun c = case_of(Operation::spmv, kernel, "random-rows:n=" + std::to_string(n) + ",fraction=0.2");
            c.block = 64;
            study.cells.push_back(
                {"table", kernel + std::to_string(n), {Quantity::Kind::ms, {study.cases.size()}}, 1, n == 512});
            study.cases.push_back(c);
        }
    cases = trace_cases(study, truth);
    const auto ns = model_cases(cases, truth);
    for (std::size_t i = 0; i < study.cells.size(); ++i) study.cells[i].published = ns[i].kernel / 1e6;
    return study;
}

/// Returns a GPU model that is limited by transactions rather than latency, so that times depend on the fitted
/// parameters.
simulated::Card slow_memory() {
    simulated::Card card = simulated::find_card("gtx295");
    card.transaction_ns = 37;
    card.gather_transaction_ns = 11;
    card.dram_efficiency = 1;
    card.dram_latency_ns = 1;
    return card;
}

} // namespace

class FitTest : public QObject {
    Q_OBJECT

private slots:
    void all_72_cells_of_prata2010_are_there_and_every_fourth_is_fitted() {
        const Study study = study_of("gtx295");
        QCOMPARE(study.cells.size(), std::size_t{72});
        QCOMPARE(study.cases.size(), std::size_t{72});
        for (std::size_t i = 0; i < study.cells.size(); ++i) QCOMPARE(study.cells[i].is_fitted, i % 4 == 0);
        // Values from the paper, one per table.
        QCOMPARE(cell(study, "paper:prata2010_csr_scalar.cu, order 4096, precision float, block 32").published, 4.237);
        QCOMPARE(cell(study, "paper:prata2010_ell.cu, order 8192, precision double, block 64").published, 5.033);
        QCOMPARE(cell(study, "paper:prata2010_csr_sorted.cu, order 16384, precision float, block 128").published,
                 88.149);
        QCOMPARE(cell(study, "paper:prata2010_ell_sorted.cu, order 16384, precision double, block 128").published,
                 16.08);
        QCOMPARE(cell(study, "paper:prata2010_ell_sorted.cu, order 16384, precision double, block 128").where,
                 std::string("table 4"));
    }

    void every_comparison_of_prata2010_is_there_with_its_direction() {
        const Study study = study_of("gtx295");
        std::map<std::string, int> families;
        int scatter_cells = 0;
        for (const PaperComparison& c : study.comparisons) {
            ++families[c.family];
            scatter_cells += c.is_scatter;
            QCOMPARE(c.is_scatter, std::abs(c.published_ratio - 1) < 0.03);
            QCOMPARE(c.expected == PaperComparison::Expected::left_less, c.published_ratio < 1);
        }
        // 2 formats x 2 precisions x 3 orders x 3 block sizes; 2 row orders per format; 3 pairs of block sizes.
        QCOMPARE(families["sorted versus unsorted"], 36);
        QCOMPARE(families["ELL versus CSR"], 36);
        QCOMPARE(families["block sizes"], 72);
        QVERIFY(scatter_cells > 0 && scatter_cells < 72); // only for block sizes
        const auto tail = std::find_if(study.comparisons.begin(), study.comparisons.end(), [](const auto& c) {
            return c.what == "ELL, order 8192, precision float, block 32 against 64";
        });
        QVERIFY(tail != study.comparisons.end());
        QCOMPARE(tail->published_ratio, 5.874 / 4.643);
    }

    void the_five_cells_of_rossignon2013_are_there_and_one_is_fitted() {
        const Study study = study_of("c2050");
        QCOMPARE(study.cells.size(), std::size_t{5});
        QCOMPARE(std::count_if(study.cells.begin(), study.cells.end(), [](const auto& c) { return c.is_fitted; }), 1);
        QCOMPARE(cell(study, "CSR, minimum over the matrices").published, 10.0);
        QCOMPARE(cell(study, "JAD, maximum over the matrices").published, 25.0);
        QVERIFY(cell(study, "BCSR, 30_16").is_fitted);
        QCOMPARE(study.cases.size(), std::size_t{9});
        QCOMPARE(study.comparisons.size(), std::size_t{7});
    }

    void all_64_cells_of_cerny2011_are_there_and_a_quarter_of_each_column_is_fitted() {
        const Study study = study_of("gtx460");
        QCOMPARE(study.cells.size(), std::size_t{64});
        QCOMPARE(study.cases.size(), std::size_t{32}); // times with copies are of the same runs
        std::map<std::string, int> fitted;
        for (std::size_t i = 0; i < study.cells.size(); ++i) {
            const FitCell& c = study.cells[i];
            const std::string column = c.what.substr(0, 3) + (c.what.ends_with("with copies") ? "copies" : "");
            fitted[column] += c.is_fitted;
            QVERIFY(c.quantity.timed != Quantity::Timed::kernel); // for small systems, launches dominate the time
        }
        QCOMPARE(fitted.size(), std::size_t{4});
        for (const auto& [column, count] : fitted) QCOMPARE(count, 4);
        QCOMPARE(cell(study, "cr-records, unknowns 50").published, 0.06);
        QCOMPARE(cell(study, "pcr-records, unknowns 5000000, with copies").published, 370.69);
        QVERIFY(cell(study, "cr-records, unknowns 50").is_fitted);
        QVERIFY(!cell(study, "pcr-records, unknowns 50").is_fitted);
        QVERIFY(study.figures.size() <= 3);
    }

    void the_sequential_times_of_cerny2011_are_printed_and_not_modelled() {
        const Study study = study_of("gtx460");
        const auto at = std::find_if(study.comparisons.begin(), study.comparisons.end(), [](const PaperComparison& c) {
            return c.family.starts_with("CR versus one thread") && c.what.ends_with("unknowns 5000000");
        });
        QVERIFY(at != study.comparisons.end());
        QVERIFY(at->right.cases.empty());
        QCOMPARE(value_of(at->right, {}, {}), 338.8);
        QCOMPARE(study.comparisons.size(), std::size_t{2 * 16 + 4 * 16});
    }

    void the_80_cells_of_naive_and_tiled_are_there_and_a_quarter_of_each_is_fitted() {
        const Study study = study_of("c2075");
        QCOMPARE(study.cells.size(), std::size_t{80});
        std::map<std::string, int> cells, fitted;
        for (const FitCell& c : study.cells) {
            const std::string& kernel = study.cases[c.quantity.cases[0]].kernel;
            ++cells[kernel];
            fitted[kernel] += c.is_fitted;
        }
        QCOMPARE(cells,
                 (std::map<std::string, int>{{"paper:ata_report_naive.cu", 40}, {"paper:ata_report_tiled.cu", 40}}));
        QCOMPARE(fitted,
                 (std::map<std::string, int>{{"paper:ata_report_naive.cu", 10}, {"paper:ata_report_tiled.cu", 10}}));
        QCOMPARE(cell(study, "paper:ata_report_tiled.cu, columns 18500").published, 30854.096); // from table 1
        const auto half = std::find_if(study.cells.begin(), study.cells.end(), [](const FitCell& c) {
            return c.what == "paper:ata_report_naive.cu, columns 500" && c.where == "table 2"; // 250 rows
        });
        QVERIFY(half != study.cells.end());
        QCOMPARE(half->published, 3.386);
        QCOMPARE(study.comparisons.size(), std::size_t{40 + 38});
    }

    void a_clock_sees_the_kernel_the_launches_or_the_copies_too() {
        simulated::Card card = simulated::find_card("gtx460");
        card.launch_us = 7;
        card.transfer_gbytes_per_s = 1;
        card.transfer_latency_us = 100;
        TracedCase traced;
        traced.launches.resize(3); // three empty launches
        for (auto& launch : traced.launches) launch.launch.block_size = 128;
        traced.transfer_bytes = 5000;
        const auto times = model_cases({traced}, card);
        QCOMPARE(times[0].kernel, 0.0);
        QCOMPARE(times[0].launches, 3 * 7000.0);
        QCOMPARE(times[0].copies, 3 * 7000.0 + 5000 + 2 * 100e3);
        Quantity quantity{Quantity::Kind::ms, {0}};
        quantity.timed = Quantity::Timed::launches;
        QCOMPARE(value_of(quantity, {traced}, times), 0.021);
    }

    void what_further_rows_cost_is_what_tracing_them_finds() {
        // At most 256 rows are traced; the cost of 512 rows is extrapolated from 128 and 256.
        const simulated::Card card = simulated::find_card("c2075");
        for (const std::string kernel : {"naive", "tiled", "paper:ata_report_naive.cu", "paper:ata_report_tiled.cu"}) {
            const TracedCase whole = trace_ata_case(case_of(Operation::ata, kernel, "dense:rows=256,cols=96"), card);
            const TracedCase longer = trace_ata_case(case_of(Operation::ata, kernel, "dense:rows=512,cols=96"), card);
            const auto &a = whole.launches.at(0).blocks.at(0), &b = longer.launches.at(0).blocks.at(0);
            // Each row adds the same number of instructions. What a block does only once, such as writing C, is not
            // doubled.
            QVERIFY2(std::abs(b.flops / a.flops - 2) < 0.01, kernel.c_str());
            QVERIFY2(std::abs(b.warp_instructions / a.warp_instructions - 2) < 0.05, kernel.c_str());
            QVERIFY2(std::abs(b.longest_memory_chain / a.longest_memory_chain - 2) < 0.1, kernel.c_str());
            QCOMPARE(longer.launches[0].launch.blocks, kernel.find("naive") != std::string::npos ? 9 : 4);
        }
    }

    void blocks_below_the_diagonal_cost_nothing() {
        const CellRun run = case_of(Operation::ata, "tiled", "dense:rows=64,cols=240"); // 5 x 5 tiles
        const TracedCase traced = trace_ata_case(run, simulated::find_card("c2075"));
        for (const auto& block : traced.launches.at(0).blocks)
            QCOMPARE(block.flops == 0, block.block / 5 > block.block % 5);
        QCOMPARE(traced.launches[0].launch.blocks, 25);
    }

    void a_shape_that_cannot_be_read_is_refused() {
        const auto code = [](const char* kernel, const char* input) {
            return code_of(
                [&] { trace_ata_case(case_of(Operation::ata, kernel, input), simulated::find_card("c2075")); });
        };
        QCOMPARE(code("tiled", "dense:rows=0,cols=5"), std::string("fit.shape"));
        QCOMPARE(code("tiled", "dense:rows=5,cols=5 "), std::string("fit.shape"));
        QCOMPARE(code("cublas-dgemm", "dense:rows=5,cols=5"), std::string("kernel.unknown"));
    }

    void a_system_is_traced_with_all_its_launches_and_what_is_copied() {
        CellRun fit_case = case_of(Operation::tridiagonal, "cr-records", "tridiagonal:n=50,kind=0", Precision::float64);
        const simulated::Card card = simulated::find_card("gtx460");
        const TracedCase cr = trace_tridiagonal_case(fit_case, card);
        QCOMPARE(cr.launches.size(), std::size_t{11}); // 5 forward, the middle, 5 back
        QCOMPARE(cr.transfer_bytes, 50.0 * 72);
        fit_case.modelled_kernel = "pcr-records";
        QCOMPARE(trace_tridiagonal_case(fit_case, card).launches.size(), std::size_t{6}); // log2 50, rounded up
        fit_case.modelled_kernel = "nobody";
        QCOMPARE(code_of([&] { trace_tridiagonal_case(fit_case, card); }), std::string("kernel.unknown"));
    }

    void of_large_systems_a_run_of_blocks_stands_for_the_grid() {
        CellRun fit_case =
            case_of(Operation::tridiagonal, "pcr-records", "tridiagonal:n=60000,kind=0", Precision::float64);
        fit_case.block = 32; // 1875 blocks
        const TracedCase traced = trace_tridiagonal_case(fit_case, simulated::find_card("gtx460"));
        QCOMPARE(traced.launches.size(), std::size_t{16});
        for (const auto& launch : traced.launches) {
            QCOMPARE(launch.launch.blocks, 1875);
            QCOMPARE(launch.blocks.size(), std::size_t{640});
            QVERIFY(launch.blocks.front().block < 3 && launch.blocks.back().block >= 1872);
            // Values of blocks that are not executed must not be mistaken for zero pivots, which would be recorded.
            for (const auto& block : launch.blocks) QCOMPARE(block.serialised, 0);
        }
    }

    void a_card_without_published_cells_is_refused() {
        QCOMPARE(code_of([] { study_of("h200"); }), std::string("fit.card"));
    }

    void the_papers_ell_waits_twice_an_entry_and_ours_less() {
        // One block of 32 rows with 25 entries each: the length, then 25 times value and column, then x.
        Study study;
        study.cases = {case_of(Operation::spmv, "paper:prata2010_ell.cu", "random-rows:n=32,fraction=1,seed=3")};
        study.cases.front().block = 32;
        const auto cases = trace_cases(study, simulated::find_card("gtx295"));
        QCOMPARE(cases[0].launches.size(), std::size_t{1});
        QCOMPARE(cases[0].launches[0].blocks.size(), std::size_t{1});
        const Matrix a = load_matrix("random-rows:n=32,fraction=1,seed=3");
        std::int64_t longest = 0;
        for (std::int64_t i = 0; i < 32; ++i) longest = std::max(longest, a.csr.row_length(i));
        // The length is loaded in parallel with the first value and column.
        QCOMPARE(cases[0].launches[0].blocks[0].longest_memory_chain, static_cast<double>(2 * longest));
        QCOMPARE(cases[0].nonzeros, a.csr.nonzeros());
        QCOMPARE(cases[0].launches[0].element_bytes, 4);
    }

    void ranges_are_the_least_and_the_greatest_rate() {
        std::vector<TracedCase> cases(3);
        cases[0].nonzeros = 100, cases[1].nonzeros = 300, cases[2].nonzeros = 50;
        const std::vector<CaseTime> ns{100, 100, 100};
        QCOMPARE(value_of({Quantity::Kind::least_gflops, {0, 1, 2}}, cases, ns), 1.0);
        QCOMPARE(value_of({Quantity::Kind::most_gflops, {0, 1, 2}}, cases, ns), 6.0);
        QCOMPARE(value_of({Quantity::Kind::ms, {1}}, cases, ns), 1e-4);
    }

    void figures_that_made_the_times_are_found_again() {
        const simulated::Card truth = slow_memory();
        std::vector<TracedCase> cases;
        const Study study = small_study(truth, cases);
        simulated::Card unknowing = truth;
        unknowing.transaction_ns = unknowing.gather_transaction_ns = 0;
        const FitResult result = fit_card(study, unknowing, cases);
        QVERIFY2(std::abs(result.card.transaction_ns / 37 - 1) < 0.02,
                 qPrintable(QString::number(result.card.transaction_ns)));
        QVERIFY2(std::abs(result.card.gather_transaction_ns / 11 - 1) < 0.05,
                 qPrintable(QString::number(result.card.gather_transaction_ns)));
        QVERIFY(result.median_others < 0.01 && result.worst_others < 0.02);
        QCOMPARE(result.card.model_cells, 4);
        QCOMPARE(result.card.model_error, result.median_others);
        // The search is deterministic.
        const FitResult again = fit_card(study, truth, cases);
        QCOMPARE(again.card.transaction_ns, result.card.transaction_ns);
        QCOMPARE(again.card.gather_transaction_ns, result.card.gather_transaction_ns);
    }

    void wrong_figures_show_in_the_errors_of_all_cells() {
        const simulated::Card truth = slow_memory();
        std::vector<TracedCase> cases;
        const Study study = small_study(truth, cases);
        simulated::Card slow = truth;
        slow.transaction_ns *= 2;
        slow.gather_transaction_ns *= 2;
        const FitResult result = evaluate(study, slow, cases);
        for (const double ratio : result.ratio) QVERIFY(std::abs(ratio - 2) < 0.01);
        QVERIFY(std::abs(result.median_others - 1) < 0.01);
    }

    void directions_are_judged_by_the_modelled_times() {
        const simulated::Card truth = slow_memory();
        std::vector<TracedCase> cases;
        Study study = small_study(truth, cases);
        using Expected = PaperComparison::Expected;
        const auto add = [&](std::size_t left, std::size_t right, Expected expected, bool is_scatter) {
            PaperComparison c;
            c.left = study.cells[left].quantity;
            c.right = study.cells[right].quantity;
            c.expected = expected;
            c.is_scatter = is_scatter;
            study.comparisons.push_back(c);
        };
        add(0, 1, Expected::left_less, false); // correct: order 512 is faster than 1024
        add(0, 1, Expected::left_more, false); // wrong
        add(0, 1, Expected::alike, false);     // wrong
        add(0, 0, Expected::alike, false);     // correct
        add(0, 1, Expected::left_more, true);  // not counted
        const FitResult result = evaluate(study, truth, cases);
        QCOMPARE(result.is_right, (std::vector<bool>{true, false, false, true, false}));
        QCOMPARE(result.counted, 4);
        QCOMPARE(result.right, 2);
    }

    void the_report_drops_no_cell_and_no_comparison() {
        const simulated::Card truth = slow_memory();
        std::vector<TracedCase> cases;
        Study study = small_study(truth, cases);
        study.comparisons.resize(2);
        study.comparisons[0] = {"family",
                                "this against that",
                                study.cells[0].quantity,
                                study.cells[1].quantity,
                                PaperComparison::Expected::left_more,
                                1.5,
                                false};
        study.comparisons[1] = {"family",
                                "nearly equal",
                                study.cells[0].quantity,
                                study.cells[1].quantity,
                                PaperComparison::Expected::left_more,
                                1.01,
                                true};
        const std::string report = fit_report(study, cases, evaluate(study, truth, cases), "the command");
        for (const FitCell& c : study.cells)
            QVERIFY2(report.find("| " + c.what + " |") != std::string::npos, c.what.c_str());
        QVERIFY(report.find("| this against that | 1.500 |") != std::string::npos);
        QVERIFY(report.find("**wrong**") != std::string::npos);
        QVERIFY(report.find("| nearly equal | 1.010 |") != std::string::npos);
        QVERIFY(report.find("`the command`") != std::string::npos);
    }

    void a_card_remembers_what_was_fitted() {
        simulated::Card card = simulated::find_card("gtx295");
        card.transaction_ns = 0;
        Study study;
        study.figures = {"transaction_ns"};
        study.paper = "a paper";
        FitResult result;
        result.card = card;
        result.card.transaction_ns = 1.25;
        result.card.model_cells = 54;
        result.median_others = 0.0965;
        note_fit(card, study, result);
        QCOMPARE(card.transaction_ns, 1.25);
        QCOMPARE(card.fitted, (std::vector<std::string>{"transaction_ns"}));
        QVERIFY(card.source["transaction_ns"].find("a paper") != std::string::npos);
        const simulated::Card again = simulated::card_from_json(simulated::card_to_json(card), "test");
        QCOMPARE(again.transaction_ns, 1.25);
        QCOMPARE(again.fitted, card.fitted);
        QVERIFY(std::abs(again.model_error - 0.0965) < 0.001);
        QCOMPARE(again.model_cells, 54);
    }

    void the_fitted_cards_say_so_and_how_far_they_err() {
        QCOMPARE(studied_cards().size(), std::size_t{4});
        for (const std::string& id : studied_cards()) {
            const simulated::Card card = simulated::find_card(id);
            // The file lists them in the order of the card's parameters.
            std::vector<std::string> fitted = card.fitted, figures = study_of(id).figures;
            std::sort(fitted.begin(), fitted.end());
            std::sort(figures.begin(), figures.end());
            QCOMPARE(fitted, figures);
            QVERIFY(card.fitted.size() <= 3);
            QVERIFY(card.model_error > 0 && card.model_error <= 0.3);
            QVERIFY(card.model_cells > 0);
        }
        const simulated::Card card = simulated::find_card("h200"); // compared with this project's own measurements
        QVERIFY(card.fitted.empty());
        QCOMPARE(card.model_cells, 0);
    }
};

WARPLOOM_TEST(FitTest);
#include "fit_test.moc"
