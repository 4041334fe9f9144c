#include "engine/simt/compiler/compiler.h"

#include <utility>
#include <vector>

// Detects spin loops, which wait until another thread writes a flag, a counter, or a lock.

namespace warploom::simt {

/// Returns whether a loop has an empty body, such as `while (flag[i] == 0) {}`. Each iteration only evaluates the
/// condition.
bool Compiler::is_empty(const Statement& s) {
    const bool is_for = s.what == Statement::What::for_;
    if (s.value == nullptr || s.step != nullptr || (is_for && s.parts[0] != nullptr)) return false;
    const Statement* body = s.parts[is_for ? 1 : 0].get();
    while (body != nullptr && body->what == Statement::What::block && body->parts.size() == 1)
        body = body->parts[0].get();
    return body == nullptr || body->what == Statement::What::empty ||
           (body->what == Statement::What::block && body->parts.empty());
}

/// Computes Code::waits after all instructions exist. A spin loop is an innermost loop that reads volatile memory and
/// writes nothing, or any loop with an empty body. In an empty loop, an atomic operation with constant operands such
/// as `atomicCAS(lock, 0, 1)` counts as a read. nvcc may hoist a read that is not volatile, so spinning on it is an
/// error, which is reported all the same.
void Compiler::find_waits() {
    auto& code = code_.instructions;
    std::size_t begin = code.size();
    for (std::size_t pc = 0; pc < code.size(); ++pc) {
        if (code[pc].op == Op::atomic && code_.accesses[code[pc].a].result != no_register) code_.has_results = true;
        if (code[pc].op == Op::loop_begin) begin = pc;
        if (code[pc].op != Op::loop_back || begin == code.size()) continue;
        const bool is_empty = code[begin].c != 0, has_known_turns = code[begin].a != 0;
        bool looks = false, changes = false;
        for (std::size_t i = begin; i < pc; ++i) {
            const Op op = code[i].op;
            if (op != Op::load && op != Op::store && op != Op::atomic) {
                changes = changes || op == Op::barrier || op == Op::store_local;
                continue;
            }
            const MemoryAccess& access = code_.accesses[code[i].a];
            const auto is_constant = [](std::uint32_t reg) { return reg == no_register || (reg & known_flag) != 0; };
            const bool asks = op == Op::atomic && is_empty && is_constant(access.value) && is_constant(access.compare);
            looks = looks || asks || (op == Op::load && (access.is_volatile || is_empty));
            changes = changes || op == Op::store || (op == Op::atomic && !asks);
        }
        const std::size_t first = std::exchange(begin, code.size()); // enclosing loops are not innermost loops
        if (!looks || changes || has_known_turns) continue;
        for (std::size_t i = first; i < pc; ++i)
            if (code[i].op == Op::load || code[i].op == Op::atomic) {
                MemoryAccess& access = code_.accesses[code[i].a];
                access.is_awaited = true;
                code_.awaits_floats = code_.awaits_floats || is_floating(access.kind);
            }
        code[pc].b = waits_for_others;
        code_.waits = true;
    }
}

/// Numbers the loops that contain barriers, after all instructions exist. All threads of a block must reach a barrier
/// in the same iteration of each of these loops.
void Compiler::number_barrier_loops() {
    auto& code = code_.instructions;
    std::vector<std::size_t> begins; // loop_begin instructions of the enclosing loops
    for (std::size_t pc = 0; pc < code.size(); ++pc) {
        if (code[pc].op == Op::loop_begin) begins.push_back(pc);
        if (code[pc].op == Op::loop_back) {
            code[pc].c = static_cast<std::uint32_t>(code[begins.back()].imm);
            begins.pop_back();
        }
        if (code[pc].op != Op::barrier) continue;
        std::uint32_t outer = 0;
        for (const std::size_t begin : begins) {
            if (code[begin].imm == 0) {
                code_.barrier_loops.push_back(outer);
                code[begin].imm = static_cast<std::int64_t>(code_.barrier_loops.size());
            }
            outer = static_cast<std::uint32_t>(code[begin].imm);
        }
        code[pc].c = outer;
    }
}

} // namespace warploom::simt
