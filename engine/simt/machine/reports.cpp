#include "engine/simt/machine/reports.h"

#include "engine/sentence.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <bit>

// Reports errors that the interpreter detects during simulated execution.

namespace warploom::simt {

Finding* Reports::count_again(Finding::Kind kind, SourceLocation place) {
    return around_.findings->count_again(kind, file_of(place, *around_.file), place.line, around_.block);
}

Finding& Reports::add_finding(Finding::Kind kind, const Warp& warp, std::uint32_t found, SourceLocation place,
                              const std::string& message) {
    return around_.findings->add(
        finding_at(kind, code_, *around_.file, place, around_.block, warp.number, found, message));
}

/// Returns the active lanes in which C++ would evaluate a guarded operand. These are the lanes in which the conditions
/// of all enclosing guards hold.
std::uint32_t Reports::lanes_behind(const Warp& warp, std::int64_t guard) const {
    std::uint32_t going = warp.active;
    while (guard != 0) {
        const Guard& of = code_.guards[static_cast<std::size_t>(guard) - 1];
        const std::uint32_t are_true = true_lanes(at(warp, of.test));
        going &= of.wanted ? are_true : ~are_true;
        guard = of.outer;
    }
    return going;
}

/// Reports an integer overflow once per block and instruction, because a loop may overflow in every iteration.
void Reports::report_overflow(const Warp& warp, const Instruction& i, std::uint32_t over) {
    around_.overflowed.resize(code_.instructions.size());
    if (around_.overflowed[warp.pc] == around_.block + 1) return;
    around_.overflowed[warp.pc] = around_.block + 1;
    // If the loop is unrolled, find the corresponding instruction of the first iteration.
    std::uint32_t first = 0;
    while (code_.instructions[first].op != i.op || !(where(first) == where(warp.pc))) ++first;
    if (first != warp.pc && around_.overflowed[first] == around_.block + 1) return;
    around_.overflowed[first] = around_.block + 1;
    const auto l = first_of(over);
    const int family = static_cast<int>(i.op) / classes;
    const auto is = [&](Family of) { return family == static_cast<int>(of); };
    const std::int32_t right = lanes<std::int32_t>(warp, i.c)[l];
    report(Finding::Kind::integer_overflow, warp, over, [&] {
        if ((is(Family::shift_left) || is(Family::shift_right)) && (right < 0 || right > 31))
            return sentence("Undefined result: shift of an int by {n} bits.", {{"n", right}});
        const char* const sign = is(Family::mul) ? "*" : is(Family::add) ? "+" : is(Family::shift_left) ? "<<" : "-";
        return sentence("Integer overflow: {left} {operator} {right} does not fit into an int. Compute the index in "
                        "long long.",
                        {{"left", lanes<std::int32_t>(warp, i.b)[l]}, {"operator", sign}, {"right", right}});
    });
}

void Reports::report_endless(const Warp& warp) {
    std::int64_t turns = std::min(warp.turns, around_.limits.turns);
    if (around_.endless != nullptr) {
        if (around_.endless->warps == 0) around_.endless->turns = turns;
        turns = around_.endless->turns;
        around_.endless->pc = warp.pc;
        ++around_.endless->warps;
    }
    const bool waits = code_.instructions[warp.pc].b == waits_for_others;
    report(Finding::Kind::endless_loop, warp, warp.active, [&] {
        if (code_.barrier_waits.contains(warp.pc))
            return sentence("The threads wait forever at a cuda::barrier, because too few threads arrive. The number "
                            "of arrivals in init() must equal the number of threads that call arrive() or "
                            "arrive_and_wait() in each phase.");
        if (waits)
            return sentence("Endless loop: a warp is still waiting after {n} {n:iteration|iterations}, and no thread "
                            "writes the value that it waits for. A block can wait for earlier blocks, and a warp for "
                            "other warps of its block. A GPU does not guarantee that a later block has started, and "
                            "before compute capability 7.0, the lanes of a warp block each other.",
                            {{"n", turns}});
        if (warp.is_proven_endless)
            return sentence("Endless loop: a warp is still in the loop after {n} {n:iteration|iterations}, and it "
                            "never ends because nothing that controls the loop changes any more.",
                            {{"n", turns}});
        return sentence(
            "The loop did not end: a warp was stopped after {n} {n:iteration|iterations}, the limit for this "
            "input.",
            {{"n", turns}});
    });
}

void Reports::fail_assertion(const Warp& warp, const Instruction& i) {
    const std::uint32_t failing = warp.active & ~true_lanes(at(warp, i.a));
    report(Finding::Kind::failed_assertion, warp, failing, [] { return sentence("Assertion failed."); });
}

} // namespace warploom::simt
