#pragma once

#include "engine/regular_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace warploom {

/// The text of an open file from its beginning to its end, inflated where the file's first bytes say gzip. Errors of all:
/// "file.missing" where the system cannot read, "file.malformed" (a gzip that is cut short or damaged), "file.large" (one
/// that grows beyond all measure), "memory.limit".
class TextStream {
public:
    /// The file, which `path` names in sentences, must outlive the stream.
    TextStream(const RegularFile& file, const std::string& path);
    ~TextStream();
    TextStream(const TextStream&) = delete;
    TextStream& operator=(const TextStream&) = delete;

    /// The next bytes of the text: `most`, or fewer at its end.
    std::size_t read(char* to, std::size_t most);
    bool is_packed() const { return inflation_ != nullptr; }
    std::int64_t taken() const { return taken_; } ///< bytes of the file that have been read

private:
    class Inflation;

    std::size_t take(char* to, std::size_t most);

    const RegularFile& file_;
    const std::string& path_;
    std::int64_t taken_ = 0;
    std::unique_ptr<Inflation> inflation_; ///< null for a plain text
};

/// Reads `most` bytes of a file from `offset` on, or fewer where it ends before. Error: "file.missing".
std::size_t read_at(const RegularFile& file, char* to, std::size_t most, std::int64_t offset);

} // namespace warploom
