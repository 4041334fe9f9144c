#include "random_matrices.h"
#include "recorded_steps.h"
#include "textbook_counts.h"

#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "kernels/machine/machine.h"
#include "kernels/machine/registry.h"
#include "support/runner.h"
#include "support/simulated_entries.h"

#include <QTest>

#include <algorithm>
#include <cstring>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

// Traces of kernels, compared with counts derived from the rows alone. y must be bitwise equal to the result without
// tracing.

namespace {

struct Call {
    RecordedSteps steps;
    std::unique_ptr<simulated::Tracer> tracer;
    std::vector<double> y;
    Totals totals;
    std::int64_t flops = 0;
};
std::shared_ptr<const HostFormat> format_of(const std::string& kernel, const CsrMatrix& a, Precision p,
                                            FormatOptions options = {}) {
    options.limit_factor = 1e6;
    return make_format(find_spmv_kernel(kernel)->format, a, p, options);
}
std::vector<double> run(BoundSpmv& spmv, const std::vector<double>& x) {
    spmv.set_x(x);
    spmv.poison();
    spmv.enqueue();
    return spmv.y();
}
Call trace(const std::string& kernel, const CsrMatrix& a, int block, simulated::TraceOptions options = {},
           Precision p = Precision::float64, std::vector<double> x = {}) {
    Call call;
    call.tracer = std::make_unique<simulated::Tracer>(std::move(options), call.steps);
    if (x.empty()) x.assign(static_cast<std::size_t>(a.cols), 1.0);
    call.y = run(*bind_traced(kernel, SpmvInput{format_of(kernel, a, p)}, block, *call.tracer), x);
    call.totals = totals(*call.tracer, call.steps);
    for (const auto& seen : call.steps.all()) call.flops += seen.step.flops;
    return call;
}

QString text(const Totals& sums) {
    QString all;
    for (const auto& [what, total] : sums)
        all += QString("%1: %2 with %3; ").arg(what.c_str()).arg(total.instructions).arg(total.lanes);
    return all;
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

void small_matrices() {
    QTest::addColumn<int>("matrix");
    const auto& all = random_matrices();
    for (int m = 0; m < static_cast<int>(all.size()); ++m)
        if (all[m].is_small) QTest::newRow(all[m].name.c_str()) << m;
}
const Drawn& drawn(int m) { return random_matrices()[m]; }

const char* const random_rows = "random-rows:n=300,fraction=0.1";

} // namespace

class TracedCountsTest : public QObject {
    Q_OBJECT
private slots:
    void a_small_matrix_is_counted_by_hand() {
        // Rows with 2, 0 and 3 entries in one warp: three iterations of the loop with 2, 2 and 1 active lanes.
        const CsrMatrix a = matrix_of({{{0, 1.}, {1, 2.}}, {}, {{0, 3.}, {1, 4.}, {2, 5.}}}, 3);
        const Call call = trace("csr-scalar", a, 32);
        const Totals wanted{{"load row_pointer", {2, 6}},
                            {"load value", {3, 5}},
                            {"load column", {3, 5}},
                            {"load x", {3, 5}},
                            {"store y", {1, 3}}};
        QCOMPARE(text(call.totals), text(wanted));
        QCOMPARE(call.y, (std::vector<double>{3, 0, 12}));
        // Third iteration: lane 2 is active, lanes 0 and 1 wait for it, and all others have returned.
        const auto steps = call.steps.all();
        const auto last_x = std::find_if(steps.rbegin(), steps.rend(), [&](const auto& seen) {
            return what_of(*call.tracer, seen.step) == "load x";
        });
        QCOMPARE(last_x->step.active, 4u);
        QCOMPARE(last_x->step.waiting, 3u);
        QCOMPARE(last_x->step.index[2], std::int64_t{2});
        // After the last load, the lanes with entries (0 and 2) multiply and add.
        QCOMPARE(steps.back().step.flops, 4u);
        QCOMPARE(steps.back().step.flop_instructions, 2u);
        QCOMPARE(call.flops, std::int64_t{10});
    }
    void sites_name_file_line_array_and_order() {
        const Call call = trace("ell", generate_matrix(random_rows).csr, 64);
        std::vector<simulated::Site> sites = call.tracer->sites();
        std::sort(sites.begin(), sites.end(), [](const auto& l, const auto& r) { return l.position < r.position; });
        QStringList order;
        for (const auto& site : sites) {
            const auto& array = call.tracer->arrays()[site.array];
            order << array.name.c_str();
            QCOMPARE(site.kernel_file, std::string("headers/ell_rows.cuh"));
            const bool in_helper = array.name == "value" || array.name == "column" || array.name == "x";
            QCOMPARE(site.file, std::string(in_helper ? "headers/strided_sum.cuh" : "headers/ell_rows.cuh"));
            QCOMPARE(site.kernel_line, sites.front().kernel_line); // every call is in the same line of the kernel
            QCOMPARE(site.is_gather, array.name == "x");
            QCOMPARE(site.element_bytes, array.name == "length" || array.name == "column" ? 4 : 8);
            QCOMPARE(site.space, simulated::Space::global);
        }
        QCOMPARE(order.join(" "), QString("length value column x y"));
        QCOMPARE(call.steps.launches.size(), std::size_t{1});
        QCOMPARE(call.steps.launches[0].kernel, std::string("ell"));
        QCOMPARE(call.steps.launches[0].blocks, std::int64_t{5});
        QCOMPARE(call.steps.launches[0].block_size, 64);
    }
    void arrays_are_named_as_in_the_format_and_lie_on_256_bytes() {
        const CsrMatrix a = generate_matrix(random_rows).csr;
        const Call call = trace("csr-scalar", a, 64, {}, Precision::float32);
        const auto& arrays = call.tracer->arrays();
        const std::vector<std::pair<std::string, std::int64_t>> wanted{
            {"row_pointer", 301}, {"column", a.nonzeros()}, {"value", a.nonzeros()}, {"x", 300}, {"y", 300}};
        QCOMPARE(arrays.size(), wanted.size());
        std::uint64_t end = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(arrays[i].name, wanted[i].first);
            QCOMPARE(arrays[i].size, wanted[i].second);
            QCOMPARE(arrays[i].element_bytes, 4);
            QCOMPARE(arrays[i].base, (end + 255) / 256 * 256);
            end = arrays[i].base + static_cast<std::uint64_t>(arrays[i].size) * 4;
        }
    }

    void csr_scalar_is_the_textbook_loop_data() { small_matrices(); }
    void csr_scalar_is_the_textbook_loop() {
        QFETCH(int, matrix);
        QCOMPARE(text(trace("csr-scalar", drawn(matrix).a, 64).totals), text(textbook_csr_scalar(drawn(matrix).a)));
    }
    void ell_reads_what_the_textbook_loop_reads_data() { small_matrices(); }
    void ell_reads_what_the_textbook_loop_reads() {
        QFETCH(int, matrix);
        QCOMPARE(text(trace("ell", drawn(matrix).a, 128).totals), text(textbook_ell(drawn(matrix).a, false)));
        QCOMPARE(text(trace("ell-sorted", drawn(matrix).a, 32).totals), text(textbook_ell(drawn(matrix).a, true)));
    }
    void csr_vector_shares_rows_among_lanes_data() { small_matrices(); }
    void csr_vector_shares_rows_among_lanes() {
        QFETCH(int, matrix);
        QCOMPARE(text(trace("csr-vector", drawn(matrix).a, 64).totals), text(textbook_csr_vector(drawn(matrix).a, 64)));
    }
    void coo_segmented_does_what_its_three_phases_must_data() { small_matrices(); }
    void coo_segmented_does_what_its_three_phases_must() {
        QFETCH(int, matrix);
        QCOMPARE(text(trace("coo-segmented", drawn(matrix).a, 64).totals),
                 text(textbook_coo_segmented(drawn(matrix).a)));
    }
    void phases_are_launches_with_names() {
        const CsrMatrix a = generate_matrix(random_rows).csr; // some entries follow the last complete group of 32
        QVERIFY(a.nonzeros() % 32 != 0);
        const Call call = trace("coo-segmented", a, 64);
        std::vector<std::string> names;
        for (const auto& launch : call.steps.launches) {
            QCOMPARE(launch.number, static_cast<int>(names.size()));
            names.push_back(launch.kernel);
        }
        QCOMPARE(names, (std::vector<std::string>{"intervals", "tail", "add_carries"}));
        const Call merge = trace("csr-merge", a, 64); // the search was done once for the matrix, before tracing
        QCOMPARE(merge.steps.launches.front().kernel, std::string("tiles"));
        QCOMPARE(merge.steps.launches.front().number, 0);
        QVERIFY(merge.steps.shared_bytes.front() >= 64 * 5 * 12);
    }

    void y_is_the_same_bits_as_without_a_tracer_data() {
        QTest::addColumn<QString>("kernel");
        for (const SimulatedEntry& entry : simulated_entries_of(Operation::spmv))
            QTest::newRow(entry.info.id) << QString(entry.info.id);
    }
    void y_is_the_same_bits_as_without_a_tracer() {
        QFETCH(QString, kernel);
        const std::string id = kernel.toStdString();
        const auto gpu = open_machine("simulated:h200");
        const bool has_atomics = id == "coo-atomic" || id == "csc"; // additions are in arbitrary order
        for (const Drawn& d : random_matrices())
            for (const Precision p : {Precision::float64, Precision::float32})
                for (const std::uint64_t seed : {0u, 17u}) {
                    if (!d.is_small || has_atomics || (p == Precision::float32 && !d.in_float)) continue;
                    if (p == Precision::float32 && seed != 0) continue; // the order of lanes is the same as in double
                    if (!is_little_in(find_spmv_kernel(id)->format, d, p)) continue; // see conformance_test.cpp
                    const auto format = format_of(id, d.a, p, d.options);
                    const auto plain = run(*gpu->bind(id, format, 64), d.x);
                    simulated::SingleThreadTraceSink steps; // only y is needed
                    simulated::TraceOptions options;
                    options.lane_order_seed = seed;
                    options.multiprocessors = 3;
                    options.resident_blocks = [](int) { return 2; };
                    simulated::Tracer tracer(options, steps);
                    QVERIFY2(same_bits(run(*bind_traced(id, SpmvInput{format}, 64, tracer), d.x), plain),
                             d.name.c_str());
                    for (const auto& finding : tracer.findings()) QFAIL(finding.sentence.c_str());
                }
    }
    void untraced_blocks_give_the_same_y_as_traced_ones() {
        const CsrMatrix a = generate_matrix("random-rows:n=1500,fraction=0.02").csr;
        for (const char* kernel : {"csr-scalar", "csr-vector", "csr-merge", "coo-segmented", "bcsr"}) {
            const Call all = trace(kernel, a, 64);
            simulated::TraceOptions options;
            options.sample_blocks = 3;
            const Call some = trace(kernel, a, 64, options);
            QVERIFY2(same_bits(all.y, some.y), kernel);
            QVERIFY(some.steps.traced[0].size() == 3 && some.tracer->traced_share() < 1);
            // Traced blocks must do the same as when all blocks are traced.
            for (const std::int64_t block : some.steps.traced[0]) {
                const auto of_block = [&](const Call& call) {
                    std::vector<std::pair<std::string, std::uint32_t>> list;
                    for (const auto& seen : call.steps.all())
                        if (seen.launch == 0 && seen.block == block)
                            list.emplace_back(what_of(*call.tracer, seen.step), seen.step.active);
                    return list;
                };
                QVERIFY(!of_block(some).empty());
                QVERIFY(of_block(some) == of_block(all));
            }
        }
    }
    void steps_do_not_depend_on_host_threads_nor_on_the_order_of_lanes() {
        const CsrMatrix a = generate_matrix("random-rows:n=1000,fraction=0.03").csr;
        for (const char* kernel : {"csr-scalar", "csr-merge", "jad", "sell", "dia"}) {
            const Call plain = trace(kernel, a, 128);
            simulated::TraceOptions options;
            options.multiprocessors = 5;
            options.lane_order_seed = 99;
            options.host_threads = 4;
            options.resident_blocks = [](int) { return 3; };
            const Call other = trace(kernel, a, 128, options);
            QCOMPARE(text(other.totals), text(plain.totals));
            QCOMPARE(other.flops, plain.flops);
            QVERIFY(same_bits(other.y, plain.y));
        }
    }
    void a_trace_is_the_same_each_time_though_blocks_hand_out_places() {
        const CsrMatrix a = generate_matrix("power-law:n=40000,mean=16,exponent=2.1").csr;
        const auto order = [&] { // order of the loaded entries: which lane loads which segment of a long row
            simulated::TraceOptions options;
            options.multiprocessors = 16;
            options.host_threads = 4;
            const Call call = trace("csr-adaptive", a, 128, options);
            std::vector<std::int64_t> places;
            for (const auto& [launch, block, warp, step] : call.steps.all())
                if (what_of(*call.tracer, step) == "load column") places.push_back(step.index[0]);
            return places;
        };
        const std::vector<std::int64_t> first = order();
        QVERIFY(!first.empty());
        QVERIFY(order() == first);
    }
    void a_product_counts_two_operations_for_each_entry_data() {
        QTest::addColumn<QString>("kernel");
        for (const char* kernel :
             {"csr-scalar", "csr-scalar-sorted", "ell", "ell-sorted", "jad", "coo-serial", "coo-atomic", "csc"})
            QTest::newRow(kernel) << QString(kernel);
    }
    void a_product_counts_two_operations_for_each_entry() {
        QFETCH(QString, kernel);
        const CsrMatrix a = generate_matrix(random_rows).csr;
        QCOMPARE(trace(kernel.toStdString(), a, 64).flops, 2 * a.nonzeros());
    }
};

WARPLOOM_TEST(TracedCountsTest);
#include "traced_counts_test.moc"
