#include "engine/matrix/imports/import_source.h"

#include "engine/error.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/matrix/number_parser.h"
#include "engine/sentence.h"

#include <algorithm>
#include <charconv>

namespace warploom::imports {

bool Lines::next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    is_cut_ = end == rest_.size();
    line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(rest_.size(), end + 1));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if ((++number_ & 0xffff) == 0)
        source_.progress.check(static_cast<std::int64_t>(source_.text.size() - rest_.size()),
                               static_cast<std::int64_t>(source_.text.size()));
    return true;
}

std::string_view Lines::take(const std::string& expected) {
    std::string_view line;
    if (!next(line)) {
        ++number_;
        refuse(sentence("The file ends too early. Expected {expected}.", {{"expected", expected}}));
    }
    return line;
}

void Lines::refuse(const std::string& problem) const { throw malformed(source_.path, number_, problem); }

void refuse_file(const ImportSource& source, const std::string& problem) {
    throw Error("file.malformed", sentence("{file}: {problem}", {{"file", source.path}, {"problem", problem}}),
                sentence("Export the matrix again, or copy the file again."));
}

void refuse_kind(const ImportSource& source, const std::string& problem, const std::string& hint) {
    throw Error("file.unsupported", sentence("{file}: {problem}", {{"file", source.path}, {"problem", problem}}), hint);
}

bool parse_whole(std::string_view word, std::int64_t& number) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
    return failure == std::errc() && end == word.data() + word.size();
}

bool parse_number(std::string_view word, double& number) {
    std::string text(word); // the number parser needs a newline and eight readable bytes after the number
    // Fortran omits the letter E if the exponent has three digits, as in 1.5-100.
    const std::size_t sign = text.find_last_of("+-");
    if (sign != std::string::npos && sign > 0 && (is_digit(text[sign - 1]) || text[sign - 1] == '.'))
        text.insert(sign, 1, 'e');
    text.append("\n\0\0\0\0\0\0\0\0", 9);
    const char* p = text.c_str();
    return parse_real(p, number) && *p == '\n';
}

} // namespace warploom::imports
