#include "engine/protocol/messages/profiler.h"

#include "engine/protocol/messages/trace.h"

#include <algorithm>
#include <cstdlib>

namespace warploom::protocol {

using simulated::Access;
using simulated::Space;

WARPLOOM_FIELDS(
    ProfilerCount,
    {"A counter of Nsight Compute in `trace`, for one launch",
     {{"launch", "", &ProfilerCount::launch, "launch index", count},
      {"id", "", &ProfilerCount::id, "name of the count"},
      {"metric", "", &ProfilerCount::metric, "metric of `ncu` with the same meaning; several metrics are added"},
      {"unit", "", &ProfilerCount::unit, "unit of the metric"},
      {"is_modelled", "", &ProfilerCount::is_modelled, "whether the count depends on the model of the caches"},
      {"value", "", &ProfilerCount::value, "count of the traced blocks", count}}})

const std::vector<ProfilerCounter>& profiler_counters() {
    static const std::vector<ProfilerCounter> table{
        {"load_requests", "smsp__inst_executed_op_global_ld.sum", "inst",
         "warp instructions that load from global memory"},
        {"load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector",
         "32-byte sectors of global memory that loads request from L1"},
        {"load_l1_hits", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", "sector",
         "sectors of loads that hit in L1", true},
        {"store_requests", "smsp__inst_executed_op_global_st.sum", "inst",
         "warp instructions that store to global memory"},
        {"store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector",
         "32-byte sectors of global memory that stores request from L1"},
        {"atomic_requests",
         "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum + l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
         "request", "warp instructions with an atomic operation on global memory"},
        {"atomic_sectors",
         "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum + l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sector",
         "sectors of atomic operations; each is counted as many times as the maximum number of its lanes that access "
         "the "
         "same address"},
        {"shared_load_requests", "smsp__inst_executed_op_shared_ld.sum", "inst",
         "warp instructions that load from shared memory"},
        {"shared_store_requests", "smsp__inst_executed_op_shared_st.sum", "inst",
         "warp instructions that store to shared memory"},
        {"shared_load_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "",
         "extra passes of shared memory loads caused by bank conflicts"},
        {"shared_store_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "",
         "extra passes of shared memory stores caused by bank conflicts"},
        {"l2_sectors", "lts__t_sectors_srcunit_tex.sum", "sector", "32-byte sectors that L1 requests from L2", true},
        {"dram_bytes", "dram__bytes_read.sum + dram__bytes_write.sum", "byte", "bytes moved to and from device memory",
         true}};
    return table;
}

const ProfilerCounter& profiler_counter(const std::string& id) {
    const auto& table = profiler_counters();
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& counter) { return counter.id == id; });
    if (found == table.end()) std::abort(); // the ID is misspelled in the source of this program
    return *found;
}

std::vector<std::string> metrics_of(const ProfilerCounter& counter) {
    const std::string text = counter.metric, plus = " + ";
    std::vector<std::string> metrics;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(plus, at), text.size());
        metrics.push_back(text.substr(at, end - at));
        at = end + plus.size();
    }
    return metrics;
}

namespace {

simulated::SiteCounts sum_of(const Trace& trace, int launch, Access access, Space space) {
    simulated::SiteCounts sum;
    for (const TraceAccess& each : trace.accesses)
        if (each.launch == launch && each.kind == access && each.space == space) sum += each;
    return sum;
}

} // namespace

std::vector<ProfilerCount> profiler_counts(const Trace& trace) {
    std::vector<ProfilerCount> counts;
    if (trace.card.json.value("coalescing", std::string()) != to_string(simulated::Coalescing::sectors_32))
        return counts;
    for (int launch = 0; launch < static_cast<int>(trace.launches.size()); ++launch) {
        const auto loads = sum_of(trace, launch, Access::load, Space::global),
                   stores = sum_of(trace, launch, Access::store, Space::global),
                   atomics = sum_of(trace, launch, Access::atomic, Space::global),
                   shared_loads = sum_of(trace, launch, Access::load, Space::shared),
                   shared_stores = sum_of(trace, launch, Access::store, Space::shared);
        const auto add = [&](const char* id, std::int64_t value) {
            const ProfilerCounter& counter = profiler_counter(id);
            counts.push_back({launch, counter.id, counter.metric, counter.unit, counter.is_modelled, value});
        };
        add("load_requests", loads.warp_instructions);
        add("load_sectors", loads.transactions);
        add("load_l1_hits", loads.l1_hits);
        add("store_requests", stores.warp_instructions);
        add("store_sectors", stores.transactions);
        add("atomic_requests", atomics.warp_instructions);
        add("atomic_sectors", atomics.atomic_passes);
        add("shared_load_requests", shared_loads.warp_instructions);
        add("shared_store_requests", shared_stores.warp_instructions);
        add("shared_load_conflicts", shared_loads.bank_conflicts);
        add("shared_store_conflicts", shared_stores.bank_conflicts);
        add("l2_sectors", loads.l2_sectors + stores.l2_sectors + atomics.atomic_passes);
        add("dram_bytes", loads.dram_bytes + stores.dram_bytes + atomics.dram_bytes);
    }
    return counts;
}

} // namespace warploom::protocol
