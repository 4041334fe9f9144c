// The partition method: the quality of its pivoting compared with LAPACK, and sizes and matrices at which partitions
// end, begin or are singular. The conformance test covers what it has in common with other solvers.
#include "engine/measure/tridiagonal_residual.h"
#include "kernels/machine/machine.h"
#include "kernels/sources/text_of_kernel.h"
#include "support/runner.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

using namespace warploom;
using namespace warploom::kernels;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Outcome {
    measure::TridiagonalCheck check;
    std::vector<double> x;
    std::optional<std::int64_t> zero_pivot;

    bool is_solved() const { return check.is_finite() && !zero_pivot.has_value(); }
};

Outcome run(Machine& machine, const std::string& kernel, const TridiagonalSystem& system,
            Precision precision = Precision::float64) {
    const auto shared = std::make_shared<const TridiagonalSystem>(system);
    const auto bound = machine.bind(kernel, TridiagonalInput{shared, precision, 1}, 128);
    bound->poison();
    bound->enqueue();
    bound->finish();
    Outcome outcome{{}, bound->x(), bound->zero_pivot()};
    outcome.check = measure::check_tridiagonal(system, outcome.x, precision == Precision::float32);
    return outcome;
}

TridiagonalSystem of_kind(int kind, std::int64_t n, int seed = 1) {
    return load_tridiagonal_system("tridiagonal:n=" + std::to_string(n) + ",kind=" + std::to_string(kind) +
                                   ",seed=" + std::to_string(seed));
}

/// Computes d of a system with given a, b, c for x = 1, 2, 3, 1, 2, 3, ...
void solve_with_ones_to_three(TridiagonalSystem& s) {
    const auto x = [](std::size_t i) { return static_cast<double>(1 + i % 3); };
    const auto n = s.b.size();
    s.d.assign(n, 0);
    s.known_x.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        s.known_x[i] = x(i);
        s.d[i] = s.b[i] * x(i) + (i > 0 ? s.a[i] * x(i - 1) : 0) + (i + 1 < n ? s.c[i] * x(i + 1) : 0);
    }
}

TridiagonalSystem by_hand(std::size_t n, double a, double b, double c) {
    TridiagonalSystem s;
    s.a.assign(n, a);
    s.b.assign(n, b);
    s.c.assign(n, c);
    solve_with_ones_to_three(s);
    return s;
}

QByteArray format_number(const char* what, double value) { return QByteArray(what) + ' ' + QByteArray::number(value); }

} // namespace

class PartitionTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (runner::machine().starts_with("cuda") && !why_no_cuda().empty())
            QSKIP(qPrintable("all tests skipped: " + QString::fromStdString(why_no_cuda())));
        gpu_ = open_machine(runner::machine());
        host_ = open_machine("cpu");
    }

    void three_unknowns_by_hand_need_an_exchange_of_rows() {
        // 0 x0 + 2 x1 = 4, x0 + 3 x2 = 10, 5 x1 + x2 = 13 has the solution 1, 2, 3.
        const TridiagonalSystem s{{not_a_number, 1, 5}, {0, 0, 1}, {2, 3, not_a_number}, {4, 10, 13}, {1, 2, 3}};
        for (const Precision precision : {Precision::float64, Precision::float32}) {
            const Outcome o = run(*gpu_, "partition", s, precision);
            QVERIFY(o.is_solved());
            const double unit = precision == Precision::float64 ? 0x1p-53 : 0x1p-24;
            for (std::size_t i = 0; i < 3; ++i) QVERIFY(std::fabs(o.x[i] - static_cast<double>(i + 1)) <= 32 * unit);
        }
    }

    void every_kind_of_matrix_is_solved_as_well_as_lapack_does_data() {
        QTest::addColumn<int>("kind");
        for (const TridiagonalKind& kind : tridiagonal_kinds())
            if (kind.number != 23) QTest::newRow(kind.name) << kind.number; // 23 is singular
    }
    void every_kind_of_matrix_is_solved_as_well_as_lapack_does() {
        QFETCH(const int, kind);
        const TridiagonalSystem s = of_kind(kind, 512);
        const Outcome lapack = run(*host_, "lapack-dgtsv", s), ours = run(*gpu_, "partition", s);
        std::printf("| %2d | %.2e | %.2e |", kind, lapack.check.relative_residual, ours.check.relative_residual);
        for (const auto& info : kernels_of(Operation::tridiagonal)) {
            if (std::string(info.id) == "partition" || info.runs_on != RunsOn::gpu) continue;
            const Outcome other = run(*gpu_, info.id, s);
            if (other.zero_pivot)
                std::printf(" %s pivot 0 in row %lld;", info.id, static_cast<long long>(*other.zero_pivot));
            else std::printf(" %s %.1e;", info.id, other.check.relative_residual);
        }
        std::printf("\n");
        QVERIFY2(lapack.is_solved(), qPrintable(QString::fromStdString(lapack.check.complaint)));
        QVERIFY2(ours.is_solved(), qPrintable(QString::fromStdString(ours.check.complaint)));
        QVERIFY2(ours.check.relative_residual <= 10 * lapack.check.relative_residual,
                 format_number("times LAPACK's:", ours.check.relative_residual / lapack.check.relative_residual));
    }

    // If the matrix is nearly singular, the size of the computed x is arbitrary, and so is that of d - A x. A method
    // can be judged only by the residual relative to |A||x|.
    void the_backward_error_is_small_for_any_drawn_matrix_of_every_kind_data() {
        every_kind_of_matrix_is_solved_as_well_as_lapack_does_data();
    }
    void the_backward_error_is_small_for_any_drawn_matrix_of_every_kind() {
        QFETCH(const int, kind);
        for (int seed = 1; seed <= 8; ++seed)
            for (const std::int64_t n : {65, 200, 511, 1000}) {
                if (kind >= 8 && kind <= 11 && n > 200) continue; // takes n^3 operations to generate
                if (kind == 15 && n % 2 == 1) continue;           // singular
                const TridiagonalSystem s = of_kind(kind, n, seed);
                const Outcome ours = run(*gpu_, "partition", s);
                QVERIFY2(ours.is_solved(), qPrintable(QString::fromStdString(ours.check.complaint)));
                QVERIFY2(ours.check.normwise <= 16 * 0x1p-53, format_number("normwise", ours.check.normwise));
            }
    }

    void every_size_around_a_partition_a_warp_and_a_block_of_links_is_solved_data() {
        QTest::addColumn<int>("n");
        for (const int partition : {32, 64})
            for (const int many : {1, 2, 3, 15, 16, 17, 31, 32, 33, 255, 256, 257, 511, 512, 513})
                for (const int more : {-1, 0, 1}) {
                    const int n = partition * many + more;
                    QTest::newRow(qPrintable(QString::number(n))) << n;
                }
        for (const int n : {1, 2, 3, 4, 5, 16, 17, 30, 262143, 262144, 262145, 600000})
            QTest::newRow(qPrintable(QString::number(n))) << n;
    }
    void every_size_around_a_partition_a_warp_and_a_block_of_links_is_solved() {
        QFETCH(const int, n);
        for (const int kind : {1, 18})
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                const double unit = precision == Precision::float64 ? 0x1p-53 : 0x1p-24;
                TridiagonalSystem s = of_kind(kind, n);
                s.a.front() = s.c.back() = not_a_number;
                const Outcome o = run(*gpu_, "partition", s, precision);
                QVERIFY2(o.is_solved(), qPrintable(QString::fromStdString(o.check.complaint)));
                QVERIFY2(o.check.normwise <= 16 * unit, format_number("normwise", o.check.normwise));
            }
    }

    // With 256 links per block, there is a third level for 67 million unknowns or more. With 4 links per block, 40,000
    // unknowns have one, and the other method splits 40,000 twice if a block holds only 8 rows.
    void levels_that_only_vast_systems_have_are_right() {
        const auto text_of = [](const char* file, std::initializer_list<std::pair<QString, QString>> smaller) {
            QFile text(QStringLiteral(WARPLOOM_SOURCE_DIR "/kernels/tridiagonal/") + file);
            if (!text.open(QIODevice::ReadOnly)) throw std::runtime_error(file);
            QString all = QString::fromUtf8(text.readAll());
            for (const auto& [from, to] : smaller) {
                if (!all.contains(from)) throw std::runtime_error(qPrintable(from));
                all.replace(from, to);
            }
            return all.toStdString();
        };
        const ScopedKernelSources texts(std::map<std::string, std::string>{
            {"links.cu", text_of("partition.cu", {{"links_a_block = 256", "links_a_block = 4"},
                                                  {"262143", "4095"},
                                                  {"262144", "4096"},
                                                  {"67108863", "16383"},
                                                  {"67108864", "16384"},
                                                  {"2816 *", "44 *"}})},
            {"cuts.cu", text_of("nested_partitions.cu", {{"block_rows = 5120", "block_rows = 8"}})}});
        for (const char* const kernel : {"links.cu", "cuts.cu"}) {
            find_kernel_file(Operation::tridiagonal, kernel);
            for (const int n : {40000, 16385, 4097, 4096}) {
                const TridiagonalSystem s = of_kind(1, n);
                for (const Precision precision : {Precision::float64, Precision::float32}) {
                    const Outcome o = run(*gpu_, kernel, s, precision);
                    QVERIFY2(o.is_solved(), qPrintable(QString::fromStdString(o.check.complaint)));
                    const double unit = precision == Precision::float64 ? 0x1p-53 : 0x1p-24;
                    const bool pivots = kernel == std::string("links.cu");
                    QVERIFY2(o.check.normwise <= (pivots ? 16 : 1e5) * unit,
                             format_number("normwise", o.check.normwise / unit));
                }
            }
        }
    }

    // An odd number of rows with a zero diagonal between the ends of a partition. Such a chain is singular by itself,
    // so a method that represents a partition only by two equations at its ends breaks down. The whole matrix is
    // regular, because the row at the end of every partition connects the chain to the previous one. A partition has 64
    // rows, and each of its two threads has 32.
    void a_partition_that_is_singular_inside_is_no_obstacle() {
        for (const std::size_t length : {32u, 64u})
            for (const std::size_t n : {64u, 128u, 192u, 320u, 4096u, 100000u}) {
                TridiagonalSystem s = by_hand(n, 1, 0, 1);
                for (std::size_t end = length; end <= n; end += length) {
                    s.b[end - 2] = s.b[end - 1] = 1;
                    s.c[end - 3] = s.a[end - 2] = s.c[end - 2] = 0;
                }
                solve_with_ones_to_three(s);
                const Outcome o = run(*gpu_, "partition", s), lapack = run(*host_, "lapack-dgtsv", s);
                QVERIFY(lapack.is_solved());
                QVERIFY(o.is_solved());
                QCOMPARE(o.x, s.known_x); // small integers throughout
            }
    }

    void a_system_that_falls_apart_at_every_cut_is_solved() {
        for (const std::size_t n : {33u, 1024u, 5000u}) {
            TridiagonalSystem identity = by_hand(n, 0, 1, 0);
            QCOMPARE(run(*gpu_, "partition", identity).x, identity.known_x);
            for (const std::size_t cut : {32u, 64u}) {
                TridiagonalSystem s = by_hand(n, -1, 4, 1);
                for (std::size_t row = cut; row < n; row += cut) s.a[row] = s.c[row - 1] = 0;
                solve_with_ones_to_three(s);
                const Outcome o = run(*gpu_, "partition", s);
                QVERIFY(o.is_solved());
                QVERIFY2(o.check.forward_error.value() < 1e-14,
                         format_number("forward", o.check.forward_error.value()));
            }
        }
    }

    // Each pair of rows is 0 x + y = ., x + 0 y = .: every diagonal pivot is 0.
    void rows_that_must_all_be_exchanged_are() {
        for (const std::size_t n : {2u, 32u, 34u, 1000u, 40000u}) {
            TridiagonalSystem s = by_hand(n, 0, 0, 0);
            for (std::size_t row = 0; row < n; row += 2) s.c[row] = s.a[row + 1] = 1;
            solve_with_ones_to_three(s);
            const Outcome o = run(*gpu_, "partition", s);
            QVERIFY(o.is_solved());
            QCOMPARE(o.x, s.known_x);
        }
    }

    void rows_of_very_different_size_are_solved_as_well_as_when_they_are_alike() {
        TridiagonalSystem s = of_kind(1, 3000);
        for (std::size_t i = 0; i < s.b.size(); ++i) {
            const double factor = std::ldexp(1.0, static_cast<int>(i * 7919 % 601) - 300);
            for (auto* array : {&s.a, &s.b, &s.c, &s.d}) (*array)[i] *= factor;
        }
        const Outcome alike = run(*gpu_, "partition", of_kind(1, 3000)), different = run(*gpu_, "partition", s);
        QVERIFY(different.is_solved());
        QCOMPARE(different.x, alike.x); // scaling by powers of two is exact
    }

    void a_singular_system_ends_and_says_so_data() {
        QTest::addColumn<int>("n");
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("known"); // whether the exact row can be determined
        QTest::newRow("one unknown") << 1 << 0 << true;
        QTest::newRow("first row") << 100 << 0 << false;
        QTest::newRow("inside a partition") << 100 << 40 << true;
        QTest::newRow("where the two threads meet, left") << 100 << 31 << true;
        QTest::newRow("where the two threads meet, right") << 100 << 32 << true;
        QTest::newRow("on the way up from the end") << 100 << 50 << true;
        QTest::newRow("end of a partition") << 100 << 63 << true;
        QTest::newRow("start of a partition") << 200 << 128 << true;
        QTest::newRow("end of a warp's partitions") << 3000 << 1023 << true;
        QTest::newRow("start of a warp's partitions") << 3000 << 2048 << true;
        QTest::newRow("end of a block's links") << 300000 << 262143 << true;
        QTest::newRow("start of a block's links") << 300000 << 262144 << true;
        QTest::newRow("last row") << 100 << 99 << false;
        QTest::newRow("far behind") << 70000 << 66000 << true;
    }
    void a_singular_system_ends_and_says_so() {
        QFETCH(const int, n);
        QFETCH(const int, row);
        QFETCH(const bool, known);
        TridiagonalSystem s = by_hand(static_cast<std::size_t>(n), -1, 4, 1);
        const auto i = static_cast<std::size_t>(row);
        s.b[i] = 0; // no equation contains x[row]
        if (row > 0) s.c[i - 1] = 0;
        if (row + 1 < n) s.a[i + 1] = 0;
        for (const Precision precision : {Precision::float64, Precision::float32}) {
            const Outcome o = run(*gpu_, "partition", s, precision);
            QVERIFY(o.zero_pivot.has_value());
            QVERIFY(*o.zero_pivot >= 0 && *o.zero_pivot < n);
            if (known) QCOMPARE(*o.zero_pivot, std::int64_t{row});
        }
    }

    void a_diagonal_of_0_of_odd_order_is_found_to_be_singular() {
        for (const std::int64_t n : {1, 3, 31, 33, 511, 20001}) {
            const Outcome o = run(*gpu_, "partition", by_hand(static_cast<std::size_t>(n), 1, 0, 1));
            QVERIFY2(o.zero_pivot.has_value() || !o.check.is_finite(), qPrintable(QString::number(n)));
        }
    }

    void numbers_that_are_not_finite_do_not_hang_it() {
        TridiagonalSystem s = of_kind(18, 5000);
        s.b[2500] = not_a_number;
        QVERIFY(!run(*gpu_, "partition", s).check.is_finite());
        s.b[2500] = std::numeric_limits<double>::infinity();
        run(*gpu_, "partition", s);
    }

    void a_second_call_gives_the_same_bits() {
        const auto shared = std::make_shared<const TridiagonalSystem>(of_kind(1, 40000));
        const auto bound = gpu_->bind("partition", TridiagonalInput{shared, Precision::float64, 1}, 128);
        bound->enqueue();
        bound->finish();
        const std::vector<double> first = bound->x();
        bound->poison();
        bound->enqueue();
        bound->finish();
        QCOMPARE(bound->x(), first);
    }

private:
    std::unique_ptr<Machine> gpu_, host_;
};

WARPLOOM_TEST(PartitionTest);
#include "partition_test.moc"
