#include "app/advice/advise.h"
#include "app/advice/places.h"
#include "app/advice/prove.h"
#include "app/advice/sampled_trace.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "called_engine.h"
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "kernels/formats/arrays.h"
#include "kernels/registry/simulated_machine.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace warploom;
using namespace warploom::app;

namespace {

wire::AdvisedKernel kernel(const char* name, const char* format, double ns, double conversion_ns) {
    wire::AdvisedKernel made;
    made.kernel = name;
    made.format = format;
    made.ns = ns;
    made.conversion_ns = conversion_ns;
    return made;
}

wire::Advice advice_on(const std::string& name, const std::string& machine = "simulated:h200",
                       const AdviceSettings& settings = {}) {
    Inputs inputs;
    const auto opened = kernels::open_machine(machine);
    return advise(inputs, name, advised_machine(*opened), settings);
}

std::string reason_without_place(const wire::Advice& advice, const std::string& kernel) {
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

/// A simulated machine under another name, as if it were a real GPU of which nothing else is known.
class NamedGpu final : public kernels::Machine {
public:
    explicit NamedGpu(const std::string& title, const std::string& capability) {
        info_.id = "cuda:0";
        info_.title = title;
        info_.kind = kernels::MachineKind::cuda;
        info_.facts = {{"compute capability", capability}};
    }
    const kernels::MachineInfo& info() const override { return info_; }
    bool runs(kernels::RunsOn on) const override { return on != kernels::RunsOn::host; }
    std::unique_ptr<kernels::Bound> bind(const kernels::BindRequest&) override {
        throw Error("none", "It runs nothing.");
    }
    measure::Sample sample(kernels::Bound&, kernels::CacheState, int) override { return {}; }
    double launch_to_finish_ns(kernels::Bound&) override { return 0; }
    double copy_bandwidth() override { return 0; }

private:
    kernels::MachineInfo info_;
};

} // namespace

class AdviceTest : public QObject {
    Q_OBJECT
private slots:
    void a_kernel_that_may_be_among_the_first_is_never_called_slower_for_certain() {
        // On a card of few threads ELL takes 73 us here, and a bound of two trips to memory for each turn said 144.
        const wire::Advice advice = advice_on("random-rows:n=1024,fraction=0.2,seed=7", "simulated:gtx295");
        for (const char* kernel : {"ell", "ell-sorted", "sell"}) {
            const wire::AdvisedKernel* const row = advice.find(kernel);
            QVERIFY2(row != nullptr && !row->is_at_least, kernel);
            QVERIFY(row->group <= 2);
        }
    }
    void kernels_within_the_models_error_are_one_group() {
        wire::Advice advice;
        advice.error = 0.1;
        advice.products = 1000;
        advice.kernels = {kernel("slow", "csr", 130, 0), kernel("plain", "csr", 105, 0),
                          kernel("first", "ell", 100, 2000)};
        put_in_places(advice, "csr");
        QCOMPARE(advice.kernels[0].kernel, std::string("first"));
        QCOMPARE(advice.kernels[0].group, 1);
        QCOMPARE(advice.kernels[1].group, 1);
        QCOMPARE(advice.kernels[2].group, 2);
        QCOMPARE(advice.fastest, std::string("first"));
        QCOMPARE(advice.baseline, std::string("plain"));
    }

    void a_conversion_pays_after_what_it_cost_over_what_a_product_gains() {
        wire::Advice advice;
        advice.error = 0.01;
        advice.products = 100;
        advice.kernels = {kernel("plain", "csr", 105, 0), kernel("first", "ell", 100, 2000)};
        put_in_places(advice, "csr");
        QCOMPARE(advice.kernels[0].pays_after, 400.0); // 2000 / (105 - 100)
        QCOMPARE(advice.kernels[0].total_ns, 12000.0);
        QCOMPARE(advice.kernels[1].total_ns, 10500.0);
        QCOMPARE(advice.take, std::string("plain"));
        advice.products = 1000;
        put_in_places(advice, "csr");
        QCOMPARE(advice.take, std::string("first"));
        QVERIFY(std::isnan(advice.kernels[1].pays_after));
    }

    void what_was_not_traced_is_never_taken() {
        wire::Advice advice;
        advice.error = 0.1;
        advice.kernels = {kernel("bound", "ell", 50, 0), kernel("traced", "csr", 100, 0)};
        advice.kernels[0].is_at_least = true;
        put_in_places(advice, "csr");
        QCOMPARE(advice.take, std::string("traced"));
        QCOMPARE(advice.kernels.front().kernel, std::string("traced"));
        QCOMPARE(advice.kernels.back().group, 2);
    }

    void row_figures_are_counted_by_hand() {
        std::vector<int> lengths(64, 2); // two warps of a thread a row
        lengths[3] = 33;
        lengths[40] = 0;
        const RowFigures rows = row_figures(rows_of(lengths));
        QCOMPARE(rows.nonzeros, std::int64_t{62 * 2 + 33});
        QCOMPARE(rows.shortest, std::int64_t{0});
        QCOMPARE(rows.longest, std::int64_t{33});
        QCOMPARE(rows.longest_row, std::int64_t{3});
        QCOMPARE(rows.steps_by_threads, std::int64_t{33 + 2});
        QCOMPARE(rows.steps_by_warps, std::int64_t{62 + 2}); // 33 entries are two turns of 32 lanes
        QVERIFY(rows.heavy.empty());
        lengths[3] = 500;
        QCOMPARE(row_figures(rows_of(lengths)).heavy, std::vector<std::int64_t>{3});
        QCOMPARE(row_figures(rows_of({4, 4})).sentence(), std::string("every row has 4 entries"));
    }

    void telling_blocks_have_both_ends_and_the_longest_rows() {
        RowFigures rows;
        rows.rows = 100000;
        rows.heavy = {50000};
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
        const wire::Advice advice = advice_on("one-long-row:n=20000");
        const wire::AdvisedKernel* const scalar = advice.find("csr-scalar");
        QVERIFY(scalar != nullptr);
        QCOMPARE(scalar->cause, std::string("one-block"));
        QVERIFY2(scalar->reason.find("20,000 entries") != std::string::npos, scalar->reason.c_str());
        QVERIFY(advice.take != "csr-scalar");
        const std::string ell = reason_without_place(advice, "ell");
        QVERIFY2(ell.find("of its slots would be padding") != std::string::npos, ell.c_str());
    }

    void diagonals_are_read_fastest_as_diagonals_and_cost_a_conversion() {
        const wire::Advice advice = advice_on("laplace2d:n=1000");
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
        const wire::Advice advice = advise(inputs, "reservoir:grid=6,block=4", advised_machine(*machine), {});
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
        const wire::Advice advice = advice_on("power-law:n=20000", "simulated:h200", quick);
        QVERIFY(!advice.take.empty());
        QVERIFY(!advice.notes.empty());
        QVERIFY(advice.notes.front().find("Not looked at") != std::string::npos);
        for (const auto& each : advice.kernels) QCOMPARE(each.traced_share, 0.0);
        QVERIFY(advice.error >= 0.3);
    }

    void a_host_has_an_order_and_no_times() {
        const wire::Advice advice = advice_on("laplace2d:n=100", "cpu");
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
        const wire::Advice advice = advice_on(input.toStdString(), "simulated:h200", settings);
        QVERIFY(advice.kernels.size() >= 2);
        QVERIFY(!advice.take.empty());
        for (const auto& each : advice.kernels) QVERIFY2(!each.reason.empty(), each.kernel.c_str());
        if (settings.operation == kernels::Operation::cg)
            QVERIFY(advice.notes.front().find("only by running") != std::string::npos);
    }

    void a_gpu_is_modelled_by_the_card_of_its_name_or_the_nearest_one() {
        NamedGpu own("NVIDIA H200", "9.0");
        const AdvisedMachine of_own = advised_machine(own);
        QCOMPARE(of_own.card->id, std::string("h200"));
        QCOMPARE(of_own.error, 0.138);
        NamedGpu other("NVIDIA Unheard-of 1", "2.1");
        const AdvisedMachine of_other = advised_machine(other);
        QCOMPARE(of_other.card->compute_capability, std::string("2.1"));
        QVERIFY(of_other.error >= 0.3);
        QVERIFY(of_other.error_from.find("There is no card file for the NVIDIA Unheard-of 1") != std::string::npos);
    }

    void what_makes_no_sense_is_refused() {
        AdviceSettings dense;
        dense.operation = kernels::Operation::ata;
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
            wire::Row row;
            row.kernel = name;
            row.status = wire::RowStatus::ok;
            row.time.median = ns;
            row.time.count = 1;
            return row;
        };
        wire::Advice advice;
        advice.kernels = {kernel("a", "csr", 100, 0), kernel("b", "csr", 110, 0)};
        advice.take = "a";
        wire::give_verdict(advice, {}, "cuda:0");
        QVERIFY(!advice.verdict);
        wire::give_verdict(advice, {measured("a", 150), measured("b", 100)}, "cuda:0");
        QVERIFY(!advice.verdict->was_right);
        QCOMPARE(advice.verdict->regret, 1.5);
        QCOMPARE(advice.verdict->fastest, std::string("b"));
        QCOMPARE(advice.kernels[1].measured_ns, 100.0);
        QVERIFY(advice.verdict->sentence.find("the advice was wrong") != std::string::npos);
        wire::give_verdict(advice, {measured("a", 102), measured("b", 100)}, "cuda:0");
        QVERIFY(advice.verdict->was_right); // two measurements of one kernel differ by as much
    }

    void regret_is_counted_over_the_fastest_of_all() {
        Proof proof;
        for (const double advised : {100.0, 121.0}) {
            ProofCase each;
            each.advised_ns = each.tried_ns = advised;
            each.best_ns = 100;
            each.is_held_out = advised > 100;
            proof.cases.push_back(each);
        }
        const Table table = regret_table(proof);
        QCOMPARE(table.text(0, 0), std::string("advice, by the model alone"));
        QVERIFY(std::abs(table.number(0, table.column("geometric_mean")) - 1.1) < 1e-12);
        QCOMPARE(table.number(0, table.column("within_5_percent")), 0.5);
        QCOMPARE(table.number(0, table.column("worst")), 1.21);
        QVERIFY(std::isnan(table.number(2, table.column("worst")))); // cusparse-csr was not there
        QCOMPARE(table.number(5, table.column("cases")), 1.0);       // kept for the end
    }

    void the_list_of_matrices_names_families_that_there_are() {
        const auto list = read_matrix_list(WARPLOOM_SOURCE_DIR "/datasets/advice/matrices.txt");
        std::set<std::string> families;
        for (const std::string& name : list) {
            QVERIFY2(names_generator(name), name.c_str());
            families.insert(name.substr(0, name.find(':')));
        }
        QVERIFY(list.size() >= 60);
        QVERIFY(families.size() >= 12);
    }

    void a_proof_measures_every_kernel_and_keeps_each_case() {
        const auto machine = kernels::open_machine("cpu");
        ProofSettings settings;
        settings.matrices = {"laplace2d:n=12", "no-such-matrix", "diagonal:n=40"};
        settings.seconds_a_kernel = 0.01;
        std::vector<std::size_t> kept;
        const Proof proof =
            prove(*machine, settings, {}, [&](const Proof& so_far) { kept.push_back(so_far.cases.size()); });
        QCOMPARE(kept, (std::vector<std::size_t>{1, 2, 3}));
        QVERIFY(proof.cases[0].best_ns > 0 && proof.cases[0].advised_ns >= proof.cases[0].best_ns);
        QVERIFY(!proof.cases[1].failure.empty());
        QCOMPARE(proof.cases[2].family, std::string("diagonal"));
    }

    void the_command_says_what_to_take() {
        const auto called = test::call_engine({"advise", "laplace2d:n=100", "--machine", "simulated:c2050"});
        QCOMPARE(called.status, 0);
        QVERIFY2(called.out.contains("Take "), qPrintable(called.out));
        QVERIFY(called.out.contains("pays after"));
        const auto json = test::call_engine({"advise", "laplace2d:n=100", "--json", "--quick"});
        const wire::Advice read = wire::read_advice(wire::Json::parse(json.out.toStdString()));
        QVERIFY(read.quick);
        QVERIFY(read.find(read.take) != nullptr);
    }
};

WARPLOOM_TEST(AdviceTest);
#include "advice_test.moc"
