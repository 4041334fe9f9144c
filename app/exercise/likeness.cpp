#include "app/exercise/likeness.h"

#include "engine/items.h"
#include "engine/simt/program.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace warploom::app {

namespace {

constexpr std::size_t run_length = 6, fewest_runs = 12, most_texts = 2000;

using Runs = std::vector<std::uint64_t>; ///< sorted hashes of the operation sequences in a source

/// Returns the FNV-1a hash of each sequence of consecutive operations in a source.
Runs runs_of(const std::string& text) {
    Runs runs;
    const simt::Translation translation = simt::translate("hand-in.cu", text);
    if (translation.program == nullptr) return runs;
    const auto operations = simt::operations_of(*translation.program);
    for (std::size_t at = 0; at + run_length <= operations.size(); ++at) {
        std::uint64_t hash = 14695981039346656037U;
        for (std::size_t i = at; i < at + run_length; ++i) hash = (hash ^ operations[i]) * 1099511628211U;
        runs.push_back(hash);
    }
    std::sort(runs.begin(), runs.end());
    return runs;
}

Runs without(const Runs& all, const Runs& known) {
    Runs left;
    std::copy_if(all.begin(), all.end(), std::back_inserter(left),
                 [&](std::uint64_t run) { return !std::binary_search(known.begin(), known.end(), run); });
    return left;
}

std::size_t common(const Runs& a, const Runs& b) {
    std::size_t count = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
        if (*x == *y) ++count, ++x, ++y;
        else if (*x < *y) ++x;
        else ++y;
    }
    return count;
}

bool is_in_name(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

} // namespace

std::vector<Likeness> likeness_of(const std::vector<std::string>& texts, const std::string& starter) {
    std::vector<Likeness> list(texts.size());
    if (texts.size() > most_texts) return list;
    const Runs given = runs_of(starter);
    const auto runs =
        transform_to_vector(texts, [&](const std::string& text) { return without(runs_of(text), given); });
    for (std::size_t a = 0; a < runs.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const std::size_t least = std::min(runs[a].size(), runs[b].size());
            if (least < fewest_runs) continue;
            const double share = static_cast<double>(common(runs[a], runs[b])) / static_cast<double>(least);
            for (const auto& [one, other] : {std::pair{a, b}, std::pair{b, a}})
                if (!list[one].is_known || share > list[one].share) list[one] = {share, other, true};
        }
    return list;
}

std::string text_for_jplag(const std::string& text) {
    static const std::vector<std::string> words{"__global__",   "__device__",      "__host__",     "__shared__",
                                                "__restrict__", "__forceinline__", "__constant__", "__noinline__"};
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        // Replace the execution configuration: kernel<<<grid, block>>>(a) becomes kernel(grid, block, a).
        if (text.compare(at, 3, "<<<") == 0) {
            plain += '(';
            at += 3;
            continue;
        }
        if (text.compare(at, 3, ">>>") == 0) {
            at = text.find_first_not_of(" \n\t", at + 3);
            if (at == std::string::npos) break;
            if (text[at] == '(') ++at;
            const std::size_t next = text.find_first_not_of(" \n\t", at);
            if (next != std::string::npos && text[next] != ')') plain += ", ";
            continue;
        }
        const bool begins_name = is_in_name(text[at]) && (at == 0 || !is_in_name(text[at - 1]));
        const auto word = std::find_if(words.begin(), words.end(), [&](const std::string& each) {
            return begins_name && text.compare(at, each.size(), each) == 0 &&
                   (at + each.size() == text.size() || !is_in_name(text[at + each.size()]));
        });
        if (word != words.end()) at += word->size();
        else plain += text[at++];
    }
    return plain;
}

} // namespace warploom::app
