#pragma once

#include "engine/simulated/trace.h"
#include "engine/zeroed_pages.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace warploom::simulated {

/// A set-associative cache with 32-byte sectors and LRU replacement. It records which sectors are present, but stores
/// no data. The set index of a cache line is the line number modulo the number of sets. Real hardware hashes the
/// address first, but the hash functions are not documented.
class SectoredCache {
public:
    struct Line {
        std::uint32_t number = 0; ///< 1 plus the number of the cache line; 0 if the slot is free
        std::uint32_t last_use = 0;
        /// Time when a sector of the line was last filled, according to the clock of the cache or its owner.
        std::uint32_t filled = 0;
        std::uint8_t valid = 0, dirty = 0; ///< masks of the valid and the dirty sectors
    };

    SectoredCache() = default;
    /// Creates an empty cache. If `bytes` is 0, the cache has no lines; otherwise, it has at least one set. The
    /// capacity is rounded down to complete sets.
    SectoredCache(double bytes, double line_bytes, double ways);

    bool exists() const { return sets_ != 0; }
    std::uint32_t sets() const { return sets_; }
    /// Returns the line number modulo the number of sets without a division (Lemire, Kaser, Kurz, Faster Remainder by
    /// Direct Computation, 2019).
    std::uint32_t set_of(std::uint32_t line) const {
        return static_cast<std::uint32_t>((static_cast<unsigned __int128>(inverse_ * line) * sets_) >> 64);
    }
    void clear();

    Line* find(std::uint32_t line); ///< returns the cache line, or null if it is absent
    /// Returns a cache line and marks it as most recently used. If it was absent, it replaces the least recently used
    /// line of its set, and `gone` receives the evicted line. `gone.number` is 0 if no line was evicted.
    Line& use(std::uint32_t line, Line& gone);
    /// Returns the slot number of a cache line, which callers can use as an index into additional data.
    std::size_t place(const Line& line) const { return static_cast<std::size_t>(&line - lines_.data()); }
    std::size_t places() const { return lines_.size(); }
    /// Removes a cache line without writing it back.
    void drop(std::uint32_t line) {
        if (Line* const found = find(line)) *found = Line{};
    }

    /// Returns the clock of the cache, which advances whenever an access uses a different line than the previous
    /// access.
    std::uint32_t time() const { return clock_; }
    /// The sectors that were present before an access, and whether any part of the line was filled after `since`.
    struct Found {
        unsigned sectors = 0;
        bool came_since = false;
    };
    /// Loads `sectors` of a cache line. Fills the missing sectors, or the entire line if `fill_line` is set.
    Found load(std::uint32_t line, unsigned sectors, bool fill_line, std::uint32_t since) {
        const std::uint32_t number = set_of(line);
        Line* const set = &lines_[static_cast<std::size_t>(number) * ways_];
        Line* found = &set[recent_[number]];
        if (found->number != line + 1) { // the most recently used line needs no update
            std::uint32_t way = 0;
            while (way < ways_ && set[way].number != line + 1) ++way;
            found = &set[way];
            if (way < ways_ && ++clock_ != 0) {
                found->last_use = clock_;
                recent_[number] = static_cast<std::uint8_t>(way);
            } else {
                Line gone;
                found = &use(line, gone);
            }
        }
        const Found result{found->valid & sectors, found->filled > since};
        if (result.sectors != sectors) found->filled = clock_;
        found->valid = static_cast<std::uint8_t>(fill_line ? 15 : found->valid | sectors);
        return result;
    }
    unsigned load(std::uint32_t line, unsigned sectors, bool fill_line) {
        return load(line, sectors, fill_line, clock_).sectors;
    }

private:
    std::uint32_t sets_ = 0, ways_ = 0, clock_ = 0;
    std::uint64_t inverse_ = 0;
    ZeroedVector<Line> lines_;
    ZeroedVector<std::uint8_t> recent_; ///< index of the most recently used way of each set
};

/// A request that a multiprocessor sends to L2 for some sectors of one cache line.
struct L2Request {
    std::uint32_t line = 0;
    std::uint32_t block = 0; ///< index of the requesting block within its multiprocessor
    std::uint32_t packed = 0;
    /// Mask of the words that a store overwrites completely, or number of serialized passes of an atomic.
    std::uint32_t words = 0;

    L2Request(std::uint32_t line_, std::uint32_t block_, int site_, Access access_, unsigned sectors_,
              std::uint32_t words_ = 0)
        : line(line_), block(block_),
          packed(static_cast<std::uint32_t>(site_) << 6 | static_cast<std::uint32_t>(access_) << 4 | sectors_),
          words(words_) {}
    unsigned sectors() const { return packed & 15; }
    Access access() const { return static_cast<Access>(packed >> 4 & 3); }
    int site() const { return static_cast<int>(packed >> 6); }
};

/// The L2 requests of one multiprocessor, in order. At most `limit` requests are stored. If there are more, the
/// requests to every second cache set are dropped. If there are still too many, the requests to every second remaining
/// set are dropped, and so on.
class L2Requests {
public:
    void begin(const SectoredCache& l2, std::size_t limit);
    void add(const L2Request& request) {
        if (skipped_ != 0 && (l2_->set_of(request.line) & skipped_) != 0) return;
        if (list_.size() >= limit_) thin();
        list_.push_back(request);
    }
    /// Returns a bit mask (0, 1, 3, 7, ...). Cache sets with any of these bits in their index are dropped.
    std::uint32_t skipped() const { return skipped_; }
    std::span<const L2Request> list() const { return list_; }

private:
    void thin();

    const SectoredCache* l2_ = nullptr;
    std::size_t limit_ = 0;
    std::uint32_t skipped_ = 0;
    std::vector<L2Request> list_;
};

struct L2Answer {
    int hits = 0;
    /// Number of requested sectors that a load must wait for, because they were missing or because their line was
    /// requested in the same round and is still in flight.
    int late = 0;
    int dram_bytes = 0; ///< bytes transferred to or from device memory
    /// Numbers of memory locations with one transferred sector, and with two, in a round.
    int dram_singles = 0, dram_pairs = 0;
};

/// The L2 cache of a simulated GPU. Interleaves the requests of several multiprocessors, as if they ran concurrently.
class L2Replay {
public:
    /// Constructs an empty L2 cache. `slices` is the number of slices that process atomics in parallel; 0 to ignore the
    /// serialization of atomics. `fetch_bytes` is the size of the aligned block fetched from memory for a missing
    /// sector; if it is 32 or less, only the sector is fetched.
    L2Replay(double bytes, double line_bytes, double ways, double slices = 0, double fetch_bytes = 0);

    bool exists() const { return cache_.exists(); }
    const SectoredCache& cache() const { return cache_; }

    /// Simulates the L2 requests and reports the sector hits and bytes of DRAM traffic of each request. A partial store
    /// does not fetch the sector. The cache records which words were written. It fetches the other words when the
    /// sector is read, or when the sector is evicted before all of its words have been written. The write-back of a
    /// dirty sector is attributed to the last request that changed it or, if that was in an earlier launch, to the
    /// request that evicts it. Calls report(multiprocessor, block, site, L2Answer).
    template <class Report> void run(std::span<const L2Requests* const> multiprocessors, Report report) {
        run(multiprocessors, report, [](std::uint32_t, std::uint32_t, double) {});
    }
    /// Like run() above, but also calls report_atomics(multiprocessor, block, turns), where `turns` is the block's
    /// share of the serialized passes. All atomics of a round are in flight concurrently, but a slice serializes the
    /// atomics on the same cache line. Lines are mapped to slices at random, so n lines keep an average of S (1 -
    /// exp(-n / S)) of S slices busy. The passes are distributed over the blocks in proportion to their requests.
    template <class Report, class ReportAtomics>
    void run(std::span<const L2Requests* const> multiprocessors, Report report, ReportAtomics report_atomics) {
        ++launch_;
        std::uint32_t skipped = 0;
        std::size_t longest = 0;
        for (const auto* requests : multiprocessors) {
            skipped |= requests->skipped();
            longest = std::max(longest, requests->list().size());
        }
        for (std::size_t first = 0; first < longest; first += stretch) {
            ++round_;
            for (std::size_t m = 0; m < multiprocessors.size(); ++m) {
                const auto list = multiprocessors[m]->list();
                for (std::size_t n = first; n < std::min(first + stretch, list.size()); ++n) {
                    if (skipped != 0 && (cache_.set_of(list[n].line) & skipped) != 0) continue;
                    serve(static_cast<std::uint32_t>(m), list[n], static_cast<int>(skipped + 1), report);
                    if (slices_ > 0 && list[n].access() == Access::atomic)
                        atomics_.push_back({list[n].line, static_cast<std::uint32_t>(m), list[n].block, list[n].words});
                }
            }
            if (!atomics_.empty()) share_out_atomics(static_cast<double>(skipped + 1), report_atomics);
        }
    }

private:
    struct Writer {
        std::uint32_t launch = 0, multiprocessor = 0, block = 0;
        int site = 0;
    };
    /// The serialized passes of one atomic request in the current round of requests.
    struct AtomicPasses {
        std::uint32_t line = 0, multiprocessor = 0, block = 0, passes = 0;
    };
    double atomic_turns(double scale); ///< returns the time to serialize the atomics of a round, in passes

    template <class ReportAtomics> void share_out_atomics(double scale, ReportAtomics& report) {
        double passes = 0;
        for (const AtomicPasses& a : atomics_) passes += a.passes;
        const double each = passes > 0 ? atomic_turns(scale) / passes : 0;
        for (const AtomicPasses& a : atomics_) report(a.multiprocessor, a.block, each * a.passes);
        atomics_.clear();
    }

    static int bits_of(unsigned sectors) { return "\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"[sectors & 15]; }
    /// Number of consecutive requests that L2 serves for one multiprocessor before it switches to the next
    /// multiprocessor.
    static constexpr std::size_t stretch = 64;

    template <class Report>
    void serve(std::uint32_t multiprocessor, const L2Request& request, int scale, Report& report) {
        constexpr int sector_bytes = 32;
        SectoredCache::Line gone;
        SectoredCache::Line& line = cache_.use(request.line, gone);
        const std::size_t place = cache_.place(line);
        L2Answer answer;
        const auto move = [&](L2Answer& of, int sectors) { // counts a transfer of sectors at one memory location
            of.dram_bytes += sectors * sector_bytes * scale;
            of.dram_singles += sectors == 1 ? scale : 0;
            of.dram_pairs += sectors == 2 ? scale : 0;
        };
        if (gone.number != 0 && gone.dirty != 0) {
            const unsigned incomplete = gone.dirty & ~gone.valid;
            const Writer& writer = writers_[place];
            L2Answer written;
            const bool is_of_launch = writer.launch == launch_;
            move(is_of_launch ? written : answer, bits_of(gone.dirty));
            if (incomplete != 0) move(is_of_launch ? written : answer, bits_of(incomplete));
            if (is_of_launch) report(writer.multiprocessor, writer.block, writer.site, written);
        }
        if (line.valid == 0 && line.dirty == 0) words_[place] = 0; // the cache line has just been allocated
        const unsigned sectors = request.sectors(), there = line.valid & sectors;
        unsigned fetched = 0;
        if (request.access() == Access::store) {
            words_[place] |= request.words;
            line.valid = static_cast<std::uint8_t>(line.valid | (full_sectors(words_[place]) & sectors));
        } else {
            fetched = with_neighbours(sectors & ~there) & ~static_cast<unsigned>(line.valid);
            line.valid = static_cast<std::uint8_t>(line.valid | sectors | fetched);
        }
        // If several sectors of a line are fetched in the same round, count their memory location only once.
        if (line.filled == round_) answer.dram_bytes += bits_of(fetched) * sector_bytes * scale;
        else if (fetched != 0) move(answer, bits_of(fetched));
        answer.hits = bits_of(there) * scale;
        if (request.access() == Access::load)
            answer.late = bits_of(line.filled == round_ ? sectors : sectors & ~there) * scale;
        if (fetched != 0) line.filled = round_;
        if (request.access() != Access::load) {
            line.dirty = static_cast<std::uint8_t>(line.dirty | sectors);
            writers_[place] = {launch_, multiprocessor, request.block, request.site()};
        }
        report(multiprocessor, request.block, request.site(), answer);
    }
    /// Returns a mask of the sectors for which all eight words are in the mask `words`.
    static unsigned full_sectors(std::uint32_t words) {
        words &= words >> 4;
        words &= words >> 2;
        words &= words >> 1;
        return ((words & 0x01010101u) * 0x01020408u >> 24) & 15;
    }

    /// Returns a mask of the sectors to transfer from memory if the sectors in the mask `missing` are not in the cache.
    unsigned with_neighbours(unsigned missing) const {
        if (fetch_sectors_ >= 4) return missing != 0 ? 15 : 0;
        return fetch_sectors_ == 2 ? missing | (missing & 5) << 1 | (missing & 10) >> 1 : missing;
    }

    SectoredCache cache_;
    unsigned fetch_sectors_ = 1;
    ZeroedVector<Writer> writers_;
    ZeroedVector<std::uint32_t> words_; ///< for each slot, the mask of the written words
    std::uint32_t launch_ = 0, round_ = 0;
    double slices_ = 0;
    std::vector<AtomicPasses> atomics_;
};

} // namespace warploom::simulated
