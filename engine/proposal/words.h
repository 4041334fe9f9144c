#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warploom::proposal {

std::string lower_case(std::string text);
bool is_whole_number(const std::string& text);
/// Replaces whole words in an expression.
std::string with_words(const std::string& text, const std::vector<std::pair<std::string, std::string>>& words);

} // namespace warploom::proposal
