#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// Writes a file that appears under its name only when it is complete, so readers never see a partial file, and a full
/// disk leaves the previous file intact. A symbolic link is followed: its target is replaced or created. A replaced
/// file keeps its mode, and its owner and group where this user is permitted to set them. Devices and pipes are written
/// in place; directories and files that this user may not write to are refused. Errors: "file.write" with the path, the
/// system's reason and a suggestion.
class AtomicFile {
public:
    explicit AtomicFile(const std::string& path);
    ~AtomicFile(); ///< without finish(): nothing was written
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text) {
        buffer_.append(text);
        if (buffer_.size() > capacity) flush();
    }
    /// Puts the file in its place. `durable`: only once the disk has it.
    void finish(bool durable = false);

private:
    static constexpr std::size_t capacity = std::size_t{1} << 20, slack = 4096;
    void open_partial(const std::string& folder);
    void flush();
    [[noreturn]] void fail() const;

    std::string path_;    ///< as the caller named it
    std::string target_;  ///< the replaced file
    std::string partial_; ///< the file written until then; empty for devices
    std::string buffer_;
    int descriptor_ = -1;
};

/// The same for a text that is there already.
void write_whole_file(const std::string& path, std::string_view text, bool durable = false);

/// Throws now if write_whole_file() would fail later, after hours of work. Leaves everything unchanged.
void require_writable(const std::string& path);

/// How a refused path is reported. `reason`: the errno of the call that failed.
[[noreturn]] void refuse_writing(const std::string& path, int reason);

} // namespace warploom
