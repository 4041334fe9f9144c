#include "engine/simt/machine/reports.h"

#include "engine/sentence.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <bit>

// Reports errors that are detected during simulated execution.

namespace warploom::simt {

Finding* Reports::count_again(Finding::Kind kind, SourceLocation place) {
    return around_.findings->count_again(kind, file_of(place, *around_.file), place.line, around_.block);
}

Finding& Reports::add_finding(Finding::Kind kind, const Warp& warp, std::uint32_t found, SourceLocation place,
                              const std::string& message) {
    return around_.findings->add(
        finding_at(kind, code_, *around_.file, place, around_.block, warp.number, found, message));
}

/// Reports an out-of-bounds access. If the instruction is out of bounds again in this block, as in every iteration of a
/// loop, the access is only counted.
void Reports::report_miss(const Warp& warp, const MemoryAccess& access, Op op, const Object& object, std::uint32_t lost,
                          std::int64_t distance) {
    around_.missed.resize(code_.instructions.size());
    ExecutionContext::Missed& known = around_.missed[warp.pc];
    if (known.block == around_.block + 1) {
        ++known.finding->times;
        return;
    }
    const auto message = [&] {
        const bool reads = op == Op::load;
        const std::int64_t element = object.element_bytes == 0 ? 1 : object.element_bytes;
        if (object.data == nullptr && object.bytes == 0 && object.name[0] == '\0')
            return reads ? sentence("Invalid read through a pointer that does not point into any array.")
                         : sentence("Invalid write through a pointer that does not point into any array.");
        if (distance >= 0 && distance <= object.bytes - access.bytes)
            return reads ? sentence("Misaligned read of {bytes} bytes in {array}. The address must be a multiple of "
                                    "{bytes} bytes.",
                                    {{"bytes", access.bytes}, {"array", object.name}})
                         : sentence("Misaligned write of {bytes} bytes in {array}. The address must be a multiple of "
                                    "{bytes} bytes.",
                                    {{"bytes", access.bytes}, {"array", object.name}});
        const std::int64_t index = distance < 0 ? (distance - element + 1) / element : distance / element;
        return reads ? sentence("Out-of-bounds read of element {element} of {array}, which has {n} "
                                "{n:element|elements}.",
                                {{"element", index}, {"array", object.name}, {"n", object.bytes / element}})
                     : sentence("Out-of-bounds write to element {element} of {array}, which has {n} "
                                "{n:element|elements}.",
                                {{"element", index}, {"array", object.name}, {"n", object.bytes / element}});
    };
    known = {around_.block + 1, &report(Finding::Kind::out_of_bounds, warp, lost, place_of(warp), message)};
}

/// Reports a write to a read-only array.
void Reports::report_input_write(const Warp& warp, const Object& object, std::uint32_t writing, std::int64_t distance) {
    report(Finding::Kind::input_write, warp, writing, place_of(warp), [&] {
        return sentence(
            "Write to element {element} of {array}{count:| and others}, which is a read-only input. Use a "
            "scratch array instead.",
            {{"element", distance / object.element_bytes}, {"array", object.name}, {"count", std::popcount(writing)}});
    });
}

/// Returns the active lanes where C++ would evaluate a guarded operand, that is, where the conditions of all enclosing
/// guards hold.
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

/// Reports an integer overflow, once per block and instruction, because a loop may overflow in every iteration.
void Reports::report_overflow(const Warp& warp, const Instruction& i, std::uint32_t over) {
    around_.overflowed.resize(code_.instructions.size());
    if (around_.overflowed[warp.pc] == around_.block + 1) return;
    around_.overflowed[warp.pc] = around_.block + 1;
    // In an unrolled loop, the corresponding instruction of the first iteration.
    std::uint32_t first = 0;
    while (code_.instructions[first].op != i.op || !(where(first) == where(warp.pc))) ++first;
    if (first != warp.pc && around_.overflowed[first] == around_.block + 1) return;
    around_.overflowed[first] = around_.block + 1;
    const auto l = first_of(over);
    const int family = static_cast<int>(i.op) / classes;
    const auto is = [&](Family of) { return family == static_cast<int>(of); };
    const std::int32_t right = lanes<std::int32_t>(warp, i.c)[l];
    report(Finding::Kind::integer_overflow, warp, over, place_of(warp), [&] {
        if ((is(Family::shift_left) || is(Family::shift_right)) && (right < 0 || right > 31))
            return sentence("Undefined result: shift of an int by {n} bits.", {{"n", right}});
        const char* const sign = is(Family::mul) ? "*" : is(Family::add) ? "+" : is(Family::shift_left) ? "<<" : "-";
        return sentence("Integer overflow: {left} {operator} {right} does not fit into an int. Compute the index in "
                        "long long.",
                        {{"left", lanes<std::int32_t>(warp, i.b)[l]}, {"operator", sign}, {"right", right}});
    });
}

/// Reports a barrier that some lanes cannot reach because of a divergent branch.
void Reports::report_branch(const Warp& warp) {
    const std::uint32_t elsewhere = (warp.slot[0] | warp.apart) & ~warp.active;
    const std::uint32_t returned = around_.traits.lanes_drift ? 0 : warp.launched & ~warp.slot[0];
    report(Finding::Kind::divergent_meeting, warp, warp.active, place_of(warp), [&] {
        if (returned == 0)
            return sentence("Barrier divergence: {lanes} {n:is|are} in another branch and {n:does|do} not reach the "
                            "barrier.",
                            {{"lanes", lanes_text(elsewhere)}, {"n", std::popcount(elsewhere)}});
        if (elsewhere == 0)
            return sentence("Barrier divergence: {lanes} {n:has|have} already returned. Before compute capability 7.0, "
                            "the barrier waits for all threads of the block.",
                            {{"lanes", lanes_text(returned)}, {"n", std::popcount(returned)}});
        return sentence("Barrier divergence: {lanes} {n:is|are} in another branch, and {exited} {m:has|have} already "
                        "returned. Before compute capability 7.0, the barrier waits for all threads of the block.",
                        {{"lanes", lanes_text(elsewhere)},
                         {"n", std::popcount(elsewhere)},
                         {"exited", lanes_text(returned)},
                         {"m", std::popcount(returned)}});
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
    report(Finding::Kind::endless_loop, warp, warp.active, place_of(warp), [&] {
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
    report(Finding::Kind::failed_assertion, warp, failing, place_of(warp),
           [] { return sentence("Assertion failed."); });
}

} // namespace warploom::simt
