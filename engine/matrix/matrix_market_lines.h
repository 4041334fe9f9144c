#pragma once

#include "engine/matrix/matrix_market_header.h"
#include "engine/matrix/number_parser.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace warploom {

/// Behind the line's newline. A chunk ends in one; it is missing, or `p` beyond it, only where another program changes
/// the file while it is read, which TextFile::while_unchanged tells.
inline const char* behind_line(const char* p, const char* end) {
    if (p >= end) return end;
    const void* const newline = std::memchr(p, '\n', static_cast<std::size_t>(end - p));
    return newline == nullptr ? end : static_cast<const char*>(newline) + 1;
}

/// Lines of the data part; every one ends in a newline, with at least eight readable bytes behind the last.
struct TextChunk {
    const char* begin = nullptr;
    const char* end = nullptr;
    std::size_t offset = 0; ///< of `begin` in the text
};

/// The data part of a text, cut at newlines into chunks. The last lines, which may lack the newline or the readable
/// bytes behind it, are copied into a chunk of their own.
class ChunkedText {
public:
    ChunkedText(const char* text, std::size_t size, std::size_t data_begin, std::size_t chunk_bytes = 256 * 1024)
        : text_(text) {
        constexpr std::size_t readable = 64;
        std::size_t body_end = size < readable ? 0 : size - readable;
        while (body_end > data_begin && text[body_end - 1] != '\n') --body_end;
        body_end = std::max(body_end, data_begin);
        boundaries_.push_back(data_begin);
        for (std::size_t cut = data_begin + chunk_bytes; cut < body_end; cut += chunk_bytes) {
            // A line may be longer than a chunk: what an earlier search passed over is not searched again.
            if (cut <= boundaries_.back()) continue;
            boundaries_.push_back(static_cast<std::size_t>(behind_line(text + cut - 1, text + body_end) - text));
        }
        if (boundaries_.back() < body_end) boundaries_.push_back(body_end);
        tail_offset_ = body_end;
        tail_.assign(text + body_end, size - body_end);
        tail_ += '\n';
        tail_size_ = tail_.size();
        tail_.append(readable, '\n');
    }

    std::int64_t chunks() const { return static_cast<std::int64_t>(boundaries_.size()); }

    TextChunk chunk(std::int64_t index) const {
        const auto k = static_cast<std::size_t>(index);
        if (k + 1 == boundaries_.size()) return {tail_.data(), tail_.data() + tail_size_, tail_offset_};
        return {text_ + boundaries_[k], text_ + boundaries_[k + 1], boundaries_[k]};
    }

private:
    const char* text_;
    std::vector<std::size_t> boundaries_; // one more than chunks of the text itself; the tail is the last chunk
    std::string tail_;
    std::size_t tail_offset_ = 0, tail_size_ = 0;
};

/// Where the fast parser gave up; explain_bad_line() says why.
struct BadLine {
    std::size_t offset = 0;
};

/// What of a line's values is read.
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

/// Calls `entry(row, col, re, im)` (from 0; rows and columns are 0 where `indices` is too few to tell) for every data
/// line of the chunk. Throws BadLine.
template <int indices, Values values, class OnEntry>
void walk_lines(const TextChunk& chunk, const MarketHeader& header, OnEntry&& entry) {
    const auto rows = static_cast<std::uint64_t>(header.rows), cols = static_cast<std::uint64_t>(header.cols);
    for (const char* p = chunk.begin; p < chunk.end;) {
        const char* const line = p;
        skip_blanks(p);
        if (*p == '\r' || *p == '\n') { // a blank line, or one that a lone carriage return begins
            while (*p == '\r' || is_blank(*p)) ++p;
            if (*p == '\n') {
                ++p;
                continue;
            }
            throw BadLine{chunk.offset + static_cast<std::size_t>(line - chunk.begin)};
        }
        if (*p == '%') {
            p = behind_line(p, chunk.end);
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
            if (good) p = behind_line(p, chunk.end);
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
        if (!good) throw BadLine{chunk.offset + static_cast<std::size_t>(line - chunk.begin)};
        entry(row - 1, col - 1, re, im);
    }
}

/// walk_lines() with the header's own number of indices and, unless they are to be skipped, kind of values.
template <class OnEntry>
void walk_entries(const TextChunk& chunk, const MarketHeader& header, bool skip_values, OnEntry&& entry) {
    const auto with_indices = [&]<int indices>() {
        switch (skip_values ? Values::skipped : values_of(header.field)) {
        case Values::skipped: return walk_lines<indices, Values::skipped>(chunk, header, entry);
        case Values::pattern: return walk_lines<indices, Values::pattern>(chunk, header, entry);
        case Values::real: return walk_lines<indices, Values::real>(chunk, header, entry);
        case Values::integer: return walk_lines<indices, Values::integer>(chunk, header, entry);
        case Values::complex: return walk_lines<indices, Values::complex>(chunk, header, entry);
        }
    };
    switch (header.indices()) {
    case 0: return with_indices.template operator()<0>();
    case 1: return with_indices.template operator()<1>();
    default: return with_indices.template operator()<2>();
    }
}

} // namespace warploom
