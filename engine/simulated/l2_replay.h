#pragma once

#include "engine/simulated/cache.h"
#include "engine/simulated/trace.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace warploom::simulated {

/// One request of a multiprocessor to L2: sectors of one line.
struct L2Request {
    std::uint32_t line = 0;
    std::uint32_t block = 0; ///< number of the block within its multiprocessor
    std::uint32_t packed = 0;

    L2Request(std::uint32_t line_, std::uint32_t block_, int site_, Access access_, unsigned sectors_, unsigned whole_)
        : line(line_), block(block_), packed(static_cast<std::uint32_t>(site_) << 10 |
                                             static_cast<std::uint32_t>(access_) << 8 | whole_ << 4 | sectors_) {}
    unsigned sectors() const { return packed & 15; }
    unsigned whole() const { return packed >> 4 & 15; } ///< sectors that a store overwrites as a whole
    Access access() const { return static_cast<Access>(packed >> 8 & 3); } ///< load, store or atomic
    int site() const { return static_cast<int>(packed >> 10); }
};

/// The requests of one multiprocessor, in their order. Never more than `limit`: where more come, those of every second
/// set are dropped, and of every second of the remaining ones when that was not enough.
class L2Requests {
public:
    void begin(const SectoredCache& l2, std::size_t limit);
    void add(const L2Request& request) {
        if (skipped_ != 0 && (l2_->set_of(request.line) & skipped_) != 0) return;
        if (list_.size() >= limit_) thin();
        list_.push_back(request);
    }
    std::uint32_t skipped() const { return skipped_; } ///< sets with one of these bits are dropped: 0, 1, 3, 7, ...
    std::span<const L2Request> list() const { return list_; }

private:
    void thin();

    const SectoredCache* l2_ = nullptr;
    std::size_t limit_ = 0;
    std::uint32_t skipped_ = 0;
    std::vector<L2Request> list_;
};

/// The L2 of a card. It is asked by several multiprocessors in turn, as they would while they run at the same time.
class L2Replay {
public:
    L2Replay(double bytes, double line_bytes, double ways);

    bool exists() const { return cache_.exists(); }
    const SectoredCache& cache() const { return cache_; }

    /// What a request came to: sectors found and bytes that memory moved. A changed sector that has to leave counts for the
    /// request that changed it last, if that is of the same launch, else for the one that drives it out.
    /// report(multiprocessor, block, site, hits, dram_bytes).
    template <class Report> void run(std::span<const L2Requests* const> multiprocessors, Report report) {
        ++launch_;
        std::uint32_t skipped = 0;
        std::size_t longest = 0;
        for (const auto* requests : multiprocessors) {
            skipped |= requests->skipped();
            longest = std::max(longest, requests->list().size());
        }
        for (std::size_t first = 0; first < longest; first += stretch)
            for (std::size_t m = 0; m < multiprocessors.size(); ++m) {
                const auto list = multiprocessors[m]->list();
                for (std::size_t n = first; n < std::min(first + stretch, list.size()); ++n)
                    if (skipped == 0 || (cache_.set_of(list[n].line) & skipped) == 0)
                        serve(static_cast<std::uint32_t>(m), list[n], static_cast<int>(skipped + 1), report);
            }
    }

private:
    struct Writer {
        std::uint32_t launch = 0, multiprocessor = 0, block = 0;
        int site = 0;
    };
    static int bits_of(unsigned sectors) { return "\0\1\1\2\1\2\2\3\1\2\2\3\2\3\3\4"[sectors & 15]; }
    static constexpr std::size_t stretch = 64; ///< requests of one multiprocessor before the next one's turn

    template <class Report>
    void serve(std::uint32_t multiprocessor, const L2Request& request, int scale, Report& report) {
        constexpr int sector_bytes = 32;
        SectoredCache::Line gone;
        SectoredCache::Line& line = cache_.use(request.line, gone);
        const std::size_t place = cache_.place(line);
        int dram_bytes = 0;
        if (gone.number != 0 && gone.dirty != 0) {
            const int written = bits_of(gone.dirty) * sector_bytes;
            const Writer& writer = writers_[place];
            if (writer.launch == launch_) report(writer.multiprocessor, writer.block, writer.site, 0, written * scale);
            else dram_bytes += written;
        }
        const unsigned there = line.valid & request.sectors();
        unsigned fetched = request.sectors() & ~there;
        if (request.access() == Access::store) fetched &= ~request.whole();
        dram_bytes += bits_of(fetched) * sector_bytes;
        line.valid = static_cast<std::uint8_t>(line.valid | request.sectors());
        if (request.access() != Access::load) {
            line.dirty = static_cast<std::uint8_t>(line.dirty | request.sectors());
            writers_[place] = {launch_, multiprocessor, request.block, request.site()};
        }
        report(multiprocessor, request.block, request.site(), bits_of(there) * scale, dram_bytes * scale);
    }

    SectoredCache cache_;
    std::vector<Writer> writers_; ///< of each place of the cache: who changed the line last
    std::uint32_t launch_ = 0;
};

} // namespace warploom::simulated
