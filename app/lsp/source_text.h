#pragma once

#include "engine/protocol/framing/messages.h"
#include "engine/simt/language/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::app {

/// A source file as seen by an editor. In the Language Server Protocol, lines and columns start at 0, and columns are
/// counted in UTF-16 code units. In the compiler, both start at 1, and columns are counted in bytes.
class SourceText {
public:
    explicit SourceText(std::string text = {});

    const std::string& text() const { return text_; }
    /// Converts a source location to an LSP position {"line": ..., "character": ...}. Clamps locations outside the
    /// source.
    Json position(simt::SourceLocation at) const;
    Json range(simt::SourceLocation begin, simt::SourceLocation end) const;
    /// Returns the LSP range of a source line without its indentation.
    Json range_of_line(int line) const;
    /// Converts an LSP position to a byte offset. Clamps positions outside the source.
    std::size_t offset(std::int64_t line, std::int64_t character) const;
    std::size_t offset(simt::SourceLocation at) const;
    simt::SourceLocation location(std::size_t offset) const;
    /// Returns the begin and end offsets of the identifier or number that contains `offset` or ends there. The offsets
    /// are equal if there is none.
    std::pair<std::size_t, std::size_t> word_at(std::size_t offset) const;
    std::string word(std::size_t offset) const;

private:
    /// Returns the byte offset of the beginning of a line; `line` is zero-based.
    std::size_t begin_of_line(std::size_t line) const;
    /// Returns the byte offset of the end of a line, excluding the line break.
    std::size_t end_of_line(std::size_t line) const;

    std::string text_;
    std::vector<std::size_t> lines_; ///< byte offset of the beginning of each line
    std::size_t mark_ = 0;           ///< size of the byte order mark in bytes; the compiler does not count it
};

} // namespace warploom::app
