#pragma once

#include "app/operations/operation.h"
#include "app/trace/owners.h"
#include "app/trace/warp_trace.h"
#include "engine/progress.h"
#include "engine/protocol/messages/warp.h"
#include "engine/recent_cache.h"

#include <memory>
#include <vector>
namespace warploom::app {

/// Caches the thread that reads each nonzero (its owner) for recent requests, so that switching between warps does not
/// trace the whole matrix each time.
struct OwnerCache : RecentCache<std::shared_ptr<const std::vector<Owner>>> {
    OwnerCache() : RecentCache(6) {}
};
/// Returns the protocol document of a warp (see "The document of warp" in docs/protocol.md). If it would exceed about
/// `most_bytes` bytes, truncates the list of steps and states the total number of steps. Errors: any error from
/// check_trace_settings, make_format or trace_warp.
protocol::WarpDocument warp_document(const TraceInput& input, const WarpSettings& settings,
                                     const Progress& progress = {}, OwnerCache* cache = nullptr,
                                     std::size_t most_bytes = std::size_t{10} << 20);

} // namespace warploom::app
