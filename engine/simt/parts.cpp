#include "engine/simt/parts.h"

#include <cstddef>

namespace warploom {
const std::vector<BuiltInFile>& kernel_parts(); // kernels/parts/*.cuh
}

namespace warploom::simt {

namespace {
constexpr const char* folder = "parts/";
constexpr const char* folder_beside = "../parts/";

std::string without(const char* beginning, const std::string& name) {
    const std::string prefix = beginning;
    return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
}
} // namespace

int find_part(const std::string& included) {
    const auto& all = kernel_parts();
    const std::string name = without(folder_beside, included);
    for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].name == name) return static_cast<int>(n) + 1;
    return 0;
}

const BuiltInFile& part(int number) { return kernel_parts()[static_cast<std::size_t>(number) - 1]; }

std::string names_of_parts() {
    std::string names;
    for (const BuiltInFile& each : kernel_parts()) names += (names.empty() ? "" : ", ") + each.name;
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

const std::string* text_of_part(const std::string& file) {
    const BuiltInFile* const known = is_part(file) ? find_built_in(kernel_parts(), without(folder, file)) : nullptr;
    return known == nullptr ? nullptr : &known->text;
}

} // namespace warploom::simt
