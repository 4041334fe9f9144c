#pragma once

#include <string>
#include <vector>

namespace warploom {

struct ZipEntry {
    std::string name; ///< with slashes, below no root
    std::string content;
    bool is_program = false; ///< may be started where it is unpacked
};

/// A zip as PKWARE's APPNOTE 6.3.3 has it (sections 4.3.7, 4.3.12, 4.3.16), deflated, each file of 1 January 1980: the
/// same files give the same bytes. Names are plain ASCII, and a file has less than 4 GiB.
std::string zip_of(const std::vector<ZipEntry>& entries);

/// `small` takes several times as long.
enum class Packing { quick, small };
/// A text as gzip (RFC 1952), without a name and a time.
std::string gzipped(const std::string& text, Packing packing = Packing::small);

} // namespace warploom
