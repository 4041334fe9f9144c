#pragma once

#include "engine/matrix/matrix_market_header.h"
#include "engine/matrix/number_parser.h"
#include "engine/text_file.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace warploom {

// Processes the data lines of a Matrix Market file block by block. Used by all readers of the format.

/// Thrown for a data line that the fast parser has rejected. explain_bad_line() returns the reason.
struct BadLine {
    std::size_t offset = 0;
};

/// Specifies which values to read from each line.
enum class Values { skipped, pattern, real, integer, complex };

inline Values values_of(Field field) {
    switch (field) {
    case Field::pattern: return Values::pattern;
    case Field::integer: return Values::integer;
    case Field::complex: return Values::complex;
    case Field::real: break;
    }
    return Values::real;
}

/// Returns the position after the newline that ends the current line. Every line in a block of text ends with a
/// newline.
inline const char* behind_line(const char* p, const char* end) {
    return static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p))) + 1;
}

inline bool cut_header(const MarketHeader& header, TextBlock& block) {
    const auto bytes = static_cast<std::size_t>(block.end - block.begin);
    if (block.offset + bytes <= header.data_begin) return false;
    if (block.offset >= header.data_begin) return true;
    block.begin += header.data_begin - block.offset;
    block.offset = header.data_begin;
    return true;
}

/// Calls `entry(row, col, re, im)` for each data line of the block. Rows and columns are counted from 0. If `indices`
/// is less than two, the missing indices are 0. Throws BadLine.
template <int indices, Values values, class OnEntry>
void walk_lines(const TextBlock& block, const MarketHeader& header, OnEntry&& entry) {
    const auto rows = static_cast<std::uint64_t>(header.rows), cols = static_cast<std::uint64_t>(header.cols);
    for (const char* p = block.begin; p < block.end;) {
        const char* const line = p;
        skip_blanks(p);
        if (*p == '\r' || *p == '\n') { // skip a blank line or a single carriage return
            while (*p == '\r' || is_blank(*p)) ++p;
            if (*p == '\n') {
                ++p;
                continue;
            }
            throw BadLine{block.offset + static_cast<std::size_t>(line - block.begin)};
        }
        if (*p == '%') {
            p = behind_line(p, block.end);
            continue;
        }
        std::int64_t row = 1, col = 1;
        double re = 1, im = 0;
        bool good = true;
        if constexpr (indices >= 1) good = parse_count(p, row) && static_cast<std::uint64_t>(row - 1) < rows;
        if constexpr (indices >= 2) {
            skip_blanks(p);
            good = good && parse_count(p, col) && static_cast<std::uint64_t>(col - 1) < cols;
        }
        if constexpr (values == Values::skipped) {
            if (good) p = behind_line(p, block.end);
        } else {
            if constexpr (values != Values::pattern) {
                skip_blanks(p);
                if constexpr (values == Values::integer) good = good && parse_integer(p, re);
                else good = good && parse_real(p, re);
            }
            if constexpr (values == Values::complex) {
                skip_blanks(p);
                good = good && parse_real(p, im);
            }
            while (good && (is_blank(*p) || *p == '\r')) ++p;
            good = good && *p++ == '\n';
        }
        if (!good) throw BadLine{block.offset + static_cast<std::size_t>(line - block.begin)};
        entry(row - 1, col - 1, re, im);
    }
}

/// Calls walk_lines() with the template arguments that match the file header. If `skip_values` is set, reads only the
/// indices.
template <class OnEntry>
void walk_entries(const TextBlock& block, const MarketHeader& header, bool skip_values, OnEntry&& entry) {
    const auto with_indices = [&]<int indices>() {
        switch (skip_values ? Values::skipped : values_of(header.field)) {
        case Values::skipped: return walk_lines<indices, Values::skipped>(block, header, entry);
        case Values::pattern: return walk_lines<indices, Values::pattern>(block, header, entry);
        case Values::real: return walk_lines<indices, Values::real>(block, header, entry);
        case Values::integer: return walk_lines<indices, Values::integer>(block, header, entry);
        case Values::complex: return walk_lines<indices, Values::complex>(block, header, entry);
        }
    };
    switch (header.indices()) {
    case 0: return with_indices.template operator()<0>();
    case 1: return with_indices.template operator()<1>();
    default: return with_indices.template operator()<2>();
    }
}

} // namespace warploom
