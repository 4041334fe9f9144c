#pragma once

#include "engine/protocol/framing/messages.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// A source as an editor sees it. The protocol counts lines from 0 and columns in UTF-16 code units; the compiler
/// counts both from 1, and columns in bytes.
class SourceText {
public:
    explicit SourceText(std::string text = {});

    const std::string& text() const { return text_; }
    /// Returns {"line": ..., "character": ...} for a location, which is clamped to the source.
    Json position(simt::SourceLocation at) const;
    Json range(simt::SourceLocation begin, simt::SourceLocation end) const;
    /// Returns the range of a line without its indentation.
    Json range_of_line(int line) const;
    /// Returns the number of bytes before a position, which is clamped to the source.
    std::size_t offset(std::int64_t line, std::int64_t character) const;
    std::size_t offset(simt::SourceLocation at) const;
    simt::SourceLocation location(std::size_t offset) const;
    /// Returns the begin and the end of the identifier or number that contains a byte or ends at it; two equal offsets
    /// if there is none.
    std::pair<std::size_t, std::size_t> word_at(std::size_t offset) const;
    std::string word(std::size_t offset) const;

private:
    std::size_t begin_of_line(std::size_t line) const; ///< from 0
    std::size_t end_of_line(std::size_t line) const;   ///< before its line break

    std::string text_;
    std::vector<std::size_t> lines_; ///< offset of each line
    std::size_t mark_ = 0;           ///< number of bytes of the byte order mark, which the compiler does not count
};

} // namespace warploom::app
