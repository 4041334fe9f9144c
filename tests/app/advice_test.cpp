#include "app/advice/advise.h"
#include "app/advice/made_matrices.h"
#include "app/advice/measure_times.h"
#include "app/advice/prove.h"
#include "app/advice/ranking.h"
#include "app/advice/sampled_trace.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "called_engine.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/protocol/messages/baseline.h"
#include "kernels/formats/arrays.h"
#include "kernels/registry/simulated_machine.h"
#include "support/runner.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

protocol::AdvisedKernel kernel(const char* name, const char* format, double ns, double conversion_ns) {
    protocol::AdvisedKernel made;
    made.kernel = name;
    made.format = format;
    made.ns = ns;
    made.conversion_ns = conversion_ns;
    return made;
}

protocol::Advice advice_on(const std::string& name, const std::string& machine = "simulated:h200",
                           const AdviceSettings& settings = {}) {
    Inputs inputs;
    const auto opened = kernels::open_machine(machine);
    return advise(inputs, name, advised_machine(*opened), settings);
}

std::string reason_without_place(const protocol::Advice& advice, const std::string& kernel) {
    for (const auto& other : advice.others)
        if (other.kernel == kernel) return other.reason;
    return {};
}

CsrMatrix rows_of(const std::vector<int>& lengths) {
    CsrMatrix a;
    a.rows = static_cast<std::int64_t>(lengths.size());
    a.cols = 1000;
    for (const int length : lengths) {
        for (int k = 0; k < length; ++k) {
            a.column.push_back(k);
            a.value.push_back(1);
        }
        a.row_pointer.push_back(a.nonzeros());
    }
    return a;
}

/// Returns a real GPU for which only the name and the compute capability are known.
std::unique_ptr<kernels::Machine> named_gpu(const std::string& title, const std::string& capability) {
    TimedMachine machine;
    machine.id = "cuda:0";
    machine.title = title;
    machine.facts = {{"compute capability", capability}};
    return absent_machine(machine);
}

} // namespace

class AdviceTest : public QObject {
    Q_OBJECT
private slots:
    void a_kernel_that_may_be_among_the_first_is_never_called_slower_for_certain() {
        // On a GPU with few threads in flight, ELL takes 73 us here. A bound of two memory latencies per iteration gave
        // 144 us.
        const protocol::Advice advice = advice_on("random-rows:n=1024,fraction=0.2,seed=7", "simulated:gtx295");
        for (const char* kernel : {"ell", "ell-sorted", "sell"}) {
            const protocol::AdvisedKernel* const row = advice.find(kernel);
            QVERIFY2(row != nullptr && !row->is_at_least, kernel);
            QVERIFY(row->group <= 2);
        }
    }
    // Their lower bounds are only 1.3 times the best time, which is inconclusive.
    void a_kernel_whose_bound_is_a_little_slower_is_traced_all_the_same() {
        const protocol::Advice advice = advice_on("random-rows:n=300,fraction=0.2,seed=7", "simulated:gtx295");
        for (const char* kernel : {"ell", "ell-sorted", "sell", "jad", "csr-scalar-sorted"})
            QVERIFY2(!advice.find(kernel)->is_at_least, kernel);
    }

    void a_kernel_that_a_card_cannot_run_has_no_place_and_says_what_to_do() {
        AdviceSettings settings;
        settings.operation = Operation::trsv;
        const std::string reason =
            reason_without_place(advice_on("laplace2d:n=6", "simulated:c2050", settings), "counters");
        QCOMPARE(reason,
                 std::string("Kernel 'counters' cannot run on the Tesla C2050, which has compute capability "
                             "2.0. The kernel uses warp shuffles, which require compute capability 3.0. Choose a newer "
                             "card or another kernel. `run` lists the kernels that this card supports."));
    }

    void kernels_within_the_models_error_are_one_group() {
        protocol::Advice advice;
        advice.error = 0.1;
        advice.products = 1000;
        advice.kernels = {kernel("slow", "csr", 130, 0), kernel("plain", "csr", 105, 0),
                          kernel("first", "ell", 100, 2000)};
        rank_kernels(advice, "csr");
        QCOMPARE(advice.kernels[0].kernel, std::string("first"));
        QCOMPARE(advice.kernels[0].group, 1);
        QCOMPARE(advice.kernels[1].group, 1);
        QCOMPARE(advice.kernels[2].group, 2);
        QCOMPARE(advice.fastest, std::string("first"));
        QCOMPARE(advice.baseline, std::string("plain"));
    }

    void a_conversion_pays_after_what_it_cost_over_what_a_product_gains() {
        protocol::Advice advice;
        advice.error = 0.01;
        advice.products = 100;
        advice.kernels = {kernel("plain", "csr", 105, 0), kernel("first", "ell", 100, 2000)};
        rank_kernels(advice, "csr");
        QCOMPARE(advice.kernels[0].pays_after, 400.0); // 2000 / (105 - 100)
        QVERIFY(std::abs(advice.kernels[0].pays_after_low - 2000 / (100 * (1.05 * 1.01 - 1))) < 1e-6);
        QVERIFY(std::abs(advice.kernels[0].pays_after_high - 2000 / (100 * (1.05 / 1.01 - 1))) < 1e-6);
        QCOMPARE(advice.kernels[0].total_ns, 12000.0);
        QCOMPARE(advice.kernels[1].total_ns, 10500.0);
        QCOMPARE(advice.take, std::string("plain"));
        advice.products = 1000;
        rank_kernels(advice, "csr");
        QCOMPARE(advice.take, std::string("first"));
        QVERIFY(std::isnan(advice.kernels[1].pays_after));
    }

    void the_range_of_the_break_even_point_covers_the_conversions_and_the_models_error() {
        protocol::Advice advice;
        advice.error = 0;
        advice.kernels = {kernel("plain", "csr", 150, 0), kernel("first", "ell", 100, 2000)};
        advice.kernels[1].conversion_low_ns = 1000;
        advice.kernels[1].conversion_high_ns = 8000;
        rank_kernels(advice, "csr");
        QCOMPARE(advice.kernels[0].pays_after_low, 20.0);
        QCOMPARE(advice.kernels[0].pays_after, 40.0);
        QCOMPARE(advice.kernels[0].pays_after_high, 160.0);
        advice.error = 0.5; // with this error, the kernel may be no faster than the baseline
        rank_kernels(advice, "csr");
        QCOMPARE(advice.kernels[0].pays_after_low, 8.0); // 1000 / (1.5 * 150 - 100)
        QVERIFY(std::isnan(advice.kernels[0].pays_after_high));
    }

    void the_range_of_the_break_even_point_covers_the_conversions_and_the_samples() {
        std::vector<protocol::Row> rows(2);
        for (const std::size_t i : {0, 1}) {
            rows[i].kernel = i == 0 ? "base" : "other";
            rows[i].status = RowStatus::ok;
            rows[i].time.take(measure::summarize({{i == 0 ? 100e3 : 50e3, 0, 1, false}}));
            rows[i].conversion_ns = i == 0 ? 0 : 6e6;
            rows[i].preprocess_ns = rows[i].transfer_ns = 0;
        }
        rows[1].conversion_low_ns = 3e6;
        rows[1].conversion_high_ns = 12e6;
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(rows[1].break_even_low <= 0.5 * rows[1].break_even);
        QVERIFY(rows[1].break_even_low > 0.4 * rows[1].break_even);
        QVERIFY(rows[1].break_even_high >= 2 * rows[1].break_even);
        QVERIFY(rows[1].break_even_high < 2.5 * rows[1].break_even);
        // If the model's error is larger than the difference, the conversion may never pay off.
        for (protocol::Row& row : rows) row.time.kind = measure::TimeKind::modelled;
        rows[0].time = rows[1].time;
        rows[0].time.median *= 1.1;
        protocol::compare_with_baseline(rows, "base");
        QVERIFY(std::isfinite(rows[1].break_even_low));
        QVERIFY(std::isnan(rows[1].break_even_high));
    }

    void a_conversion_that_pays_off_too_late_is_said_to_do_so() {
        protocol::Advice advice;
        advice.error = 0.01;
        advice.products = 1000;
        advice.kernels = {kernel("plain", "csr", 105e3, 0), kernel("first", "ell", 100e3, 1e9)};
        rank_kernels(advice, "csr");
        QVERIFY2(advice.sentence.find("its conversion does not pay off within 1,000 products") != std::string::npos,
                 advice.sentence.c_str());
        QCOMPARE(protocol::rounded_calls(10'428), std::int64_t{10'000});
        QCOMPARE(protocol::rounded_calls(67'580), std::int64_t{68'000});
        QCOMPARE(protocol::rounded_calls(98.2), std::int64_t{99});
        QCOMPARE(protocol::rounded_calls(0), std::int64_t{0});
    }

    void what_was_not_traced_is_never_taken() {
        protocol::Advice advice;
        advice.error = 0.1;
        advice.kernels = {kernel("bound", "ell", 50, 0), kernel("traced", "csr", 100, 0)};
        advice.kernels[0].is_at_least = true;
        rank_kernels(advice, "csr");
        QCOMPARE(advice.take, std::string("traced"));
        QCOMPARE(advice.kernels.front().kernel, std::string("traced"));
        QCOMPARE(advice.kernels.back().group, 2);
    }

    void row_figures_are_counted_by_hand() {
        std::vector<int> lengths(64, 2); // two warps, one thread per row
        lengths[3] = 33;
        lengths[40] = 0;
        const RowFigures rows = row_figures(rows_of(lengths));
        QCOMPARE(rows.nonzeros, std::int64_t{62 * 2 + 33});
        QCOMPARE(rows.shortest, std::int64_t{0});
        QCOMPARE(rows.longest, std::int64_t{33});
        QCOMPARE(rows.longest_row, std::int64_t{3});
        QCOMPARE(rows.steps_by_threads, std::int64_t{33 + 2});
        QCOMPARE(rows.steps_by_warps, std::int64_t{62 + 2}); // 33 entries take two iterations of a warp
        QCOMPARE(rows.lanes_a_row, 2); // the mean row has 2.5 entries, and a warp of csr-vector processes 16 rows
        QCOMPARE(rows.steps_by_vectors, std::int64_t{17 + 3}); // 33 entries take 17 iterations of two lanes
        QVERIFY(!rows.heavy);
        lengths[3] = 500;
        QCOMPARE(row_figures(rows_of(lengths)).heavy.value(), std::int64_t{3});
        QCOMPARE(row_figures(rows_of({4, 4})).description(), std::string("Every row has 4 entries."));
        QCOMPARE(row_figures(rows_of(std::vector<int>(40, 3))).steps_by_threads,
                 std::int64_t{6}); // the last warp is incomplete
    }

    void telling_blocks_have_both_ends_and_the_longest_rows() {
        RowFigures rows;
        rows.rows = 100000;
        rows.heavy = 50000;
        const auto blocks = telling_blocks(1000, 40, 10, rows);
        const std::set<std::int64_t> all(blocks.begin(), blocks.end());
        QCOMPARE(all.size(), blocks.size());
        QVERIFY(std::is_sorted(blocks.begin(), blocks.end()));
        for (const std::int64_t block : {0, 1, 998, 999, 499, 500, 501})
            QVERIFY2(all.count(block) != 0, std::to_string(block).c_str());
        QVERIFY(blocks.size() < 100);
        QVERIFY(*all.rbegin() < 1000);
        QCOMPARE(telling_blocks(5, 40, 10, rows).size(), std::size_t{5});
    }

    void whole_multiprocessors_are_followed_where_the_sample_holds_them() {
        const auto blocks = telling_blocks(1000, 200, 10, {});
        std::array<int, 10> each{};
        for (const std::int64_t block : blocks) ++each[static_cast<std::size_t>(block % 10)];
        QCOMPARE(std::count(each.begin(), each.end(), 100), std::ptrdiff_t{2});
    }

    void a_sample_says_what_the_whole_trace_says_data() {
        QTest::addColumn<QString>("matrix");
        QTest::newRow("a grid") << "laplace2d:n=600";
        QTest::newRow("scattered columns") << "power-law:n=60000,longest=200";
    }
    void a_sample_says_what_the_whole_trace_says() {
        QFETCH(QString, matrix);
        const Matrix loaded = generate_matrix(matrix.toStdString());
        TraceSettings settings;
        settings.kernel = "csr-vector";
        settings.card = simulated::find_card("h200");
        settings.sample = TraceSettings::all_blocks;
        const auto format = kernels::make_format("csr", loaded.csr, settings.precision);
        const TraceSubject subject = spmv_subject(settings.kernel, format);
        const double whole = trace_kernel(subject, settings).model.ns;
        const Trace sample = sampled_trace(subject, settings, row_figures(loaded.csr), 100'000);
        QVERIFY(sample.traced_share() < 0.3);
        const std::string figures = std::to_string(sample.model.ns) + " and " + std::to_string(whole);
        QVERIFY2(std::abs(sample.model.ns / whole - 1) < 0.15, figures.c_str());
    }

    void one_long_row_is_what_a_thread_a_row_waits_for() {
        const protocol::Advice advice = advice_on("one-long-row:n=20000");
        const protocol::AdvisedKernel* const scalar = advice.find("csr-scalar");
        QVERIFY(scalar != nullptr);
        QCOMPARE(scalar->cause, std::string("one-block"));
        QVERIFY2(scalar->reason.find("20,000 entries") != std::string::npos, scalar->reason.c_str());
        QVERIFY(advice.take != "csr-scalar");
        QVERIFY(advice.find("csr-scalar-sorted")->is_at_least); // its lower bound suffices; no format was converted
        const std::string ell = reason_without_place(advice, "ell");
        QVERIFY2(ell.find("of its slots would be padding") != std::string::npos, ell.c_str());
    }

    void diagonals_are_read_fastest_as_diagonals_and_cost_a_conversion() {
        const protocol::Advice advice = advice_on("laplace2d:n=1000");
        QCOMPARE(advice.fastest, std::string("dia"));
        QVERIFY(advice.find("dia")->pays_after > 100);
        QCOMPARE(advice.find(advice.take)->format, std::string("csr"));
        AdviceSettings often;
        often.products = 1e9;
        QCOMPARE(advice_on("laplace2d:n=1000", "simulated:h200", often).take, std::string("dia"));
    }

    void every_kernel_of_the_machine_has_a_place_or_a_reason() {
        const auto machine = kernels::open_machine("simulated:h200");
        Inputs inputs;
        const protocol::Advice advice = advise(inputs, "reservoir:grid=6,block=4", advised_machine(*machine), {});
        for (const std::string& name : spmv_spec().usual_kernels(*machine)) {
            const bool has_place = advice.find(name) != nullptr;
            QVERIFY2(has_place != !reason_without_place(advice, name).empty(), name.c_str());
            if (has_place) QVERIFY2(!advice.find(name)->reason.empty(), name.c_str());
        }
        QVERIFY(advice.find("bcsr") != nullptr);
    }

    void quick_advice_converts_nothing_and_says_what_it_did_not_look_at() {
        AdviceSettings quick;
        quick.quick = true;
        const protocol::Advice advice = advice_on("power-law:n=20000", "simulated:h200", quick);
        QVERIFY(!advice.take.empty());
        QVERIFY(!advice.notes.empty());
        QVERIFY(advice.notes.front().find("It ignores the columns") != std::string::npos);
        for (const auto& each : advice.kernels) QCOMPARE(each.traced_share, 0.0);
        for (const auto& each : advice.kernels) // lower bounds are neither estimates nor grouped as equally fast
            QVERIFY(each.is_at_least && each.group == 1 && std::isnan(each.pays_after));
        QVERIFY(advice.error >= 0.3);
    }

    void a_host_has_an_order_and_no_times() {
        const protocol::Advice advice = advice_on("laplace2d:n=100", "cpu");
        QVERIFY(!advice.take.empty());
        QVERIFY(advice.card.empty());
        for (const auto& each : advice.kernels) QVERIFY(std::isnan(each.ns));
    }

    void other_operations_are_advised_on_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("input");
        QTest::newRow("tridiagonal") << "tridiagonal"
                                     << "tridiagonal:n=5000,kind=1";
        QTest::newRow("trsv") << "trsv"
                              << "laplace2d:n=40";
        QTest::newRow("cg") << "cg"
                            << "laplace2d:n=60";
    }
    void other_operations_are_advised_on() {
        QFETCH(QString, operation);
        QFETCH(QString, input);
        AdviceSettings settings;
        settings.operation = *kernels::operation_from(operation.toStdString());
        const protocol::Advice advice = advice_on(input.toStdString(), "simulated:h200", settings);
        QVERIFY(advice.kernels.size() >= 2);
        QVERIFY(!advice.take.empty());
        for (const auto& each : advice.kernels) QVERIFY2(!each.reason.empty(), each.kernel.c_str());
        if (settings.operation == Operation::cg)
            QVERIFY(advice.notes.front().find("use `run cg`") != std::string::npos);
    }

    void a_gpu_is_modelled_by_the_card_of_its_name_or_the_nearest_one() {
        const auto own = named_gpu("Tesla C2050", "unknown");
        const AdvisedMachine of_own = advised_machine(*own);
        QVERIFY(of_own.learned == nullptr);
        QCOMPARE(of_own.card->id, std::string("c2050"));
        QCOMPARE(of_own.error, simulated::find_card("c2050").model_error);
        // Times measured on an H100 are used for other Hopper GPUs as well, with twice the error.
        const auto hopper = named_gpu("NVIDIA GH200 480GB", "9.0"),
                   measured = named_gpu("NVIDIA H100 80GB HBM3", "9.0");
        QCOMPARE(advised_machine(*hopper).error, 2 * advised_machine(*measured).error);
        QVERIFY(advised_machine(*hopper).error_from.find("twice") != std::string::npos);
        const auto other = named_gpu("NVIDIA Unheard-of 1", "2.1");
        const AdvisedMachine of_other = advised_machine(*other);
        QCOMPARE(of_other.card->compute_capability, std::string("2.1"));
        QVERIFY(of_other.error >= 0.3);
        QVERIFY(of_other.error_from.find("There is no card file for the NVIDIA Unheard-of 1") != std::string::npos);
    }

    void what_makes_no_sense_is_refused() {
        AdviceSettings dense;
        dense.operation = Operation::ata;
        for (const auto& settings : {dense, AdviceSettings{.products = -1}, AdviceSettings{.block = 33}}) {
            bool is_refused = false;
            try {
                advice_on("laplace2d:n=10", "simulated:h200", settings);
            } catch (const Error& error) { is_refused = !error.hint().empty(); }
            QVERIFY(is_refused);
        }
    }

    void a_verdict_says_where_the_advice_was_wrong() {
        const auto measured = [](const char* name, double ns) {
            protocol::Row row;
            row.kernel = name;
            row.status = RowStatus::ok;
            row.time.median = ns;
            row.time.count = 1;
            return row;
        };
        protocol::Advice advice;
        advice.kernels = {kernel("a", "csr", 100, 0), kernel("b", "csr", 110, 0)};
        advice.take = "a";
        protocol::give_verdict(advice, {}, "cuda:0");
        QVERIFY(!advice.verdict);
        protocol::give_verdict(advice, {measured("a", 150), measured("b", 100)}, "cuda:0");
        QVERIFY(!advice.verdict->was_right);
        QCOMPARE(advice.verdict->regret, 1.5);
        QCOMPARE(advice.verdict->fastest, std::string("b"));
        QCOMPARE(advice.kernels[1].measured_ns, 100.0);
        QVERIFY(advice.verdict->sentence.find("the advice was wrong") != std::string::npos);
        protocol::give_verdict(advice, {measured("a", 102), measured("b", 100)}, "cuda:0");
        QVERIFY(advice.verdict->was_right); // repeated measurements of the same kernel differ by as much
    }

    void regret_is_counted_over_the_fastest_of_all() {
        Proof proof;
        for (const double advised : {100.0, 121.0}) {
            ProofCase each;
            each.family = "any";
            each.matrix = advised > 100 ? "slow" : "fast";
            each.advised_ns = each.tried_ns = advised;
            each.best_ns = 100;
            each.is_held_out = advised > 100;
            proof.cases.push_back(each);
        }
        const Table table = regret_table(proof);
        const auto row_of = [&](const std::string& choice, const std::string& families) {
            std::size_t row = 0;
            while (table.text(row, 0) != choice || table.text(row, 1) != families) ++row;
            return row;
        };
        const std::size_t all = row_of("the advice", "all");
        QVERIFY(std::abs(table.number(all, table.column("geometric_mean")) - 1.1) < 1e-12);
        QCOMPARE(table.number(all, table.column("within_5_percent")), 0.5);
        QCOMPARE(table.number(all, table.column("worst")), 1.21);
        const std::size_t absent = row_of("cusparse-csr always", "all");
        QVERIFY(std::isnan(table.number(absent, table.column("worst"))));
        QCOMPARE(table.number(absent, table.column("without_time")), 2.0);
        QCOMPARE(table.number(row_of("the advice", "held out"), table.column("cases")), 1.0);
        const Table families = regret_by_family(proof);
        QCOMPARE(families.rows.size(), std::size_t{2}); // a family is either used for tuning or held out
        QCOMPARE(families.text(1, families.column("where")), std::string("slow, double"));
    }

    void a_case_holds_the_advice_against_the_times() {
        MatrixTimes measured;
        measured.matrix = "any";
        const auto add = [&](const char* name, double ns, double at_least) {
            KernelTime made;
            made.kernel = name;
            made.ns = ns;
            made.at_least_ns = at_least;
            measured.kernels.push_back(made);
        };
        const double unknown = protocol::not_known;
        add("csr-vector", 130, unknown);
        add("ell", unknown, 400); // too slow to be measured
        add("cusparse-coo", 100, unknown);
        add("cusparse-csr", 110, unknown);
        protocol::Advice advice;
        advice.kernels = {kernel("ell", "ell", 50, 0), kernel("csr-vector", "csr", 60, 0),
                          kernel("sell", "sell", 70, 0)}; // not measured
        rank_kernels(advice, "csr");
        const ProofCase made = proof_case(advice, measured);
        QCOMPARE(made.advised, std::string("ell"));
        QCOMPARE(made.advised_ns, 400.0);
        QCOMPARE(made.tried_ns, 130.0);
        QCOMPARE(made.best, std::string("cusparse-coo"));
        QCOMPARE(made.vendor_ns, 100.0);
        QCOMPARE(made.cusparse_csr_ns, 110.0);
        QVERIFY(made.failure.empty());
        measured.kernels.clear();
        QVERIFY(!proof_case(advice, measured).failure.empty());
    }

    void the_list_has_matrices_of_many_families_and_keeps_some_for_the_end() {
        const auto list = read_matrix_list(WARPLOOM_SOURCE_DIR "/datasets/advice/matrices.txt");
        std::set<std::string> names, families, held_out;
        for (const ListedMatrix& matrix : list) {
            const std::string name = matrix.name.substr(0, matrix.name.find('|'));
            QVERIFY2(names_generator(name), name.c_str());
            generator_values(name); // throws if a parameter is out of range
            QVERIFY2(names.insert(matrix.name).second, matrix.name.c_str());
            families.insert(matrix.family);
            if (matrix.is_held_out) held_out.insert(matrix.family);
        }
        QVERIFY(list.size() >= 300);
        QVERIFY(families.size() >= 15);
        QVERIFY(held_out.size() * 5 >= families.size() && held_out.size() * 3 < families.size());
    }

    void families_are_headings_and_take_turns() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("list.txt").toStdString();
        write_whole_file(
            file, "# a list\ndiagonal:n=3\n\n[two, held out]\ndiagonal:n=4\ndiagonal:n=5\n[three]\ndense:rows=2\n");
        const auto list = read_matrix_list(file);
        QCOMPARE(list.size(), std::size_t{4});
        QCOMPARE(list[0].family, std::string("diagonal"));
        QCOMPARE(list[1].family, std::string("two"));
        QVERIFY(list[2].is_held_out && !list[3].is_held_out);
        QCOMPARE(in_turns(list).back().name, std::string("diagonal:n=5"));
        write_whole_file(file, "[two\n");
        QVERIFY_THROWS_EXCEPTION(Error, read_matrix_list(file));
        write_whole_file(file, "# nothing\n");
        QVERIFY_THROWS_EXCEPTION(Error, read_matrix_list(file));
    }

    void times_are_measured_gone_on_with_and_proven() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("times.jsonl").toStdString();
        const auto machine = kernels::open_machine("cpu");
        MeasuringSettings settings;
        settings.matrices = {{"laplace2d:n=12", "grid", false}, {"no-such-matrix", "none", true}};
        settings.samples = 3;
        {
            TimesFile file(path, measured_machine(*machine, settings));
            QVERIFY(measure_times(*machine, settings, file).is_whole);
        }
        const MeasuredTimes first = read_times(path);
        QCOMPARE(first.matrices.size(), std::size_t{4}); // each matrix in both precisions
        QCOMPARE(first.matrices[0].nonzeros, std::int64_t{5 * 12 * 12 - 4 * 12});
        QVERIFY(first.matrices[0].find("cpu-csr")->ns > 0);
        QVERIFY(first.matrices[0].find("cpu-csr")->samples >= 1);
        QVERIFY(!first.matrices[2].failure.empty() && first.matrices[2].is_held_out);
        settings.matrices.push_back({"diagonal:n=40", "diagonal", false});
        TimesFile file(path, measured_machine(*machine, settings));
        measure_times(*machine, settings, file);
        const MeasuredTimes both = read_times(path);
        QCOMPARE(both.matrices.size(), std::size_t{6});
        QCOMPARE(both.matrices[0].find("cpu-csr")->ns, first.matrices[0].find("cpu-csr")->ns);
        const Proof proof = prove(both, {}, {});
        QCOMPARE(proof.cases.size(), std::size_t{6});
        QVERIFY(proof.cases[0].best_ns > 0 && proof.cases[0].advised_ns >= proof.cases[0].best_ns);
        QVERIFY(!proof.cases[2].failure.empty());
        TimedMachine other = measured_machine(*machine, settings);
        other.title = "Another one";
        QVERIFY_THROWS_EXCEPTION(Error, TimesFile(path, other));
    }

    void times_that_are_damaged_are_refused_with_the_line() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("times.jsonl").toStdString();
        const auto failure_of = [&](const std::string& text) {
            write_whole_file(path, text);
            try {
                read_times(path);
            } catch (const Error& error) { return std::string(error.what()); }
            return std::string();
        };
        const std::string machine = R"({"warploom_times": 1, "title": "one"})",
                          matrix = R"({"matrix": "a", "precision": "double"})";
        QCOMPARE(failure_of(machine + "\n" + matrix + "\n"), std::string());
        QVERIFY(failure_of(machine + "\n" + matrix.substr(0, 20) + "\n").find("line 2") != std::string::npos);
        QVERIFY(failure_of(matrix + "\n").find("does not name the machine") != std::string::npos);
        QVERIFY(failure_of(machine + "\n" + R"({"warploom_times": 1, "title": "two"})" + "\n").find("two") !=
                std::string::npos);
    }

    void a_format_of_four_times_the_bytes_of_csr_is_not_measured() {
        const auto made = make_matrix("arrow:n=5000", {"csr-vector", "ell", "bcsr"}, {Precision::float64}, {}, 1);
        QVERIFY(made->give("csr", Precision::float64) != nullptr);
        QVERIFY_THROWS_EXCEPTION(Error, made->give("ell", Precision::float64));
        QVERIFY_THROWS_EXCEPTION(Error, made->give("bcsr", Precision::float64));
    }

    void the_command_says_what_to_take() {
        const auto called = test::call_engine({"advise", "laplace2d:n=100", "--machine", "simulated:c2050"});
        QCOMPARE(called.status, 0);
        QVERIFY2(called.out.contains("Use "), qPrintable(called.out));
        QVERIFY(called.out.contains("pays after"));
        const auto json = test::call_engine({"advise", "laplace2d:n=100", "--json", "--quick"});
        const protocol::Advice read = protocol::read_advice(Json::parse(json.out.toStdString()));
        QVERIFY(read.quick);
        QVERIFY(read.find(read.take) != nullptr);
    }
    void an_advice_for_a_simulated_card_names_what_the_real_gpu_takes() {
        const auto called = test::call_engine({"advise", "laplace2d:n=300", "--machine", "simulated:h100"});
        QVERIFY2(called.out.contains(
                     "Based on measurements of similar matrices on an NVIDIA H100 80GB HBM3, dia is the fastest"),
                 qPrintable(called.out));
        QVERIFY(!test::call_engine({"advise", "laplace2d:n=300", "--machine", "simulated:c2050"})
                     .out.contains("similar matrices"));
    }
    void the_command_measures_what_it_advises_for_the_host() {
        const auto called = test::call_engine({"advise", "laplace2d:n=40", "--machine", "cpu", "--try"});
        QVERIFY2(called.status == 0 && called.out.contains("Measured: cpu-csr"), qPrintable(called.out));
    }
};

WARPLOOM_TEST(AdviceTest);
#include "advice_test.moc"
