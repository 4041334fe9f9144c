#include "app/lsp/source_text.h"

#include "engine/simt/language/tokens.h"

#include <algorithm>

namespace warploom::app {

namespace {

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Returns the number of UTF-16 code units in the character that starts with this byte, or 0 for a continuation byte.
int code_units(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return (value & 0xc0u) == 0x80u ? 0 : value >= 0xf0u ? 2 : 1;
}

} // namespace

SourceText::SourceText(std::string text) : text_(std::move(text)) {
    lines_.push_back(0);
    for (std::size_t n = 0; n < text_.size(); ++n)
        if (text_[n] == '\n') lines_.push_back(n + 1);
    if (text_.starts_with(simt::byte_order_mark)) mark_ = simt::byte_order_mark.size();
}

std::size_t SourceText::begin_of_line(std::size_t line) const { return lines_[std::min(line, lines_.size() - 1)]; }

std::size_t SourceText::end_of_line(std::size_t line) const {
    std::size_t end = line + 1 < lines_.size() ? lines_[line + 1] - 1 : text_.size();
    if (end > begin_of_line(line) && text_[end - 1] == '\r') --end;
    return end;
}

std::size_t SourceText::offset(simt::SourceLocation at) const {
    const auto line = static_cast<std::size_t>(
        std::clamp<std::int64_t>(std::int64_t{at.line} - 1, 0, static_cast<std::int64_t>(lines_.size()) - 1));
    const std::size_t begin = begin_of_line(line) + (line == 0 ? mark_ : 0);
    return std::min(begin + static_cast<std::size_t>(std::max(0, at.column - 1)), end_of_line(line));
}

simt::SourceLocation SourceText::location(std::size_t offset) const {
    const auto after = std::upper_bound(lines_.begin(), lines_.end(), offset);
    const auto line = static_cast<std::size_t>(after - lines_.begin()) - 1;
    std::size_t column = offset - lines_[line];
    if (line == 0) column -= std::min(column, mark_);
    return {static_cast<int>(line) + 1, static_cast<int>(column) + 1, 0};
}

Json SourceText::position(simt::SourceLocation at) const {
    const std::size_t end = offset(at);
    const auto line =
        static_cast<std::size_t>(std::upper_bound(lines_.begin(), lines_.end(), end) - lines_.begin()) - 1;
    std::int64_t character = 0;
    for (std::size_t n = lines_[line]; n < end; ++n) character += code_units(text_[n]);
    return {{"line", line}, {"character", character}};
}

Json SourceText::range(simt::SourceLocation begin, simt::SourceLocation end) const {
    return {{"start", position(begin)}, {"end", position(end)}};
}

Json SourceText::range_of_line(int line) const {
    std::size_t begin = offset({line, 1, 0});
    const std::size_t end = offset({line, static_cast<int>(text_.size()) + 1, 0});
    while (begin < end && (text_[begin] == ' ' || text_[begin] == '\t')) ++begin;
    return range(location(begin), location(end));
}

std::size_t SourceText::offset(std::int64_t line, std::int64_t character) const {
    if (line < 0) return 0;
    if (line >= static_cast<std::int64_t>(lines_.size())) return text_.size();
    std::size_t at = begin_of_line(static_cast<std::size_t>(line));
    const std::size_t end = end_of_line(static_cast<std::size_t>(line));
    for (std::int64_t left = character; at < end && left > 0;) {
        left -= code_units(text_[at]);
        for (++at; at < end && code_units(text_[at]) == 0;) ++at;
    }
    return at;
}

std::pair<std::size_t, std::size_t> SourceText::word_at(std::size_t offset) const {
    std::size_t begin = std::min(offset, text_.size()), end = begin;
    while (begin > 0 && is_word_character(text_[begin - 1])) --begin;
    while (end < text_.size() && is_word_character(text_[end])) ++end;
    return {begin, end};
}

std::string SourceText::word(std::size_t offset) const {
    const auto [begin, end] = word_at(offset);
    return text_.substr(begin, end - begin);
}

} // namespace warploom::app
