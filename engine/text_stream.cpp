#include "engine/text_stream.h"

#include "engine/error.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace warploom {

namespace {

constexpr std::size_t packed_step = std::size_t{256} << 10;

// Text of numbers shrinks to a third, the most regular of patterns to a hundredth; deflate itself ends at 1032.
constexpr std::int64_t most_growth = 200;
constexpr std::int64_t growth_is_free = std::int64_t{16} << 20;

} // namespace

std::size_t read_at(const RegularFile& file, char* to, std::size_t most, std::int64_t offset) {
    std::size_t got = 0;
    while (got < most) {
        const ssize_t count = ::pread(file.descriptor(), to + got, most - got, offset + static_cast<std::int64_t>(got));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) file.refuse_with_errno();
        if (count == 0) break;
        got += static_cast<std::size_t>(count);
    }
    return got;
}

class TextStream::Inflation {
public:
    explicit Inflation(TextStream& text) : text_(text), input_(packed_step) {
        constexpr int gzip_only = 16 + MAX_WBITS;
        if (inflateInit2(&stream_, gzip_only) != Z_OK) no_memory();
    }
    ~Inflation() { inflateEnd(&stream_); }

    std::size_t read(char* to, std::size_t most) {
        std::size_t given = 0;
        while (given < most && has_more()) {
            const std::size_t step = std::min(most - given, packed_step);
            stream_.next_out = reinterpret_cast<Bytef*>(to + given);
            stream_.avail_out = static_cast<uInt>(step);
            const int status = inflate(&stream_, Z_NO_FLUSH);
            given += step - stream_.avail_out;
            given_ += static_cast<std::int64_t>(step - stream_.avail_out);
            if (status == Z_STREAM_END) member_ended_ = true;
            else if (status == Z_MEM_ERROR) no_memory();
            else if (status != Z_OK && status != Z_BUF_ERROR) damaged("is damaged near byte " + place());
            if (given_ > growth_is_free && given_ > most_growth * used()) too_large();
        }
        return given;
    }

private:
    /// Whether there is input to inflate; at the end of a member the next one is looked for, because gzip files may be
    /// joined end to end, and zeros pad tape blocks.
    bool has_more() {
        while (stream_.avail_in > 0 || fill()) {
            if (!member_ended_) return true;
            while (stream_.avail_in > 0 && *stream_.next_in == 0) ++stream_.next_in, --stream_.avail_in;
            if (stream_.avail_in == 0) continue;
            inflateReset(&stream_);
            member_ended_ = false;
        }
        if (!member_ended_) damaged("ends before its end, after " + place() + " bytes");
        return false;
    }

    bool fill() {
        stream_.avail_in = static_cast<uInt>(text_.take(input_.data(), input_.size()));
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        return stream_.avail_in > 0;
    }

    std::int64_t used() const { return text_.taken_ - stream_.avail_in; }
    std::string place() const { return std::to_string(used()); }

    [[noreturn]] void no_memory() const {
        throw Error("memory.limit", "There is no memory to inflate " + text_.path_ + ".");
    }
    [[noreturn]] void damaged(const std::string& what) const {
        throw Error("file.malformed", text_.path_ + ": the gzip data " + what + ".",
                    "Fetch or compress the file again.");
    }
    [[noreturn]] void too_large() const {
        throw Error("file.large",
                    text_.path_ + ": the gzip data grows to more than " + std::to_string(most_growth) +
                        " times its size, as no matrix or network does.",
                    "If it is what you want, inflate it with gunzip, and open the file that this gives.");
    }

    TextStream& text_;
    std::vector<char> input_;
    z_stream stream_{};
    bool member_ended_ = false;
    std::int64_t given_ = 0;
};

TextStream::TextStream(const RegularFile& file, const std::string& path) : file_(file), path_(path) {
    char first[2];
    if (read_at(file, first, 2, 0) == 2 && first[0] == '\x1f' && first[1] == '\x8b')
        inflation_ = std::make_unique<Inflation>(*this);
}

TextStream::~TextStream() = default;

std::size_t TextStream::take(char* to, std::size_t most) {
    const std::size_t got = read_at(file_, to, most, taken_);
    taken_ += static_cast<std::int64_t>(got);
    return got;
}

std::size_t TextStream::read(char* to, std::size_t most) {
    return inflation_ ? inflation_->read(to, most) : take(to, most);
}

} // namespace warploom
