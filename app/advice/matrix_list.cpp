#include "app/advice/matrix_list.h"

#include "engine/error.h"
#include "engine/items.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace warploom::app {

namespace {

constexpr const char* held_out_mark = ", held out";

std::string generator_of(const std::string& matrix) {
    const std::string name = matrix.substr(matrix.find_last_of('/') + 1);
    return name.substr(0, name.find_first_of(":.|"));
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

std::vector<ListedMatrix> read_matrix_list(const std::string& file) {
    constexpr std::size_t largest = std::size_t{1} << 20;
    std::istringstream text(read_regular_file(file, largest));
    std::vector<ListedMatrix> list;
    std::string family;
    bool is_held_out = false;
    int number = 0;
    for (std::string line; std::getline(text, line);) {
        ++number;
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
        if (line.empty() || line.front() == '#') continue;
        if (line.front() != '[') {
            list.push_back({line, family.empty() ? generator_of(line) : family, is_held_out});
            continue;
        }
        if (line.back() != ']' || line.size() < 3)
            throw Error("advice.list",
                        sentence("'{file}', line {number}: '{line}' is not a family heading.",
                                 {{"file", file}, {"number", number}, {"line", line}}),
                        sentence("Use [FAMILY] or [FAMILY, held out]."));
        family = line.substr(1, line.size() - 2);
        is_held_out = ends_with(family, held_out_mark);
        if (is_held_out) family.resize(family.size() - std::string(held_out_mark).size());
    }
    if (list.empty())
        throw Error("advice.list", sentence("'{file}' contains no matrices.", {{"file", file}}),
                    sentence("Write one generator or file per line."));
    return list;
}

std::vector<ListedMatrix> in_turns(const std::vector<ListedMatrix>& list) {
    std::map<std::string, std::size_t> taken; // number of matrices taken from each family so far
    std::vector<std::pair<std::size_t, ListedMatrix>> turns;
    for (const ListedMatrix& matrix : list) turns.emplace_back(taken[matrix.family]++, matrix);
    std::stable_sort(turns.begin(), turns.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return transform_to_vector(turns, [](const auto& turn) { return turn.second; });
}

} // namespace warploom::app
