#include "app/run/floor.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {
namespace {

/// Number of floating-point operations per byte above which arithmetic may be the bottleneck. The value for SpMV is
/// about 1/6.
constexpr double operations_that_count = 1;

} // namespace

void add_floors(Run& run, const std::function<double(Precision)>& peak_flops) {
    for (Row& row : run.results) {
        if (!row.has_time() || row.is_modelled() || !(run.copy_gbytes_per_s > 0) || !std::isfinite(row.gbytes_per_s))
            continue;
        const double of_bytes = row.gbytes_per_s / run.copy_gbytes_per_s * row.time.median;
        double of_operations = 0;
        if (row.gflops > operations_that_count * row.gbytes_per_s) {
            const double peak = peak_flops(row.precision) * 1e-9;
            if (!(peak > 0)) continue;
            of_operations = row.gflops / peak * row.time.median;
        }
        row.floor_ns = std::max(of_bytes, of_operations);
        row.floor_of = of_operations > of_bytes ? "operations" : "bytes";
    }
}

} // namespace warploom::app
