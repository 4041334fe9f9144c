#pragma once

#include "engine/error.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/text_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warploom {

/// The banner and the size line of a Matrix Market file. Only their syntax has been checked, not their values.
struct MarketHeader {
    bool array = false;
    /// Whether the file uses the `vector` extension, in which entries have one index (or none, for `array`).
    bool vector = false;
    Field field = Field::real;
    Symmetry symmetry = Symmetry::general;
    std::int64_t rows = 0, cols = 0;
    /// Number of entries declared in the header. For an array, -1 if the number does not fit in 64 bits.
    std::int64_t entries = 0;
    std::int64_t size_line = 0; ///< line number of the size line, counted from 1
    std::size_t data_begin = 0; ///< offset of the first data byte in the file

    int indices() const { return array ? 0 : vector ? 1 : 2; }
    int values() const { return field == Field::pattern ? 0 : field == Field::complex ? 2 : 1; }
};

/// Reads the banner, the comments and the size line from the first 16 MiB of the text. Throws Error("file.malformed"),
/// and the same errors as TextFile.
MarketHeader read_market_header(const std::string& path, const TextFile& file);

/// Returns the maximum number of entries in a file of this size, regardless of its header. Each number takes at least a
/// digit and a separator, and a byte of deflated data expands to at most 1032 bytes.
std::int64_t most_entries(const TextFile& file, const MarketHeader& header);

/// Returns the reason why a data line does not match the header ("Expected ..., found ..."). This function is slow, so
/// call it only for lines that the fast parser has rejected.
std::string explain_bad_line(const MarketHeader& header, std::string_view line);

/// Returns Error("file.malformed") with the message "PATH, line N: PROBLEM". `problem` is a complete sentence.
Error malformed(const std::string& path, std::int64_t line, const std::string& problem);

/// Splits a line into words at spaces, tabs and carriage returns.
std::vector<std::string_view> words_of(std::string_view line);

/// Returns `text` in quotation marks for use in a sentence. Truncates long text and replaces unprintable bytes with
/// '?'.
std::string quoted(std::string_view text);

} // namespace warploom
