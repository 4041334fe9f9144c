#include "engine/walkthrough/segmented_steps.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace warploom::walkthrough {

namespace {

/// Combines the partial sums of two adjacent ranges of entries. The range of `left` comes first.
PartialSum joined(const PartialSum& left, const PartialSum& right) {
    if (left.is_empty()) return right;
    if (right.is_empty()) return left;
    return {left.first, right.last, left.value + right.value};
}

class SegmentWalk {
public:
    explicit SegmentWalk(SegmentedSteps& all) : all_(all), y_(static_cast<std::size_t>(all.rows)) {}

    void run() {
        const int warps = (all_.parallel + all_.interval - 1) / std::max(1, all_.interval);
        for (int warp = 0; warp < warps; ++warp) interval(warp);
        tail();
        update();
    }

private:
    SegmentedStep& begin(SegmentedAction action, KernelLine line) {
        now_.action = action;
        now_.line = line;
        now_.distance = now_.adding = 0;
        now_.written.clear();
        for (LaneState& lane : now_.lane) {
            lane.from = lane.refused = -1;
            lane.writes = false;
        }
        return now_;
    }
    void end() {
        now_.y = y_;
        all_.steps.push_back(now_);
    }
    void add(int row, const PartialSum& sum) {
        if (row < 0 || sum.is_empty()) return;
        PartialSum& target = y_[row];
        target = target.is_empty() || sum.first > target.last ? joined(target, sum) : joined(sum, target);
        now_.written.push_back(row);
    }

    void interval(int warp) {
        now_.warp = warp;
        const int first = warp * all_.interval, end = std::min(first + all_.interval, all_.parallel);
        now_.open = {all_.row[first], {}};
        for (int base = first; base < end; base += lanes) {
            now_.group = (base - first) / lanes;
            group(base);
        }
        begin(SegmentedAction::carry, quote::coo_carry);
        now_.carries.push_back(now_.open);
        end_with_open_shown();
    }
    void end_with_open_shown() { end(); }

    void group(int base) {
        begin(SegmentedAction::product, quote::coo_product);
        for (int k = 0; k < lanes; ++k) {
            LaneState& lane = now_.lane[k];
            const auto entry = static_cast<std::size_t>(base + k);
            lane = {};
            lane.entry = base + k;
            lane.row = all_.row[entry];
            lane.sum = {base + k, base + k, all_.product[entry]};
        }
        end();

        begin(SegmentedAction::heads, quote::coo_heads);
        std::uint32_t heads = 0;
        for (int k = 0; k < lanes; ++k) {
            LaneState& lane = now_.lane[k];
            const int previous = k == 0 ? now_.open.row : now_.lane[k - 1].row;
            lane.is_head = lane.row != previous;
            if (lane.is_head) heads |= 1U << k;
        }
        if ((heads & 1U) != 0) { // the unfinished row ended before this group of entries
            add(now_.open.row, now_.open.sum);
            now_.open = {now_.lane[0].row, {}};
        }
        end();

        for (int distance = 1; distance < lanes; distance *= 2) stride(distance, heads);

        if (!now_.open.sum.is_empty()) {
            begin(SegmentedAction::open, quote::coo_open);
            for (int k = 0; k < lanes && segment_start(heads, k) < 0; ++k) {
                LaneState& lane = now_.lane[k];
                lane.sum = joined(now_.open.sum, lane.sum);
                ++now_.adding;
            }
            end();
        }

        begin(SegmentedAction::write, quote::coo_write);
        for (int k = 0; k + 1 < lanes; ++k) {
            if ((heads >> (k + 1) & 1U) == 0) continue;
            LaneState& lane = now_.lane[k];
            lane.writes = true;
            add(lane.row, lane.sum);
        }
        now_.open = {now_.lane[lanes - 1].row, now_.lane[lanes - 1].sum};
        end();
    }

    static int segment_start(std::uint32_t heads, int lane) {
        const std::uint32_t until = heads & (0xffffffffU >> (31 - lane));
        return until == 0 ? -1 : 31 - std::countl_zero(until);
    }

    void stride(int distance, std::uint32_t heads) {
        begin(SegmentedAction::stride, quote::coo_stride);
        now_.distance = distance;
        const auto before = now_.lane;
        for (int k = 0; k < lanes; ++k) {
            LaneState& lane = now_.lane[k];
            if (k - distance >= std::max(0, segment_start(heads, k))) {
                lane.from = k - distance;
                lane.sum = joined(before[lane.from].sum, lane.sum);
                ++now_.adding;
            } else if (k >= distance) {
                lane.refused = k - distance;
            }
        }
        end();
    }

    void tail() {
        const int size = static_cast<int>(all_.row.size());
        if (all_.parallel >= size) return;
        now_.lane = {};
        begin(SegmentedAction::serial, quote::coo_serial);
        now_.warp = -1;
        now_.open = {};
        for (int entry = all_.parallel; entry < size; ++entry) {
            LaneState& lane = now_.lane[entry - all_.parallel];
            const auto at = static_cast<std::size_t>(entry);
            lane.entry = entry;
            lane.row = all_.row[at];
            lane.sum = {entry, entry, all_.product[at]};
            add(lane.row, lane.sum);
            ++now_.adding;
        }
        end();
    }

    void update() {
        if (now_.carries.empty()) return;
        now_.lane = {};
        begin(SegmentedAction::update, quote::coo_update);
        now_.warp = -1;
        now_.open = {};
        for (std::size_t i = 0; i < now_.carries.size() && i < now_.lane.size(); ++i) {
            LaneState& lane = now_.lane[i];
            lane.row = now_.carries[i].row;
            lane.sum = now_.carries[i].sum;
            lane.writes = true;
            ++now_.adding;
        }
        for (const Carry& carry : now_.carries) add(carry.row, carry.sum);
        end();
    }

    SegmentedSteps& all_;
    SegmentedStep now_;
    std::vector<PartialSum> y_;
};

} // namespace

SegmentedSteps segmented_steps(std::vector<int> row, std::vector<double> product, int rows, int interval) {
    SegmentedSteps all;
    all.row = std::move(row);
    all.product = std::move(product);
    all.rows = rows;
    all.interval = interval;
    all.parallel = static_cast<int>(all.row.size()) / lanes * lanes;
    SegmentWalk(all).run();
    return all;
}

SegmentedSteps segmented_example() {
    constexpr int lengths[] = {18, 56, 3, 0, 12, 7, 20, 17};
    std::vector<int> row;
    for (int i = 0; i < 8; ++i) row.insert(row.end(), static_cast<std::size_t>(lengths[i]), i);
    const std::size_t entries = row.size();
    return segmented_steps(std::move(row), std::vector<double>(entries, 1.0), 8, 2 * lanes);
}

} // namespace warploom::walkthrough
