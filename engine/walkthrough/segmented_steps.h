#pragma once

#include "engine/walkthrough/kernel_lines.h"

#include <array>
#include <vector>

// Segmented sums for y = A x in the COO format (it168), step by step. A warp processes 32 entries at a time and adds
// the products of each row in five strides. The sum of an unfinished row is carried over to the next group of entries.

namespace warploom::walkthrough {

constexpr int lanes = 32;

struct PartialSum {
    int first = 0, last = -1; ///< range of entries; empty if last < first
    double value = 0;
    bool is_empty() const { return last < first; }
};

enum class SegmentedAction {
    product, ///< each lane multiplies its entry by an element of x
    heads,   ///< lanes determine by a vote (__ballot_sync) where rows start
    stride,  ///< each lane adds the value of the lane `distance` positions before it, if both are in the same row
    open,    ///< lanes in the first row add the sum carried over from the previous group
    write,   ///< each lane at the end of a row writes its sum
    carry,   ///< the sum of a warp's unfinished row is added to the list of carries
    serial,  ///< one thread processes the remaining entries
    update,  ///< the carries of all warps are added to y
};

struct LaneState {
    int entry = -1; ///< index of the lane's matrix entry; -1 if there is none
    int row = -1;
    PartialSum sum;
    int from = -1; ///< lane that provided the added sum; -1 if there is none
    /// Lane from which a sum was read but not added, because the lane belongs to another row or does not exist; -1 if
    /// there is none.
    int refused = -1;
    bool is_head = false; ///< whether a row starts at this lane's entry
    bool writes = false;
};

struct Carry {
    int row = -1;
    PartialSum sum;
};

struct SegmentedStep {
    SegmentedAction action = SegmentedAction::product;
    int warp = 0;     ///< index of the warp; -1 for the serial and update steps
    int group = 0;    ///< index of the group of 32 entries within the warp's entries
    int distance = 0; ///< distance from a lane to the lane whose value it adds, in lanes; used only in stride steps
    int adding = 0;
    std::array<LaneState, lanes> lane;
    Carry open;
    std::vector<Carry> carries; ///< carries stored so far, sorted by warp
    std::vector<PartialSum> y;
    std::vector<int> written; ///< indices of the elements of y that the step changes
    KernelLine line = quote::coo_product;
};

struct SegmentedSteps {
    std::vector<int> row;
    std::vector<double> product; ///< product of each entry with its element of x
    int rows = 0;
    int interval = 0; ///< number of entries per warp
    int parallel = 0; ///< number of entries that warps process; the rest form the tail
    std::vector<SegmentedStep> steps;
};

/// Computes all steps of a product y = A x in COO format. `row` must be ascending, but may skip empty rows. Each warp
/// processes `interval` entries, a multiple of 32. The last size % 32 entries form the tail.
SegmentedSteps segmented_steps(std::vector<int> row, std::vector<double> product, int rows, int interval);

/// Returns an example with 133 entries in 8 rows, for two warps with 64 entries each. The first group of 32 entries is
/// the one in the figure of it168, which has 18 entries of one row, followed by entries of another row. The example
/// also contains a row that continues from one warp into the next, an empty row, and a row that ends in the tail. All
/// products are 1, so each sum equals its number of entries.
SegmentedSteps segmented_example();

} // namespace warploom::walkthrough
