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

/// Caches the owners of recent requests, so that moving between warps does not trace the whole matrix each time.
struct OwnerCache : RecentCache<std::shared_ptr<const std::vector<Owner>>> {
    OwnerCache() : RecentCache(6) {}
};
/// Returns the document of a warp (docs/protocol.md, "The document of warp"). Truncates the steps to about
/// `most_bytes`, in which case the document states where. Errors: all errors of check_trace_settings, make_format and
/// trace_warp.
protocol::WarpDocument warp_document(const TraceInput& input, const WarpSettings& settings,
                                     const Progress& progress = {}, OwnerCache* cache = nullptr,
                                     std::size_t most_bytes = std::size_t{10} << 20);

} // namespace warploom::app
