#pragma once

#include "engine/matrix/csr_matrix.h"
#include "tests/engine/plain_transactions.h"

#include <algorithm>
#include <map>
#include <string>

// Memory requests of the textbook loops of csr-scalar and ell, derived from the CSR arrays alone.

namespace warploom::simulated::plain {

/// The textbook loops over 32 rows at a time, with each access counted with sets.
class Textbook {
public:
    Textbook(Coalescing rule, int number_bytes) : rule_(rule), number_bytes_(number_bytes) {}

    /// Places an array after the previous one, aligned to 256 bytes. The first one is at address 0.
    void place(const std::string& name, std::int64_t elements, bool is_number) {
        bases_[name] = next_;
        bytes_[name] = is_number ? number_bytes_ : 4;
        next_ += static_cast<std::uint64_t>(elements * bytes_[name] + 255) / 256 * 256;
    }
    void access(const std::string& name, Access access, const std::map<int, std::int64_t>& index_of_lane) {
        if (index_of_lane.empty()) return;
        plain::Addresses addresses{};
        std::uint32_t active = 0;
        for (const auto& [lane, index] : index_of_lane) {
            addresses[lane] = bases_.at(name) + static_cast<std::uint64_t>(index * bytes_[name]);
            active |= 1u << lane;
        }
        SiteCounts& counts = counts_[name];
        ++counts.warp_instructions;
        counts.lane_accesses += static_cast<std::int64_t>(index_of_lane.size());
        counts.divergent += active != ~0u;
        for (const auto& t : plain::plain_transactions(rule_, access, addresses, active, bytes_[name])) {
            ++counts.transactions;
            counts.bytes_fetched += t.bytes;
        }
        counts.bytes_used += plain::plain_bytes(addresses, active, bytes_[name]);
    }
    const SiteCounts& counts(const std::string& name) { return counts_[name]; }
    std::uint64_t base(const std::string& name) const { return bases_.at(name); }

private:
    Coalescing rule_;
    int number_bytes_;
    std::uint64_t next_ = 0;
    std::map<std::string, std::uint64_t> bases_;
    std::map<std::string, int> bytes_;
    std::map<std::string, SiteCounts> counts_;
};

using LaneIndices = std::map<int, std::int64_t>;

inline Textbook csr_scalar(const CsrMatrix& a, Coalescing rule, int number_bytes) {
    Textbook book(rule, number_bytes);
    book.place("row_pointer", a.rows + 1, false);
    book.place("column", a.nonzeros(), false);
    book.place("value", a.nonzeros(), true);
    book.place("x", a.cols, true);
    book.place("y", a.rows, true);
    for (std::int64_t first = 0; first < a.rows; first += 32) {
        LaneIndices here, next;
        std::int64_t longest = 0;
        for (int lane = 0; lane < 32 && first + lane < a.rows; ++lane) {
            here[lane] = first + lane;
            next[lane] = first + lane + 1;
            longest = std::max(longest, a.row_length(first + lane));
        }
        book.access("row_pointer", Access::load, here);
        book.access("row_pointer", Access::load, next);
        for (std::int64_t k = 0; k < longest; ++k) {
            LaneIndices slot, column;
            for (const auto& [lane, row] : here)
                if (a.row_length(row) > k) {
                    slot[lane] = a.row_pointer[row] + k;
                    column[lane] = a.column[slot[lane]];
                }
            book.access("value", Access::load, slot);
            book.access("column", Access::load, slot);
            book.access("x", Access::load, column);
        }
        book.access("y", Access::store, here);
    }
    return book;
}

inline Textbook ell(const CsrMatrix& a, Coalescing rule, int number_bytes) {
    Textbook book(rule, number_bytes);
    const std::int64_t leading_dimension = (a.rows + 31) / 32 * 32;
    std::int64_t width = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) width = std::max(width, a.row_length(row));
    book.place("length", a.rows, false);
    book.place("column", width * leading_dimension, false);
    book.place("value", width * leading_dimension, true);
    book.place("x", a.cols, true);
    book.place("y", a.rows, true);
    for (std::int64_t first = 0; first < a.rows; first += 32) {
        LaneIndices here;
        for (int lane = 0; lane < 32 && first + lane < a.rows; ++lane) here[lane] = first + lane;
        book.access("length", Access::load, here);
        for (std::int64_t k = 0; k < width; ++k) {
            LaneIndices slot, column;
            for (const auto& [lane, row] : here)
                if (a.row_length(row) > k) {
                    slot[lane] = k * leading_dimension + row;
                    column[lane] = a.column[static_cast<std::size_t>(a.row_pointer[static_cast<std::size_t>(row)] + k)];
                }
            book.access("value", Access::load, slot);
            book.access("column", Access::load, slot);
            book.access("x", Access::load, column);
        }
        book.access("y", Access::store, here);
    }
    return book;
}

} // namespace warploom::simulated::plain
