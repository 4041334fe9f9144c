#pragma once

#include <cstddef>
#include <string>
#include <sys/stat.h>

namespace warploom {

/// A regular file, open for reading; closed with the object. A pipe, a device, a socket or a folder is refused at once,
/// because reading it may never end. A link is followed. Errors: "file.missing" ("Cannot read 'PATH': reason.") with
/// `hint`.
class RegularFile {
public:
    explicit RegularFile(const std::string& path, const std::string& hint = "Check the path.");
    ~RegularFile();
    RegularFile(const RegularFile&) = delete;
    RegularFile& operator=(const RegularFile&) = delete;

    int descriptor() const { return descriptor_; }
    const struct stat& status() const { return status_; } ///< as it was opened: its size, when it was last written
    [[noreturn]] void refuse(const std::string& reason) const;
    [[noreturn]] void refuse_with_errno() const; ///< the system's reason

private:
    std::string path_, hint_;
    int descriptor_ = -1;
    struct stat status_ {};
};

/// All bytes of a regular file. Errors: "file.missing" as above, "file.large" where it has more than `limit` bytes.
std::string read_regular_file(const std::string& path, std::size_t limit, const std::string& hint = "Check the path.");

} // namespace warploom
