#include "engine/walkthrough/ata_steps.h"

#include <algorithm>

namespace warploom::walkthrough {

namespace {

using Elements = std::vector<std::pair<int, int>>;

void walk_block(AtaSteps& all, AtaStep step) {
    const AtaShape& shape = all.shape;
    const auto add = [&](AtaAction action, KernelLine line, int slice, int k = 0, bool overlaps = false) {
        step.action = action;
        step.line = line;
        step.slice = slice;
        step.k = k;
        step.overlaps = overlaps;
        all.steps.push_back(step);
    };
    if (shape.symmetric && step.block_row > step.block_column) return add(AtaAction::skip, quote::ata_skip, 0);
    for (int slice = 0; slice < shape.slices(); ++slice) {
        if (!shape.prefetch || slice == 0) add(AtaAction::fetch, quote::ata_fetch, slice);
        add(AtaAction::store, quote::ata_store, slice);
        if (shape.prefetch && slice + 1 < shape.slices())
            add(AtaAction::fetch, quote::ata_prefetch, slice + 1, 0, true);
        for (int k = 0; k < shape.side; ++k) add(AtaAction::multiply, quote::ata_multiply, slice, k);
    }
    add(AtaAction::write, quote::ata_write, shape.slices() - 1);
}

} // namespace

double AtaSteps::a(int row, int col) const {
    if (row < 0 || col < 0 || row >= shape.rows || col >= shape.cols) return 0;
    return 1 + (3 * row + 5 * col + row * col * col) % 7;
}

Elements AtaSteps::fetched_left(const AtaStep& step, int thread) const {
    Elements elements;
    for (int e = 0; e < shape.each; ++e)
        elements.emplace_back(step.slice * shape.side + thread / shape.side,
                              step.block_row * shape.tile() + thread % shape.side + e * shape.side);
    return elements;
}

Elements AtaSteps::fetched_right(const AtaStep& step, int thread) const {
    AtaStep mirrored = step;
    mirrored.block_row = step.block_column;
    return fetched_left(mirrored, thread);
}

AtaRegisters AtaSteps::registers(int index, int thread) const {
    const AtaStep& step = steps.at(static_cast<std::size_t>(index));
    AtaRegisters held;
    held.x = thread % shape.side;
    held.y = thread / shape.side;
    held.sum.assign(static_cast<std::size_t>(shape.each) * static_cast<std::size_t>(shape.each), 0.0);
    if (step.action == AtaAction::skip) return held;
    const auto left_of = [&](int row, int e) {
        return a(row, step.block_row * shape.tile() + held.y + e * shape.side);
    };
    const auto right_of = [&](int row, int e) {
        return a(row, step.block_column * shape.tile() + held.x + e * shape.side);
    };
    int done = step.slice * shape.side;
    if (step.action == AtaAction::multiply) done += step.k + 1;
    else if (step.action == AtaAction::write) done = shape.slices() * shape.side;
    else if (step.overlaps) done -= shape.side; // the previous slice has not been multiplied yet
    for (int row = 0; row < done; ++row)
        for (int r = 0; r < shape.each; ++r)
            for (int q = 0; q < shape.each; ++q) held.sum[r * shape.each + q] += left_of(row, r) * right_of(row, q);
    held.products = std::min(done, shape.rows);
    if (step.action == AtaAction::multiply)
        for (int e = 0; e < shape.each; ++e) {
            held.left.push_back(left_of(done - 1, e));
            held.right.push_back(right_of(done - 1, e));
        }
    // With prefetching, the next slice remains in registers until it is written to shared memory.
    AtaStep waiting = step;
    bool holds = step.action == AtaAction::fetch;
    if (step.action == AtaAction::multiply && shape.prefetch && step.slice + 1 < shape.slices()) {
        waiting.slice = step.slice + 1;
        holds = true;
    }
    if (holds) {
        for (const auto& [row, col] : fetched_left(waiting, thread)) held.next_left.push_back(a(row, col));
        for (const auto& [row, col] : fetched_right(waiting, thread)) held.next_right.push_back(a(row, col));
    }
    return held;
}

std::vector<AtaAccess> AtaSteps::accesses(int index) const {
    const AtaStep& step = steps.at(static_cast<std::size_t>(index));
    const int lanes = std::min(static_cast<int>(simulated::warp_size), shape.side * shape.side);
    std::vector<std::int64_t> transposed, straight;
    const bool stores = step.action == AtaAction::store;
    if (!stores && step.action != AtaAction::multiply) return {};
    for (int lane = 0; lane < lanes; ++lane) {
        const int x = lane % shape.side, y = lane / shape.side;
        transposed.push_back(stores ? x * shape.stride() + y : y * shape.stride() + step.k);
        straight.push_back((stores ? y : step.k) * shape.tile() + x);
    }
    const SharedLayout layout{shape.element_bytes, false}; // do not add padding, because the stride already includes it
    return {{stores ? "store Aᵀ" : "load Aᵀ", shared_access(transposed, layout)},
            {stores ? "store A" : "load A", shared_access(straight, layout)}};
}

AtaSteps ata_steps(const AtaShape& shape) {
    AtaSteps all;
    all.shape = shape;
    for (int row = 0; row < shape.across(); ++row)
        for (int column = 0; column < shape.across(); ++column) {
            AtaStep step;
            step.block_row = row;
            step.block_column = column;
            walk_block(all, step);
        }
    return all;
}

std::vector<AtaSpan> ata_time_line(const AtaShape& shape, bool prefetch) {
    constexpr double fetching = 4, storing = 1, multiplying = 4;
    std::vector<AtaSpan> spans;
    double now = 0, arrived = 0;
    const auto add = [&](AtaAction action, int slice, double begin, double length) {
        spans.push_back({action, slice, begin, begin + length});
        return begin + length;
    };
    for (int slice = 0; slice < shape.slices(); ++slice) {
        if (!prefetch || slice == 0) arrived = add(AtaAction::fetch, slice, now, fetching);
        now = add(AtaAction::store, slice, std::max(now, arrived), storing);
        if (prefetch && slice + 1 < shape.slices()) arrived = add(AtaAction::fetch, slice + 1, now, fetching);
        now = add(AtaAction::multiply, slice, now, multiplying);
    }
    return spans;
}

} // namespace warploom::walkthrough
