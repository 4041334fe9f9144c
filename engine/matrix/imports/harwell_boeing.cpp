#include "engine/matrix/imports/entry_list.h"
#include "engine/matrix/imports/import_source.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace warploom::imports {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// A Fortran format specification with one repeated edit descriptor, such as (16I5) or (1P,4E20.12).
struct FortranFormat {
    int repeat = 1, width = 0, decimals = 0, scale = 0;
};

std::optional<FortranFormat> parse_format(std::string_view text) {
    std::string compact;
    for (const char c : text)
        if (c != ' ' && c != ',') compact += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (compact.size() < 3 || compact.front() != '(' || compact.back() != ')') return std::nullopt;
    const char* at = compact.c_str() + 1;
    const auto whole = [&at](int fallback) {
        int number = 0;
        const char* const begin = at;
        while (std::isdigit(static_cast<unsigned char>(*at)) != 0 && number < 10000) number = 10 * number + *at++ - '0';
        return at == begin ? fallback : number;
    };
    FortranFormat format;
    const bool is_negative = *at == '-';
    if (is_negative) ++at;
    format.repeat = whole(1);
    if (*at == 'P') {
        format.scale = is_negative ? -format.repeat : format.repeat;
        ++at;
        format.repeat = whole(1);
    } else if (is_negative) {
        return std::nullopt;
    }
    if (std::string_view("IEDFG").find(*at) == std::string_view::npos) return std::nullopt;
    ++at;
    format.width = whole(0);
    if (*at == '.') {
        ++at;
        format.decimals = whole(0);
    }
    if (*at == 'E') { // skip the exponent width, which matters only when writing numbers
        ++at;
        whole(0);
    }
    if (*at != ')' || at[1] != '\0' || format.width < 1 || format.repeat < 1) return std::nullopt;
    return format;
}

/// Reads fixed-width fields from consecutive lines.
class FieldReader {
public:
    FieldReader(Lines& lines, FortranFormat format, std::string expected)
        : lines_(lines), format_(format), expected_(std::move(expected)) {}

    std::int64_t whole() {
        const std::string_view field = next();
        std::int64_t number = 0;
        if (!parse_whole(field, number)) refuse(field);
        return number;
    }
    double real() {
        const std::string_view field = next();
        if (is_short_ && lines_.is_cut()) refuse({}); // the file is truncated, so a number at its end may be incomplete
        const std::size_t sign = field.find_last_of("+-");
        const bool has_exponent =
            field.find_first_of("eEdD") != std::string_view::npos || (sign != std::string_view::npos && sign > 0);
        // As in Fortran, a field without a decimal point has implied decimal places, and a scale factor applies only to
        // fields without an exponent.
        int power = 0;
        if (field.find('.') == std::string_view::npos) power -= format_.decimals;
        if (!has_exponent) power -= format_.scale;
        double number = 0;
        if (has_exponent || power == 0) {
            if (!parse_number(field, number)) refuse(field);
            return power == 0 ? number : number * std::pow(10.0, power);
        }
        if (field.empty() || !parse_number(std::string(field) + 'e' + std::to_string(power), number)) refuse(field);
        return number;
    }

private:
    std::string_view next() {
        if (left_ == 0) take_line();
        --left_;
        const auto width = static_cast<std::size_t>(format_.width);
        if (!words_.empty()) {
            const std::size_t at = static_cast<std::size_t>(format_.repeat - left_) - 1;
            is_short_ = at + 1 == words_.size() && line_.size() < words_.size() * width;
            return at < words_.size() ? words_[at] : std::string_view();
        }
        const std::string_view field = trimmed(line_.substr(0, width));
        is_short_ = line_.size() < width;
        line_.remove_prefix(std::min(line_.size(), width));
        return field;
    }
    /// scipy.io.hb_write declares real numbers one character wider than it writes them. Therefore, if a line has as many
    /// words as fields, the words are read.
    void take_line() {
        line_ = lines_.take(expected_);
        left_ = format_.repeat;
        const std::size_t last = line_.find_last_not_of(' ');
        const std::size_t fields =
            last == std::string_view::npos ? 0 : last / static_cast<std::size_t>(format_.width) + 1;
        words_ = words_of(line_);
        if (words_.size() != std::min(fields, static_cast<std::size_t>(format_.repeat))) words_.clear();
    }
    [[noreturn]] void refuse(std::string_view field) const {
        lines_.refuse(field.empty()
                          ? sentence("The line is too short. Expected {expected}.", {{"expected", expected_}})
                          : sentence("Expected {expected} in fields of {width} characters, found {found}.",
                                     {{"expected", expected_}, {"width", format_.width}, {"found", quoted(field)}}));
    }

    Lines& lines_;
    FortranFormat format_;
    std::string expected_;
    std::string_view line_;
    std::vector<std::string_view> words_; ///< the fields of the line if they are separated by blanks
    int left_ = 0;
    bool is_short_ = false; ///< whether the line ended in the middle of the last field
};

struct Header {
    char values = 'R', symmetry = 'U';
    std::int64_t rows = 0, cols = 0, entries = 0;
    bool has_values = false;
    bool has_right_side = false; ///< whether a dense right-hand side follows the values
    FortranFormat pointers, indices, numbers, right_side;
};

std::vector<std::int64_t> wholes_of(const Lines& lines, std::string_view text, std::size_t least,
                                    const std::string& expected) {
    std::vector<std::int64_t> list;
    for (const std::string_view word : words_of(text)) {
        std::int64_t number = 0;
        if (!parse_whole(word, number) || number < 0) break;
        list.push_back(number);
    }
    if (list.size() < least)
        lines.refuse(
            sentence("Expected {expected}, found {found}.", {{"expected", expected}, {"found", quoted(text)}}));
    return list;
}

FortranFormat format_of(const Lines& lines, std::string_view line, std::size_t begin, std::size_t width) {
    const std::string_view text = trimmed(line.substr(std::min(begin, line.size()), width));
    const auto format = parse_format(text);
    if (!format)
        lines.refuse(sentence("The format {format} is not supported. Expected a format such as (16I5) or (4E20.12).",
                              {{"format", quoted(text)}}));
    return *format;
}

Header read_header(const ImportSource& source, Lines& lines) {
    Header header;
    lines.take(sentence("a title"));
    const auto counts = wholes_of(lines, lines.take(sentence("the numbers of lines")), 4,
                                  sentence("the numbers of lines (total, pointers, indices, values)"));
    header.has_values = counts[3] > 0;
    const bool has_right_sides = counts.size() > 4 && counts[4] > 0;
    const std::string_view type = lines.take(sentence("the type and the size of the matrix"));
    const auto letter = [&](std::size_t at) {
        return static_cast<char>(std::toupper(static_cast<unsigned char>(type[at])));
    };
    if (type.size() < 4) lines.refuse(sentence("Expected a type such as RUA and the size of the matrix."));
    header.values = letter(0);
    header.symmetry = letter(1);
    if (letter(2) == 'E')
        refuse_kind(
            source,
            sentence("Finite element matrices (type {type}) are not supported.", {{"type", quoted(type.substr(0, 3))}}),
            sentence("Assemble the matrix before exporting it."));
    const auto sizes =
        wholes_of(lines, type.substr(3), 3, sentence("the numbers of rows, columns and entries after the type"));
    header.rows = sizes[0];
    header.cols = sizes[1];
    header.entries = sizes[2];
    if (std::max(header.rows, header.cols) > largest_order)
        refuse_kind(source, sentence("The matrix has more than 2147483647 rows or columns, which is not supported."));
    if (header.symmetry != 'U' && header.symmetry != 'R' && header.rows != header.cols)
        lines.refuse(sentence("A symmetric matrix must be square, but this one has {rows} rows and {cols} columns.",
                              {{"rows", header.rows}, {"cols", header.cols}}));
    const std::string_view formats = lines.take(sentence("the formats of the numbers"));
    header.pointers = format_of(lines, formats, 0, 16);
    header.indices = format_of(lines, formats, 16, 16);
    if (header.has_values) header.numbers = format_of(lines, formats, 32, 20);
    if (has_right_sides) {
        const std::string_view kind = lines.take(sentence("the type of the right-hand sides"));
        header.has_right_side = !kind.empty() && (kind[0] == 'F' || kind[0] == 'f');
        if (header.has_right_side) header.right_side = format_of(lines, formats, 52, 20);
    }
    return header;
}

Symmetry symmetry_of(char letter) {
    switch (letter) {
    case 'S': return Symmetry::symmetric;
    case 'H': return Symmetry::hermitian;
    case 'Z': return Symmetry::skew_symmetric;
    default: return Symmetry::general;
    }
}

} // namespace

Matrix read_harwell_boeing(const ImportSource& source) {
    Lines lines(source, source.text);
    const Header header = read_header(source, lines);
    const bool is_complex = header.values == 'C' && header.has_values;

    std::vector<std::int64_t> pointer;
    FieldReader pointers(lines, header.pointers, sentence("pointers to columns"));
    for (std::int64_t c = 0; c <= header.cols; ++c) { // check the column pointers, because the header may be wrong
        pointer.push_back(pointers.whole() - 1);
        const std::int64_t least = c == 0 ? 0 : pointer[pointer.size() - 2];
        if (pointer.back() < least || pointer.back() > header.entries || (c == 0 && pointer.back() != 0))
            lines.refuse(sentence("Pointer {number} is {pointer}, but pointers must increase from 1 to {last}.",
                                  {{"number", c + 1}, {"pointer", pointer.back() + 1}, {"last", header.entries + 1}}));
    }
    if (pointer.back() != header.entries)
        lines.refuse(sentence("The pointers end with {found}, but the matrix has {count} {count:entry|entries}.",
                              {{"found", pointer.back() + 1}, {"count", header.entries}}));

    std::vector<std::int32_t> row;
    FieldReader indices(lines, header.indices, sentence("row indices"));
    for (std::int64_t k = 0; k < header.entries; ++k) {
        const std::int64_t index = indices.whole();
        if (index < 1 || index > header.rows)
            lines.refuse(sentence("The row index {index} is not between 1 and {rows}.",
                                  {{"index", index}, {"rows", header.rows}}));
        row.push_back(static_cast<std::int32_t>(index - 1));
    }

    EntryList list(source.path, source.progress);
    FieldReader numbers(lines, header.numbers, sentence("values"));
    for (std::int64_t col = 0; col < header.cols; ++col)
        for (std::int64_t k = pointer[col]; k < pointer[col + 1]; ++k) {
            const double value = header.has_values ? numbers.real() : 1;
            if (is_complex) list.add(row[k], col, value, numbers.real());
            else list.add(row[k], col, value);
        }
    const Field field = is_complex             ? Field::complex
                        : !header.has_values   ? Field::pattern
                        : header.values == 'I' ? Field::integer
                                               : Field::real;
    Matrix matrix =
        std::move(list).build(header.rows, header.cols, field, symmetry_of(header.symmetry), source.threads);
    if (header.has_right_side && !is_complex) { // use the first right-hand side, even if there are several
        FieldReader values(lines, header.right_side, sentence("values of the right-hand side"));
        for (std::int64_t r = 0; r < header.rows; ++r) matrix.right_side.push_back(values.real());
        matrix.remark = sentence("The file contains a right-hand side.");
    }
    return matrix;
}

} // namespace warploom::imports
