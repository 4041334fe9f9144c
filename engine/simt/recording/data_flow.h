#pragma once

#include "engine/simt/recording/origin.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Describes the data flow to a result of a recorded block.

namespace warploom::simt {

struct FlowNode {
    ValueRef value;
    Origin::Form form = Origin::Form::unknown;
    std::int64_t position = -1; ///< instruction that produced the value; -1 if there is none
    int warp = 0, lane = 0;     ///< thread that executed this instruction or, for an element that nobody wrote, read it
    Where where;
    std::uint64_t number = 0;
    std::vector<std::size_t> inputs; ///< indices of the statement's operands, which come earlier in DataFlow::nodes
};

struct DataFlow {
    std::vector<FlowNode> nodes;
    std::size_t result = 0;
    bool is_complete = true; ///< false if there are too many nodes, or if values are missing from the recording
};

/// Returns the data flow to a value. A value used by several statements is a single node. However, each read of another
/// element of the array `ends_at`, or of an element that no thread of the block wrote, has its own node.
DataFlow data_flow_of(const BlockRecording& recording, const ValueRef& value,
                      std::optional<std::size_t> ends_at = std::nullopt, std::size_t most_nodes = 100'000);

} // namespace warploom::simt
