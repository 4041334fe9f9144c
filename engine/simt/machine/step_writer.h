#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

#include <cstdint>

namespace warploom::simt {

/// Converts executed instructions to steps of a trace.
class StepWriter {
public:
    explicit StepWriter(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Sets all members of a step, except the element indices.
    void tell(Warp& warp, WarpInstruction& step, int site, std::uint32_t lanes);
    /// Returns the access site of the current instruction. Adds it to the table if necessary.
    int site_of(const Warp& warp, Access access, const Object* object, int bytes);

private:
    ExecutionContext& around_;
    const Code& code_;
};

} // namespace warploom::simt
