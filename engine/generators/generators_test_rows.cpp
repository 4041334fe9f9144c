// Matrices for testing kernels, with independent parameters for row lengths, stored zeros, signs, magnitudes and
// dependency levels.
#include "engine/generators/generators.h"
#include "engine/matrix/random.h"
#include "engine/matrix/row_builder.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom {

namespace {

enum Lengths : std::int64_t { equal, around, all_lengths, in_groups, one_or_none, last_is_long, first_is_long };
enum Zeros : std::int64_t { no_zeros, last_is_zero, first_is_zero, scattered_zeros };
enum Sign : std::int64_t { both_signs, all_negative, ones };
enum Spread : std::int64_t { near_the_row, at_random, evenly };
enum Diagonal : std::int64_t { no_diagonal, positive, negative, alternating, some_zeros };

/// Returns the length of a row of a test matrix with `lengths=2`. The lengths are 0 to 66, followed by lengths near
/// 128, 256, 512 and 1,024.
std::int64_t nth_length(std::int64_t row) {
    constexpr std::int64_t up_to = 67;
    constexpr std::array<std::int64_t, 12> around_powers{127, 128, 129, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025};
    const std::int64_t at = row % (up_to + static_cast<std::int64_t>(around_powers.size()));
    return at < up_to ? at : around_powers[static_cast<std::size_t>(at - up_to)];
}

/// Generates the rows of a test matrix. Each row is independent of the others.
class TestRows {
public:
    explicit TestRows(const GeneratorValues& values)
        : rows_(values.integer("n")), cols_(values.cols()), lengths_(values.integer("lengths")),
          length_(values.integer("length")), group_(values.integer("group")), zeros_(values.integer("zeros")),
          sign_(values.integer("sign")), spread_(values.integer("spread")), diagonal_(values.integer("diagonal")),
          width_(values.integer("width")), upper_(values.integer("upper")), seed_(values.seed()),
          is_reversed_(values.integer("reverse") != 0),
          scale_(std::ldexp(1.0, static_cast<int>(values.integer("scale")))) {}

    std::int64_t rows() const { return rows_; }
    std::int64_t cols() const { return cols_; }

    std::int64_t entries_of(std::int64_t row) const {
        if (diagonal_ == no_diagonal) return std::min(cols_, wanted(row));
        return left_of(row) + static_cast<std::int64_t>(row < cols_) + right_of(row);
    }

    void fill(std::int64_t row, std::int32_t* column, double* value) const {
        const std::int64_t entries = entries_of(row);
        Random random(seed_, 0, static_cast<std::uint64_t>(row));
        std::int64_t diagonal_at = -1;
        if (diagonal_ == no_diagonal) {
            put_columns(0, cols_, entries, row, random, column);
        } else {
            const std::int64_t left = left_of(row);
            // this entry is in the previous dependency level, so the row belongs to the next level
            if (width_ > 0 && left > 0) {
                const std::int64_t last = (row / width_ - 1) * width_ + row % width_;
                put_columns(0, last, left - 1, row, random, column);
                column[left - 1] = static_cast<std::int32_t>(last);
            } else {
                put_columns(0, std::min(row, cols_), left, row, random, column);
            }
            if (row < cols_) column[diagonal_at = left] = static_cast<std::int32_t>(row);
            put_columns(row + 1, cols_, right_of(row), row, random, column + left + 1);
        }
        give_values(row, entries, diagonal_at, random, value);
    }

private:
    std::int64_t wanted(std::int64_t row) const {
        const std::int64_t at = is_reversed_ ? rows_ - 1 - row : row;
        switch (lengths_) {
        case around: return std::max<std::int64_t>(0, length_ - 1 + at % 3);
        case all_lengths: return std::min(length_, nth_length(at));
        case in_groups: return length_in_group(at);
        case one_or_none: return at % 2;
        case last_is_long: return at == rows_ - 1 ? length_ : at % 3;
        case first_is_long: return at == 0 ? length_ : at % 3;
        default: return length_;
        }
    }
    /// Returns the length of a row in a group. The total lengths of the groups cycle through length - 1, length, length
    /// + 1 and 0.
    std::int64_t length_in_group(std::int64_t at) const {
        const std::int64_t number = at / group_ % 4, total = number == 3 ? 0 : length_ - 1 + number;
        return total / group_ + static_cast<std::int64_t>(at % group_ < total % group_);
    }
    /// Returns the number of entries left of the diagonal. It cannot exceed the number of columns in previous
    /// dependency levels.
    std::int64_t left_of(std::int64_t row) const {
        const std::int64_t room = width_ == 0    ? std::min(row, cols_)
                                  : row < width_ ? 0
                                                 : (row / width_ - 1) * width_ + row % width_ + 1;
        const std::int64_t least = width_ > 0 && row >= width_ ? 1 : 0;
        return std::min(room, std::max(least, wanted(row) - 1));
    }
    std::int64_t right_of(std::int64_t row) const {
        const std::int64_t wanted = row % 4 == 3 ? 0 : upper_;
        return std::max<std::int64_t>(0, std::min(wanted, cols_ - row - 1));
    }

    /// Writes `count` column indices from the range [from, end) in ascending order. The range must contain at least
    /// `count` indices.
    void put_columns(std::int64_t from, std::int64_t end, std::int64_t count, std::int64_t row, Random& random,
                     std::int32_t* column) const {
        const std::int64_t room = end - from;
        const std::int64_t beside = std::clamp(row - count / 2 - from, std::int64_t{0}, room - count);
        for (std::int64_t k = 0; k < count; ++k) {
            std::int64_t at = beside + k;
            if (spread_ == evenly) at = count == 1 ? room - 1 : k * (room - 1) / (count - 1);
            if (spread_ == at_random) {
                const std::int64_t first = k * room / count, behind = (k + 1) * room / count;
                at = first + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(behind - first)));
            }
            column[k] = static_cast<std::int32_t>(from + at);
        }
    }

    bool is_zero(std::int64_t row, std::int64_t k, std::int64_t entries) const {
        switch (zeros_) {
        case last_is_zero: return k == entries - 1;
        case first_is_zero: return k == 0;
        case scattered_zeros: return row % 5 == 4 || (row + k) % 3 == 2;
        default: return false;
        }
    }

    void give_values(std::int64_t row, std::int64_t entries, std::int64_t diagonal_at, Random& random,
                     double* value) const {
        double sum = 1;
        for (std::int64_t k = 0; k < entries; ++k) {
            double number = random.symmetric();
            if (sign_ == all_negative) number = -std::abs(number);
            if (sign_ == ones) number = number < 0 ? -1 : 1;
            if (is_zero(row, k, entries) && k != diagonal_at) number = 0;
            if (k != diagonal_at) sum += std::abs(number);
            value[k] = number * scale_;
        }
        if (diagonal_at < 0) return;
        const bool is_negative = diagonal_ == negative || (diagonal_ == alternating && row % 2 == 1);
        // Use a zero pivot here. It stays zero unless the elimination of other rows changes it.
        if (diagonal_ == some_zeros && row % 7 == 3) {
            value[diagonal_at] = 0;
            return;
        }
        value[diagonal_at] = (is_negative ? -sum : sum) * scale_; // diagonal dominance keeps the solution small
    }

    std::int64_t rows_, cols_, lengths_, length_, group_, zeros_, sign_, spread_, diagonal_, width_, upper_;
    std::uint64_t seed_;
    bool is_reversed_;
    double scale_;
};

} // namespace

CsrMatrix make_test_rows(const GeneratorValues& values, const Progress& progress, int threads) {
    const TestRows rules(values);
    return build_rows(
        rules.rows(), rules.cols(), [&rules](std::int64_t row) { return rules.entries_of(row); },
        [&rules](std::int64_t row, std::int32_t* column, double* value) { rules.fill(row, column, value); }, progress,
        threads);
}

} // namespace warploom
