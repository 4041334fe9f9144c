#include "app/pitfalls/solver_bench.h"
#include "engine/format_number.h"
#include "engine/measure/statistics.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cstdlib>

namespace warploom::app {

namespace {

/// Minimum number of bytes that a method accesses per unknown: a, b, c, d and x in double precision.
constexpr double bytes_an_unknown = 5 * 8;
const std::vector<std::string> cached_methods{"thomas", "cpu-cr", "cr", "partition"};

/// Returns the number of bytes that a tridiagonal method accesses per unknown. The Thomas algorithm also stores pivots,
/// cyclic reduction needs work arrays for rows, and the partition method needs 11 values per 64 rows
/// (kernels/tridiagonal/partition.cu).
double bytes_touched(const std::string& method) {
    if (method == "thomas") return bytes_an_unknown + 8;
    if (method == "partition") return bytes_an_unknown + 11 * 8 / 64.0;
    return bytes_an_unknown + 4 * 8;
}

struct CacheSize {
    std::string name;
    double bytes = 0;
};

/// Converts a size such as "48KiB" or "2MiB" to bytes.
double bytes_from(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const std::string unit(end);
    const double factor = unit.find('G') != std::string::npos   ? 1 << 30
                          : unit.find('M') != std::string::npos ? 1 << 20
                          : unit.find('K') != std::string::npos ? 1 << 10
                                                                : 1;
    return number * factor;
}

/// Returns the names and sizes of the machine's caches, such as "L1 cache" and "L2 cache".
std::vector<CacheSize> caches_of(const PitfallSettings& settings) {
    if (!settings.is_measured()) {
        const double bytes = settings.card.l2_bytes;
        return bytes > 0 ? std::vector<CacheSize>{{"L2", bytes}} : std::vector<CacheSize>{};
    }
    std::vector<CacheSize> list;
    for (const auto& [key, value] : settings.machine.info().facts) {
        if (key.size() < 2 || key[0] != 'L' || key[1] < '1' || key[1] > '4') continue;
        const double bytes = bytes_from(value);
        if (bytes > 0) list.push_back({key.substr(0, 2), bytes});
    }
    return list;
}

Table caches_table(const PitfallSettings& settings) {
    Table table{"caches", {{"cache", ""}, {"size", "bytes"}, {"method", ""}, {"unknowns", ""}}};
    for (const CacheSize& cache : caches_of(settings))
        for (const std::string& method : solvers_on(settings.machine, cached_methods))
            table.add_row({cache.name, static_cast<std::int64_t>(cache.bytes), method,
                           static_cast<std::int64_t>(cache.bytes / bytes_touched(method))});
    return table;
}

/// Measures the time of a tridiagonal solve. Reduces the number of repetitions for slow solves, and increases it for
/// solves shorter than the clock resolution.
double time_of(kernels::Machine& machine, kernels::BoundTridiagonal& solver, const Progress& progress) {
    const double once = machine.sample(solver, CacheState::warm, 1).time_ns;
    const int batch = static_cast<int>(std::clamp(2e5 / std::max(once, 1.0), 1.0, 2000.0));
    std::vector<double> times;
    double all = 0;
    for (int i = 0; i < 7 && (i == 0 || all < 0.15e9); ++i) {
        progress.check(i, 7);
        times.push_back(machine.sample(solver, CacheState::warm, batch).time_ns);
        all += times.back() * batch;
    }
    return measure::median(std::move(times));
}

} // namespace

PitfallTables cache_end_pitfall(const PitfallSettings& settings) {
    PitfallTables pitfall;
    pitfall.is_modelled = !settings.is_measured();
    Table table{"times", {{"method", ""}, {"unknowns", ""}, {"time_per_unknown", "ns"}}};
    const std::int64_t most = settings.unknowns(10'000'000, 100'000);
    for (const std::int64_t n : sizes_up_to(std::min<std::int64_t>(10, most), most, settings.is_measured() ? 3 : 1)) {
        const auto system = easy_system(n);
        for (const auto& kernel : solvers_on(settings.machine, cached_methods)) {
            settings.progress.check(0, 1);
            double ns = 0;
            if (pitfall.is_modelled) {
                ns = model_solution(settings.card, kernel, system, CacheState::warm, settings.progress).ns();
            } else {
                const auto solver = bind_solver(settings.machine, kernel, system, Precision::float64);
                ns = time_of(settings.machine, *solver, settings.progress);
            }
            table.add_row({kernel, n, ns / static_cast<double>(n)});
        }
    }
    pitfall.sentence = sentence(
        "Each unknown takes {bytes} bytes in double precision, in addition to the data of the method. Once the data no "
        "longer fits in a cache, the time per unknown increases, so a time measured below that size does not apply "
        "above it.",
        {{"bytes", format_number(bytes_an_unknown)}});
    pitfall.tables = {std::move(table), caches_table(settings)};
    return pitfall;
}

} // namespace warploom::app
