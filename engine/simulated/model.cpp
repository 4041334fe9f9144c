#include "engine/simulated/model.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/schedule.h"

#include <algorithm>
#include <cmath>

namespace warploom::simulated {
namespace {

/// Estimated number of executed instructions per recorded instruction. Address arithmetic, comparisons and branches are
/// not recorded. Compiled loops of csr-scalar have ten to twelve instructions for three loads.
constexpr double instructions_per_recorded = 3;

/// Returns the number of clock cycles for one pass over the shared memory banks. Up to compute capability 2.x, a bank
/// delivers 32 bits every two clocks (CUDA C Programming Guide, appendix on compute capabilities).
double clocks_per_pass(const Card& card) { return card.coalescing == Coalescing::sectors_32 ? 1 : 2; }

/// Returns the number of transactions per clock cycle of a multiprocessor's load/store unit. On 2.x, a 128-byte line
/// takes two clocks, because L1 uses the same banks as shared memory (32 banks with 32 bits every two clocks). On
/// earlier GPUs, transactions only use memory bandwidth.
double transactions_per_clock(const Card& card) {
    switch (card.coalescing) {
    case Coalescing::half_warp_segments: return 0;
    case Coalescing::lines_128: return 1 / clocks_per_pass(card);
    case Coalescing::sectors_32: return 4;
    }
    return 0;
}

/// Returns the number of clock cycles until an instruction can use the result of the previous one. The number is about
/// 22 on 1.x and 2.x (CUDA C Programming Guide, multiprocessor level), and 4 since compute capability 7.0 (Jia et al.,
/// Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking, 2018).
double clocks_until_used(const Card& card) { return card.coalescing == Coalescing::sectors_32 ? 4 : 22; }

/// Returns the mean latency of a round trip beyond L1, given the number of round trips (`waits`) and of their sectors
/// that are not in L2 (`late`). A round trip ends when its last sector arrives, so a single late sector delays it.
double wait_ns(double waits, double late, const Card& card) {
    if (card.l2_bytes == 0) return card.dram_latency_ns;
    const double from_memory = waits > 0 ? std::clamp(late / waits, 0.0, 1.0) : 1;
    return from_memory * card.dram_latency_ns + (1 - from_memory) * card.l2_latency_ns;
}
/// Returns the time of the longest chain of memory round trips. Each round trip takes the latency of L1, L2 or memory,
/// plus the latency of an instruction that computes an address or a sum from the loaded value.
double chain_ns(const BlockCounts& block, const Card& card) {
    const double trips = block.longest_memory_chain;
    const double beyond = card.l1_bytes > 0 ? std::min(block.longest_wait_beyond_l1, trips) : trips;
    const double of_gathers = std::min(block.longest_wait_of_gathers, beyond);
    return (trips - beyond) * card.l1_latency_ns +
           of_gathers * wait_ns(block.gather_waits, block.gather_sectors_late, card) +
           (beyond - of_gathers) * wait_ns(block.stream_waits, block.stream_sectors_late, card) +
           trips * clocks_until_used(card) / card.clock_ghz;
}

constexpr double bytes_of_sector = 32;

/// Returns the time that a block's accesses take in DRAM. The time consists of transferring bytes and of switching
/// between memory locations. Switching matters only if few bytes are accessed at each location.
double dram_ns(const BlockCounts& block, const Card& card) {
    const double sector = bytes_of_sector / (card.dram_efficiency * card.dram_gbytes_per_s);
    return block.dram_bytes / bytes_of_sector * sector +
           block.dram_singles * std::max(0.0, card.dram_access_ns - sector) +
           block.dram_pairs * std::max(0.0, card.dram_access_ns - 2 * sector);
}

/// Returns the time that a block's accesses take in L2. L2 processes sectors, requests and atomics. A request for a
/// single sector takes at least l2_request_ns. Each slice serializes its atomics.
double l2_ns(const BlockCounts& block, const Card& card) {
    if (card.l2_gbytes_per_s <= 0) return 0;
    const double sector = bytes_of_sector / card.l2_gbytes_per_s;
    const double sectors =
        block.l2_sectors * sector + block.l2_single_requests * std::max(0.0, card.l2_request_ns - sector);
    // If the number of L2 slices is unknown, a serialized atomic occupies L2 like a sector.
    if (card.atomic_ns <= 0) return sectors + block.serialised * sector;
    return std::max(sectors, block.atomic_turns * card.atomic_ns);
}

BlockCost cost_of(const ModelTerms& t) {
    return {std::max({t.dram, t.l2, t.transactions, t.start}), std::max({t.shared, t.issue, t.arithmetic}), t.latency};
}

/// Returns a block's demand for the resource that the model term `term` stands for.
BlockCost cost_of_one(const ModelTerms& block, double ModelTerms::*term) {
    ModelTerms alone;
    alone.*term = block.*term;
    return cost_of(alone);
}

std::string largest(const ModelTerms& terms) {
    const auto& all = model_terms();
    return std::max_element(all.begin(), all.end(),
                            [&](const ModelTerm& a, const ModelTerm& b) { return terms.*a.value < terms.*b.value; })
        ->key;
}

/// Returns the number of registers per thread according to the source code. Returns a smaller number if a block would
/// not fit otherwise, because the compiler can use fewer registers. Returns 0 if the source code specifies none.
int registers_of(const LaunchInfo& launch, const Card& card) {
    const double most = std::floor(card.registers_per_multiprocessor / std::max(1, launch.block_size));
    return static_cast<int>(std::min<double>(launch.registers, std::max(1.0, most)));
}

LaunchModel model_launch(const LaunchCounts& counts, const Card& card, const ModelOptions& options) {
    LaunchModel result;
    const LaunchInfo& launch = counts.launch;
    const auto shared_bytes = static_cast<double>(counts.shared_bytes);
    const int registers = options.registers_per_thread > 0 ? options.registers_per_thread : registers_of(launch, card);
    result.resident_blocks = resident_blocks(card, launch.block_size, shared_bytes, registers, &result.limited_by);
    if (result.resident_blocks == 0)
        throw Error("model.block",
                    sentence("A block of {n} threads does not fit on a multiprocessor of the {card}: not enough "
                             "{resource}.",
                             {{"n", launch.block_size}, {"card", card.title}, {"resource", result.limited_by}}),
                    sentence("Choose smaller blocks or another card."));
    const auto multiprocessors = static_cast<int>(card.multiprocessors);
    const auto most = (launch.blocks + multiprocessors - 1) / multiprocessors;
    if (most < result.resident_blocks) {
        result.resident_blocks = static_cast<int>(std::max<std::int64_t>(most, 0));
        result.limited_by = "grid";
    }
    result.occupancy =
        result.resident_blocks * static_cast<double>(launch.block_size) / card.threads_per_multiprocessor;
    result.terms.launch = card.launch_us * 1e3;

    std::vector<std::int64_t> known;
    std::vector<ModelTerms> terms;
    for (const BlockCounts& block : counts.blocks) {
        known.push_back(block.block);
        terms.push_back(block_terms(block, card, counts.element_bytes));
    }
    const auto weight = blocks_represented(launch.blocks, known);
    for (std::size_t i = 0; i < known.size(); ++i) {
        result.flops += weight[i] * counts.blocks[i].flops;
        result.dram_bytes += weight[i] * counts.blocks[i].dram_bytes;
    }
    const Slots slots{multiprocessors, std::max(1, result.resident_blocks)};
    std::vector<BlockCost> costs(terms.size());
    const auto schedule = [&](auto&& cost) {
        std::transform(terms.begin(), terms.end(), costs.begin(), cost);
        return schedule_blocks(launch.blocks, known, costs, slots);
    };
    for (const ModelTerm& term : model_terms()) {
        double sum = 0;
        for (std::size_t i = 0; i < terms.size(); ++i) sum += weight[i] * (terms[i].*term.value);
        if (sum == 0) continue;
        // Resources of the whole GPU are busy until the last block finishes, regardless of the order of the blocks.
        const bool is_shared_by_all = term.value == &ModelTerms::dram || term.value == &ModelTerms::l2 ||
                                      term.value == &ModelTerms::transactions || term.value == &ModelTerms::start;
        result.terms.*term.value =
            is_shared_by_all ? sum : schedule([&](const ModelTerms& t) { return cost_of_one(t, term.value); }).ns;
    }
    Schedule whole = schedule(cost_of);
    result.schedule = std::move(whole.blocks);
    result.schedule_every = whole.every;
    result.ns = whole.ns + result.terms.launch;
    result.binding = largest(result.terms);
    return result;
}

} // namespace

const std::vector<ModelTerm>& model_terms() {
    static const std::vector<ModelTerm> terms{
        {"dram", "Memory", &ModelTerms::dram},
        {"l2", "L2", &ModelTerms::l2},
        {"transactions", "Transactions", &ModelTerms::transactions},
        {"start", "Start of blocks", &ModelTerms::start},
        {"shared", "Shared memory", &ModelTerms::shared},
        {"issue", "Issue", &ModelTerms::issue},
        {"arithmetic", "Arithmetic", &ModelTerms::arithmetic},
        {"latency", "Latency", &ModelTerms::latency},
        {"launch", "Launch", &ModelTerms::launch},
        {"transfer", "Transfer", &ModelTerms::transfer},
    };
    return terms;
}

ModelTerms block_terms(const BlockCounts& block, const Card& card, int element_bytes) {
    ModelTerms t;
    const double clock = card.clock_ghz; // cycles per ns
    const double transactions = block.transactions + block.gather_transactions;
    t.dram = dram_ns(block, card);
    t.l2 = l2_ns(block, card);
    t.start = card.block_start_ns;
    // Lanes that are served together open a DRAM row only once.
    t.transactions = (block.transactions - block.row_mates) * card.transaction_ns +
                     (block.gather_transactions - block.gather_row_mates) * card.gather_transaction_ns;
    t.shared = block.bank_passes * clocks_per_pass(card) / clock;
    // On compute capability 2.x, a memory instruction with bank conflicts is issued again for each additional pass.
    // NVIDIA's profiler counts these replays as issued instructions (CUDA Profiler User's Guide,
    // shared_replay_overhead). Later GPUs repeat only the pass.
    const double accesses = block.warp_instructions * instructions_per_recorded +
                            (card.coalescing == Coalescing::lines_128 ? block.bank_conflicts : 0);
    t.issue = (accesses + block.flop_instructions / 2) / (card.warp_instructions_per_clock * clock);
    if (const double rate = transactions_per_clock(card); rate > 0)
        t.issue = std::max(t.issue, transactions / rate / clock);
    // A multiplication and an addition form one instruction. Inactive lanes take as much time as active ones.
    const double rate = element_bytes > 4 ? card.fp64_per_clock : card.fp32_per_clock;
    t.arithmetic = block.flop_instructions / 2 * warp_size / (rate * clock);
    // On compute capability 2.x, double-precision instructions use both schedulers, so no other instruction is issued
    // at the same time (NVIDIA, Fermi white paper, dual warp scheduler).
    if (card.coalescing == Coalescing::lines_128 && element_bytes > 4)
        t.issue = std::max(t.issue, accesses / (card.warp_instructions_per_clock * clock) + t.arithmetic);
    // A warp issues at most one instruction per clock cycle, or fewer if the multiprocessor's issue rate is lower.
    t.latency = chain_ns(block, card) + block.longest_warp * instructions_per_recorded /
                                            (std::min(card.warp_instructions_per_clock, 1.0) * clock);
    // Between two waits, the requested sectors of a warp arrive one after another. On earlier GPUs, the fitted
    // parameters account for this.
    if (card.coalescing == Coalescing::sectors_32)
        t.latency += block.longest_warp_transactions / transactions_per_clock(card) / clock;
    return t;
}

ModelledTime model_time(const std::vector<LaunchCounts>& counts, const Card& card, const ModelOptions& options) {
    ModelledTime result;
    for (const LaunchCounts& launch : counts) {
        result.launches.push_back(model_launch(launch, card, options));
        const LaunchModel& model = result.launches.back();
        result.ns += model.ns;
        for (const ModelTerm& term : model_terms()) result.terms.*term.value += model.terms.*term.value;
    }
    if (!counts.empty() && options.has_start) {
        result.terms.launch += card.start_us * 1e3;
        result.ns += card.start_us * 1e3;
    }
    if (options.transfer_bytes > 0) { // add the time for transfers in both directions
        result.terms.transfer =
            options.transfer_bytes / card.transfer_gbytes_per_s + 2 * card.transfer_latency_us * 1e3;
        result.ns += result.terms.transfer;
    }
    result.binding = largest(result.terms);
    return result;
}

namespace {

/// Assumed maximum number of registers per thread if the actual number is unknown.
constexpr double most_registers = 32;

} // namespace

int assumed_registers(const Card& card) {
    const double full = std::floor(card.registers_per_multiprocessor / card.threads_per_multiprocessor);
    return static_cast<int>(std::clamp(full, 1.0, most_registers));
}

int resident_blocks(const Card& card, int block_size, double shared_bytes, int registers_per_thread, std::string* why) {
    const double registers = registers_per_thread > 0 ? registers_per_thread : assumed_registers(card);
    const double threads = std::max(1, block_size);
    double most = std::floor(card.threads_per_multiprocessor / threads);
    const char* limit = "threads";
    const auto limit_by = [&](double blocks, const char* name) {
        if (blocks < most) {
            most = blocks;
            limit = name;
        }
    };
    limit_by(card.blocks_per_multiprocessor, "blocks");
    limit_by(std::floor(card.registers_per_multiprocessor / (registers * threads)), "registers");
    if (shared_bytes > 0) limit_by(std::floor(card.shared_bytes / shared_bytes), "shared memory");
    if (why != nullptr) *why = limit;
    return static_cast<int>(std::max(0.0, most));
}

} // namespace warploom::simulated
