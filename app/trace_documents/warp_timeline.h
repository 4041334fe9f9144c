#pragma once

#include "engine/protocol/messages/warp.h"
#include "engine/protocol/serialization/json.h"

#include <vector>

namespace warploom::app {

/// Returns the steps of the warps of one block in the Trace Event Format of Chrome, which Perfetto also reads. Each warp
/// is a thread. A step takes 1 µs, because the performance model has no times for individual steps. A barrier lasts
/// until all warps that still run have reached it. `warps` must contain at least one warp.
Json warp_timeline(const std::vector<protocol::WarpDocument>& warps);

} // namespace warploom::app
