#include "engine/simulated/counts.h"

#include "engine/simulated/counting_sink.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace warploom::simulated {

SiteCounts& SiteCounts::operator+=(const SiteCounts& other) {
    for (const auto count :
         {&SiteCounts::warp_instructions, &SiteCounts::lane_accesses, &SiteCounts::divergent, &SiteCounts::transactions,
          &SiteCounts::bytes_fetched, &SiteCounts::bytes_used, &SiteCounts::ideal_transactions, &SiteCounts::l1_hits,
          &SiteCounts::l2_sectors, &SiteCounts::l2_hits, &SiteCounts::dram_bytes, &SiteCounts::dram_singles,
          &SiteCounts::dram_pairs, &SiteCounts::serialised, &SiteCounts::bank_passes, &SiteCounts::bank_conflicts,
          &SiteCounts::flops, &SiteCounts::atomic_passes})
        this->*count += other.*count;
    return *this;
}

struct CountingSink::Impl {
    /// Maximum total size in bytes of the pending requests of all multiprocessors.
    static constexpr std::size_t request_bytes = 256u << 20;

    Impl(const Card& card, const std::vector<TracedArray>& arrays_, const std::vector<Site>& sites_, double share)
        : arrays(arrays_), sites(sites_),
          most_multiprocessors(static_cast<std::size_t>(std::max(1.0, card.multiprocessors))),
          registers_per_thread(static_cast<int>(card.registers_per_thread)),
          l2(card.l2_bytes * std::clamp(share, 0.0, 1.0), card.l2_line_bytes, card.l2_ways, card.l2_slices,
             card.l2_fetch_bytes) {
        rules = {card.coalescing,
                 card.shared_banks == 16 ? 16 : 32,
                 card.l1_bytes,
                 card.l1_line_bytes,
                 card.l1_ways,
                 l2.exists(),
                 1,
                 {static_cast<std::uint64_t>(card.dram_partitions), static_cast<std::uint64_t>(card.dram_row_bytes)}};
    }

    CountingRules rules;
    const std::vector<TracedArray>& arrays;
    const std::vector<Site>& sites;
    std::size_t most_multiprocessors;
    int registers_per_thread; ///< maximum number of registers per thread on the GPU; 0 for no limit
    L2Replay l2;

    std::mutex making;
    std::map<int, std::unique_ptr<MultiprocessorCounter>> counters;
    std::map<int, MultiprocessorCounter*> running;
    std::size_t request_limit = 0;
    LaunchInfo launch;
    std::vector<LaunchCounts> finished;
};

namespace {

/// Returns the number of 4-byte words of pending loads that a thread can hold in its registers. Assumes that 24
/// registers are used for addresses, counters and sums. For comparison, consider the sm_90 machine code that nvcc 13.0
/// generates from ell, ell-sorted, sell, csr-vector and bcsr. There, a thread with 32 registers has 5 to 8 words in
/// flight, and a thread with 40 registers has 12 or more.
int words_in_flight(int registers) {
    constexpr int for_other_things = 24, at_least = 4; // the minimum of 4 words is the size of two doubles
    return registers > 0 ? std::max(at_least, registers - for_other_things) : 0;
}

} // namespace

CountingSink::CountingSink(const Card& card, const std::vector<TracedArray>& arrays, const std::vector<Site>& sites,
                           double traced_share_of_l2)
    : impl_(std::make_unique<Impl>(card, arrays, sites, traced_share_of_l2)) {}
CountingSink::~CountingSink() = default;

void CountingSink::begin_launch(const LaunchInfo& launch, const std::vector<std::int64_t>& traced_blocks) {
    impl_->launch = launch;
    if (impl_->registers_per_thread > 0)
        impl_->launch.registers = std::min(launch.registers, impl_->registers_per_thread);
    impl_->rules.turns_ahead = impl_->rules.coalescing == Coalescing::sectors_32 ? launch.turns_ahead : 1;
    impl_->rules.words_in_flight = words_in_flight(impl_->launch.registers);
    impl_->running.clear();
    const std::size_t sharing = std::clamp<std::size_t>(traced_blocks.size(), 1, impl_->most_multiprocessors);
    impl_->request_limit = Impl::request_bytes / sizeof(L2Request) / sharing;
}

StepSink& CountingSink::multiprocessor(int number) {
    const std::lock_guard lock(impl_->making);
    auto& counter = impl_->counters[number];
    if (counter == nullptr)
        counter = std::make_unique<MultiprocessorCounter>(impl_->rules, impl_->arrays, impl_->sites);
    if (impl_->running.emplace(number, counter.get()).second)
        counter->begin_launch(impl_->l2.cache(), impl_->request_limit);
    return *counter;
}

void CountingSink::end_launch(std::int64_t shared_bytes) {
    std::vector<MultiprocessorCounter*> counters;
    std::vector<const L2Requests*> requests;
    for (const auto& [number, counter] : impl_->running) {
        counters.push_back(counter);
        requests.push_back(&counter->requests());
    }
    impl_->l2.run(
        requests,
        [&](std::uint32_t multiprocessor, std::uint32_t block, int site, const L2Answer& answer) {
            counters[multiprocessor]->add_from_l2(block, site, answer);
        },
        [&](std::uint32_t multiprocessor, std::uint32_t block, double turns) {
            counters[multiprocessor]->add_atomic_turns(block, turns);
        });

    LaunchCounts counts;
    counts.launch = impl_->launch;
    counts.shared_bytes = shared_bytes;
    counts.sites.resize(impl_->sites.size());
    for (auto* counter : counters) counter->give(counts);
    std::sort(counts.blocks.begin(), counts.blocks.end(),
              [](const BlockCounts& a, const BlockCounts& b) { return a.block < b.block; });
    // Indices have 4 bytes, so elements with 8 bytes indicate double-precision numbers.
    counts.element_bytes = std::any_of(impl_->arrays.begin(), impl_->arrays.end(),
                                       [](const TracedArray& array) { return array.element_bytes >= 8; })
                               ? 8
                               : 4;
    impl_->finished.push_back(std::move(counts));
}

std::vector<LaunchCounts> CountingSink::take() { return std::exchange(impl_->finished, {}); }

} // namespace warploom::simulated
