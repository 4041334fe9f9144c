#include "app/lsp/line_costs.h"

#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace warploom::app {

namespace {

/// Formats a number with at most one decimal, such as "8" or "14.2".
std::string rounded(double value) {
    std::string text(32, '\0');
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.1f", value)));
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

/// Counters of the memory accesses in a source line, for each array in source order.
struct LineOfSource {
    std::vector<std::pair<std::string, simulated::SiteCounts>> global, shared;
    simulated::SiteCounts all;
};

std::string listed(const std::vector<std::pair<std::string, simulated::SiteCounts>>& arrays, bool is_shared) {
    std::string text;
    for (const auto& [name, counts] : arrays) {
        const std::int64_t each = is_shared ? counts.bank_passes : counts.transactions;
        text += (text.empty() ? "" : " · ") + name + (name.empty() ? "" : " ") +
                rounded(static_cast<double>(each) / static_cast<double>(counts.warp_instructions));
    }
    return text;
}

void add_counts(std::vector<std::pair<std::string, simulated::SiteCounts>>& to, const std::string& array,
                const simulated::SiteCounts& counts) {
    for (auto& [name, sum] : to)
        if (name == array) {
            sum += counts;
            return;
        }
    to.emplace_back(array, counts);
}

std::string told_cost(const LineOfSource& line) {
    const std::string lanes =
        rounded(static_cast<double>(line.all.lane_accesses) / static_cast<double>(line.all.warp_instructions));
    const std::string global = listed(line.global, false), shared = listed(line.shared, true);
    if (shared.empty())
        return sentence("{arrays} sectors per request, {lanes} of 32 lanes", {{"arrays", global}, {"lanes", lanes}});
    if (global.empty())
        return sentence("{arrays} bank passes per request, {lanes} of 32 lanes",
                        {{"arrays", shared}, {"lanes", lanes}});
    return sentence("{global} sectors and {shared} bank passes per request, {lanes} of 32 lanes",
                    {{"global", global}, {"shared", shared}, {"lanes", lanes}});
}

} // namespace

std::map<int, std::string> line_costs(Inputs& inputs, Operation operation, const std::string& input,
                                      const KernelSettings& settings, const Progress& progress) {
    TraceSettings asked;
    static_cast<KernelSettings&>(asked) = settings;
    const TraceInput loaded = spec_of(operation).trace_input(inputs, input, asked, progress);
    const Trace trace = trace_kernel(loaded.subject(progress), asked, progress);
    std::map<int, LineOfSource> lines;
    for (const simulated::LaunchCounts& launch : trace.launches)
        for (std::size_t n = 0; n < launch.sites.size() && n < trace.sites.size(); ++n) {
            const simulated::Site& site = trace.sites[n];
            const simulated::SiteCounts& counts = launch.sites[n];
            if (site.array < 0 || counts.warp_instructions == 0) continue;
            // If a helper function in a header accesses memory, assign the cost to the line of the source that calls
            // the function.
            const int number =
                simt::is_header(site.file) ? (simt::is_header(site.kernel_file) ? 0 : site.kernel_line) : site.line;
            if (number == 0) continue;
            LineOfSource& line = lines[number];
            const bool is_shared = site.space == simulated::Space::shared;
            add_counts(is_shared ? line.shared : line.global, trace.arrays[static_cast<std::size_t>(site.array)].name,
                       counts);
            line.all += counts;
        }
    std::map<int, std::string> costs;
    for (const auto& [number, line] : lines) costs[number] = told_cost(line);
    return costs;
}

} // namespace warploom::app
