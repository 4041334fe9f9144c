#include "counted_call.h"
#include "random_matrices.h"
#include "random_systems.h"
#include "simt_support.h"
#include "support/runner.h"

#include "engine/matrix/dense_matrix.h"

#include <QTest>

#include <map>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;
using namespace warploom::simulated;

// The same kernel written twice: in the words of the vocabulary, which fibers run lane by lane, and in CUDA C, which the
// machine runs a warp at a time. What they ask of memory must be equal, count for count, and so must the numbers.

namespace {

std::string file_of(const QString& name) {
    return (QStringLiteral(WARPLOOM_SIMT_DATA "/equal/") + name + ".cu").toStdString();
}

/// "load value: 12 instructions, ..." for each access of each array.
QString text_of(const CountedCall& call) {
    std::map<QString, SiteCounts> sums;
    for (const auto& launch : call.launches)
        for (std::size_t n = 0; n < launch.sites.size(); ++n) {
            const Site& site = call.sites[n];
            QString what = to_string(site.access);
            if (site.array >= 0)
                what += " " + QString::fromStdString(call.arrays[static_cast<std::size_t>(site.array)].name).toLower();
            sums[what] += launch.sites[n];
        }
    QString text;
    for (const auto& [what, c] : sums) {
        if (c.warp_instructions == 0) continue;
        text += QString("%1: %2 instructions, %3 lanes, %4 divergent, %5 transactions, %6 fetched, %7 used, %8 ideal, ")
                    .arg(what)
                    .arg(c.warp_instructions)
                    .arg(c.lane_accesses)
                    .arg(c.divergent)
                    .arg(c.transactions)
                    .arg(c.bytes_fetched)
                    .arg(c.bytes_used)
                    .arg(c.ideal_transactions);
        text += QString("%1 passes, %2 conflicts, %3 serialised\n")
                    .arg(c.bank_passes)
                    .arg(c.bank_conflicts)
                    .arg(c.serialised);
    }
    double flops = 0;
    for (const auto& launch : call.launches)
        for (const auto& site : launch.sites) flops += static_cast<double>(site.flops);
    return text + QString("%1 launches, %2 operations\n").arg(call.launches.size()).arg(flops);
}

template <class Input, class Values>
CountedCall counted(const std::string& kernel, const Input& input, int block, const Card& card, const Values& values) {
    LateCounter counter(card);
    TraceOptions options;
    options.multiprocessors = 3;
    options.resident_blocks = [](int) { return 2; };
    Tracer tracer(options, counter);
    counter.watch(tracer);
    CountedCall call;
    {
        const auto bound = bind_traced(kernel, input, block, tracer);
        bound->enqueue();
        call.y = values(*bound);
    }
    call.launches = counter.take();
    call.arrays = tracer.arrays();
    call.sites = tracer.sites();
    call.findings = tracer.findings().size();
    return call;
}

void small_matrices_for_each_kernel() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("matrix");
    const std::pair<const char*, const char*> pairs[]{
        {"csr-scalar", "csr_scalar"}, {"csr-vector", "csr_vector"}, {"ell", "ell"}, {"coo-atomic", "coo_atomic"}};
    const auto& all = random_matrices();
    for (const auto& [kernel, file] : pairs)
        for (int m = 0; m < static_cast<int>(all.size()); ++m)
            if (all[static_cast<std::size_t>(m)].is_small)
                QTest::addRow("%s %s", kernel, all[static_cast<std::size_t>(m)].name.c_str())
                    << QString(kernel) << QString(file) << m;
}

void compare(const CountedCall& written, const CountedCall& own, bool in_order = true) {
    QCOMPARE(text_of(written), text_of(own));
    QCOMPARE(written.findings, std::size_t{0});
    QCOMPARE(written.y.size(), own.y.size());
    if (!in_order) return; // sums of atomics come in any order
    for (std::size_t i = 0; i < own.y.size(); ++i)
        if (std::memcmp(&written.y[i], &own.y[i], sizeof(double)) != 0 &&
            !(written.y[i] != written.y[i] && own.y[i] != own.y[i]))
            QFAIL(qPrintable(QString("%1: %2, not %3").arg(i).arg(written.y[i], 0, 'g', 17).arg(own.y[i], 0, 'g', 17)));
}

} // namespace

class SimtEqualityTest : public QObject {
    Q_OBJECT
private slots:
    void three_rows_are_counted_by_hand() {
        const CsrMatrix a = matrix_of({{{0, 1.}, {1, 2.}}, {}, {{0, 3.}, {1, 4.}, {2, 5.}}}, 3);
        const auto call = count_call(file_of("csr_scalar"), a, Precision::float64, 32, find_card("h200"), {1, 1, 1});
        QCOMPARE(call.y, (std::vector<double>{3, 0, 12}));
        QCOMPARE(call.of_array("value", Access::load).warp_instructions, std::int64_t{3});
        QCOMPARE(call.of_array("value", Access::load).lane_accesses, std::int64_t{5});
        QCOMPARE(call.of_array("row_pointer", Access::load).lane_accesses, std::int64_t{6});
        QCOMPARE(call.of_array("y", Access::store).lane_accesses, std::int64_t{3});
    }
    void products_ask_the_same_of_memory_data() { small_matrices_for_each_kernel(); }
    void products_ask_the_same_of_memory() {
        QFETCH(QString, kernel);
        QFETCH(QString, file);
        QFETCH(int, matrix);
        const Drawn& d = random_matrices()[static_cast<std::size_t>(matrix)];
        for (const char* const card_name : {"h200", "gtx295", "c2050"}) {
            const Card card = find_card(card_name);
            for (const Precision p : {Precision::float64, Precision::float32}) {
                if (p == Precision::float32 && !d.in_float) continue;
                FormatOptions options = d.options;
                options.limit_factor = 1e6;
                const SpmvInput input{make_format(find_spmv_kernel(kernel.toStdString())->format, d.a, p, options)};
                const auto run = [&](const std::string& name) {
                    return counted(name, input, 64, card, [&](const BoundSpmv& bound) { return bound.y(); });
                };
                // A text launches nothing for nothing: CUDA knows no grid of 0 blocks.
                const auto entries = static_cast<std::int64_t>(d.a.nonzeros());
                if (d.a.rows == 0 || (kernel == "coo-atomic" && entries == 0)) {
                    QCOMPARE(run(file_of(file)).y, run(kernel.toStdString()).y);
                    continue;
                }
                compare(run(file_of(file)), run(kernel.toStdString()), kernel != "coo-atomic");
                if (QTest::currentTestFailed()) return;
            }
        }
    }
    void cyclic_reduction_asks_the_same_of_memory_data() {
        QTest::addColumn<int>("n");
        for (const int n : {1, 2, 3, 7, 64, 100, 1000, 1024, 2049, 5000}) QTest::addRow("%d", n) << n;
    }
    void cyclic_reduction_asks_the_same_of_memory() {
        QFETCH(int, n);
        TridiagonalInput input;
        input.system = random_dominant_system(n, 7);
        const auto run = [&](const std::string& name) {
            return counted(name, input, 128, find_card("h200"),
                           [](const BoundTridiagonal& bound) { return bound.x(); });
        };
        compare(run(file_of("cr_shared")), run("cr-shared"));
    }
    void the_naive_product_asks_the_same_of_memory_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("cols");
        for (const auto& [m, n] : {std::pair{1, 1}, {5, 3}, {40, 33}, {7, 64}, {100, 70}})
            QTest::addRow("%d x %d", m, n) << m << n;
    }
    void the_naive_product_asks_the_same_of_memory() {
        QFETCH(int, rows);
        QFETCH(int, cols);
        auto a = std::make_shared<DenseMatrix>();
        a->rows = rows;
        a->cols = cols;
        for (int i = 0; i < rows * cols; ++i) a->value.push_back((i * 37 % 101) / 10.0);
        AtaInput input;
        input.a = a;
        const auto run = [&](const std::string& name) {
            return counted(name, input, 128, find_card("h200"), [](const BoundAta& bound) { return bound.c(); });
        };
        compare(run(file_of("naive")), run("naive"));
    }
};

WARPLOOM_TEST(SimtEqualityTest);

#include "simt_equality_test.moc"
