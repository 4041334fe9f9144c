#pragma once

#include "engine/simt/recording/origin.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// All values of a recording that a result was computed from.

namespace warploom::simt {

struct FlowNode {
    ValueRef value;
    Origin::Form form = Origin::Form::unknown;
    std::int64_t position = -1; ///< the instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0;     ///< of the thread that executed it, or that read an element nobody wrote
    Where where;
    std::uint64_t number = 0;
    std::vector<std::size_t> inputs; ///< the values that its statement used, which precede it in DataFlow::nodes
};

struct DataFlow {
    std::vector<FlowNode> nodes; ///< in the order in which they were computed
    std::size_t result = 0;      ///< the node of the value that was asked for
    bool is_complete = true;     ///< false if there are more nodes than allowed, or values that are not recorded
};

/// Returns the flow of data to a value. A value that several statements use is a single node, but each read of an
/// element that no thread of the block wrote, or of an element of the array `ends_at`, is a node of its own.
DataFlow data_flow_of(const BlockRecording& recording, const ValueRef& value,
                      std::optional<std::size_t> ends_at = std::nullopt, std::size_t most_nodes = 100'000);

} // namespace warploom::simt
