#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warploom {

/// Returns the number of characters that must be inserted, deleted or substituted to turn `a` into `b` (Levenshtein
/// 1966).
std::size_t edit_distance(const std::string& a, const std::string& b);

/// Returns a hint that suggests the element of `known` most similar to the misspelled `key`, or lists all of `known` if
/// none is similar.
std::string did_you_mean(const std::string& key, const std::vector<std::string>& known);
/// Returns a hint with the three names in `known` that are most similar to the misspelled `key`. Use it instead of
/// did_you_mean() for long lists.
std::string most_similar_names(const std::string& key, const std::vector<std::string>& known);

} // namespace warploom
