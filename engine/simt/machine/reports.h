#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

#include <cstdint>
#include <string>

namespace warploom::simt {

/// Reports errors in the execution of a block. The program counter of the warp must be at the instruction with the
/// error.
class Reports {
public:
    explicit Reports(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Reports an error at a source location. Calls `message()` only if this is the first report.
    template <class Message>
    Finding& report(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, SourceLocation place,
                    const Message& message) {
        if (!around_.checks.include(kind)) return around_.ignored;
        Finding* const known = count_again(kind, place);
        return known != nullptr ? *known : add_finding(kind, warp, lanes, place, message());
    }
    const Where& where(std::uint32_t pc) const { return code_.places[code_.where[pc]]; }
    SourceLocation place_of(const Warp& warp) const { return where(warp.pc).place; }
    /// Reports an out-of-bounds access. `distance` is the byte offset in the object at which the first lane accesses
    /// it.
    void report_miss(const Warp& warp, const MemoryAccess& access, Op op, const Object& object, std::uint32_t lanes,
                     std::int64_t distance);
    void report_input_write(const Warp& warp, const Object& object, std::uint32_t lanes, std::int64_t distance);
    void report_overflow(const Warp& warp, const Instruction& at, std::uint32_t lanes);
    void report_branch(const Warp& warp);
    /// Reports an infinite loop. The program counter must be at the end of the loop.
    void report_endless(const Warp& warp);
    void fail_assertion(const Warp& warp, const Instruction& at);
    std::uint32_t lanes_behind(const Warp& warp, std::int64_t guard) const;

private:
    Finding* count_again(Finding::Kind kind, SourceLocation place);
    Finding& add_finding(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, SourceLocation place,
                         const std::string& message);

    ExecutionContext& around_;
    const Code& code_;
};

} // namespace warploom::simt
