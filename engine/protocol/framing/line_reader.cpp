#include "engine/protocol/framing/line_reader.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace warploom::protocol {

LineReader::Status LineReader::next(std::string& line) {
    line.clear();
    bool is_too_long = false;
    bool has_text = false;
    for (;;) {
        if (begin_ == end_) {
            begin_ = 0;
            end_ = read_(chunk_.data(), chunk_.size());
            if (end_ == 0) return is_too_long ? Status::too_long : has_text ? Status::partial : Status::end;
        }
        const char* const first = chunk_.data() + begin_;
        const char* const last = chunk_.data() + end_;
        const auto* const found = static_cast<const char*>(std::memchr(first, '\n', end_ - begin_));
        const char* const newline = found != nullptr ? found : last;
        const auto length = static_cast<std::size_t>(newline - first);
        has_text = true;
        if (!is_too_long && line.size() + length > limit_) {
            is_too_long = true;
            std::string().swap(line); // unlike clear(), swap() frees the memory of the string
        }
        if (!is_too_long) line.append(first, newline);
        begin_ += length;
        if (newline == last) continue;
        ++begin_;
        if (!line.empty() && line.back() == '\r') line.pop_back();
        return is_too_long ? Status::too_long : Status::line;
    }
}

std::size_t read_descriptor(int descriptor, char* buffer, std::size_t size) {
    for (;;) {
        const ssize_t received = ::read(descriptor, buffer, size);
        if (received >= 0) return static_cast<std::size_t>(received);
        if (errno != EINTR) return 0;
    }
}

} // namespace warploom::protocol
