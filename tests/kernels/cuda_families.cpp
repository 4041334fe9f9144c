// Compares CSR products with the fastest vendor call on reproducible random matrices of many families. Prints a line
// per matrix and precision, and per kernel the geometric mean and the minimum of vendor time / own time. Results are
// checked before timing. Exits with 1 if a result is wrong, with 77 if there is no GPU.
//
//     cuda_families [--machine cuda:0] [--samples 9] [--families tuned|held-out|all|far] [--kernels LIST]
//                   [--vendor LIST] [--transposed 0|1] [--family WORDS]
//
// --family selects the families with this name. Rules are tuned only on the families `tuned`; `held-out` is measured
// when a rule is finished. `far`: x is larger than the L2 cache. With --transposed 1, each matrix is followed by its
// transpose, for which kernels have separate plans.

#include "cg_cases.h"
#include "cuda_race.h"

#include "engine/generators/matrix_source.h"
#include "engine/measure/reference.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numeric>

using namespace warploom;
using namespace warploom::kernels;
using namespace warploom::kernels::test;

namespace {

struct Options {
    std::string machine = "cuda:0", families = "tuned",
                kernels = "csr-scalar,csr-vector,csr-merge,csr-adaptive,csr-sweep",
                vendor = "cusparse-csr,cusparse-coo,cusparse-spmvop", family;
    int samples = 9, transposed = 0;
};

struct Family {
    const char* name;
    bool is_held_out;
    std::vector<std::string> matrices;
};

/// Returns `pattern` with `@` replaced by each of the values.
std::vector<std::string> with_each(const std::string& pattern, const std::vector<std::string>& values) {
    std::vector<std::string> names;
    for (const std::string& value : values) {
        std::string name = pattern;
        name.replace(name.find('@'), 1, value);
        names.push_back(name);
    }
    return names;
}
std::vector<std::string> joined(std::vector<std::string> one, const std::vector<std::string>& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

/// Returns matrices with 60,000 to about 30 million entries.
std::vector<Family> all_families() {
    return {
        {"random rows", false,
         with_each("random-rows:@", {"n=4096,fraction=0.2", "n=8192,fraction=0.05", "n=20000,fraction=0.05",
                                     "n=30000,fraction=0.02", "n=100000,fraction=0.001", "n=400000,fraction=0.0001",
                                     "n=1000000,fraction=0.00002", "n=500000,cols=20000,fraction=0.002"})},
        {"reservoir", false,
         with_each("reservoir:@", {"grid=15,block=8", "grid=24,block=12", "grid=40,block=2", "grid=60,block=3",
                                   "grid=80,block=1", "grid=20,block=16", "grid=50,block=5", "grid=12,block=24"})},
        {"grid of two dimensions", false,
         with_each("laplace2d:n=@", {"150", "300", "500", "800", "1200", "1700", "2000", "2300"})},
        {"grid of three dimensions", false,
         with_each("laplace3d:n=@", {"25", "40", "50", "70", "90", "110", "130", "150"})},
        {"band", false,
         joined(with_each("banded:n=@", {"100000", "400000,lower=16,upper=16", "1000000,lower=1,upper=4",
                                         "50000,lower=100,upper=100", "20000,lower=300,upper=0"}),
                {"tridiagonal:n=300000", "tridiagonal:n=4000000", "diagonal:n=500000", "diagonal:n=8000000"})},
        {"power law", false,
         with_each("power-law:n=@",
                   {"100000", "400000,mean=30", "1500000", "1000000,exponent=2.6", "2000000,mean=5,exponent=3",
                    "300000,mean=60,exponent=2.1", "1000000,mean=24,exponent=10", "50000,mean=200"})},
        {"social network", false,
         with_each("power-law:n=@",
                   {"200000,mean=10,popular=2", "500000,mean=20,popular=3", "2000000,mean=15,popular=3",
                    "1000000,mean=6,popular=4,exponent=2.4", "100000,mean=50,popular=2", "2000000,mean=8,popular=2",
                    "800000,mean=35,popular=3,exponent=2.1", "3000000,mean=4,popular=3"})},
        {"one long row", false,
         joined(with_each("one-long-row:n=@", {"200000", "3000000", "1000000,length=5000", "5000000,length=200000"}),
                with_each("arrow:n=@", {"100000", "600000", "2000000", "4000000"}))},
        {"empty rows", false,
         with_each("empty-rows:n=@", {"300000", "3000000", "1000000,every=2", "2000000,every=10,length=12",
                                      "1000000,every=50,length=3", "500000,every=4,length=40"})},
        {"dense", false,
         with_each("dense:rows=@", {"1000,cols=1000", "4000,cols=4000", "200,cols=20000", "50000,cols=100",
                                    "20,cols=1000000", "300000,cols=20", "8,cols=2000000"})},
        {"water network", false,
         with_each("water-network:n=@",
                   {"50000", "200000", "1000000", "100000,fill=1", "500000,loops=0.6", "3000000", "300000,sorted=1"})},
        // Families on which no rule was tuned:
        {"linear program", true,
         with_each("power-law:n=@", {"3000000,cols=1500000,mean=5.5,exponent=2.8,popular=2,longest=2000",
                                     "1000000,cols=400000,mean=4,exponent=2.6,popular=2,longest=5000",
                                     "400000,cols=1200000,mean=12,exponent=2.5,popular=3,longest=20000",
                                     "2000000,cols=3000000,mean=3,exponent=3,popular=1,longest=500",
                                     "200000,cols=200000,mean=9,exponent=2.3,popular=2,longest=10000",
                                     "5000000,cols=2000000,mean=3,exponent=4,popular=2,longest=200",
                                     "150000,cols=4000000,mean=60,exponent=2.7,popular=2,longest=100000",
                                     "800000,cols=800000,mean=7,exponent=2.2,popular=2,longest=40000"})},
        {"bipartite", true,
         with_each("power-law:n=@",
                   {"2000000,cols=20000,mean=10,exponent=2.5,popular=2", "30000,cols=3000000,mean=500,exponent=2.5",
                    "1000000,cols=5000,mean=20,exponent=3,popular=3", "5000,cols=1000000,mean=3000,exponent=2.3",
                    "400000,cols=60000,mean=40,exponent=2.2,popular=2", "100000,cols=100000,mean=100,exponent=6"})},
        {"road network", true,
         with_each("water-network:n=@", {"700000,loops=0.9", "2000000,loops=0.4", "150000,loops=0.1",
                                         "4000000,loops=0.7", "400000,loops=0.3,sorted=1"})},
        {"heavy tail with short rows", true,
         with_each("power-law:n=@",
                   {"4000000,mean=2.2,exponent=2.05", "1000000,mean=2.5,exponent=2.05,longest=200000",
                    "2000000,mean=3,exponent=2.1,longest=1000000", "500000,mean=4,exponent=2.02,longest=100000",
                    "6000000,mean=3,exponent=5", "300000,mean=12,exponent=2.03,longest=300000"})},
        {"mesh in a random order", true,
         with_each("@|random", {"laplace2d:n=700", "laplace2d:n=1500", "laplace3d:n=80", "reservoir:grid=40,block=3",
                                "water-network:n=1000000", "banded:n=500000,lower=4,upper=4"})},
        {"in the order of the lengths", true,
         with_each("@|length", {"power-law:n=800000,mean=9", "power-law:n=1500000,mean=12,popular=2",
                                "empty-rows:n=1500000,every=3", "power-law:n=300000,mean=40"})},
    };
}

/// Returns matrices with an x that is larger than the L2 cache: 60 MB or more, even in float.
std::vector<Family> far_families() {
    return {{"x beyond the L2 cache",
             true,
             {"power-law:n=2000000,cols=15000000,mean=12,popular=1",
              "power-law:n=3000000,cols=16000000,mean=5,exponent=2.6",
              "random-rows:n=1000000,cols=15000000,fraction=0.000002",
              "power-law:n=2000000,cols=15000000,mean=12,popular=2"}}};
}

CsrMatrix transpose_of(const CsrMatrix& a) {
    CsrMatrix t;
    t.rows = a.cols;
    t.cols = a.rows;
    t.row_pointer.assign(static_cast<std::size_t>(a.cols) + 1, 0);
    for (const std::int32_t column : a.column) ++t.row_pointer[static_cast<std::size_t>(column) + 1];
    std::partial_sum(t.row_pointer.begin(), t.row_pointer.end(), t.row_pointer.begin());
    std::vector<std::int64_t> next(t.row_pointer.begin(), t.row_pointer.end() - 1);
    t.column.resize(a.column.size());
    t.value.resize(a.value.size());
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(a.column[k])]++);
            t.column[at] = static_cast<std::int32_t>(row);
            t.value[at] = a.value[k];
        }
    return t;
}

/// Vendor time divided by the time of a kernel.
struct Ratios {
    double sum_of_logs = 0, worst = std::numeric_limits<double>::infinity();
    std::string worst_at;
    int count = 0;
    void add(double ratio, const std::string& at) {
        sum_of_logs += std::log(ratio);
        ++count;
        if (ratio >= worst) return;
        worst = ratio;
        worst_at = at;
    }
};

class Families {
public:
    Families(Machine& machine, const Options& options) : machine_(machine), options_(options) {}

    bool run() {
        const std::vector<std::string> kernels = items_of(options_.kernels);
        std::printf("\nMicroseconds, cold; ratio: the vendor's fastest over csr-adaptive.\n\n"
                    "| family | matrix | precision | rows | columns | nonzeros |");
        for (const std::string& kernel : kernels) std::printf(" %s |", kernel.c_str());
        std::printf(" vendor | its call | chosen | prepared | csr-sweep prepared | ratio |\n"
                    "| --- | --- | --- | --: | --: | --: |");
        for (std::size_t i = 0; i < kernels.size(); ++i) std::printf(" --: |");
        std::printf(" --: | --- | --- | --: | --: | --: |\n");
        for (const Family& family : options_.families == "far" ? far_families() : all_families()) {
            const bool is_wanted = options_.families == "all" || options_.families == "far" ||
                                   family.is_held_out == (options_.families == "held-out");
            if (!is_wanted || (!options_.family.empty() && options_.family != family.name)) continue;
            for (const std::string& name : family.matrices) try {
                    CsrMatrix matrix = load_matrix(name).csr;
                    lines(family.name, name, matrix, kernels);
                    if (options_.transposed == 0) continue;
                    matrix = transpose_of(matrix);
                    lines(family.name, name + " transposed", matrix, kernels);
                } catch (const Error& error) { print_skipped(name, error); }
        }
        std::printf("\n| kernel | cells | geometric mean | worst | where |\n| --- | --: | --: | --: | --- |\n");
        for (const std::string& kernel : kernels)
            if (const Ratios& of = ratios_[kernel]; of.count > 0)
                std::printf("| `%s` | %d | %.3f | %.3f | `%s` |\n", kernel.c_str(), of.count,
                            std::exp(of.sum_of_logs / of.count), of.worst, of.worst_at.c_str());
        return all_right_;
    }

private:
    void lines(const std::string& family, const std::string& name, const CsrMatrix& a,
               const std::vector<std::string>& kernels) {
        for (const Precision precision : {Precision::float64, Precision::float32})
            line(family, name, a, precision, kernels);
    }
    void line(const std::string& family, const std::string& name, const CsrMatrix& a, Precision precision,
              const std::vector<std::string>& kernels) {
        std::map<std::string, std::shared_ptr<const HostFormat>> made;
        const Race<BoundSpmv> race =
            race_of_products(machine_, options_.samples, a, precision, options_.kernels + "," + options_.vendor, made);
        all_right_ = all_right_ && race.all_right();
        const Timed vendor = race.best(options_.vendor), chosen = race.best("csr-adaptive"),
                    sweep = race.best("csr-sweep");
        std::printf("| %s | `%s` | %s | %lld | %lld | %lld |", family.c_str(), name.c_str(), to_string(precision),
                    static_cast<long long>(a.rows), static_cast<long long>(a.cols),
                    static_cast<long long>(a.nonzeros()));
        for (const std::string& kernel : kernels) {
            const Timed timed = race.best(kernel);
            if (timed.is_there()) std::printf(" %.2f |", timed.ns * 1e-3);
            else std::printf(" - |");
            if (timed.is_there() && vendor.is_there())
                ratios_[kernel].add(vendor.ns / timed.ns, name + ", " + to_string(precision));
        }
        std::printf(" %.2f | %s | %s | %.0f |", vendor.ns * 1e-3,
                    vendor.detail.substr(0, vendor.detail.find(" of ")).c_str(),
                    (chosen.is_there() ? chosen : sweep).detail.c_str(), chosen.prepared_ns * 1e-3);
        if (sweep.is_there())
            std::printf(" %.0f = %.1f products |", sweep.prepared_ns * 1e-3, sweep.prepared_ns / sweep.ns);
        else std::printf(" - |");
        std::printf(" %.3f |\n", vendor.ns / chosen.ns);
        std::fflush(stdout);
    }

    Machine& machine_;
    const Options& options_;
    std::map<std::string, Ratios> ratios_;
    bool all_right_ = true;
};

} // namespace

int main(int argc, char** argv) {
    Options options;
    const Option known[] = {{"--machine", options.machine},      {"--families", options.families},
                            {"--kernels", options.kernels},      {"--vendor", options.vendor},
                            {"--family", options.family},        {"--samples", options.samples},
                            {"--transposed", options.transposed}};
    read_options(argc, argv, known);
    return exit_code_of([&] {
        const auto machine = open_and_print(options.machine);
        return Families(*machine, options).run();
    });
}
