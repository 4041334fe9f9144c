#include "engine/simt/trace/findings.h"

#include "engine/sentence.h"

#include <utility>

namespace warploom::simt {

Finding& Findings::add(Finding finding) {
    auto key = std::make_tuple(finding.file, finding.line, finding.kind, finding.variable);
    const auto [place, is_new] = found_.try_emplace(std::move(key), finding);
    if (is_new) return place->second;
    const std::int64_t times = place->second.times + finding.times;
    // Keep the finding of the lowest block, so that the result does not depend on the order in which host threads run
    // blocks.
    if (finding.block < place->second.block) place->second = std::move(finding);
    place->second.times = times;
    return place->second;
}

Finding* Findings::count_again(Finding::Kind kind, const std::string& file, int line, std::int64_t block) {
    const auto place = found_.find(std::make_tuple(file, line, kind, std::string()));
    if (place == found_.end() || block < place->second.block) return nullptr;
    ++place->second.times;
    return &place->second;
}

void Findings::add(const Findings& others, int launch) {
    for (auto [key, finding] : others.found_) {
        finding.launch = launch;
        add(std::move(finding));
    }
}

std::vector<Finding> Findings::list() const {
    std::vector<Finding> all;
    for (const auto& [key, finding] : found_) all.push_back(finding);
    return all;
}

std::string lanes_text(std::uint32_t lanes) {
    if (lanes == 0xffffffffu) return sentence("all 32 lanes");
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
    std::string list;
    for (const std::string& part : parts) list += (list.empty() ? "" : ", ") + part;
    return sentence("{n:lane|lanes} {list}", {{"n", count}, {"list", list}});
}

} // namespace warploom::simt
