#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace warploom::protocol {

/// Splits a stream into lines and never holds more than one line of the allowed length, however long the lines are
/// that it is sent.
class LineReader {
public:
    enum class Status {
        line,     ///< a whole line, without its end (`\n` or `\r\n`)
        too_long, ///< a line over the limit was skipped to its end; its text is lost
        partial,  ///< the stream ended within a line; the text is its beginning
        end       ///< the stream ended after a whole line, or failed
    };
    static constexpr std::size_t longest_line = 16 * 1024 * 1024;

    /// `read` fills a buffer and gives the number of bytes, 0 at the end.
    explicit LineReader(std::function<std::size_t(char* buffer, std::size_t size)> read,
                        std::size_t limit = longest_line)
        : read_(std::move(read)), limit_(limit), chunk_(64 * 1024) {}

    Status next(std::string& line);

private:
    std::function<std::size_t(char*, std::size_t)> read_;
    std::size_t limit_;
    std::vector<char> chunk_;
    std::size_t begin_ = 0, end_ = 0; ///< the rest of the chunk
};

/// Reads a file descriptor, going on after interruptions; an error reads as the end.
std::size_t read_descriptor(int descriptor, char* buffer, std::size_t size);

} // namespace warploom::protocol
