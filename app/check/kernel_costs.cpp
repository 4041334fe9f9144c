#include "app/check/kernel_costs.h"

#include "app/trace_documents/trace_document.h"
#include "kernels/sources/built_in_kernels.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace warploom::app {

std::string twin_of(Operation operation, const std::string& format, const std::string& from) {
    if (kernels::find_entry(kernels::built_in_texts(), operation, from) != nullptr) return from;
    for (const char* const plain : {"csr-scalar", "coo-atomic", "thomas-gpu", "naive", "levels"}) {
        const auto* const entry = kernels::find_entry(kernels::built_in_texts(), operation, plain);
        if (entry != nullptr && format == entry->info.format) return plain;
    }
    for (const auto& entry : kernels::built_in_texts())
        if (entry.operation == operation && format == entry.info.format) return entry.info.id;
    return {};
}

protocol::CheckCosts costs_of(const Trace& trace) {
    protocol::CheckCosts costs;
    costs.kernel = trace.settings.kernel;
    std::map<int, std::int64_t> conflicts; // number of bank conflicts per line
    for (const auto& launch : trace.launches)
        for (std::size_t n = 0; n < launch.sites.size(); ++n) {
            const auto& site = launch.sites[n];
            costs.bank_conflicts += site.bank_conflicts;
            if (site.bank_conflicts > 0) conflicts[trace.sites[n].kernel_line] += site.bank_conflicts;
            costs.transactions += site.transactions;
            costs.bytes += site.bytes_fetched;
            costs.steps += site.warp_instructions;
            costs.bank_passes += site.bank_passes;
        }
    const auto has_fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    if (const auto most = std::max_element(conflicts.begin(), conflicts.end(), has_fewer); most != conflicts.end())
        costs.bank_line = most->first;
    costs.mean_active_lanes = trace.mean_active_lanes();
    costs.modelled_ns = trace.model.ns;
    costs.prepare = preparation_of(trace);
    return costs;
}

} // namespace warploom::app
