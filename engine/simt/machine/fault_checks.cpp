#include "engine/simt/machine/fault_checks.h"

#include "engine/sentence.h"
#include "engine/simt/findings/unset.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/trace/findings.h"

#include <bit>

namespace warploom::simt {

FaultChecks::FaultChecks(ExecutionContext& around, const Checks& checks)
    : memory_(around), synchronization_(around), initialization_(around) {
    if (checks.memory) around.faults.push_back(&memory_);
    if (checks.synchronization) around.faults.push_back(&synchronization_);
    if (checks.initialization) around.faults.push_back(&initialization_);
}

void MemCheck::observe(const Fault& fault) {
    const auto* const access = std::get_if<MemoryFault>(&fault);
    if (access != nullptr) access->is_read_only ? report_write(*access) : report_miss(*access);
}

/// Reports an out-of-bounds access. If the same instruction has already made one in this block, as in every iteration
/// of a loop, the access is only counted.
void MemCheck::report_miss(const MemoryFault& fault) {
    const Warp& warp = fault.warp;
    const Object& object = fault.object;
    missed_.resize(around_.code->instructions.size());
    Missed& known = missed_[warp.pc];
    if (known.block == around_.block + 1) {
        ++known.finding->times;
        return;
    }
    const auto message = [&] {
        const std::int64_t element = object.element_bytes == 0 ? 1 : object.element_bytes, distance = fault.distance;
        if (object.data == nullptr && object.bytes == 0 && object.name[0] == '\0')
            return fault.loads ? sentence("Invalid read through a pointer that does not point into any array.")
                               : sentence("Invalid write through a pointer that does not point into any array.");
        if (distance >= 0 && distance <= object.bytes - fault.bytes)
            return fault.loads
                       ? sentence("Misaligned read of {bytes} bytes in {array}. The address must be a multiple of "
                                  "{bytes} bytes.",
                                  {{"bytes", fault.bytes}, {"array", object.name}})
                       : sentence("Misaligned write of {bytes} bytes in {array}. The address must be a multiple of "
                                  "{bytes} bytes.",
                                  {{"bytes", fault.bytes}, {"array", object.name}});
        const std::int64_t index = distance < 0 ? (distance - element + 1) / element : distance / element;
        return fault.loads ? sentence("Out-of-bounds read of element {element} of {array}, which has {n} "
                                      "{n:element|elements}.",
                                      {{"element", index}, {"array", object.name}, {"n", object.bytes / element}})
                           : sentence("Out-of-bounds write to element {element} of {array}, which has {n} "
                                      "{n:element|elements}.",
                                      {{"element", index}, {"array", object.name}, {"n", object.bytes / element}});
    };
    known = {around_.block + 1, &reports_.report(Finding::Kind::out_of_bounds, warp, fault.lanes, message)};
    if (!object.is_shared) known.finding->array = object.name;
}

void MemCheck::report_write(const MemoryFault& fault) {
    Finding& finding = reports_.report(Finding::Kind::input_write, fault.warp, fault.lanes, [&] {
        return sentence("Write to element {element} of {array}{count:| and others}, which is a read-only input. Use a "
                        "scratch array instead.",
                        {{"element", fault.distance / fault.object.element_bytes},
                         {"array", fault.object.name},
                         {"count", std::popcount(fault.lanes)}});
    });
    finding.array = fault.object.name;
}

void SyncCheck::observe(const Fault& fault) {
    if (const auto* const barrier = std::get_if<BarrierFault>(&fault)) report_barrier(*barrier);
    if (const auto* const mask = std::get_if<MaskFault>(&fault)) report_mask(*mask);
    if (const auto* const use = std::get_if<UnsetUse>(&fault); use != nullptr && use->variable.is_shuffle)
        report_lane(*use);
}

void SyncCheck::report_barrier(const BarrierFault& fault) {
    reports_.report(Finding::Kind::divergent_meeting, fault.warp, fault.warp.active, [&] {
        if (fault.other != nullptr) {
            const SourceLocation here = reports_.place_of(fault.warp), there = reports_.place_of(*fault.other);
            if (fault.other->pc == fault.warp.pc)
                return sentence("Barrier divergence: warp {warp} reaches this barrier in another iteration of a "
                                "loop. All threads of a block must reach the same __syncthreads().",
                                {{"warp", fault.other->number}});
            if (here.line == there.line && here.header == there.header)
                return sentence("Barrier divergence: warp {warp} waits at another barrier on the same line. All "
                                "threads of a block must reach the same __syncthreads().",
                                {{"warp", fault.other->number}});
            return sentence("Barrier divergence: warp {warp} waits at the barrier on {place}. All threads of a "
                            "block must reach the same __syncthreads().",
                            {{"warp", fault.other->number}, {"place", line_of(there)}});
        }
        if (fault.is_end_reached)
            return sentence("Barrier divergence: {n} {n:warp|warps} of the block ended without reaching this barrier.",
                            {{"n", fault.ended_warps}});
        if (fault.ended_warps > 0)
            return sentence("Barrier divergence: {n} {n:warp|warps} of the block already returned. Before compute "
                            "capability 7.0, the barrier waits for all threads of the block.",
                            {{"n", fault.ended_warps}});
        if (fault.returned == 0)
            return sentence("Barrier divergence: {lanes} {n:is|are} in another branch and {n:does|do} not reach the "
                            "barrier.",
                            {{"lanes", lanes_text(fault.elsewhere)}, {"n", std::popcount(fault.elsewhere)}});
        if (fault.elsewhere == 0)
            return sentence("Barrier divergence: {lanes} {n:has|have} already returned. Before compute capability 7.0, "
                            "the barrier waits for all threads of the block.",
                            {{"lanes", lanes_text(fault.returned)}, {"n", std::popcount(fault.returned)}});
        return sentence("Barrier divergence: {lanes} {n:is|are} in another branch, and {exited} {m:has|have} already "
                        "returned. Before compute capability 7.0, the barrier waits for all threads of the block.",
                        {{"lanes", lanes_text(fault.elsewhere)},
                         {"n", std::popcount(fault.elsewhere)},
                         {"exited", lanes_text(fault.returned)},
                         {"m", std::popcount(fault.returned)}});
    });
}

void SyncCheck::report_mask(const MaskFault& fault) {
    reports_.report(Finding::Kind::absent_mask, fault.warp, fault.lanes, [&] {
        if (fault.absent != 0)
            return sentence("The mask of this warp function includes {lanes}, which {n:is|are} in another "
                            "branch and {n:does|do} not participate.",
                            {{"lanes", lanes_text(fault.absent)}, {"n", std::popcount(fault.absent)}});
        if (fault.unnamed != 0)
            return sentence("The mask of this warp function does not include {lanes}, which {n:calls|call} it.",
                            {{"lanes", lanes_text(fault.unnamed)}, {"n", std::popcount(fault.unnamed)}});
        return sentence("Invalid shuffle width: {n}. The width must be a power of 2 from 1 to 32.",
                        {{"n", fault.width}});
    });
}

void SyncCheck::report_lane(const UnsetUse& use) {
    const UnsetVariable& variable = use.variable;
    reports_.report(Finding::Kind::absent_lane, use.warp, use.lanes, variable.place, [&] {
        return sentence(
            "The result of `{function}` is undefined because lane {lane} does not execute it or is not in the "
            "mask. It is used on {place}.",
            {{"function", variable.name},
             {"lane", use.shadow - variable.first},
             {"place", line_of(reports_.place_of(use.warp))}});
    });
}

namespace {

std::string with_a_value(const UnsetVariable& variable) {
    const Type* const of = variable.type;
    const std::size_t brackets = of->name.find('[');
    const std::string extents = brackets == std::string::npos ? "" : of->name.substr(brackets);
    const bool is_list = of->kind == Kind::array || of->kind == Kind::record;
    const char* const value = is_list                     ? "{}"
                              : of->kind == Kind::pointer ? "nullptr"
                              : of->kind == Kind::boolean ? "false"
                                                          : "0";
    return variable.written + " " + variable.name + extents + " = " + value + ";";
}

} // namespace

void UnsetCheck::observe(const Fault& fault) {
    const auto* const found = std::get_if<UnsetUse>(&fault);
    if (found == nullptr || found->variable.is_shuffle) return;
    const UnsetUse& use = *found;
    const UnsetVariable& variable = use.variable;
    const auto message = [&] {
        const std::string line = line_of(variable.place);
        if (variable.is_result)
            return sentence("The result of `{function}` is used, but the function ended on {place} without a "
                            "`return`.",
                            {{"function", variable.name}, {"place", line}});
        return sentence(
            "Variable `{variable}` is used uninitialized. Initialize it on {place}: `{declaration}`.",
            {{"variable", unset_name(variable, use.shadow)}, {"place", line}, {"declaration", with_a_value(variable)}});
    };
    Finding& finding = reports_.report(Finding::Kind::unset_value, use.warp, use.lanes, message);
    if (code_.is_host)
        finding.sentence = sentence(
            "In {function}, {place}: {message}",
            {{"function", code_.name}, {"place", line_of(reports_.place_of(use.warp))}, {"message", message()}});
    finding.variable = variable.name;
}

} // namespace warploom::simt
