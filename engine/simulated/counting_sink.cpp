#include "engine/simulated/counting_sink.h"

#include <algorithm>

namespace warploom::simulated {

MultiprocessorCounter::MultiprocessorCounter(const CountingRules& rules, const std::vector<TracedArray>& arrays,
                                             const std::vector<Site>& sites)
    : rules_(rules), arrays_(arrays), sites_(sites), l1_(rules.l1_bytes, rules.l1_line_bytes, rules.l1_ways) {}

void MultiprocessorCounter::begin_launch(const SectoredCache& l2, std::size_t request_limit) {
    // Discard all state: the caller has retrieved the counts of the previous launch, and the base addresses of arrays
    // may have changed.
    states_.clear();
    blocks_.clear();
    open_.clear();
    open_name_.clear();
    l1_.clear();
    requests_.begin(l2, request_limit);
}

void MultiprocessorCounter::begin_block(std::int64_t block, int warps) {
    open_.push_back(
        {static_cast<std::uint32_t>(blocks_.size()), std::vector<WarpState>(static_cast<std::size_t>(warps)), {}});
    for (auto& warp : open_.back().warps) warp.last_turn = l1_.time();
    open_name_.push_back(block);
    blocks_.emplace_back();
    blocks_.back().block = block;
    blocks_.back().warps = warps;
}

MultiprocessorCounter::OpenBlock& MultiprocessorCounter::open_block(std::int64_t block) {
    // Resident blocks take turns, so the search starts at the previously requested block.
    const std::size_t count = open_name_.size();
    for (std::size_t n = 0; n < count; ++n) {
        if (last_open_ >= count) last_open_ = 0;
        if (open_name_[last_open_] == block) return open_[last_open_];
        ++last_open_;
    }
    begin_block(block, warp_size); // necessary because steps may arrive without a call to begin_block()
    return open_.back();
}

void MultiprocessorCounter::end_block(std::int64_t block) {
    OpenBlock& open = open_block(block);
    BlockCounts& counts = blocks_[open.number];
    for (auto& warp : open.warps) {
        release(open, warp);
        end_stretch(open, warp);
        counts.longest_chain_of_a_warp = std::max<double>(counts.longest_chain_of_a_warp, warp.round_trips);
        if (rules_.coalescing != Coalescing::lines_128) {
            counts.gather_waits += warp.gather_waits;
            counts.stream_waits += warp.waits - warp.gather_waits;
        }
        counts.longest_warp_transactions = std::max<double>(counts.longest_warp_transactions, warp.transactions);
        counts.barriers = std::max<double>(counts.barriers, warp.barriers);
    }
    for (const Stretch& longest : open.stretches) {
        counts.longest_warp += longest.instructions;
        counts.longest_memory_chain += longest.round_trips;
        counts.longest_wait_beyond_l1 += longest.waits;
        if (rules_.coalescing != Coalescing::lines_128) counts.longest_wait_of_gathers += longest.gather_waits;
    }
    open_name_.erase(open_name_.begin() + (&open - open_.data()));
    open_.erase(open_.begin() + (&open - open_.data()));
}

void MultiprocessorCounter::end_stretch(OpenBlock& open, WarpState& warp) {
    if (warp.barriers >= open.stretches.size()) open.stretches.resize(warp.barriers + 1);
    Stretch& longest = open.stretches[warp.barriers];
    const Stretch& before = warp.at_barrier;
    longest.instructions = std::max(longest.instructions, warp.instructions - before.instructions);
    longest.round_trips = std::max(longest.round_trips, warp.round_trips - before.round_trips);
    if (warp.waits - before.waits > longest.waits) {
        longest.waits = warp.waits - before.waits;
        longest.gather_waits = warp.gather_waits - before.gather_waits;
    }
    warp.at_barrier = {warp.instructions, warp.round_trips, warp.waits, warp.gather_waits};
}

MultiprocessorCounter::SiteState& MultiprocessorCounter::look_up(int number) {
    if (static_cast<std::size_t>(number) >= states_.size()) states_.resize(static_cast<std::size_t>(number) + 1);
    SiteState& state = states_[number];
    if (state.is_known) return state;
    const Site& site = sites_[number];
    state.is_known = true;
    state.access = site.access;
    state.space = site.space;
    state.is_gather = site.is_gather;
    state.element_bytes = site.element_bytes;
    if (site.array >= 0) state.base = arrays_[site.array].base;
    const int bytes = state.element_bytes;
    state.is_plain = (bytes == 4 || bytes == 8 || bytes == 16) && state.base % static_cast<std::uint64_t>(bytes) == 0;
    state.lanes_together = lanes_together(rules_.coalescing, bytes);
    return state;
}

void MultiprocessorCounter::step(std::int64_t block_name, int warp, const WarpInstruction& step) {
    SiteState& site = look_up(step.site);
    OpenBlock& open = open_block(block_name);
    BlockCounts& block = blocks_[open.number];
    if (static_cast<std::size_t>(warp) >= open.warps.size()) open.warps.resize(static_cast<std::size_t>(warp) + 1);
    WarpState& state = open.warps[warp];

    ++site.counts.warp_instructions;
    site.counts.lane_accesses += count_bits(step.active);
    site.counts.divergent += step.active != ~0u;
    site.counts.flops += step.flops;
    ++block.warp_instructions;
    block.flops += step.flops;
    block.flop_instructions += step.flop_instructions;
    ++state.instructions;

    const bool is_load = site.space == Space::global && site.access == Access::load;
    const auto load = site.is_gather ? WarpState::Load::gathered : WarpState::Load::streamed;
    // A memory access waits for the preceding loads that it depends on. Dependence is assumed for stores and barriers,
    // for loads from a loaded address, and for loads after a computation. Stores never delay a warp. The gathers of
    // several loop iterations are issued together, even if there are computations between them.
    const bool is_store = site.space == Space::global && site.access == Access::store;
    bool begins_trip = state.last_load == WarpState::Load::none ||
                       (site.is_gather ? state.last_load == WarpState::Load::streamed : step.flops > 0);
    bool needs_loads = !is_load || step.flops > 0 || begins_trip;
    bool is_brought_forward = false;
    if (rules_.turns_ahead > 1 && is_load && state.last_load != WarpState::Load::none) {
        // The compiler reorders the loads of overlapped iterations. All streamed loads are issued together in the first
        // iteration, followed by all gathers.
        if (!site.is_gather && begins_trip)
            state.turn = static_cast<std::uint8_t>((state.turn + 1) % rules_.turns_ahead);
        is_brought_forward = state.turn != 0;
        if (is_brought_forward) begins_trip = needs_loads = false;
    } else if (is_load) {
        state.turn = 0;
    }
    // The compiler may load the factors of a product in any order, so it issues as many loads as possible before the
    // gather. Pending loads occupy registers. If no register is free, for example because of launch bounds, a load
    // waits for all preceding loads.
    if (is_load) {
        const int words = (site.element_bytes + 3) / 4;
        const bool is_full = rules_.words_in_flight > 0 && state.words > 0 &&
                             state.words + words > rules_.words_in_flight && !begins_trip && !needs_loads;
        if (is_full) begins_trip = needs_loads = true;
        state.words = begins_trip || needs_loads ? words : state.words + words;
    }
    state.is_of_stream = rules_.turns_ahead > 1 && is_load && !site.is_gather && !begins_trip && state.is_gather_trip;
    // The first gather of overlapped iterations comes after the streamed loads of all of these iterations. In this
    // model, the streamed loads reach L1 together.
    const bool stays = rules_.turns_ahead > 1 && is_load && site.is_gather && begins_trip && step.flops == 0 &&
                       l1_.exists() && state.last_load == WarpState::Load::streamed;
    if (stays)
        for (HeldRequest& held : state.held) held.is_of_stream = true;
    if (!state.held.empty() && ((!is_load && !is_store) || (state.held_loads > 0 && needs_loads && !stays) ||
                                state.held_loads >= most_held_loads))
        release(open, state);
    if (site.space == Space::global) {
        if (is_load) {
            if (begins_trip) {
                ++state.round_trips;
                state.has_stream_waited = site.is_gather && !state.is_gather_trip && state.has_waited;
                state.has_waited = false;
                state.is_gather_trip = site.is_gather;
                if (!l1_.exists()) { // if there is no L1, all accesses go to L2
                    ++state.waits;
                    state.gather_waits += site.is_gather;
                }
            }
            if (!is_brought_forward) state.last_load = load;
        } else if (site.access == Access::atomic) {
            state.last_load = WarpState::Load::none;
        }
        count_global(site, step.site, open, state, step);
    } else if (site.space == Space::shared) {
        count_shared(site, block, step);
    } else {
        state.last_load = WarpState::Load::none;
        if (site.access == Access::barrier) {
            end_stretch(open, state);
            ++state.barriers;
        }
    }
}

inline void MultiprocessorCounter::go_beyond_l1(SiteState& site, int site_number, const OpenBlock& open,
                                                std::uint32_t line, unsigned sectors, std::uint32_t words) {
    BlockCounts& block = blocks_[open.number];
    const int number = count_bits(sectors);
    if (!rules_.has_l2) {
        site.counts.dram_bytes += number * sector_bytes;
        block.dram_bytes += number * sector_bytes;
        return;
    }
    site.counts.l2_sectors += number;
    block.l2_sectors += number;
    block.l2_single_requests += number == 1;
    // On compute capability 2.x, each sector counts as a separate wait, so the latency is the mean over all sectors. If
    // a wait lasted until its last sector arrived, the modeled latency of BCSR on the C2050 would exceed the published
    // time.
    if (rules_.coalescing == Coalescing::lines_128 && site.access == Access::load) block.stream_waits += number;
    requests_.add({line, open.number, site_number, site.access, sectors, words});
}

inline void MultiprocessorCounter::request(SiteState& site, int site_number, OpenBlock& open, WarpState& warp,
                                           std::uint64_t line, unsigned sectors, std::uint32_t words) {
    const auto number = static_cast<std::uint32_t>(line);
    if (l1_.exists()) {
        if (site.access != Access::atomic) {
            warp.held.push_back({number, sectors, site_number, words, warp.is_of_stream});
            return;
        }
        if (rules_.coalescing == Coalescing::lines_128) l1_.drop(number);
    }
    go_beyond_l1(site, site_number, open, number, sectors, words);
}

void MultiprocessorCounter::release(OpenBlock& open, WarpState& warp) {
    if (warp.held.empty()) return;
    const bool has_lines = rules_.coalescing == Coalescing::lines_128;
    bool waits = false, stream_waits = false;
    for (const HeldRequest& held : warp.held) {
        SiteState& site = states_[held.site];
        if (site.access == Access::store) {
            if (has_lines) l1_.drop(held.line);
            go_beyond_l1(site, held.site, open, held.line, held.sectors, held.words);
            continue;
        }
        const auto found = l1_.load(held.line, held.sectors, has_lines, warp.last_turn);
        const unsigned missing = held.sectors & ~found.sectors;
        bool& is_late = held.is_of_stream ? stream_waits : waits;
        is_late = is_late || missing != 0 || found.came_since;
        const int hits = rules_.coalescing == Coalescing::sectors_32 ? count_bits(found.sectors) : missing == 0;
        site.counts.l1_hits += hits;
        blocks_[open.number].l1_hits += hits;
        if (missing != 0) go_beyond_l1(site, held.site, open, held.line, missing, 0);
    }
    warp.held.clear();
    warp.held_loads = 0;
    warp.last_turn = l1_.time();
    if (waits && !warp.has_waited) {
        ++warp.waits;
        warp.gather_waits += warp.is_gather_trip;
    }
    warp.has_waited = warp.has_waited || waits;
    warp.waits += stream_waits && !warp.has_stream_waited;
    warp.has_stream_waited = warp.has_stream_waited || stream_waits;
}

void MultiprocessorCounter::count_global(SiteState& site, int site_number, OpenBlock& open, WarpState& warp,
                                         const WarpInstruction& step) {
    BlockCounts& block = blocks_[open.number];
    AccessUse use;
    if (site.access == Access::load && l1_.exists()) ++warp.held_loads;
    std::array<std::uint64_t, warp_size> addresses;
    const bool needs_addresses = !site.is_plain || site.access == Access::atomic;
    if (needs_addresses) {
        for (std::size_t lane = 0; lane < warp_size; ++lane)
            addresses[lane] = site.base + static_cast<std::uint64_t>(step.index[lane]) *
                                              static_cast<std::uint64_t>(site.element_bytes);
    }
    int more_atomics = 0;
    if (site.access == Access::atomic) {
        more_atomics = std::max(0, atomic_serialisation(addresses, step.active) - 1);
        find_transactions(rules_.coalescing, site.access, addresses, step.active, site.element_bytes, transactions_);
    }
    const auto passes_of = [&](std::uint64_t line) {
        std::uint32_t passes = 0;
        for (const auto& transaction : transactions_)
            if (transaction.address >> line_shift == line)
                passes += static_cast<std::uint32_t>(atomic_serialisation(addresses, transaction.lanes));
        return passes;
    };
    if (site.is_plain) {
        find_touched_lines(site.base, step.index, step.active, site.element_bytes, site.lanes_together, touched_);
        use = for_each_request(rules_.coalescing, site.access, touched_, site.element_bytes,
                               [&](std::uint64_t line, unsigned sectors, std::uint32_t elements) {
                                   const std::uint32_t words = site.access == Access::store
                                                                   ? words_of(elements, site.element_bytes)
                                                               : site.access == Access::atomic ? passes_of(line)
                                                                                               : 0;
                                   request(site, site_number, open, warp, line, sectors, words);
                               });
    } else {
        find_transactions(rules_.coalescing, site.access, addresses, step.active, site.element_bytes, transactions_);
        for (const auto& transaction : transactions_) {
            use.bytes_fetched += transaction.bytes;
            const auto first = static_cast<unsigned>(transaction.address / sector_bytes % sectors_of_line);
            const unsigned sectors = ((1u << transaction.bytes / sector_bytes) - 1) << first;
            const bool is_atomic = site.access == Access::atomic;
            request(site, site_number, open, warp, transaction.address >> line_shift, sectors,
                    is_atomic ? static_cast<std::uint32_t>(atomic_serialisation(addresses, transaction.lanes)) : 0);
        }
        use.transactions = static_cast<int>(transactions_.size());
        use.bytes_used = static_cast<int>(bytes_used(addresses, step.active, site.element_bytes));
        use.ideal = static_cast<int>(
            ideal_transactions(rules_.coalescing, site.access, addresses, step.active, site.element_bytes));
    }
    site.counts.transactions += use.transactions;
    site.counts.ideal_transactions += use.ideal;
    site.counts.bytes_fetched += use.bytes_fetched;
    site.counts.bytes_used += use.bytes_used;
    (site.is_gather ? block.gather_transactions : block.transactions) += use.transactions;
    if (rules_.memory_rows.are_known())
        (site.is_gather ? block.gather_row_mates : block.row_mates) +=
            site.is_plain ? row_mates_.of(touched_, rules_.memory_rows, site.lanes_together)
                          : row_mates_.of(transactions_, rules_.memory_rows, site.lanes_together);
    warp.transactions += static_cast<std::uint32_t>(use.transactions);
    if (site.access == Access::atomic) {
        for (const auto& transaction : transactions_)
            site.counts.atomic_passes += atomic_serialisation(addresses, transaction.lanes);
        site.counts.serialised += more_atomics;
        block.serialised += more_atomics;
    }
}

void MultiprocessorCounter::count_shared(SiteState& site, BlockCounts& block, const WarpInstruction& step) {
    std::array<std::uint64_t, warp_size> addresses;
    for (std::size_t lane = 0; lane < warp_size; ++lane)
        addresses[lane] =
            site.base + static_cast<std::uint64_t>(step.index[lane]) * static_cast<std::uint64_t>(site.element_bytes);
    const BankUse use = find_bank_use(rules_.banks, addresses, step.active, site.element_bytes);
    site.counts.bank_passes += use.passes;
    site.counts.bank_conflicts += use.passes - use.ideal;
    block.bank_passes += use.passes;
    block.bank_conflicts += use.passes - use.ideal;
    if (site.access == Access::atomic) {
        const int more = std::max(0, atomic_serialisation(addresses, step.active) - 1);
        site.counts.serialised += more;
        block.serialised += more;
    }
}

void MultiprocessorCounter::add_from_l2(std::uint32_t block, int site, const L2Answer& answer) {
    SiteState& state = states_[site];
    state.counts.l2_hits += answer.hits;
    state.counts.dram_bytes += answer.dram_bytes;
    state.counts.dram_singles += answer.dram_singles;
    state.counts.dram_pairs += answer.dram_pairs;
    BlockCounts& counts = blocks_[block];
    counts.l2_hits += answer.hits;
    counts.dram_bytes += answer.dram_bytes;
    counts.dram_singles += answer.dram_singles;
    counts.dram_pairs += answer.dram_pairs;
    const bool is_gather = state.is_gather && rules_.coalescing != Coalescing::lines_128;
    (is_gather ? counts.gather_sectors_late : counts.stream_sectors_late) += answer.late;
}

void MultiprocessorCounter::give(LaunchCounts& launch) {
    while (!open_name_.empty()) end_block(open_name_.back());
    if (launch.sites.size() < states_.size()) launch.sites.resize(states_.size());
    for (std::size_t n = 0; n < states_.size(); ++n) {
        // If only some cache sets are simulated, extrapolation may give slightly more hits than requests.
        states_[n].counts.l2_hits = std::min(states_[n].counts.l2_hits, states_[n].counts.l2_sectors);
        launch.sites[n] += states_[n].counts;
    }
    launch.blocks.insert(launch.blocks.end(), blocks_.begin(), blocks_.end());
}

} // namespace warploom::simulated
