#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace warploom::kernels {

/// Returns the folders in which to look for a shared library: the folder of this program (build tree and archive), or a
/// separate folder (distribution packages). Returns an empty list if the path of the program is unknown, because
/// libraries are never loaded from the working directory.
inline std::vector<std::filesystem::path> library_places(const std::string& file) {
    std::error_code none;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
    if (!folder.is_absolute()) return {};
    return {folder / ".." / "lib" / file, folder / ".." / "lib" / "warploom" / file, folder / file};
}

} // namespace warploom::kernels
