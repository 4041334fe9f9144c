#pragma once

#include <cstddef>

namespace warploom {

/// A file mapped for reading. Where another program shortens a mapped file, the pages beyond its new end are gone, and
/// touching one would end this program by SIGBUS. Here such pages read as zeros, and was_cut() tells. A page of zeros
/// follows the file, so that a loop which stops at one needs no newline that somebody may have overwritten.
/// Thread safety: any number of threads may read; the first mapping installs the process's SIGBUS handler, which
/// hands faults elsewhere to whoever handled them before.
class FileMapping {
public:
    FileMapping() = default;
    ~FileMapping() { unmap(); }
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    /// Maps the first `size` > 0 bytes of an open file. False with errno set where that fails.
    bool map(int descriptor, std::size_t size);
    void unmap();

    const char* data() const { return data_; } ///< null while nothing is mapped
    bool was_cut() const;                      ///< a page of this mapping turned out to be gone

private:
    const char* data_ = nullptr;
    std::size_t mapped_bytes_ = 0;
    int place_ = -1; ///< in the table that the handler looks through; -1 where that was full
};

} // namespace warploom
