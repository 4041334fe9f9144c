#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

#include <cstddef>
#include <cstdint>

namespace warploom::simt {

/// Executes diverged lanes of a warp as separate parts if some lanes wait for other lanes (independent thread
/// scheduling).
class WarpParts {
public:
    explicit WarpParts(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Splits a warp whose pc is at the end of a spin loop: the lanes in the loop become a separate part, and the
    /// others continue. Returns false if there are no other lanes, or if the architecture has no independent thread
    /// scheduling.
    bool split(Warp& warp);
    /// Splits the warp. From now on, splits every warp of the launch that has waiting lanes. Returns false if the warp
    /// cannot be split, or if waiting lanes of the launch have been executed separately before.
    bool drift(Warp& warp);
    /// Switches to the next part that is not waiting at a warp-level operation. Returns false if there is no such part.
    bool change_part(Warp& warp);
    /// Ends the current part and switches to another part. Returns false if there is no other part.
    bool end_part(Warp& warp);
    /// Returns the union of the masks of the active lanes.
    static std::uint32_t named_by(const Warp& warp, std::uint32_t masks);
    /// Merges all parts that wait at the warp-level operation at pc into the current part, if all lanes in the mask
    /// have arrived there or can no longer arrive. Otherwise switches to another part and returns false.
    bool gather(Warp& warp, std::uint32_t named);
    /// Separates lanes that executed the operation at pc together, so that they continue separately.
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
