#pragma once

#include "app/operations/operation.h"
#include "app/trace/owners.h"
#include "app/trace/warp_trace.h"
#include "engine/progress.h"
#include "engine/wire/warp.h"

#include <deque>
#include <memory>
#include <string>
#include <utility>

namespace warploom::app {

/// The owners of the last few questions, so that walking from warp to warp does not trace the whole matrix each time.
/// One thread at a time.
class OwnerCache {
public:
    /// Null where they are not kept.
    std::shared_ptr<const std::vector<Owner>> find(const std::string& key) const;
    void keep(const std::string& key, std::shared_ptr<const std::vector<Owner>> owners);

private:
    static constexpr std::size_t capacity = 6;
    std::deque<std::pair<std::string, std::shared_ptr<const std::vector<Owner>>>> entries_;
};

/// Settings to load a warp: the same as for counting.
TraceSettings trace_settings_of(const WarpSettings& settings);

/// What crosses the wire of a warp (docs/protocol.md, "The document of warp"). At most `most_bytes` of steps, by an
/// estimate; the document says where it stops. Errors: those of check_trace_settings, make_format and trace_warp.
wire::Warp warp_document(const TraceInput& input, const WarpSettings& settings, const Progress& progress = {},
                         OwnerCache* cache = nullptr, std::size_t most_bytes = std::size_t{10} << 20);

} // namespace warploom::app
