#include "engine/matrix/csr_matrix.h"

#include "engine/portable.h"
#include "engine/sentence.h"

#include <limits>

namespace warploom {

namespace {

/// FNV-1a hash over 64-bit words instead of bytes, which is eight times as fast. Each step also mixes the upper bits
/// into the lower ones. Otherwise, changing the signs of two values would not change the hash.
class WordHash {
public:
    void add(std::uint64_t word) {
        state_ = (state_ ^ word) * 0x100000001b3u;
        state_ ^= state_ >> 32;
    }
    void add(std::int64_t number) { add(static_cast<std::uint64_t>(number)); }
    void add(double number) { add(portable::bit_cast<std::uint64_t>(number)); }
    std::uint64_t result() const { return state_; }

private:
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

} // namespace

std::string Matrix::why_not_runnable() const {
    if (is_oversize()) {

        constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
        if (oversize_rows > largest || oversize_cols > largest)
            return sentence("The matrix is {rows} x {cols}. Kernels can index at most 2147483647 rows and columns, "
                            "so you can inspect the matrix but not run kernels on it.",
                            {{"rows", oversize_rows}, {"cols", oversize_cols}});
        return sentence(
            "The matrix is {rows} x {cols} with only {entries} {entries:entry|entries}. Its row pointers alone would "
            "fill the memory, so you can inspect the matrix but not run kernels on it.",
            {{"rows", oversize_rows}, {"cols", oversize_cols}, {"entries", oversize_entries.size()}});
    }
    if (!csr.imaginary.empty() || field == Field::complex)
        return sentence(
            "The matrix is complex. All kernels compute with real numbers, so you can view the matrix but not run "
            "kernels on it.");
    return {};
}

std::uint64_t Matrix::hash() const {
    WordHash hash;
    hash.add(rows());
    hash.add(cols());
    for (const Entry& entry : oversize_entries) {
        hash.add(entry.row);
        hash.add(entry.col);
        hash.add(entry.value);
    }
    if (is_oversize()) return hash.result();
    for (const std::int64_t pointer : csr.row_pointer) hash.add(pointer);
    for (const std::int32_t column : csr.column) hash.add(static_cast<std::int64_t>(column));
    for (const double value : csr.value) hash.add(value);
    for (const double value : csr.imaginary) hash.add(value);
    return hash.result();
}

} // namespace warploom
