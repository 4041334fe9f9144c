#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warploom {

/// A file that appears under its name when it is finished, and not at all otherwise: a reader never sees a half, and a
/// disk that fills up costs nothing that was there before. A link stays a link: the file that it names is the one to
/// replace, or to make. A file that is replaced keeps its mode, and its owner and group where this user may give them.
/// What exists under the name and is no file (a device, a pipe) is written to as it stands; a folder and a file that
/// this user may not write to are refused. Errors: "file.write" with the path, the system's reason and what to try.
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

/// Refuses now what write_whole_file() would refuse after hours of work, and leaves everything as it is.
void require_writable(const std::string& path);

/// How a refused path is reported. `reason`: the errno of the call that failed.
[[noreturn]] void refuse_writing(const std::string& path, int reason);

} // namespace warploom
