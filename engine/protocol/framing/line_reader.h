#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warploom::protocol {

/// Splits a stream into lines. Memory usage is limited to one line of the maximum length, even if the stream contains
/// longer lines.
class LineReader {
public:
    enum class Status {
        line,     ///< a complete line without its `\n` or `\r\n`
        too_long, ///< a line was skipped because it exceeded the length limit
        partial,  ///< the stream ended in the middle of a line; `line` contains the incomplete line
        end       ///< the stream ended after a complete line, or failed
    };
    static constexpr std::size_t longest_line = 16 * 1024 * 1024;

    /// Constructs a reader. `read` fills a buffer and returns the number of bytes read, or 0 at the end of the stream.
    explicit LineReader(std::function<std::size_t(char* buffer, std::size_t size)> read,
                        std::size_t limit = longest_line)
        : read_(std::move(read)), limit_(limit), chunk_(64 * 1024) {}

    Status next(std::string& line);

private:
    std::function<std::size_t(char*, std::size_t)> read_;
    std::size_t limit_;
    std::vector<char> chunk_;
    std::size_t begin_ = 0, end_ = 0; ///< bounds of the unread bytes in `chunk_`
};

/// Reads from a file descriptor, and retries if a signal interrupts the call. Returns the number of bytes read, or 0 at
/// the end of the file or after an error.
std::size_t read_descriptor(int descriptor, char* buffer, std::size_t size);

} // namespace warploom::protocol
