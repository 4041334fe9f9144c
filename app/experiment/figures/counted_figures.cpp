#include "app/experiment/figures/counted_figures.h"

#include "app/trace_documents/trace_document.h"

#include <algorithm>
#include <cctype>
#include <cmath>

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

/// The part of a call that the options choose.
class Part {
public:
    Part(const TracedCounts& trace, const CellRun& run)
        : trace_(trace), array_(run.option("array", "")), access_(run.option("access", "")) {
        std::string wanted = run.option("launch", "");
        const bool is_rest = wanted.starts_with("not "); // all launches but those
        if (is_rest) wanted.erase(0, 4);
        for (std::size_t l = 0; l < trace.launches.size(); ++l) {
            const bool is_wanted = is_number(wanted)
                                       ? std::to_string(l + 1) == wanted
                                       : trace.launches[l].launch.kernel.find(wanted) != std::string::npos;
            if (is_wanted != is_rest) launches_.push_back(l);
        }
        if (launches_.empty()) {
            why_not_ = "The call has no launch '" + wanted + "'; its launches are: ";
            std::string last;
            for (const LaunchCounts& launch : trace.launches) {
                if (launch.launch.kernel != last) why_not_ += (last.empty() ? "" : ", ") + launch.launch.kernel;
                last = launch.launch.kernel;
            }
            why_not_ += ".";
        }
        const auto has_name = [&](const simulated::TracedArray& array) { return array.name == array_; };
        if (!array_.empty() && std::none_of(trace.arrays.begin(), trace.arrays.end(), has_name)) {
            why_not_ = "The kernel has no array '" + array_ + "'; its arrays are: ";
            for (std::size_t a = 0; a < trace.arrays.size(); ++a)
                why_not_ += (a == 0 ? "" : ", ") + trace.arrays[a].name;
            why_not_ += ".";
        }
    }

    const std::string& why_not() const { return why_not_; }

    /// Sum over the sites of the part, scaled up to whole grids.
    template <class Of> double sum(Of of) const {
        double total = 0;
        each_site([&](const LaunchCounts& launch, const Site& site, const SiteCounts& counts) {
            total += scale(launch) * static_cast<double>(of(site, counts));
        });
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

    /// The busiest storing place of each launch; of all of them the greatest.
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

    template <class Visit> void each_site(Visit visit) const {
        for (const std::size_t l : launches_) {
            const LaunchCounts& launch = trace_.launches[l];
            for (std::size_t n = 0; n < launch.sites.size(); ++n)
                if (is_chosen(trace_.sites[n])) visit(launch, trace_.sites[n], launch.sites[n]);
        }
    }

    const TracedCounts& trace_;
    std::string array_, access_, why_not_;
    std::vector<std::size_t> launches_;
};

bool is_global(const Site& site) { return site.space == Space::global; }

double requests(const Part& part) {
    return part.sum([](const Site& site, const SiteCounts& c) { return is_global(site) ? c.warp_instructions : 0; });
}
double steps(const Part& part) {
    return part.sum([](const Site&, const SiteCounts& c) { return c.warp_instructions; });
}
double transactions(const Part& part) {
    return part.sum([](const Site&, const SiteCounts& c) { return c.transactions; });
}
double operations(const Part& part) {
    return part.sum([](const Site&, const SiteCounts& c) { return c.flops; });
}
double bytes_used(const Part& part) {
    return part.sum([](const Site& site, const SiteCounts& c) { return is_global(site) ? c.bytes_used : 0; });
}

double blocks_of(const Part& part) {
    return part.sum_of_launches([&](std::size_t l) { return static_cast<double>(part.counts(l).launch.blocks); });
}
double threads_of(const Part& part) {
    return part.sum_of_launches([&](std::size_t l) {
        const auto& launch = part.counts(l).launch;
        return static_cast<double>(launch.blocks) * launch.block_size;
    });
}

double denominator(const Part& part, const TracedCounts& trace, const std::string& per) {
    if (per.empty()) return 1;
    if (per == "nonzero") return static_cast<double>(trace.nonzeros);
    if (per == "row") return static_cast<double>(trace.rows);
    if (per == "thread") return threads_of(part);
    if (per == "block") return blocks_of(part);
    if (per == "launch") return static_cast<double>(part.launches());
    if (per == "step") return steps(part);
    if (per == "request") return requests(part);
    if (per == "operation") return operations(part);
    if (per == "byte used") return bytes_used(part);
    return transactions(part);
}

double sum_of(const Part& part, Figure figure) {
    switch (figure) {
    case Figure::launches: return static_cast<double>(part.launches());
    case Figure::transactions: return transactions(part);
    case Figure::sectors: return part.sum([](const Site&, const SiteCounts& c) { return c.l2_sectors; });
    case Figure::requests: return requests(part);
    case Figure::bytes_moved:
        return part.sum([](const Site& site, const SiteCounts& c) { return is_global(site) ? c.bytes_fetched : 0; });
    case Figure::bytes_used: return bytes_used(part);
    case Figure::memory_bytes: return part.sum([](const Site&, const SiteCounts& c) { return c.dram_bytes; });
    case Figure::lane_accesses:
        return part.sum([](const Site& site, const SiteCounts& c) { return is_global(site) ? c.lane_accesses : 0; });
    case Figure::steps: return steps(part);
    case Figure::divergent_steps: return part.sum([](const Site&, const SiteCounts& c) { return c.divergent; });
    case Figure::bank_passes: return part.sum([](const Site&, const SiteCounts& c) { return c.bank_passes; });
    case Figure::bank_conflicts: return part.sum([](const Site&, const SiteCounts& c) { return c.bank_conflicts; });
    case Figure::barriers:
        return part.sum_of_launches([&](std::size_t l) {
            double barriers = 0;
            for (const auto& block : part.counts(l).blocks) barriers += block.barriers;
            return Part::scale(part.counts(l)) * barriers;
        });
    case Figure::operations: return operations(part);
    default: return NAN;
    }
}

} // namespace

Counted count_of(const TracedCounts& trace, const CellRun& run) {
    const Part part(trace, run);
    if (!part.why_not().empty()) return {std::nullopt, part.why_not()};
    const auto finite = [](double number, const char* why_not) {
        return std::isfinite(number) ? Counted{number, {}} : Counted{std::nullopt, why_not};
    };
    constexpr const char* nothing = "The part that was asked for does nothing of this kind.";
    const auto ns = [&](bool with_launches) {
        return part.sum_of_launches([&](std::size_t l) {
            const auto& model = trace.time.launches[l];
            return with_launches ? model.ns : model.ns - model.terms.launch;
        });
    };
    switch (run.figure) {
    case Figure::time: return {ns(run.operation != Operation::spmv), {}}; // as of a whole call
    case Figure::active_lanes:
        return finite(part.sum([](const Site&, const SiteCounts& c) { return c.lane_accesses; }) / steps(part),
                      nothing);
    case Figure::threads_at_work: return {part.threads_at_work(), {}};
    case Figure::grid:
        return {
            part.greatest_of_launches([&](std::size_t l) { return static_cast<double>(part.counts(l).launch.blocks); }),
            {}};
    case Figure::waits:
        return {part.greatest_of_launches([&](std::size_t l) {
                    double most = 0;
                    for (const auto& block : part.counts(l).blocks)
                        most = std::max(most, block.longest_chain_of_a_warp);
                    return most;
                }),
                {}};
    case Figure::waits_at_barriers: {
        double longest = 0,
               alone = 0; // of all blocks: a block is as long as its chain, a warp without barriers as its own
        (void)part.greatest_of_launches([&](std::size_t l) {
            for (const auto& block : part.counts(l).blocks) {
                longest += block.longest_memory_chain;
                alone += block.longest_chain_of_a_warp;
            }
            return 0;
        });
        return finite(100 * (longest - alone) / longest, nothing);
    }
    case Figure::occupancy: // of the launch that takes longest: short ones beside it say little
    {
        double longest = -1, occupancy = 0;
        (void)part.greatest_of_launches([&](std::size_t l) {
            const auto& model = trace.time.launches[l];
            if (model.ns > longest) {
                longest = model.ns;
                occupancy = model.occupancy;
            }
            return 0;
        });
        return {100 * occupancy, {}};
    }
    case Figure::peak_share:
        return finite(100 * operations(part) / ns(false) / peak_gflops(trace.card, run.precision), nothing);
    case Figure::bandwidth: return {static_cast<double>(trace.order.bandwidth), {}};
    case Figure::profile: return {static_cast<double>(trace.order.profile), {}};
    case Figure::x_sectors: return {trace.order.sectors_a_warp, {}};
    default: break;
    }
    return finite(sum_of(part, run.figure) / denominator(part, trace, run.option("per", "")), nothing);
}

} // namespace warploom::app
