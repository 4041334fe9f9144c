#pragma once

#include <cstdint>
#include <vector>

namespace warploom::simulated {

/// A set-associative cache whose lines are filled by sectors of 32 bytes and leave in the order of their last use. It holds
/// no data: it says what would have been found. Which set a line belongs to is its number modulo the number of sets; hardware mixes
/// the address first, in ways that are not published.
class SectoredCache {
public:
    struct Line {
        std::uint32_t number = 0; ///< line number plus one; 0: empty
        std::uint32_t last_use = 0;
        std::uint32_t filled = 0; ///< when a sector came last: the time of this cache, or whoever keeps another
        std::uint8_t valid = 0, dirty = 0; ///< bit s: sector s
    };

    SectoredCache() = default;
    /// `bytes` may be 0: then there is no cache. Lines that do not fill a set are left out; one set there is at least.
    SectoredCache(double bytes, double line_bytes, double ways);

    bool exists() const { return sets_ != 0; }
    std::uint32_t sets() const { return sets_; }
    /// line modulo sets, without a division (Lemire, Kaser, Kurz, Faster Remainder by Direct Computation, 2019).
    std::uint32_t set_of(std::uint32_t line) const {
        return static_cast<std::uint32_t>((static_cast<unsigned __int128>(inverse_ * line) * sets_) >> 64);
    }
    void clear();

    Line* find(std::uint32_t line); ///< or null
    /// The line, marked as used last. Where it was not there, the line that was used longest ago goes: `gone` gets it as
    /// it was (`number` is 0 for a place that was free).
    Line& use(std::uint32_t line, Line& gone);
    /// The place of a line in the cache, for whoever keeps more about it.
    std::size_t place(const Line& line) const { return static_cast<std::size_t>(&line - lines_.data()); }
    std::size_t places() const { return lines_.size(); }
    /// Forgets a line without a trace.
    void drop(std::uint32_t line) {
        if (Line* const found = find(line)) *found = Line{};
    }

    /// Goes on with each use of a line that was not the one before.
    std::uint32_t time() const { return clock_; }
    /// What a load finds: the sectors that were there, and whether something of the line came after `since`.
    struct Found {
        unsigned sectors = 0;
        bool came_since = false;
    };
    /// A load of `sectors`. Those that were not there are afterwards, or the whole line if `fill_line`.
    Found load(std::uint32_t line, unsigned sectors, bool fill_line, std::uint32_t since) {
        const std::uint32_t number = set_of(line);
        Line* const set = &lines_[static_cast<std::size_t>(number) * ways_];
        Line* found = &set[recent_[number]];
        if (found->number != line + 1) { // else it is the last used one already
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
    std::uint64_t inverse_ = 0; ///< 2^64 / sets, rounded up
    std::vector<Line> lines_;
    std::vector<std::uint8_t> recent_; ///< of each set: the way that was used last
};

} // namespace warploom::simulated
