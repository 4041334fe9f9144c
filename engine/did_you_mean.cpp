#include "engine/did_you_mean.h"

#include "engine/comma_list.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom {

std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::string did_you_mean(const std::string& key, const std::vector<std::string>& known) {
    std::string best;
    std::size_t least = std::max<std::size_t>(2, key.size() / 3) + 1;
    for (const auto& candidate : known)
        if (const std::size_t distance = edit_distance(key.substr(0, 64), candidate); distance < least) {
            least = distance;
            best = candidate;
        }
    if (!best.empty()) return sentence("Did you mean \"{candidate}\"?", {{"candidate", best}});
    std::string list;
    for (const auto& candidate : known) add_item(list, candidate);
    return sentence("Available: {list}.", {{"list", list}});
}

std::string most_similar_names(const std::string& key, const std::vector<std::string>& known) {
    constexpr std::size_t longest_list = 16, shown = 3;
    if (known.size() <= longest_list) return did_you_mean(key, known);
    std::vector<std::string> similar = known;
    const std::string begin = key.substr(0, 64);
    const auto is_nearer = [&](const std::string& a, const std::string& b) {
        const std::size_t to_a = edit_distance(begin, a), to_b = edit_distance(begin, b);
        return to_a != to_b ? to_a < to_b : a < b;
    };
    std::partial_sort(similar.begin(), similar.begin() + shown, similar.end(), is_nearer);
    similar.resize(shown);
    const std::string only = did_you_mean(key, similar);
    if (edit_distance(begin, similar.front()) <= std::max<std::size_t>(2, key.size() / 3)) return only;
    std::string list;
    for (const auto& candidate : similar) add_item(list, candidate);
    return sentence("The most similar names are {list}.", {{"list", list}});
}

} // namespace warploom
