#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// Writes a file atomically: the file appears under its name only when it is complete. Readers never see a partial
/// file, and if the disk is full, the previous file remains intact. If the path is a symbolic link, its target is
/// replaced or created. A replaced file keeps its mode and, if permitted, its owner and group. Devices and pipes are
/// written directly. Throws an error for a directory, and for a file without write permission. Errors: "file.write"
/// with the path, the system's error message and a hint.
class AtomicFile {
public:
    explicit AtomicFile(const std::string& path);
    ~AtomicFile(); ///< discards the data unless finish() has been called
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text) {
        buffer_.append(text);
        if (buffer_.size() > capacity) flush();
    }
    /// Renames the temporary file to its final name. If `durable` is set, waits until the data has been written to
    /// disk.
    void finish(bool durable = false);

private:
    static constexpr std::size_t capacity = std::size_t{1} << 20, slack = 4096;
    void open_partial(const std::string& folder);
    void flush();
    [[noreturn]] void fail() const;

    std::string path_;    ///< the path as passed by the caller
    std::string target_;  ///< path of the file to be replaced, with symbolic links resolved
    std::string partial_; ///< path of the temporary file until finish() is called; empty for devices and pipes
    std::string buffer_;
    int descriptor_ = -1;
};

/// Writes a string to a file atomically. See AtomicFile.
void write_whole_file(const std::string& path, std::string_view text, bool durable = false);

/// Throws if write_whole_file() would fail for this path, so that the error is reported before a long computation. Does
/// not modify any files.
void require_writable(const std::string& path);

/// Throws Error("file.write") for a path that cannot be written to. `reason` is the errno value of the failed call.
[[noreturn]] void refuse_writing(const std::string& path, int reason);

} // namespace warploom
