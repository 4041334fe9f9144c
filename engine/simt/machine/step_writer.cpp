#include "engine/simt/machine/step_writer.h"

#include "engine/simt/language/headers.h"

#include <vector>

namespace warploom::simt {

void StepWriter::tell(Warp& warp, WarpInstruction& step, int site, std::uint32_t lanes) {
    step.site = site;
    step.active = lanes;
    step.waiting = (warp.slot[0] | warp.apart) & ~lanes;
    if (lanes == warp.active && (warp.flop_lanes & lanes) == 0) {
        step.flops = static_cast<std::uint32_t>(count_of(lanes)) * warp.flops;
        step.flop_instructions = warp.flops;
        warp.flops = 0;
        return;
    }
    // The loop is branchless, because the participating lanes differ from step to step. It uses signed integers,
    // because every processor has a vector instruction for their maximum.
    static constexpr auto bit_of = [] {
        std::array<std::uint32_t, lanes_of_a_warp> bits{};
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) bits[l] = 1u << l;
        return bits;
    }();
    const std::uint32_t active = warp.active;
    const auto fresh = static_cast<std::int32_t>(warp.flops);
    std::int32_t sum = 0, most = 0;
    for (std::size_t l = 0; l < lanes_of_a_warp; ++l) {
        const std::int32_t did = (active & bit_of[l]) == bit_of[l] ? -1 : 0;
        const std::int32_t tells = (lanes & bit_of[l]) == bit_of[l] ? -1 : 0;
        const std::int32_t flops = warp.lane_flops[l] + (fresh & did), told = flops & tells;
        sum += told;
        most = told > most ? told : most;
        warp.lane_flops[l] = flops & ~tells;
    }
    step.flops = static_cast<std::uint32_t>(sum);
    step.flop_instructions = static_cast<std::uint32_t>(most);
    warp.flop_lanes = (warp.flop_lanes | (fresh != 0 ? active : 0)) & ~lanes;
    warp.flops = 0;
}

int StepWriter::site_of(const Warp& warp, Access access, const Object* object, int bytes) {
    auto& known = around_.known_sites[warp.pc];
    const int array = object == nullptr ? -1 : object->array;
    if (known.array == array && known.site >= 0) return known.site;
    const Where& place = code_.places[code_.where[warp.pc]];
    std::vector<SiteTable::Line> path;
    for (const SourceLocation& call : place.calls) path.emplace_back(file_of(call, *around_.file), call.line);
    path.emplace_back(file_of(place.place, *around_.file), place.place.line);
    const int own_bytes = object != nullptr && bytes != object->element_bytes ? bytes : 0;
    known = {array, around_.sites->add_site(access, array, path, own_bytes)};
    return known.site;
}

} // namespace warploom::simt
