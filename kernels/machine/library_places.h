#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Where a library that this program loads at run time may lie: beside it, as build and install trees have it.
inline std::vector<std::filesystem::path> library_places(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    return {folder / ".." / "lib" / file, folder / file};
}

} // namespace warploom::kernels
