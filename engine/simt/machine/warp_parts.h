#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

#include <cstddef>
#include <cstdint>

namespace warploom::simt {

/// Splits a warp into parts that are executed separately, if some lanes wait for others (independent thread
/// scheduling).
class WarpParts {
public:
    explicit WarpParts(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Splits a warp at the end of a spin loop: the lanes in the loop become a separate part, and the other lanes
    /// continue. Returns false if there are no other lanes, or if the architecture does not support independent thread
    /// scheduling.
    bool split(Warp& warp);
    /// Splits a warp with waiting lanes. From then on, every warp of the launch with waiting lanes is split. Returns
    /// false if this is impossible, or if waiting lanes of this launch are already executed separately.
    bool drift(Warp& warp);
    /// Switches to the next part that is not waiting at a warp-level operation. Returns false if there is none.
    bool change_part(Warp& warp);
    /// Ends the current part and switches to another part. Returns false if there is no other part.
    bool end_part(Warp& warp);
    /// Returns the union of the masks that the active lanes pass to a warp-level operation.
    static std::uint32_t named_by(const Warp& warp, std::uint32_t masks);
    /// Merges all parts that wait at the current warp-level operation into the current part, if every lane in the mask
    /// has arrived or can no longer arrive. Otherwise, switches to another part and returns false.
    bool gather(Warp& warp, std::uint32_t named);
    /// Separates the parts that were merged for the current warp-level operation.
    void release(Warp& warp);

private:
    WarpState new_part(Warp& warp) const;
    static void exchange_part(Warp& warp, std::size_t with);
    void share_operands(Warp& warp, const WarpState& from) const;
    static void copy_lanes(const WarpState& to, const WarpState& from, std::uint32_t unit, bool is_wide,
                           std::uint32_t lanes);

    ExecutionContext& around_;
    const Code& code_;
};

} // namespace warploom::simt
