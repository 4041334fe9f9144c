#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace warploom::kernels {

/// Where a library that this program loads at run time may lie: beside it, as the build tree and the archive have it,
/// or in a folder of its own, as a system's packages do. Nowhere where the system does not say where this program is:
/// the working directory is no place for libraries.
inline std::vector<std::filesystem::path> library_places(const std::string& file) {
    std::error_code none;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
    if (!folder.is_absolute()) return {};
    return {folder / ".." / "lib" / file, folder / ".." / "lib" / "warploom" / file, folder / file};
}

} // namespace warploom::kernels
