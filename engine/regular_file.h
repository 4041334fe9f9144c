#pragma once

#include <cstddef>
#include <string>
#include <sys/stat.h>

namespace warploom {

/// A regular file that is open for reading and is closed on destruction. Pipes, devices, sockets and directories are
/// rejected, because reading from them could block forever. Symbolic links are followed. Errors: "file.missing"
/// ("Cannot read 'PATH': reason.") with the given `hint`.
class RegularFile {
public:
    explicit RegularFile(const std::string& path, const std::string& hint = "Check the path.");
    ~RegularFile();
    RegularFile(const RegularFile&) = delete;
    RegularFile& operator=(const RegularFile&) = delete;

    int descriptor() const { return descriptor_; }
    /// Returns the status of the file at the time when it was opened, including its size and modification time.
    const struct stat& status() const { return status_; }
    [[noreturn]] void refuse(const std::string& reason) const;
    [[noreturn]] void refuse_with_errno() const; ///< throws an error with the system's message for errno

private:
    std::string path_, hint_;
    int descriptor_ = -1;
    struct stat status_ {};
};

/// Returns the contents of a regular file. Errors: "file.missing" (see RegularFile); "file.large" if the file has more
/// than `limit` bytes.
std::string read_regular_file(const std::string& path, std::size_t limit, const std::string& hint = "Check the path.");

} // namespace warploom
