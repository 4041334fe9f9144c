#pragma once

#include "engine/progress.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace warploom {

/// The text of a file: mapped, or, when its first bytes say gzip, inflated to memory.
class TextFile {
public:
    /// Progress counts bytes of the file; mapping reports nothing. Errors: "file.missing", "file.malformed" (a gzip
    /// that is cut short or damaged), "memory.limit", "cancelled".
    explicit TextFile(const std::string& path, const Progress& progress = {});
    ~TextFile();
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    const char* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::int64_t file_bytes() const { return file_bytes_; }
    bool compressed() const { return inflated_ != nullptr; }

private:
    void inflate_mapping(const std::string& path, const Progress& progress);
    void unmap();

    const char* data_ = nullptr;
    std::size_t size_ = 0;
    std::int64_t file_bytes_ = 0;
    void* mapping_ = nullptr;
    char* inflated_ = nullptr;
};

} // namespace warploom
