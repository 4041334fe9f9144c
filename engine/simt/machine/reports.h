#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

#include <cstdint>
#include <string>

namespace warploom::simt {

/// Reports errors in the execution of a block. The program counter of the warp must be at the instruction with the
/// error. Infinite loops, integer overflows and failed assertions are always reported. Other errors are reported only
/// if their checks are enabled.
class Reports {
public:
    explicit Reports(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Reports an error at a source location. Calls `message()` only if this is the first report.
    template <class Message>
    Finding& report(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, SourceLocation place,
                    const Message& message) {
        Finding* const known = count_again(kind, place);
        return known != nullptr ? *known : add_finding(kind, warp, lanes, place, message());
    }
    template <class Message>
    Finding& report(Finding::Kind kind, const Warp& warp, std::uint32_t lanes, const Message& message) {
        return report(kind, warp, lanes, place_of(warp), message);
    }
    const Where& where(std::uint32_t pc) const { return code_.places[code_.where[pc]]; }
    SourceLocation place_of(const Warp& warp) const { return where(warp.pc).place; }
    void report_overflow(const Warp& warp, const Instruction& at, std::uint32_t lanes);
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
