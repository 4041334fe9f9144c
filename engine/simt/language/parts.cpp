#include "engine/simt/language/parts.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace warploom {
const std::vector<EmbeddedFile>& kernel_parts(); // kernels/parts/*.cuh
}

namespace warploom::simt {

namespace {
constexpr const char* folder = "parts/";
constexpr const char* folder_beside = "../parts/";

std::string without(const char* beginning, const std::string& name) {
    const std::string prefix = beginning;
    return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
}

/// The part that a line includes; 0 where it includes none.
int part_in(std::string_view line) {
    const std::size_t open = line.rfind("#include", 0) == 0 ? line.find('"') : std::string_view::npos;
    if (open == std::string_view::npos) return 0;
    return find_part(std::string(line.substr(open + 1, line.find('"', open + 1) - open - 1)));
}

/// Calls take(line) for each, without its end. Streams took half of the time that a page needs for its first verdict.
template <class Take> void for_each_line(const std::string& text, const Take& take) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        take(std::string_view(text).substr(at, end - at));
        at = end + 1;
    }
}

bool holds_kernels(int number) {
    if (part(number).text.find("__global__") != std::string::npos) return true;
    bool holds = false;
    for_each_line(part(number).text, [&](std::string_view line) {
        if (holds) return;
        const int inner = part_in(line);
        holds = inner != 0 && holds_kernels(inner);
    });
    return holds;
}

void add_lines(const std::string& text, std::set<int>& there, std::string& whole) {
    for_each_line(text, [&](std::string_view line) {
        const int included = part_in(line);
        if (line == "#pragma once" || (included != 0 && !there.insert(included).second)) return;
        const bool is_gap = line.empty() && (whole.empty() || whole.ends_with("\n\n"));
        if (included != 0 && holds_kernels(included)) add_lines(part(included).text, there, whole);
        else if (!is_gap) (whole += line) += '\n';
    });
}

void add_length(const std::string& text, std::set<int>& there, std::size_t& length) {
    length += text.size();
    for_each_line(text, [&](std::string_view line) {
        if (const int included = part_in(line); included != 0 && there.insert(included).second)
            add_length(part(included).text, there, length);
    });
}
} // namespace

int find_part(const std::string& included) {
    const auto& all = kernel_parts();
    const std::string name = without(folder_beside, included);
    for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].name == name) return static_cast<int>(n) + 1;
    return 0;
}

const EmbeddedFile& part(int number) { return kernel_parts()[static_cast<std::size_t>(number) - 1]; }

std::string names_of_parts() {
    std::string names;
    for (const EmbeddedFile& each : kernel_parts()) names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

std::string file_of(Place place, const std::string& text) {
    return place.part == 0 ? text : folder + part(place.part).name;
}

std::string line_of(Place place) {
    const std::string line = "line " + std::to_string(place.line);
    return place.part == 0 ? line : folder + part(place.part).name + " " + line;
}

bool is_part(const std::string& file) { return file.rfind(folder, 0) == 0; }

std::string with_kernels_of_parts(const std::string& text) {
    std::set<int> there;
    std::string whole;
    add_lines(text, there, whole);
    return whole;
}

std::size_t length_with_parts(const std::string& text) {
    std::set<int> there;
    std::size_t length = 0;
    add_length(text, there, length);
    return length;
}

const std::string* text_of_part(const std::string& file) {
    const EmbeddedFile* const known =
        is_part(file) ? find_embedded_file(kernel_parts(), without(folder, file)) : nullptr;
    return known == nullptr ? nullptr : &known->text;
}

} // namespace warploom::simt
