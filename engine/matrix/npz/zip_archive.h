#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warploom {

/// A ZIP archive in memory (PKWARE, APPNOTE 6.3) with stored and deflated members, including zip64 archives. Encrypted
/// members, other compression methods and multi-volume archives are rejected.
class ZipArchive {
public:
    struct Member {
        std::string name;
        /// Compressed and uncompressed size in bytes. `offset` is the offset of the local header.
        std::uint64_t packed = 0, size = 0, offset = 0;
        std::uint32_t crc = 0;
        int method = 0;
    };

    /// Reads the directory of a ZIP archive. `bytes` must outlive the object. `path` is the file name in error
    /// messages. Throws Error("file.malformed") or Error("file.unsupported"), also if there are more than
    /// `most_members`.
    ZipArchive(const std::string& bytes, std::string path, std::size_t most_members = 64);

    const std::vector<Member>& members() const { return members_; }
    /// Returns the archive member with the given name, or null if there is none.
    const Member* find(const std::string& name) const;
    /// Returns the contents of an archive member after verifying its length and checksum. Errors: same as the
    /// constructor, "memory.limit", and "file.large" if all contents together exceed the maximum plausible expansion of
    /// the file (engine/inflation_bound.h).
    std::string read(const Member& member);

private:
    /// Throws Error("file.malformed"). `problem` is a complete sentence.
    [[noreturn]] void refuse(const std::string& problem) const;
    [[noreturn]] void refuse_kind(const std::string& problem) const;
    [[noreturn]] void refuse_list() const;
    /// Reads a little-endian number of `bytes` bytes at the offset `at`. Throws if the number extends beyond the end of
    /// the archive.
    std::uint64_t number(std::uint64_t at, int bytes) const;
    void read_member(std::uint64_t& at);

    const std::string& bytes_;
    std::string path_;
    bool is_npz_; ///< whether the name ends in .npz, so that hints name the program that writes such files
    std::vector<Member> members_;
    std::int64_t inflated_ = 0; ///< total size of all members read so far, in bytes
};

} // namespace warploom
