#pragma once

#include <string>
#include <vector>

namespace warploom {

struct ZipEntry {
    std::string name;
    std::string content;
    bool is_program = false;
};

/// Creates a ZIP archive as specified in PKWARE's APPNOTE 6.3.3 (sections 4.3.7, 4.3.12, 4.3.16). Files are deflated.
/// All time stamps are January 1, 1980, so that archives of identical files are byte-identical. Names must be ASCII,
/// and files must be smaller than 4 GiB.
std::string zip_of(const std::vector<ZipEntry>& entries);

/// Compression level. `small` takes several times as long as `quick`.
enum class Packing { quick, small };
/// Compresses a text in gzip format (RFC 1952), without a file name or time stamp.
std::string gzipped(const std::string& text, Packing packing = Packing::small);

} // namespace warploom
