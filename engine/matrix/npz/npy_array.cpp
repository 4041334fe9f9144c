#include "engine/matrix/npz/npy_array.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

namespace warploom {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 40;

/// Parses the header of a NumPy array, which is a Python dictionary with three keys. Rejects any other Python syntax.
class Head {
public:
    Head(const std::string& text, const std::string& where)
        : at_(text.data()), end_(text.data() + text.size()), where_(where) {}

    /// Throws Error("file.malformed"). `problem` is a complete sentence.
    [[noreturn]] void refuse(const std::string& problem) const {
        throw Error(
            "file.malformed",
            sentence("{array} is not a valid NumPy array. {problem}", {{"array", where_}, {"problem", problem}}),
            sentence("Save the matrix again with scipy.sparse.save_npz."));
    }
    bool next_is(char c) {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\n')) ++at_;
        if (at_ == end_ || *at_ != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!next_is(c))
            refuse(sentence("'{character}' is missing from its header.", {{"character", std::string(1, c)}}));
    }
    std::string quoted() {
        const char quote = next_is('\'') ? '\'' : next_is('"') ? '"' : '\0';
        if (quote == '\0') refuse(sentence("A string is missing from its header."));
        const char* const begin = at_;
        while (at_ != end_ && *at_ != quote) ++at_;
        if (at_ == end_) refuse(sentence("Its header is truncated."));
        return {begin, at_++};
    }
    bool flag() {
        for (const auto& [word, value] : {std::pair("True", true), std::pair("False", false)}) {
            next_is('\0');
            const std::size_t length = std::strlen(word);
            if (static_cast<std::size_t>(end_ - at_) >= length && std::strncmp(at_, word, length) == 0) {
                at_ += length;
                return value;
            }
        }
        refuse(sentence("True or False is missing from its header."));
    }
    std::vector<std::int64_t> shape() {
        std::vector<std::int64_t> sizes;
        constexpr std::size_t most_dimensions = 3;
        expect('(');
        while (!next_is(')')) {
            std::int64_t size = -1;
            next_is('\0');
            const auto read = std::from_chars(at_, end_, size);
            if (read.ec != std::errc() || size < 0 || size > most_elements)
                refuse(sentence("Its shape is not a list of sizes."));
            at_ = read.ptr;
            next_is('L'); // skip the suffix L that Python 2 writes after long integers
            sizes.push_back(size);
            if (sizes.size() > most_dimensions) refuse(sentence("It has more than three dimensions."));
            if (next_is(')')) break;
            expect(',');
        }
        return sizes;
    }

private:
    const char* at_;
    const char* end_;
    const std::string& where_;
};

} // namespace

NpyArray::NpyArray(std::string bytes, const std::string& where) : bytes_(std::move(bytes)) {
    constexpr std::size_t first = 10;
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes_[at])); };
    const std::string nothing;
    if (bytes_.size() < first + 2 || bytes_.compare(0, 6, "\x93NUMPY") != 0)
        Head(nothing, where).refuse(sentence("The magic string is missing."));
    const std::size_t version = byte(6);
    if (version < 1 || version > 3)
        Head(nothing, where).refuse(sentence("Format version {version} is not supported.", {{"version", version}}));
    const std::size_t head =
        version == 1 ? byte(8) + 256 * byte(9) : byte(8) + 256 * byte(9) + 65536 * byte(10) + 16777216 * byte(11);
    begin_ = (version == 1 ? first : first + 2) + head;
    constexpr std::size_t longest_head = 65536;
    if (head > longest_head || begin_ > bytes_.size())
        Head(nothing, where).refuse(sentence("Its header is truncated."));
    const std::string text = bytes_.substr(begin_ - head, head);
    Head in(text, where);
    std::string type;
    in.expect('{');
    while (!in.next_is('}')) {
        const std::string key = in.quoted();
        in.expect(':');
        if (key == "descr") type = in.quoted();
        else if (key == "fortran_order") by_columns_ = in.flag();
        else if (key == "shape") shape_ = in.shape();
        else in.refuse(sentence("Its header contains the unknown key '{key}'.", {{"key", key}}));
        if (!in.next_is(',')) {
            in.expect('}');
            break;
        }
    }
    if (type.size() < 2) in.refuse(sentence("Its header does not specify the data type."));
    kind_ = type[1];
    element_bytes_ = 0;
    std::from_chars(type.data() + 2, type.data() + type.size(), element_bytes_);
    const auto unsupported = [&](const std::string& problem) {
        throw Error("file.unsupported",
                    sentence("{array} cannot be read. {problem}", {{"array", where}, {"problem", problem}}),
                    sentence("Convert the matrix with A.astype(float), and save it with scipy.sparse.save_npz."));
    };
    if (type[0] == '>') unsupported(sentence("Its numbers are stored in big-endian order."));
    if (kind_ == 'O') unsupported(sentence("It contains Python objects, which are not loaded for security reasons."));
    if (kind_ == 'c') unsupported(sentence("Its numbers are complex."));
    const auto is_size = [&](std::initializer_list<int> sizes) {
        for (const int size : sizes)
            if (element_bytes_ == size) return true;
        return false;
    };
    constexpr int longest_text = 64;
    const bool is_known = kind_ == 'f'                   ? is_size({4, 8})
                          : kind_ == 'i' || kind_ == 'u' ? is_size({1, 2, 4, 8})
                          : kind_ == 'b'                 ? is_size({1})
                          : is_text()                    ? element_bytes_ > 0 && element_bytes_ <= longest_text
                                                         : false;
    if (!is_known) unsupported(sentence("Its data type '{type}' is not supported.", {{"type", type}}));
    if (kind_ == 'U') element_bytes_ *= 4;
    for (const std::int64_t each : shape_) {
        if (each != 0 && size_ > most_elements / each) in.refuse(sentence("Its shape is too large."));
        size_ *= each;
    }
    if (bytes_.size() - begin_ != static_cast<std::size_t>(size_) * static_cast<std::size_t>(element_bytes_))
        in.refuse(sentence("Its shape requires {count} elements of {size} bytes each, but it contains {bytes} bytes.",
                           {{"count", size_}, {"size", element_bytes_}, {"bytes", bytes_.size() - begin_}}));
}

const char* NpyArray::element(std::int64_t at) const {
    if (by_columns_ && shape_.size() > 1) { // in column-major order, the first index varies fastest
        std::int64_t place = 0, rest = at, stride = size_;
        for (std::size_t d = shape_.size(); d-- > 0;) {
            stride /= shape_[d];
            place += rest % shape_[d] * stride;
            rest /= shape_[d];
        }
        at = place;
    }
    return bytes_.data() + begin_ + static_cast<std::size_t>(at) * static_cast<std::size_t>(element_bytes_);
}

std::int64_t NpyArray::whole(std::int64_t at) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, element(at), static_cast<std::size_t>(element_bytes_));
    if (kind_ == 'u' || kind_ == 'b')
        return bits > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                   ? -1
                   : static_cast<std::int64_t>(bits);
    const int shift = 64 - 8 * element_bytes_;
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

double NpyArray::number(std::int64_t at) const {
    if (kind_ != 'f') return static_cast<double>(whole(at));
    if (element_bytes_ == 4) {
        float value = 0;
        std::memcpy(&value, element(at), sizeof value);
        return static_cast<double>(value);
    }
    double value = 0;
    std::memcpy(&value, element(at), sizeof value);
    return value;
}

std::string NpyArray::text() const {
    std::string made;
    const int step = kind_ == 'U' ? 4 : 1;
    for (int i = 0; i < element_bytes_; i += step) {
        const char letter = bytes_[begin_ + static_cast<std::size_t>(i)];
        if (letter == '\0') break;
        made += letter;
    }
    return made;
}

} // namespace warploom
