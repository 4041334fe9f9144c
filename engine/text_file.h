#pragma once

#include "engine/file_mapping.h"
#include "engine/progress.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>

namespace warploom {

/// The text of a file: mapped, or, when its first bytes say gzip, inflated to memory.
class TextFile {
public:
    /// Progress counts bytes of the file; mapping reports nothing. Errors: "file.missing", "file.malformed" (a gzip
    /// that is cut short or damaged), "file.changed", "memory.limit", "cancelled".
    explicit TextFile(const std::string& path, const Progress& progress = {});
    TextFile(const TextFile&) = delete;
    TextFile& operator=(const TextFile&) = delete;

    const char* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::int64_t file_bytes() const { return file_bytes_; }
    bool compressed() const { return inflated_ != nullptr; }

    /// What `read` gives, which reads this text. Errors: its own, but "file.changed" whenever another program wrote to
    /// the file meanwhile, because then whatever it found or missed is not what the file says.
    template <class Read> auto while_unchanged(const Read& read) const {
        try {
            auto result = read();
            require_unchanged();
            return result;
        } catch (const Error&) {
            require_unchanged();
            throw;
        }
    }

    /// Errors: "file.changed" where another program wrote to the file since it was opened. An inflated text is our own.
    void require_unchanged() const;

private:
    void inflate_mapping(const Progress& progress);

    /// An open file, closed with the object.
    struct Descriptor {
        int number = -1;
        ~Descriptor();
    };

    struct Free {
        void operator()(char* memory) const { std::free(memory); }
    };

    std::string path_;
    Descriptor file_;
    std::timespec written_{}; ///< when the file was last written to, as it was opened
    FileMapping mapping_;
    const char* data_ = nullptr;
    std::size_t size_ = 0;
    std::int64_t file_bytes_ = 0;
    std::unique_ptr<char, Free> inflated_; ///< of realloc
};

} // namespace warploom
