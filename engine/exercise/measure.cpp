#include "engine/exercise/measure.h"

#include <algorithm>
#include <limits>

namespace warploom::exercise {

using protocol::TraceAccess;
using simulated::Access;

namespace {

double number_in(Count count, const TraceAccess& at) {
    switch (count) {
    case Count::transactions: return static_cast<double>(at.transactions);
    case Count::bytes: return static_cast<double>(at.bytes_fetched);
    case Count::accesses: return static_cast<double>(at.lane_accesses);
    case Count::atomics: return at.kind == Access::atomic ? static_cast<double>(at.lane_accesses) : 0;
    case Count::warp_instructions: return static_cast<double>(at.warp_instructions);
    case Count::bank_passes: return static_cast<double>(at.bank_passes);
    case Count::bank_conflicts: return static_cast<double>(at.bank_conflicts);
    case Count::barriers: return at.kind == Access::barrier ? static_cast<double>(at.warp_instructions) : 0;
    case Count::flops: return static_cast<double>(at.flops);
    case Count::active_lanes:
    case Count::shared_bytes:
    case Count::launches: break; // these metrics are not sums over memory accesses, so they are computed elsewhere
    }
    return 0;
}

double count_in(const Measure& measure, const protocol::Trace& trace) {
    if (measure.count == Count::launches) return static_cast<double>(trace.launches.size());
    if (measure.count == Count::shared_bytes) {
        std::int64_t most = 0;
        for (const protocol::TraceLaunch& launch : trace.launches) most = std::max(most, launch.shared_bytes);
        return static_cast<double>(most);
    }
    const bool takes_all = measure.array.empty() && !measure.access;
    if (measure.count == Count::active_lanes && takes_all) return trace.mean_active_lanes;
    double sum = 0, lanes = 0, instructions = 0;
    for (const TraceAccess& at : trace.accesses) {
        if ((!measure.array.empty() && at.array != measure.array) || (measure.access && at.kind != *measure.access))
            continue;
        sum += number_in(measure.count, at);
        lanes += static_cast<double>(at.lane_accesses);
        instructions += static_cast<double>(at.warp_instructions);
    }
    if (measure.count != Count::active_lanes) return sum;
    return instructions == 0 ? 0 : lanes / instructions;
}

} // namespace

WARPLOOM_FIELDS(Measure,
                {"A measure of an exercise",
                 {{"count", "", &Self::count, "quantity to count in one call on the given card", protocol::needed},
                  {"per", "", &Self::per,
                   "`row` or `nonzero` divides the count by the number of rows or nonzeros; `call` does not divide it"},
                  {"array", "", &Self::array, "restricts the count to accesses to this array"},
                  {"access", "", &Self::access, "restricts the count to this type of access"}}})

double Measure::of(const protocol::Trace& trace) const {
    const double value = count_in(*this, trace);
    if (per == Per::call) return value;
    const std::int64_t parts = per == Per::row ? trace.matrix.rows : trace.matrix.nonzeros;
    return parts == 0 ? std::numeric_limits<double>::quiet_NaN() : value / static_cast<double>(parts);
}

std::string Measure::words(double number) const {
    std::string words = to_string(count);
    // Convert the plural to the singular, such as "launches" to "launch".
    if (number == 1 && words.ends_with("ches")) words.resize(words.size() - 2);
    else if (number == 1 && words.ends_with("sses")) words.resize(words.size() - 2); // "passes" -> "pass"
    else if (number == 1) words.pop_back();
    std::replace(words.begin(), words.end(), '_', ' ');
    if (per != Per::call) words += std::string(" per ") + to_string(per);
    if (access) words += std::string(", ") + simulated::to_string(*access) + " only";
    if (!array.empty()) words += ", array " + array;
    return words;
}

} // namespace warploom::exercise
