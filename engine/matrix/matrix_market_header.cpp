#include "engine/matrix/matrix_market_header.h"

#include "engine/matrix/number_parser.h"
#include "engine/memory.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace warploom {

namespace {

constexpr const char* banner_form = "'%%MatrixMarket matrix coordinate real general' or the like";
constexpr std::size_t longest_header_line = 4096;

bool same_word(std::string_view word, std::string_view lower_case) {
    return std::equal(word.begin(), word.end(), lower_case.begin(), lower_case.end(),
                      [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

template <class Value> using Names = std::initializer_list<std::pair<const char*, Value>>;

template <class Value> std::optional<Value> look_up(std::string_view word, Names<Value> names) {
    for (const auto& [name, value] : names)
        if (same_word(word, name)) return value;
    return std::nullopt;
}

/// Returns the first lines of a text one at a time, without newlines, and reads more as needed.
class HeaderLines {
public:
    HeaderLines(const std::string& path, const TextFile& file) : path_(path), file_(file) { read(first_head); }

    bool next(std::string_view& line) {
        std::size_t end = text_.find('\n', offset_);
        while (end == std::string::npos && !is_whole_) {
            if (text_.size() - offset_ > longest_line || text_.size() >= longest_head)
                throw malformed(path_, number_ + 1,
                                "expected a banner and a size line within the first " + bytes_text(longest_head) +
                                    ", in lines of at most " + bytes_text(longest_line) + ", found a longer text");
            read(std::min(longest_head, 4 * text_.size()));
            end = text_.find('\n', offset_);
        }
        if (offset_ >= text_.size()) return false;
        end = std::min(end, text_.size());
        line = std::string_view(text_).substr(offset_, end - offset_);
        offset_ = std::min(text_.size(), end + 1);
        ++number_;
        return true;
    }

    std::int64_t number() const { return number_; }
    std::size_t offset() const { return offset_; }

private:
    static constexpr std::size_t first_head = std::size_t{64} << 10, longest_head = std::size_t{16} << 20;

    void read(std::size_t bytes) {
        text_ = file_.head(bytes);
        is_whole_ = text_.size() < bytes;
    }

    const std::string& path_;
    const TextFile& file_;
    std::string text_;
    bool is_whole_ = false;
    std::size_t offset_ = 0;
    std::int64_t number_ = 0;
};

/// Parses a word as an integer; nothing if it is not an integer or exceeds 64 bits.
std::optional<std::int64_t> whole_number(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    if (!word.empty() && word.front() == '+') return std::nullopt;
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

void parse_banner(const std::string& path, std::string_view line, MarketHeader& header) {
    const auto refuse = [&](const std::string& what) { return malformed(path, 1, what); };
    if (line.find('\r') < line.size() - 1)
        throw refuse("carriage returns stand inside the first line; lines that end in \\n or \\r\\n were expected");
    const auto words = words_of(line);
    if (words.empty() || !same_word(words[0], "%%matrixmarket"))
        throw refuse(std::string("expected the banner ") + banner_form + ", found " + quoted(line));
    if (words.size() != 5)
        throw refuse("expected a banner of 5 words (%%MatrixMarket, object, format, field, symmetry), found " +
                     std::to_string(words.size()) + ": " + quoted(line));

    const auto object = look_up<bool>(words[1], {{"matrix", false}, {"vector", true}});
    if (!object) throw refuse("object " + quoted(words[1]) + " is not known; expected matrix (or vector)");
    const auto format = look_up<bool>(words[2], {{"coordinate", false}, {"array", true}});
    if (!format) throw refuse("format " + quoted(words[2]) + " is not known; expected coordinate or array");
    const auto field = look_up<Field>(words[3], {{"real", Field::real},
                                                 {"double", Field::real},
                                                 {"integer", Field::integer},
                                                 {"complex", Field::complex},
                                                 {"pattern", Field::pattern}});
    if (!field) throw refuse("field " + quoted(words[3]) + " is not known; expected real, integer, complex or pattern");
    const auto symmetry = look_up<Symmetry>(words[4], {{"general", Symmetry::general},
                                                       {"symmetric", Symmetry::symmetric},
                                                       {"skew-symmetric", Symmetry::skew_symmetric},
                                                       {"hermitian", Symmetry::hermitian}});
    if (!symmetry)
        throw refuse("symmetry " + quoted(words[4]) +
                     " is not known; expected general, symmetric, skew-symmetric or hermitian");
    header.vector = *object;
    header.array = *format;
    header.field = *field;
    header.symmetry = *symmetry;
    if (header.array && header.field == Field::pattern)
        throw refuse("an array of field pattern holds nothing; expected real, integer or complex");
    if (header.symmetry == Symmetry::hermitian && header.field != Field::complex)
        throw refuse(std::string("hermitian was found with field ") + to_string(header.field) + "; expected complex");
    if (header.symmetry == Symmetry::skew_symmetric && header.field == Field::pattern)
        throw refuse("skew-symmetric was found with field pattern, which has no signs; expected general or symmetric");
    if (header.vector && header.symmetry != Symmetry::general)
        throw refuse(std::string("a vector cannot be ") + to_string(header.symmetry) + "; expected general");
}

/// Returns the number of values stored in an array of this shape; -1 if it exceeds 64 bits.
std::int64_t array_values(const MarketHeader& header) {
    __extension__ using wide = __int128;
    wide count = static_cast<wide>(header.rows) * header.cols;
    if (header.symmetry == Symmetry::skew_symmetric) count = static_cast<wide>(header.rows) * (header.rows - 1) / 2;
    else if (header.symmetry != Symmetry::general) count = static_cast<wide>(header.rows) * (header.rows + 1) / 2;
    return count > std::numeric_limits<std::int64_t>::max() ? -1 : static_cast<std::int64_t>(count);
}

void parse_size_line(const std::string& path, std::int64_t number, std::string_view line, MarketHeader& header) {
    const auto refuse = [&](const std::string& what) { return malformed(path, number, what); };
    const auto words = words_of(line);
    const std::size_t wanted = (header.vector ? 1u : 2u) + (header.array ? 0u : 1u);
    std::string names = header.vector ? "length" : "rows, columns";
    if (!header.array) names += ", entries";
    if (words.size() != wanted)
        throw refuse("expected a size line of " + std::to_string(wanted) + " numbers (" + names + "), found " +
                     std::to_string(words.size()) + ": " + quoted(line));
    std::vector<std::int64_t> sizes;
    for (const std::string_view word : words) {
        const auto size = whole_number(word);
        if (!size) throw refuse("expected whole numbers below 2^63 (" + names + "), found " + quoted(word));
        if (*size < 0) throw refuse("expected sizes of at least 0 (" + names + "), found " + quoted(word));
        sizes.push_back(*size);
    }
    header.rows = sizes[0];
    header.cols = header.vector ? 1 : sizes[1];
    if (header.symmetry != Symmetry::general && header.rows != header.cols)
        throw refuse(std::string("expected a square matrix, because the banner says ") + to_string(header.symmetry) +
                     ", found " + std::to_string(header.rows) + " x " + std::to_string(header.cols));
    header.entries = header.array ? array_values(header) : sizes.back();
    header.size_line = number;
}

} // namespace

std::int64_t most_entries(const TextFile& file, const MarketHeader& header) {
    const std::int64_t bytes = file.file_bytes() * (file.is_compressed() ? 1032 : 1) + 1;
    return bytes / (2 * (header.indices() + header.values()));
}

Error malformed(const std::string& path, std::int64_t line, const std::string& what) {
    return Error("file.malformed", path + ", line " + std::to_string(line) + ": " + what + ".",
                 "Correct that line, or export the file again.");
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    constexpr std::string_view blanks = " \t\r";
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.size(), line.find_first_of(blanks, begin));
        words.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(blanks, end);
    }
    return words;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 60;
    while (!text.empty() && (text.back() == '\r' || is_blank(text.back()))) text.remove_suffix(1);
    std::string result = "'";
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        result += byte == '\t' ? ' ' : byte < 32 || byte >= 127 ? '?' : c;
    }
    return result + (text.size() > longest ? "...'" : "'");
}

MarketHeader read_market_header(const std::string& path, const TextFile& file) {
    MarketHeader header;
    HeaderLines lines(path, file);
    std::string_view line;
    if (!lines.next(line))
        throw malformed(path, 1, std::string("the file is empty; expected the banner ") + banner_form);
    if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3); // some editors write a byte order mark
    parse_banner(path, line, header);
    while (lines.next(line)) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '%') continue;
        parse_size_line(path, lines.number(), line.substr(0, longest_header_line), header);
        header.data_begin = lines.offset();
        return header;
    }
    throw malformed(path, std::max<std::int64_t>(1, lines.number()),
                    "the file ends here, but a size line (rows, columns" +
                        std::string(header.array ? ")" : ", entries)") + " was expected");
}

std::string explain_bad_line(const MarketHeader& header, std::string_view line) {
    const auto words = words_of(line.substr(0, longest_header_line));
    const auto indices = static_cast<std::size_t>(header.indices()), values = static_cast<std::size_t>(header.values());
    std::string names = header.array ? "" : header.vector ? "index" : "row, column";
    if (values > 0)
        names += std::string(names.empty() ? "" : ", ") + (values == 1 ? "value" : "real part, imaginary part");
    if (words.size() != indices + values)
        return "expected " + std::to_string(indices + values) + (indices + values == 1 ? " number (" : " numbers (") +
               names + "), found " + std::to_string(words.size()) + ": " + quoted(line);
    for (std::size_t k = 0; k < indices; ++k) {
        const char* name = header.vector ? "an index" : k == 0 ? "a row index" : "a column index";
        const std::int64_t most = k == 0 ? header.rows : header.cols;
        const auto index = whole_number(words[k]);
        if (!index || *index < 1 || *index > most)
            return std::string("expected ") + name + " from 1 to " + std::to_string(most) + " in a matrix of " +
                   std::to_string(header.rows) + " x " + std::to_string(header.cols) + ", found " + quoted(words[k]);
    }
    for (std::size_t k = indices; k < words.size(); ++k) {
        std::string padded(words[k]);
        padded += "\n        "; // the number parsers require padding
        const char* p = padded.c_str();
        double number = 0;
        if (header.field == Field::integer ? parse_integer(p, number) : parse_real(p, number)) continue;
        return std::string("expected ") +
               (header.field == Field::integer ? "a whole number" : "a number within the range of double") +
               " as value, found " + quoted(words[k]);
    }
    return "expected " + names + ", found " + quoted(line);
}

} // namespace warploom
