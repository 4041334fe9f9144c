#include "engine/matrix/matrix_market_header.h"

#include "engine/matrix/file_kind.h"
#include "engine/matrix/number_parser.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace warploom {

namespace {

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

/// Returns the first lines of a Matrix Market file without their line endings. Reads more of the file as needed.
class HeaderLines {
public:
    HeaderLines(const std::string& path, const TextFile& file) : path_(path), file_(file) { read(first_head); }

    bool next(std::string_view& line) {
        std::size_t end = text_.find('\n', offset_);
        while (end == std::string::npos && !is_whole_) {
            if (text_.size() - offset_ > longest_line || text_.size() >= longest_head)
                throw malformed(path_, number_ + 1,
                                sentence("Expected the banner and the size line within the first {head} of the file, "
                                         "in lines of at most {line}.",
                                         {{"head", bytes_text(longest_head)}, {"line", bytes_text(longest_line)}}));
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

/// Parses a word as an integer. Returns std::nullopt if it is not an integer or does not fit in 64 bits.
std::optional<std::int64_t> whole_number(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    if (!word.empty() && word.front() == '+') return std::nullopt;
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

void parse_banner(const std::string& path, std::string_view line, MarketHeader& header) {
    const auto refuse = [&](const std::string& problem) { return malformed(path, 1, problem); };
    if (line.find('\r') < line.size() - 1)
        throw refuse(sentence("The line contains a stray carriage return. Lines must end in \\n or \\r\\n."));
    const auto words = words_of(line);
    if (words.empty() || !same_word(words[0], "%%matrixmarket"))
        throw refuse(
            sentence("Expected a banner such as '%%MatrixMarket matrix coordinate real general', found {found}.",
                     {{"found", quoted(line)}}));
    if (words.size() != 5)
        throw refuse(sentence("Expected a banner of 5 words (%%MatrixMarket, object, format, field, symmetry), found "
                              "{count} {count:word|words}: {found}",
                              {{"count", words.size()}, {"found", quoted(line)}}));

    const auto object = look_up<bool>(words[1], {{"matrix", false}, {"vector", true}});
    if (!object)
        throw refuse(sentence("Unknown object {object}. Expected matrix or vector.", {{"object", quoted(words[1])}}));
    const auto format = look_up<bool>(words[2], {{"coordinate", false}, {"array", true}});
    if (!format)
        throw refuse(
            sentence("Unknown format {format}. Expected coordinate or array.", {{"format", quoted(words[2])}}));
    const auto field = look_up<Field>(words[3], {{"real", Field::real},
                                                 {"double", Field::real},
                                                 {"integer", Field::integer},
                                                 {"complex", Field::complex},
                                                 {"pattern", Field::pattern}});
    if (!field)
        throw refuse(sentence("Unknown field {field}. Expected real, integer, complex or pattern.",
                              {{"field", quoted(words[3])}}));
    const auto symmetry = look_up<Symmetry>(words[4], {{"general", Symmetry::general},
                                                       {"symmetric", Symmetry::symmetric},
                                                       {"skew-symmetric", Symmetry::skew_symmetric},
                                                       {"hermitian", Symmetry::hermitian}});
    if (!symmetry)
        throw refuse(sentence("Unknown symmetry {symmetry}. Expected general, symmetric, skew-symmetric or hermitian.",
                              {{"symmetry", quoted(words[4])}}));
    header.vector = *object;
    header.array = *format;
    header.field = *field;
    header.symmetry = *symmetry;
    if (header.array && header.field == Field::pattern)
        throw refuse(sentence("An array cannot have the field pattern. Expected real, integer or complex."));
    if (header.symmetry == Symmetry::hermitian && header.field != Field::complex)
        throw refuse(sentence("A hermitian matrix cannot have the field {field}. Expected complex.",
                              {{"field", to_string(header.field)}}));
    if (header.symmetry == Symmetry::skew_symmetric && header.field == Field::pattern)
        throw refuse(sentence(
            "A matrix with the field pattern has no signs, so it cannot be skew-symmetric. Expected general or "
            "symmetric."));
    if (header.vector && header.symmetry != Symmetry::general)
        throw refuse(
            sentence("A vector cannot be {symmetry}. Expected general.", {{"symmetry", to_string(header.symmetry)}}));
}

/// Returns the number of values stored in a Matrix Market array with these dimensions, or -1 if the number does not fit
/// in 64 bits.
std::int64_t array_values(const MarketHeader& header) {
    __extension__ using wide = __int128;
    wide count = static_cast<wide>(header.rows) * header.cols;
    if (header.symmetry == Symmetry::skew_symmetric) count = static_cast<wide>(header.rows) * (header.rows - 1) / 2;
    else if (header.symmetry != Symmetry::general) count = static_cast<wide>(header.rows) * (header.rows + 1) / 2;
    return count > std::numeric_limits<std::int64_t>::max() ? -1 : static_cast<std::int64_t>(count);
}

/// Returns a description of the numbers that the size line of a Matrix Market file must contain.
std::string size_names(const MarketHeader& header) {
    if (header.vector) return header.array ? sentence("length") : sentence("length, entries");
    return header.array ? sentence("rows, columns") : sentence("rows, columns, entries");
}

void parse_size_line(const std::string& path, std::int64_t number, std::string_view line, MarketHeader& header) {
    const auto refuse = [&](const std::string& problem) { return malformed(path, number, problem); };
    const auto words = words_of(line);
    const std::size_t wanted = (header.vector ? 1u : 2u) + (header.array ? 0u : 1u);
    if (words.size() != wanted)
        throw refuse(sentence(
            "Expected a size line with {wanted} {wanted:number|numbers} ({names}), found {count}: {found}",
            {{"wanted", wanted}, {"names", size_names(header)}, {"count", words.size()}, {"found", quoted(line)}}));
    std::vector<std::int64_t> sizes;
    for (const std::string_view word : words) {
        const auto size = whole_number(word);
        if (!size)
            throw refuse(sentence("Expected integers below 2^63 ({names}), found {found}.",
                                  {{"names", size_names(header)}, {"found", quoted(word)}}));
        if (*size < 0)
            throw refuse(sentence("Sizes must not be negative ({names}), but found {found}.",
                                  {{"names", size_names(header)}, {"found", quoted(word)}}));
        sizes.push_back(*size);
    }
    header.rows = sizes[0];
    header.cols = header.vector ? 1 : sizes[1];
    if (header.symmetry != Symmetry::general && header.rows != header.cols)
        throw refuse(
            sentence("Expected a square matrix, because the banner specifies {symmetry}; found {rows} x {cols}.",
                     {{"symmetry", to_string(header.symmetry)}, {"rows", header.rows}, {"cols", header.cols}}));
    header.entries = header.array ? array_values(header) : sizes.back();
    header.size_line = number;
}

} // namespace

std::int64_t most_entries(const TextFile& file, const MarketHeader& header) {
    const std::int64_t bytes = file.file_bytes() * (file.is_compressed() ? 1032 : 1) + 1;
    return bytes / (2 * (header.indices() + header.values()));
}

Error malformed(const std::string& path, std::int64_t line, const std::string& problem) {
    return Error("file.malformed",
                 sentence("{file}, line {line}: {problem}", {{"file", path}, {"line", line}, {"problem", problem}}),
                 sentence("Correct this line, or export the file again."));
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
        throw malformed(
            path, 1,
            sentence("The file is empty. Expected a banner such as '%%MatrixMarket matrix coordinate real general'."));
    if (line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3); // remove the byte order mark that some editors write
    if (!line.starts_with("%%"))
        if (const auto kind = foreign_file_kind(file.head(std::size_t{4} << 10)))
            throw Error("file.malformed", malformed(path, lines.number(), kind->sentence).what(), kind->hint);
    parse_banner(path, line, header);
    while (lines.next(line)) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '%') continue;
        parse_size_line(path, lines.number(), line.substr(0, longest_header_line), header);
        header.data_begin = lines.offset();
        return header;
    }
    throw malformed(
        path, std::max<std::int64_t>(1, lines.number()),
        sentence("The file ends too early. Expected a size line ({names}).", {{"names", size_names(header)}}));
}

namespace {
/// Returns a description of the numbers that a data line of a Matrix Market file must contain.
std::string data_names(const MarketHeader& header) {
    const int values = header.values();
    if (header.array) return values == 2 ? sentence("real part, imaginary part") : sentence("value");
    if (header.vector)
        return values == 0   ? sentence("index")
               : values == 1 ? sentence("index, value")
                             : sentence("index, real part, imaginary part");
    return values == 0   ? sentence("row, column")
           : values == 1 ? sentence("row, column, value")
                         : sentence("row, column, real part, imaginary part");
}
} // namespace

std::string explain_bad_line(const MarketHeader& header, std::string_view line) {
    const auto words = words_of(line.substr(0, longest_header_line));
    const auto indices = static_cast<std::size_t>(header.indices()), values = static_cast<std::size_t>(header.values());
    if (words.size() != indices + values)
        return sentence("Expected {wanted} {wanted:number|numbers} ({names}), found {count}: {found}",
                        {{"wanted", indices + values},
                         {"names", data_names(header)},
                         {"count", words.size()},
                         {"found", quoted(line)}});
    for (std::size_t k = 0; k < indices; ++k) {
        const std::int64_t most = k == 0 ? header.rows : header.cols;
        const auto index = whole_number(words[k]);
        if (index && *index >= 1 && *index <= most) continue;
        if (header.vector)
            return sentence("Expected an index from 1 to {most}, found {found}.",
                            {{"most", most}, {"found", quoted(words[k])}});
        if (k == 0)
            return sentence("Expected a row index from 1 to {most}, found {found}.",
                            {{"most", most}, {"found", quoted(words[k])}});
        return sentence("Expected a column index from 1 to {most}, found {found}.",
                        {{"most", most}, {"found", quoted(words[k])}});
    }
    for (std::size_t k = indices; k < words.size(); ++k) {
        std::string padded(words[k]);
        padded += "\n        "; // the number parsers read a few bytes beyond the text
        const char* p = padded.c_str();
        double number = 0;
        if (header.field == Field::integer ? parse_integer(p, number) : parse_real(p, number)) continue;
        if (header.field == Field::integer)
            return sentence("Expected an integer value, found {found}.", {{"found", quoted(words[k])}});
        return sentence("Expected a value in the range of double, found {found}.", {{"found", quoted(words[k])}});
    }
    return sentence("Expected {names}, found {found}.", {{"names", data_names(header)}, {"found", quoted(line)}});
}

} // namespace warploom
