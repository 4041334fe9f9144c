#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

#include <cstddef>
#include <cstdint>

namespace warploom::simt {

/// Executes lanes of a warp apart from each other, where some of them wait for others (independent thread scheduling).
class WarpParts {
public:
    explicit WarpParts(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Splits the warp, whose pc is at the end of a waiting loop: the lanes in the loop from those that are not. The
    /// latter continue first. Returns false if there are none, or if the architecture has no independent thread
    /// scheduling.
    bool split(Warp& warp);
    /// Splits the warp, and from now on every warp of the launch whose lanes wait. Returns false if it could not be
    /// split, or if waiting lanes have been executed apart for long.
    bool drift(Warp& warp);
    /// Continues with the next part of the warp that does not wait for others at a warp-level operation. Returns false
    /// if all of them do.
    bool change_part(Warp& warp);
    /// Ends the part that is executed, and continues with another one. Returns false if there is none.
    bool end_part(Warp& warp);
    /// Returns the lanes in the masks of the active lanes.
    static std::uint32_t named_by(const Warp& warp, std::uint32_t masks);
    /// Gathers the parts that execute the warp-level operation at pc together with the active lanes, if all lanes that
    /// the latter name have arrived there or cannot arrive any more. Otherwise continues with another part and returns
    /// false.
    bool gather(Warp& warp, std::uint32_t named);
    /// Lets lanes that executed the operation at pc together continue apart behind it.
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
