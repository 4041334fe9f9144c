// Prints a table of this project's performance goals on a GPU relative to the vendor's libraries: our time, the
// vendor's, the limit, the ratio, and whether the goal is met. All kernels of a line run in the same process, in random
// order, with new random data, and results are checked before timing. Exits with 1 if a result is wrong (a missed goal
// is not an error), with 77 if there is no GPU.
//
//     cuda_goals [--machine cuda:0] [--samples 15] [--only spmv,adaptive,cg,tridiagonal,batch,trsv,ata,ozaki]
//                [--data FOLDER]
//
// FOLDER contains further matrices (.mtx, .mtx.gz) for the line of csr-adaptive. Unless stated otherwise, the limit is
// the number of bytes at the bandwidth of a large copy in the same run.

#include "cg_cases.h"
#include "cuda_floors_tools.h"
#include "cuda_race.h"

#include "engine/generators/matrix_source.h"
#include "engine/matrix/lower_factor.h"
#include "engine/measure/ata_reference.h"
#include "engine/measure/reference.h"
#include "engine/measure/tridiagonal_residual.h"
#include "kernels/cg/solve.h"
#include "kernels/operations/trsv.h"
#include "kernels/trsv/level_sets.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

struct Options {
    std::string machine = "cuda:0", only = "spmv,adaptive,cg,tridiagonal,batch,trsv,ata,ozaki", data;
    int samples = 15;
};

const Timed& faster(const Timed& one, const Timed& other) { return other.ns < one.ns ? other : one; }

enum class Aim { times_vendor, of_limit, most_us };

/// A line of the table. `aim` determines the figure of the goal.
struct Line {
    std::string work;
    Timed ours, vendor;
    double limit_ns = 0; ///< 0: unknown
    Aim aim = Aim::times_vendor;
    double goal = 0;

    double reached() const {
        switch (aim) {
        case Aim::times_vendor: return vendor.ns / ours.ns;
        case Aim::of_limit: return limit_ns / ours.ns;
        case Aim::most_us: return ours.ns * 1e-3;
        }
        return 0;
    }
    bool holds() const { return ours.is_there() && (aim == Aim::most_us ? reached() <= goal : reached() >= goal); }
};

std::string text(const char* format, double value) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

class Goals {
public:
    Goals(Machine& machine, const Options& options) : machine_(machine), options_(options) {}

    bool run() {
        const auto part = [&](const char* name, void (Goals::*work)()) {
            if (is_listed(name, options_.only)) (this->*work)();
        };
        part("spmv", &Goals::products);
        part("adaptive", &Goals::adaptive);
        part("cg", &Goals::gradients);
        part("tridiagonal", &Goals::tridiagonal);
        part("batch", &Goals::batches);
        part("trsv", &Goals::triangles);
        part("ata", &Goals::ata);
        part("ozaki", &Goals::whole_numbers);
        print();
        return all_right_;
    }

private:
    // Products:

    static constexpr const char* own_csr = "csr-scalar,csr-vector,csr-merge,csr-adaptive,csr-sweep,coo-segmented";
    /// All vendor calls that compute y = A x. Ours are compared with the fastest of them, whatever its format.
    static constexpr const char* vendor_products =
        "cusparse-csr,cusparse-spmvop,cusparse-coo,cusparse-bsr,cusparse-sell";

    Race<BoundSpmv> race_of(const std::string& name, const CsrMatrix& a, Precision precision,
                            const std::string& kernels) {
        std::map<std::string, std::shared_ptr<const HostFormat>> made;
        Race<BoundSpmv> race = race_of_products(machine_, options_.samples, a, precision, kernels, made);
        race.print(name + ", " + to_string(precision));
        all_right_ = all_right_ && race.all_right();
        formats_ = std::move(made);
        return race;
    }
    /// Returns the time to transfer the format and both vectors at the bandwidth of a copy.
    double limit_of(const std::string& format, const CsrMatrix& a, Precision precision) const {
        const auto bytes =
            static_cast<double>(formats_.at(format)->footprint.bytes + (a.rows + a.cols) * bytes_of(precision));
        return bytes / machine_.copy_bandwidth() * 1e9;
    }

    void products() {
        {
            const CsrMatrix a = load_matrix("power-law:n=2000000").csr;
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                const auto race =
                    race_of("power-law:n=2000000", a, precision,
                            std::string("csr-merge,csr-adaptive,csr-sweep,coo-segmented,") + vendor_products);
                add({"power-law, 2 M rows, " + std::string(to_string(precision)), race.best(own_csr),
                     race.best(vendor_products), limit_of("csr", a, precision), Aim::times_vendor, 1.10});
            }
        }
        {
            const CsrMatrix a = load_matrix("random-rows:n=16384,fraction=0.2").csr;
            const auto race = race_of("random-rows:n=16384,fraction=0.2", a, Precision::float32,
                                      std::string("csr-vector,csr-merge,csr-adaptive,") + vendor_products);
            add({"random-rows n = 16384, a fifth, float", race.best(own_csr), race.best(vendor_products),
                 limit_of("csr", a, Precision::float32), Aim::times_vendor, 1.15});
        }
        {
            const CsrMatrix a = load_matrix("reservoir:grid=30,block=16").csr;
            const auto race = race_of("reservoir:grid=30,block=16", a, Precision::float32,
                                      std::string("csr-vector,csr-adaptive,bcsr,bcsr-wide,dia,") + vendor_products);
            add({"reservoir 30_16, float, CSR", race.best(own_csr), race.best(vendor_products),
                 limit_of("csr", a, Precision::float32), Aim::times_vendor, 1.30});
            add({"reservoir 30_16, float, bcsr", race.best("bcsr,bcsr-wide"), race.best(vendor_products),
                 limit_of("bcsr", a, Precision::float32), Aim::of_limit, 0.88});
            add({"reservoir 30_16, float, dia", race.best("dia"), race.best(vendor_products),
                 limit_of("dia", a, Precision::float32), Aim::of_limit, 0.85});
        }
    }

    // The kernel that selects a method:

    std::vector<std::string> varied_matrices() const {
        std::vector<std::string> names{"random-rows:n=4096,fraction=0.2",
                                       "random-rows:n=20000,fraction=0.05",
                                       "reservoir:grid=15,block=8",
                                       "reservoir:grid=24,block=12",
                                       "laplace2d:n=500",
                                       "laplace2d:n=2000",
                                       "laplace3d:n=50",
                                       "laplace3d:n=130",
                                       "banded:n=100000",
                                       "banded:n=400000,lower=16,upper=16",
                                       "tridiagonal:n=300000",
                                       "tridiagonal:n=4000000",
                                       "power-law:n=100000",
                                       "power-law:n=1500000",
                                       "diagonal:n=500000",
                                       "diagonal:n=8000000",
                                       "arrow:n=100000",
                                       "arrow:n=2000000",
                                       "one-long-row:n=200000",
                                       "one-long-row:n=3000000",
                                       "empty-rows:n=300000",
                                       "empty-rows:n=3000000",
                                       "dense:rows=1000,cols=1000",
                                       "dense:rows=4000,cols=4000",
                                       "water-network:n=50000",
                                       "water-network:n=1000000"};
        std::vector<std::string> files;
        if (!options_.data.empty())
            for (const auto& entry : std::filesystem::directory_iterator(options_.data)) {
                const std::string path = entry.path().string();
                if (path.ends_with(".mtx") || path.ends_with(".mtx.gz")) files.push_back(path);
            }
        std::sort(files.begin(), files.end());
        names.insert(names.end(), files.begin(), files.end());
        return names;
    }
    void adaptive() {
        double sum_of_logs = 0, worst = std::numeric_limits<double>::infinity();
        std::string worst_name;
        int count = 0;
        std::printf(
            "\n| matrix | precision | nonzeros | csr-adaptive us | chosen | prepared us | cuSPARSE us | ratio |\n"
            "| --- | --- | --: | --: | --- | --: | --: | --: |\n");
        for (const std::string& name : varied_matrices()) try {
                const Matrix matrix = load_matrix(name);
                if (!matrix.why_not_runnable().empty() || matrix.csr.nonzeros() < 100000) continue;
                for (const Precision precision : {Precision::float64, Precision::float32}) {
                    Race<BoundSpmv> race =
                        race_of(name, matrix.csr, precision, std::string("csr-adaptive,cusparse-csr,cusparse-spmvop"));
                    const Timed ours = race.best("csr-adaptive"), vendor = race.best("cusparse-csr,cusparse-spmvop");
                    if (!ours.is_there() || !vendor.is_there()) continue;
                    const double ratio = vendor.ns / ours.ns;
                    std::printf("| %s | %s | %lld | %.2f | %s | %.0f | %.2f | %.3f |\n",
                                std::filesystem::path(name).filename().c_str(), to_string(precision),
                                static_cast<long long>(matrix.csr.nonzeros()), ours.ns * 1e-3, ours.detail.c_str(),
                                ours.prepared_ns * 1e-3, vendor.ns * 1e-3, ratio);
                    sum_of_logs += std::log(ratio);
                    ++count;
                    if (ratio < worst) {
                        worst = ratio;
                        worst_name = name + ", " + to_string(precision);
                    }
                }
            } catch (const Error& error) { print_skipped(name, error); }
        if (count == 0) return;
        // Ratios are stored in the columns for times, so that one table suffices.
        const auto ratio_line = [&](const std::string& work, double ratio, double goal) {
            add({work,
                 {"csr-adaptive", 1000, "", 0},
                 {"cusparse-csr", 1000 * ratio, "", 0},
                 0,
                 Aim::times_vendor,
                 goal});
        };
        ratio_line("csr-adaptive, geometric mean of " + std::to_string(count) + " (time as 1)",
                   std::exp(sum_of_logs / count), 1.15);
        ratio_line("csr-adaptive, worst: " + worst_name + " (time as 1)", worst, 0.95);
    }

    // Conjugate gradients, in microseconds per iteration:

    void gradients() {
        const auto line = [&](const std::string& name, Preconditioner preconditioner, const std::string& kernels,
                              Aim aim, double goal) {
            const CsrMatrix a = load_matrix(name).csr;
            const std::vector<double> b = random_vector(a.rows);
            constexpr int iterations = 64;
            Race<BoundCg> race(machine_, options_.samples);
            for (const std::string& kernel : items_of(kernels + ",cg-cusparse"))
                race.enter(
                    kernel, [&] { return bind_cg(machine_, kernel, a, Precision::float64, preconditioner, 128); },
                    [&](BoundCg& cg) -> std::string {
                        cg.set_right_side(b);
                        CgLimits limits;
                        limits.max_iterations = 1000;
                        const CgOutcome outcome = solve_cg(cg, limits);
                        const double truth = residual_of(a, b, cg.x());
                        cg.iterations_per_launch = iterations;
                        std::printf("  %s: %s\n", kernel.c_str(), outcome.sentence.c_str());
                        if (std::abs(truth - outcome.true_residual) <= 1e-11 + 0.01 * truth) return {};
                        return "its true residual is " + text("%.3g", truth);
                    });
            race.run(CacheState::warm);
            race.print(name + ", " + to_string(preconditioner) + ", 64 iterations");
            all_right_ = all_right_ && race.all_right();
            Timed ours = race.best(kernels), vendor = race.best("cg-cusparse");
            ours.ns /= iterations;
            vendor.ns /= iterations;
            // A, x, r, p and q once, which any fused iteration must transfer if they do not fit in the caches.
            const double bytes = 8.0 * static_cast<double>(a.nonzeros()) + 16.0 * static_cast<double>(a.rows) +
                                 56.0 * static_cast<double>(a.rows);
            const double limit = a.rows > 2000000 ? bytes / machine_.copy_bandwidth() * 1e9 : 0;
            add({"CG, " + name + ", " + to_string(preconditioner) + ", an iteration", ours, vendor, limit, aim, goal});
        };
        const std::string usual = "cg-persistent,cg-fused:csr-vector,cg-fused:csr-adaptive,cg-fused:sell,cg-fused:dia";
        line("water-network:n=865", Preconditioner::none, usual, Aim::most_us, 1.5);
        line("water-network:n=15000", Preconditioner::none, usual, Aim::most_us, 3);
        line("laplace3d:n=160", Preconditioner::none, "cg-fused:dia", Aim::most_us, 135);
        line("water-network:n=15000", Preconditioner::jacobi, usual, Aim::most_us, 4);
        line("laplace3d:n=100", Preconditioner::jacobi, usual, Aim::times_vendor, 2);
        line("water-network:n=15000", Preconditioner::ic0, "cg-fused:csr-vector", Aim::times_vendor, 2);
        line("laplace3d:n=100", Preconditioner::ic0, "cg-fused:dia", Aim::times_vendor, 2);
    }

    // Tridiagonal systems:

    static constexpr const char* own_solvers = "cr-shared,pcr-shared,cr-pcr,partition,nested-partitions";

    Race<BoundTridiagonal> race_of(const std::string& name, const std::string& kernels, Precision precision) {
        const auto system = std::make_shared<const TridiagonalSystem>(load_tridiagonal_system(name));
        Race<BoundTridiagonal> race(machine_, options_.samples);
        for (const std::string& kernel : items_of(kernels))
            race.enter(
                kernel,
                [&] {
                    auto bound = machine_.bind(kernel, TridiagonalInput{system, precision, 0}, 128);
                    bound->poison();
                    bound->enqueue();
                    bound->finish();
                    return bound;
                },
                [&](BoundTridiagonal& bound) -> std::string {
                    const auto check = measure::check_tridiagonal(*system, bound.x(), precision == Precision::float32);
                    if (check.is_finite() &&
                        check.relative_residual <= (precision == Precision::float32 ? 1e-5 : 1e-13))
                        return {};
                    return "its residual is " + text("%.2e. ", check.relative_residual) + check.complaint;
                });
        race.run(CacheState::cold);
        race.print(name + ", " + to_string(precision));
        all_right_ = all_right_ && race.all_right();
        return race;
    }
    double bytes_limit(double bytes) const { return bytes / machine_.copy_bandwidth() * 1e9; }

    void tridiagonal() {
        constexpr int sizes[] = {50,    100,   200,    500,    1000,   2000,    5000,    10000,
                                 20000, 50000, 100000, 200000, 500000, 1000000, 2000000, 5000000};
        for (const Precision precision : {Precision::float64, Precision::float32}) {
            for (const int n : sizes) {
                const auto race =
                    race_of("tridiagonal:n=" + std::to_string(n) + ",kind=20",
                            std::string(own_solvers) + ",cusparse-gtsv2,cusparse-gtsv2-nopivot", precision);
                add({"tridiagonal, n = " + std::to_string(n) + ", " + to_string(precision), race.best(own_solvers),
                     race.best("cusparse-gtsv2,cusparse-gtsv2-nopivot"), bytes_limit(5.0 * bytes_of(precision) * n),
                     Aim::times_vendor, 1.2});
            }
        }
        const auto pivoting = [&](int n, Precision precision, double goal) {
            const auto race = race_of("tridiagonal:n=" + std::to_string(n) + ",kind=20",
                                      "partition,nested-partitions,cusparse-gtsv2", precision);
            const double limit = bytes_limit(9.0 * bytes_of(precision) * n);
            const std::string what = ", n = " + std::to_string(n) + ", " + to_string(precision) + ", of its two sweeps";
            add({"partition" + what, race.best("partition"), race.best("cusparse-gtsv2"), limit, Aim::of_limit, goal});
            add({"nested-partitions" + what, race.best("nested-partitions"), race.best("cusparse-gtsv2"), limit,
                 Aim::of_limit, goal});
        };
        pivoting(5000000, Precision::float64, 0.80);
        pivoting(50000000, Precision::float64, 0.85);
        pivoting(50000000, Precision::float32, 0.75);
    }

    void batches() {
        for (const auto& [systems, length] : {std::pair{4096, 512}, {100000, 64}})
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                const std::int64_t n = std::int64_t{systems} * length;
                const auto race =
                    race_of("tridiagonal:n=" + std::to_string(n) + ",kind=20,systems=" + std::to_string(systems),
                            "nested-partitions,partition,cusparse-gtsv2-batch,cusparse-gtsv-interleaved", precision);
                // Both calls overwrite their arguments, so these must be copied before each call. The time of copying
                // is subtracted, at the bandwidth of a copy, to be fair to the library.
                const double array = bytes_limit(2.0 * bytes_of(precision) * static_cast<double>(n));
                Timed strided = race.best("cusparse-gtsv2-batch"), interleaved = race.best("cusparse-gtsv-interleaved");
                strided.ns -= array;
                interleaved.ns -= 4 * array;
                add({"batch of " + std::to_string(systems) + " of " + std::to_string(length) + ", " +
                         to_string(precision) + ", library less its copies",
                     race.best("nested-partitions"), faster(strided, interleaved),
                     bytes_limit(5.0 * bytes_of(precision) * static_cast<double>(n)), Aim::times_vendor, 1.3});
            }
    }

    // AᵀA:

    Race<BoundAta> race_at(std::int64_t rows, std::int64_t cols, const std::string& kernels,
                           Precision precision = Precision::float64) {
        AtaInput input;
        input.precision = precision;
        input.a = std::make_shared<DenseMatrix>(
            load_dense_matrix("dense:rows=" + std::to_string(rows) + ",cols=" + std::to_string(cols) + ",seed=7"));
        const auto reference = measure::ata_reference(*input.a, precision == Precision::float32);
        Race<BoundAta> race(machine_, options_.samples);
        for (const std::string& kernel : items_of(kernels)) {
            if (find_kernel(Operation::ata, kernel) == nullptr) continue;
            race.enter(
                kernel,
                [&] {
                    auto bound = machine_.bind(kernel, input, 256);
                    bound->poison();
                    bound->enqueue();
                    bound->finish();
                    return bound;
                },
                [&](BoundAta& bound) { return measure::check_ata(reference, bound.c()).complaint; });
        }
        race.run(CacheState::cold);
        race.print("A " + std::to_string(rows) + " x " + std::to_string(cols) + ", " + to_string(precision));
        all_right_ = all_right_ && race.all_right();
        return race;
    }
    void ata() {
        const std::string own = "tiled,tensor-core,tall";
        for (const auto& [rows, cols] : {std::pair{250, 500}, {250, 250}, {500, 500}, {1000, 1000}, {1500, 1500}}) {
            const auto race = race_at(rows, cols, own + ",cublas-dgemm,cublas-dsyrk");
            // 66.9 TFLOP/s of the FP64 tensor cores (data sheet), or the bytes of A and C.
            const double flops = ata_flops(rows, cols) / 66.9e12 * 1e9;
            const double bytes =
                bytes_limit(8.0 * (static_cast<double>(rows) * cols + static_cast<double>(cols) * cols));
            add({"AᵀA " + std::to_string(rows) + " x " + std::to_string(cols), race.best(own),
                 race.best("cublas-dgemm,cublas-dsyrk"), std::max(flops, bytes), Aim::times_vendor, 1.15});
        }
        for (const auto& [rows, cols] : {std::pair{10000000, 8}, {1000000, 64}}) {
            const auto race = race_at(rows, cols, "tensor-core,tall,cublas-dgemm,cublas-dsyrk");
            add({"AᵀA " + std::to_string(rows) + " x " + std::to_string(cols), race.best(own),
                 race.best("cublas-dgemm,cublas-dsyrk"), bytes_limit(8.0 * static_cast<double>(rows) * cols),
                 Aim::of_limit, 0.85});
        }
        // In float with the same error bound. cublas-dgemm and cublas-dsyrk stand for sgemm and ssyrk here, in pedantic
        // mode.
        for (const auto& [rows, cols] : {std::pair{250, 250},
                                         {2000, 250},
                                         {1000, 1000},
                                         {4096, 4096},
                                         {100000, 64},
                                         {1000000, 64},
                                         {100000, 512}}) {
            const auto race = race_at(rows, cols, own + ",cublas-dgemm,cublas-dsyrk", Precision::float32);
            const double flops = ata_flops(rows, cols) / machine_.peak_flops(Precision::float32) * 1e9;
            const double bytes =
                bytes_limit(4.0 * (static_cast<double>(rows) * cols + static_cast<double>(cols) * cols));
            add({"AᵀA " + std::to_string(rows) + " x " + std::to_string(cols) + ", float", race.best(own),
                 race.best("cublas-dgemm,cublas-dsyrk"), std::max(flops, bytes), Aim::times_vendor, 1.15});
        }
    }

    /// Columns as 44-bit integers: 13 products on the integer units, with 1979e12 operations per second.
    void whole_numbers() {
        for (const std::int64_t n : {8192, 8500}) {
            const auto race = race_at(n, n, "ozaki,tensor-core,cublas-dgemm,cublas-dsyrk");
            const double limit = 13 * ata_flops(n, n) / 1979e12 * 1e9;
            const std::string work = "AᵀA " + std::to_string(n) + " x " + std::to_string(n) + " in 8 bits, beside ";
            add({work + "dgemm", race.best("ozaki"), race.best("cublas-dgemm"), limit, Aim::times_vendor, 2.0});
            add({work + "dsyrk", race.best("ozaki"), race.best("cublas-dsyrk"), limit, Aim::times_vendor, 1.2});
        }
    }

    // L x = b:

    void triangles() {
        for (const char* name : {"laplace3d:n=100", "laplace3d:n=60", "water-network:n=15000", "laplace2d:n=1000",
                                 "tridiagonal:n=5000", "banded:n=20000,lower=3,upper=3"})
            for (const Precision precision : {Precision::float64, Precision::float32}) {
                const CsrMatrix lower = lower_factor(load_matrix(name).csr);
                const std::vector<double> b = random_vector(lower.rows);
                const bool is_single = precision == Precision::float32;
                std::vector<double> rounded = b;
                if (is_single)
                    for (double& v : rounded) v = static_cast<double>(static_cast<float>(v));
                const TrsvInput input{make_format("csr", lower, precision),
                                      std::make_shared<LevelSets>(level_sets(lower))};
                Race<BoundTrsv> race(machine_, options_.samples);
                for (const std::string& kernel : items_of("levels,counters,waiting,cusparse-spsv"))
                    race.enter(
                        kernel,
                        [&] {
                            auto bound = machine_.bind(kernel, input, 128);
                            bound->set_right_side(b);
                            bound->poison();
                            bound->enqueue();
                            bound->finish();
                            return bound;
                        },
                        [&](BoundTrsv& bound) {
                            const auto reference = measure::spmv_reference(lower, bound.x(), is_single);
                            return measure::check_spmv(reference, rounded).complaint;
                        });
                race.run(CacheState::cold);
                race.print(std::string(name) + ", " + to_string(precision));
                all_right_ = all_right_ && race.all_right();
                const double bytes = static_cast<double>(input.format->footprint.bytes) +
                                     2.0 * bytes_of(precision) * static_cast<double>(lower.rows);
                add({"L x = b, " + std::string(name) + ", " + to_string(precision),
                     race.best("levels,counters,waiting"), race.best("cusparse-spsv"), bytes_limit(bytes),
                     Aim::times_vendor, 1.5});
            }
    }

    void add(Line line) { lines_.push_back(std::move(line)); }

    void print() const {
        std::printf(
            "\ncopy %.0f GB/s\n\n| work | ours | us | vendor's | us | vendor's / ours | limit us | limit / ours "
            "| goal | holds |\n| --- | --- | --: | --- | --: | --: | --: | --: | --- | --- |\n",
            machine_.copy_bandwidth() * 1e-9);
        int held = 0;
        for (const Line& line : lines_) {
            const auto us = [](const Timed& timed) { return timed.is_there() ? text("%.2f", timed.ns * 1e-3) : "-"; };
            const bool both = line.ours.is_there() && line.vendor.is_there();
            const bool limited = line.ours.is_there() && line.limit_ns > 0;
            const std::string goal = line.aim == Aim::times_vendor ? ">= " + text("%.2f", line.goal) + " x vendor's"
                                     : line.aim == Aim::of_limit ? ">= " + text("%.0f", 100 * line.goal) + " % of limit"
                                                                 : "<= " + text("%.1f", line.goal) + " us";
            std::printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", line.work.c_str(),
                        line.ours.name.c_str(), us(line.ours).c_str(), line.vendor.name.c_str(),
                        us(line.vendor).c_str(), both ? text("%.2f", line.vendor.ns / line.ours.ns).c_str() : "-",
                        line.limit_ns > 0 ? text("%.2f", line.limit_ns * 1e-3).c_str() : "-",
                        limited ? text("%.0f %%", 100 * line.limit_ns / line.ours.ns).c_str() : "-", goal.c_str(),
                        line.holds() ? "yes" : "no");
            held += line.holds() ? 1 : 0;
        }
        std::printf("\n%d of %zu goals hold.\n", held, lines_.size());
    }

    Machine& machine_;
    const Options& options_;
    std::map<std::string, std::shared_ptr<const HostFormat>> formats_; ///< formats of the last products timed
    std::vector<Line> lines_;
    bool all_right_ = true;
};

Options options_from(int argc, char** argv) {
    Options options;
    const Option known[] = {
        {"--machine", options.machine},
        {"--only", options.only},
        {"--data", options.data},
        {"--samples", options.samples},
    };
    read_options(argc, argv, known);
    return options;
}

} // namespace

int main(int argc, char** argv) {
    return exit_code_of([&] {
        const Options options = options_from(argc, argv);
        const auto machine = open_and_print(options.machine);
        return Goals(*machine, options).run();
    });
}
