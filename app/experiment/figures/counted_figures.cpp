#include "app/experiment/figures/counted_figures.h"

#include "app/trace_documents/trace_document.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
namespace warploom::app {

using experiment::Figure;
using simulated::Access;
using simulated::LaunchCounts;
using simulated::Site;
using simulated::SiteCounts;
using simulated::Space;

namespace {

bool is_number(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The part of a traced call that is selected by the options of the run.
class Part {
public:
    Part(const TracedCounts& trace, const CellRun& run)
        : trace_(trace), array_(run.option("array", "")), access_(run.option("access", "")) {
        std::string wanted = run.option("launch", "");
        const bool is_rest = wanted.starts_with("not "); // the prefix "not " selects all other launches
        if (is_rest) wanted.erase(0, 4);
        for (std::size_t l = 0; l < trace.launches.size(); ++l) {
            const bool is_wanted = is_number(wanted)
                                       ? std::to_string(l + 1) == wanted
                                       : trace.launches[l].launch.kernel.find(wanted) != std::string::npos;
            if (is_wanted != is_rest) launches_.push_back(l);
        }
        if (launches_.empty()) {
            std::string names, last;
            for (const LaunchCounts& launch : trace.launches) {
                if (launch.launch.kernel != last) names += (last.empty() ? "" : ", ") + launch.launch.kernel;
                last = launch.launch.kernel;
            }
            why_not_ = sentence("The call has no launch '{launch}'. Available launches: {launches}.",
                                {{"launch", wanted}, {"launches", names}});
        }
        const auto has_name = [&](const simulated::TracedArray& array) { return array.name == array_; };
        if (!array_.empty() && std::none_of(trace.arrays.begin(), trace.arrays.end(), has_name)) {
            std::string names;
            for (std::size_t a = 0; a < trace.arrays.size(); ++a) names += (a == 0 ? "" : ", ") + trace.arrays[a].name;
            why_not_ = sentence("The kernel has no array '{array}'. Available arrays: {arrays}.",
                                {{"array", array_}, {"arrays", names}});
        }
    }

    const std::string& why_not() const { return why_not_; }

    /// Returns the sum of a counter over the selected source locations, extrapolated to the whole grid.
    double sum(std::int64_t SiteCounts::*count, bool only_global = false) const {
        double total = 0;
        for (const std::size_t l : launches_) {
            const LaunchCounts& launch = counts(l);
            for (std::size_t n = 0; n < launch.sites.size(); ++n)
                if (is_chosen(trace_.sites[n]) && (!only_global || trace_.sites[n].space == Space::global))
                    total += scale(launch) * static_cast<double>(launch.sites[n].*count);
        }
        return total;
    }
    template <class Of> double sum_of_launches(Of of) const {
        double total = 0;
        for (const std::size_t l : launches_) total += of(l);
        return total;
    }
    template <class Of> double greatest_of_launches(Of of) const {
        double greatest = 0;
        for (const std::size_t l : launches_) greatest = std::max(greatest, static_cast<double>(of(l)));
        return greatest;
    }

    const LaunchCounts& counts(std::size_t l) const { return trace_.launches[l]; }
    std::size_t launches() const { return launches_.size(); }
    const std::vector<std::size_t>& numbers() const { return launches_; }
    /// Returns the number of threads that execute the busiest store instruction. For several launches, returns the
    /// maximum.
    double threads_at_work() const {
        return greatest_of_launches([&](std::size_t l) {
            const LaunchCounts& launch = trace_.launches[l];
            std::int64_t most = 0;
            for (std::size_t n = 0; n < launch.sites.size(); ++n) {
                const Site& site = trace_.sites[n];
                if (site.space == Space::global && site.access != Access::load && is_chosen(site))
                    most = std::max(most, launch.sites[n].lane_accesses);
            }
            return scale(launch) * static_cast<double>(most);
        });
    }

    static double scale(const LaunchCounts& launch) {
        return launch.blocks.empty()
                   ? 1
                   : static_cast<double>(launch.launch.blocks) / static_cast<double>(launch.blocks.size());
    }

private:
    bool is_chosen(const Site& site) const {
        if (!array_.empty() && (site.array < 0 || trace_.arrays[site.array].name != array_)) return false;
        return access_.empty() || access_ == simulated::to_string(site.access);
    }

    const TracedCounts& trace_;
    std::string array_, access_, why_not_;
    std::vector<std::size_t> launches_;
};

/// A metric that is the sum of a counter over source locations. `per` is the option value that selects it as a divisor.
struct SiteSum {
    Figure figure;
    std::string_view per;
    std::int64_t SiteCounts::*count;
    bool only_global = false;
};
constexpr SiteSum site_sums[] = {{Figure::steps, "step", &SiteCounts::warp_instructions},
                                 {Figure::requests, "request", &SiteCounts::warp_instructions, true},
                                 {Figure::transactions, "transaction", &SiteCounts::transactions},
                                 {Figure::operations, "operation", &SiteCounts::flops},
                                 {Figure::bytes_used, "byte used", &SiteCounts::bytes_used, true},
                                 {Figure::bytes_moved, "", &SiteCounts::bytes_fetched, true},
                                 {Figure::sectors, "", &SiteCounts::l2_sectors},
                                 {Figure::memory_bytes, "", &SiteCounts::dram_bytes},
                                 {Figure::lane_accesses, "", &SiteCounts::lane_accesses, true},
                                 {Figure::divergent_steps, "", &SiteCounts::divergent},
                                 {Figure::bank_passes, "", &SiteCounts::bank_passes},
                                 {Figure::bank_conflicts, "", &SiteCounts::bank_conflicts}};
double denominator(const Part& part, const TracedCounts& trace, const std::string& per) {
    if (per.empty()) return 1;
    if (per == "nonzero") return static_cast<double>(trace.nonzeros);
    if (per == "row") return static_cast<double>(trace.rows);
    if (per == "launch") return static_cast<double>(part.launches());
    if (per == "thread" || per == "block")
        return part.sum_of_launches([&](std::size_t l) {
            const auto& launch = part.counts(l).launch;
            return static_cast<double>(launch.blocks) * (per == "thread" ? launch.block_size : 1);
        });
    for (const SiteSum& sum : site_sums)
        if (sum.per == per) return part.sum(sum.count, sum.only_global);
    return NAN;
}

double sum_of(const Part& part, Figure figure) {
    if (figure == Figure::launches) return static_cast<double>(part.launches());
    if (figure == Figure::barriers)
        return part.sum_of_launches([&](std::size_t l) {
            double barriers = 0;
            for (const auto& block : part.counts(l).blocks) barriers += block.barriers;
            return Part::scale(part.counts(l)) * barriers;
        });
    for (const SiteSum& sum : site_sums)
        if (sum.figure == figure) return part.sum(sum.count, sum.only_global);
    return NAN;
}
} // namespace

Counted count_of(const TracedCounts& trace, const CellRun& run) {
    const Part part(trace, run);
    if (!part.why_not().empty()) return {std::nullopt, part.why_not()};
    const auto finite = [](double number, const std::string& why_not) {
        return std::isfinite(number) ? Counted{number, {}} : Counted{std::nullopt, why_not};
    };
    const std::string nothing = sentence("The selection contains no operation of this type.");
    const auto ns = [&](bool with_launches) {
        return part.sum_of_launches([&](std::size_t l) {
            const auto& model = trace.time.launches[l];
            return with_launches ? model.ns : model.ns - model.terms.launch;
        });
    };
    switch (run.figure) {
    case Figure::time: return {ns(run.operation != Operation::spmv), {}}; // time of the whole call
    case Figure::active_lanes:
        return finite(part.sum(&SiteCounts::lane_accesses) / sum_of(part, Figure::steps), nothing);
    case Figure::threads_at_work: return {part.threads_at_work(), {}};
    case Figure::grid:
        return {part.greatest_of_launches([&](std::size_t l) { return part.counts(l).launch.blocks; }), {}};
    case Figure::waits:
        return {part.greatest_of_launches([&](std::size_t l) {
                    double most = 0;
                    for (const auto& block : part.counts(l).blocks)
                        most = std::max(most, block.longest_chain_of_a_warp);
                    return most;
                }),
                {}};
    case Figure::waits_at_barriers: {
        // The longest chain of dependent steps in a block includes waits at barriers. The longest chain in a single
        // warp does not include them, so the difference is the waiting time.
        double longest = 0, alone = 0;
        for (const std::size_t l : part.numbers())
            for (const auto& block : part.counts(l).blocks) {
                longest += block.longest_memory_chain;
                alone += block.longest_chain_of_a_warp;
            }
        return finite(100 * (longest - alone) / longest, nothing);
    }
    case Figure::occupancy: // occupancy of the longest launch, because short launches matter less
    {
        double longest = -1, occupancy = 0;
        for (const std::size_t l : part.numbers())
            if (const auto& model = trace.time.launches[l]; model.ns > longest) {
                longest = model.ns;
                occupancy = model.occupancy;
            }
        return {100 * occupancy, {}};
    }
    case Figure::peak_share:
        return finite(100 * sum_of(part, Figure::operations) / ns(false) / peak_gflops(trace.card, run.precision),
                      nothing);
    case Figure::bandwidth: return {static_cast<double>(trace.order.bandwidth), {}};
    case Figure::profile: return {static_cast<double>(trace.order.profile), {}};
    case Figure::x_sectors: return {trace.order.sectors_a_warp, {}};
    default: break;
    }
    return finite(sum_of(part, run.figure) / denominator(part, trace, run.option("per", "")), nothing);
}

} // namespace warploom::app
