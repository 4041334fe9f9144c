#include "engine/simulated/findings.h"

#include <utility>

namespace warploom::simulated {

Finding& Findings::add(Finding finding) {
    auto key = std::make_tuple(finding.file, finding.line, finding.kind, finding.variable);
    const auto [place, is_new] = found_.try_emplace(std::move(key), finding);
    if (is_new) return place->second;
    const std::int64_t times = place->second.times + finding.times;
    // Host threads process blocks in no particular order, so the finding of the lowest block is kept.
    if (finding.block < place->second.block) place->second = std::move(finding);
    place->second.times = times;
    return place->second;
}

void Findings::add(const Findings& others) {
    for (const auto& [key, finding] : others.found_) add(finding);
}

std::vector<Finding> Findings::list() const {
    std::vector<Finding> all;
    for (const auto& [key, finding] : found_) all.push_back(finding);
    return all;
}

std::string lanes_text(std::uint32_t lanes) {
    if (lanes == 0xffffffffu) return "all 32 lanes";
    std::vector<std::string> parts;
    int count = 0;
    for (int l = 0; l < warp_size; ++l) {
        if ((lanes >> l & 1u) == 0) continue;
        int last = l;
        while (last + 1 < warp_size && (lanes >> (last + 1) & 1u) != 0) ++last;
        count += last - l + 1;
        if (last > l + 1) parts.push_back(std::to_string(l) + "-" + std::to_string(last));
        else
            for (int i = l; i <= last; ++i) parts.push_back(std::to_string(i));
        l = last;
    }
    std::string text = count == 1 ? "lane " : "lanes ";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

} // namespace warploom::simulated
