#include "app/exercise/unpacked_class.h"

#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/matrix/npz/zip_archive.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"
#include "engine/text_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdlib.h>
#include <string_view>
#include <vector>

namespace warploom::app {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_members = 20'000, largest_archive = std::size_t{1} << 30;

/// Returns whether the path of an archive member stays below the folder into which the archive is unpacked.
bool stays_inside(const std::string& name) {
    if (name.empty() || name.find('\0') != std::string::npos) return false;
    const fs::path path(name);
    return path.is_relative() &&
           std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

/// Returns the top-level folder that all files share, such as "class/", if it contains more than one submission.
/// Otherwise returns an empty string.
std::string common_folder(const std::vector<std::string>& files) {
    if (files.empty()) return {};
    const std::string folder = files.front().substr(0, files.front().find('/') + 1);
    if (folder.empty()) return {};
    std::size_t kernels = 0, deeper = 0;
    for (const std::string& file : files) {
        if (!file.starts_with(folder)) return {};
        kernels += file.ends_with(".cu") ? 1 : 0;
        deeper += file.find('/', folder.size()) != std::string::npos ? 1 : 0;
    }
    return kernels > 1 || deeper > 0 ? folder : std::string();
}

bool is_zip(const std::string& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return false;
    char first[4];
    return std::string_view(first, read_at(RegularFile(path), first, sizeof first, 0)) == "PK\3\4";
}

} // namespace

UnpackedClass::UnpackedClass(const std::string& path) : folder_(path) {
    if (!is_zip(path)) return;
    std::string folder = (fs::temp_directory_path() / "warploom-class-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) refuse_writing(folder, errno);
    folder_ = folder;
    is_temporary_ = true;
    try {
        unpack(path);
    } catch (...) {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
        throw;
    }
}

UnpackedClass::~UnpackedClass() {
    std::error_code ignored;
    if (is_temporary_) fs::remove_all(folder_, ignored);
}

void UnpackedClass::unpack(const std::string& path) {
    const std::string bytes = read_regular_file(path, largest_archive);
    ZipArchive archive(bytes, path, most_members);
    std::vector<std::string> files;
    for (const ZipArchive::Member& member : archive.members()) {
        if (!stays_inside(member.name))
            throw Error("file.malformed",
                        sentence("'{file}' contains the file {member}, which would be outside of the folder.",
                                 {{"file", path}, {"member", in_one_line(member.name)}}),
                        sentence("Download the archive again."));
        if (!member.name.ends_with('/') && !member.name.starts_with("__MACOSX/")) files.push_back(member.name);
    }
    const std::string common = common_folder(files);
    for (const std::string& file : files) {
        const fs::path place = fs::path(folder_) / file.substr(common.size());
        std::error_code none; // ignore errors here, because writing the file reports them
        fs::create_directories(place.parent_path(), none);
        write_whole_file(place.string(), file.ends_with(".cu") ? archive.read(*archive.find(file)) : std::string());
    }
}

} // namespace warploom::app
