#include "app/advice/sampled_trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace warploom::app {

namespace {

/// Returns the number of entries in the listed blocks minus the number that they would have if all rows were equally
/// long. Returns 0 if this is unknown.
double entries_beyond_mean(const std::vector<std::int64_t>& list, std::int64_t blocks, const RowFigures& rows) {
    if (rows.row_pointer == nullptr) return 0;
    const auto first_of = [&](std::int64_t block) {
        return (*rows.row_pointer)[static_cast<std::size_t>(block * rows.rows / blocks)];
    };
    double entries = 0;
    for (const std::int64_t block : list) entries += static_cast<double>(first_of(block + 1) - first_of(block));
    return entries -
           static_cast<double>(rows.nonzeros) * static_cast<double>(list.size()) / static_cast<double>(blocks);
}

} // namespace

std::vector<std::int64_t> telling_blocks(std::int64_t blocks, std::int64_t wanted, std::int64_t multiprocessors,
                                         const RowFigures& rows) {
    std::set<std::int64_t> chosen;
    const auto add = [&](std::int64_t block) {
        if (block >= 0 && block < blocks) chosen.insert(block);
    };
    if (wanted >= blocks) {
        for (std::int64_t block = 0; block < blocks; ++block) chosen.insert(block);
        return {chosen.begin(), chosen.end()};
    }
    const auto add_heavy = [&] {
        if (!rows.heavy) return;
        const auto add_around = [&](double part, double whole) {
            const auto block = static_cast<std::int64_t>(part / whole * static_cast<double>(blocks));
            for (const std::int64_t beside : {-1, 0, 1}) add(block + beside);
        };
        const auto row = static_cast<double>(*rows.heavy), count = static_cast<double>(rows.rows);
        add_around(row, count);
        if (rows.row_pointer == nullptr) return;
        // A kernel that distributes the entries or the merge path evenly processes the longest row in other blocks than
        // a kernel that distributes the rows.
        const auto first = static_cast<double>((*rows.row_pointer)[static_cast<std::size_t>(*rows.heavy)]);
        const auto entries = static_cast<double>(rows.nonzeros),
                   middle = first + 0.5 * static_cast<double>(rows.longest);
        add_around(middle, entries);
        add_around(row + middle, count + entries);
    };
    constexpr std::int64_t enough = 8, least = 3;
    if (wanted < enough) { // the blocks are large, so a few evenly spaced ones represent the whole grid
        wanted = std::max(wanted, least);
        for (std::int64_t i = 0; i < wanted; ++i) add((blocks - 2) * i / (wanted - 1));
        add(blocks - 1); // the last block may have little work, so it must not represent any other block
        add_heavy();
        return {chosen.begin(), chosen.end()};
    }
    multiprocessors = std::clamp<std::int64_t>(multiprocessors, 1, blocks);
    const std::int64_t each = (blocks + multiprocessors - 1) / multiprocessors;
    const std::int64_t followed = std::clamp<std::int64_t>(wanted / each, 2, multiprocessors);
    const std::int64_t turns = std::min(each, std::max<std::int64_t>(1, wanted / followed));
    // Number of ranges of consecutive blocks in the sample of a multiprocessor that has too many blocks to simulate all
    // of them.
    constexpr std::int64_t windows = 4;
    const auto followed_from = [&](std::int64_t shift) {
        std::vector<std::int64_t> list;
        for (std::int64_t f = 0; f < followed; ++f) {
            const std::int64_t multiprocessor =
                ((2 * f + 1) * multiprocessors / (2 * followed) + shift) % multiprocessors;
            for (std::int64_t turn = 0; turn < turns; ++turn) {
                const std::int64_t window = turn * windows / turns, first = turns * window / windows;
                const std::int64_t at = turns == each ? turn : each * window / windows + (turn - first);
                list.push_back(std::min(blocks - 1, multiprocessor + at * multiprocessors));
            }
        }
        return list;
    };
    // If row lengths vary, the mean over a hundred blocks has an error of about 5 %. Draw several samples and use the
    // most representative one.
    constexpr std::int64_t shifts = 16;
    std::vector<std::int64_t> best;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::int64_t shift = 0; shift < std::min(shifts, multiprocessors) && nearest > 0; ++shift) {
        std::vector<std::int64_t> list = followed_from(shift);
        const double off = std::abs(entries_beyond_mean(list, blocks, rows));
        if (off >= nearest) continue;
        nearest = off;
        best = std::move(list);
    }
    for (const std::int64_t block : best) add(block);
    for (std::int64_t from_end = 1, ends = 0; from_end <= blocks && ends < wanted / 2; from_end *= 2, ends += 2) {
        add(from_end - 1);
        add(blocks - from_end);
    }
    add_heavy();
    return {chosen.begin(), chosen.end()};
}

Trace sampled_trace(const TraceSubject& subject, const TraceSettings& settings, const RowFigures& rows,
                    std::int64_t entries, const Progress& progress) {
    TraceSettings wanted = settings;
    const std::int64_t slots = std::max<std::int64_t>(1, subject.value_slots);
    const auto multiprocessors = static_cast<std::int64_t>(settings.card.multiprocessors);
    wanted.blocks_of_launch = [slots, multiprocessors, entries, rows](std::int64_t blocks, int block_size) {
        const double work = std::max(static_cast<double>(slots), static_cast<double>(blocks) * block_size);
        const double share = std::min(1.0, static_cast<double>(entries) / work);
        return telling_blocks(blocks, static_cast<std::int64_t>(share * static_cast<double>(blocks)), multiprocessors,
                              rows);
    };
    wanted.runs_untraced = slots <= entries;
    return trace_kernel(subject, wanted, progress);
}

} // namespace warploom::app
