#include "app/check/large_inputs.h"

#include "app/check/boundary_blocks.h"
#include "app/operations/trace_kernel.h"
#include "engine/simt/code/code.h"
#include "engine/simt/program.h"
#include "engine/simulated/card_limits.h"
#include "kernels/operations/operation.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace warploom::app {

namespace {

constexpr std::int64_t rows_of_many = 70'001;

/// Summary of the launches that `run` makes for a matrix. Only the first and last block of each launch are executed.
struct Launched {
    std::int64_t rows = 0, launches = 0, threads = 0;
    bool has_findings = false; ///< whether the first or last block of a launch has findings
};

Launched launched_over(const char* matrix, Inputs& inputs, TraceSettings settings, const Progress& progress) {
    Launched all;
    settings = settings_of_blocks(std::move(settings), [&all](std::int64_t blocks, int block_size) {
        ++all.launches;
        all.threads += blocks * block_size;
        return ends_of(blocks);
    });
    const TraceInput loaded = spec_of(Operation::spmv).trace_input(inputs, matrix, settings, progress);
    all.rows = loaded.matrix->csr.rows;
    all.has_findings = !trace_kernel(loaded.subject(progress), settings, progress).findings.empty();
    return all;
}

/// Returns whether selected blocks compute wrong rows of the product for `many_rows`, but not for a smaller matrix.
bool has_wrong_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress) {
    const auto constants = simt::constants_of(*kernels::program_of(Operation::spmv, settings.kernel)).whole;
    const auto is_wrong = [&](const char* matrix) {
        const BoundaryBlocks some = boundary_blocks_of(
            inputs, matrix, settings, [&](std::int64_t blocks, int) { return sampled_blocks(blocks, constants); },
            progress, TraceWays::plain());
        return some.has_findings || some.has_wrong_number(settings.precision);
    };
    return !is_wrong("banded:n=2085,lower=1,upper=0") && is_wrong(many_rows);
}

constexpr std::int64_t rows_of_few = 2085; // the number of rows of few_rows
constexpr const char* few_rows = "diagonal:n=2085";

struct Grid {
    std::int64_t blocks = 0;
    int block_size = 0;
};

/// Returns the number of rows per block, derived from a grid that was launched for a matrix with `all` rows. Returns
/// std::nullopt if this number is neither a multiple nor a fraction of the block size.
std::optional<std::int64_t> rows_a_block(const Grid& grid, std::int64_t all) {
    const auto fits = [&](std::int64_t rows) { return (all + rows - 1) / rows == grid.blocks; };
    for (std::int64_t each = 1; each <= 16; ++each)
        if (fits(each * grid.block_size)) return each * grid.block_size;
    for (std::int64_t share = 2; share <= grid.block_size; ++share)
        if (grid.block_size % share == 0 && fits(grid.block_size / share)) return grid.block_size / share;
    return std::nullopt;
}

/// Replaces zeros with NaN. The product of a diagonal matrix and x contains no zeros, so an element that is zero was
/// initialized but never overwritten with a result.
void leave_out_zeros(std::vector<double>& y) {
    std::replace(y.data(), y.data() + y.size(), 0.0, std::numeric_limits<double>::quiet_NaN());
}

bool gives_cause(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings, const Progress& progress,
                 const TraceWays& ways) {
    const std::int64_t rows = inputs.matrix(diagonal, progress)->csr.rows;
    std::vector<Grid> grids; // grids of the launches for the smaller matrix, in order
    BoundaryBlocks few = boundary_blocks_of(
        inputs, few_rows, settings,
        [&grids](std::int64_t blocks, int block_size) {
            grids.push_back({blocks, block_size});
            return ends_of(blocks);
        },
        progress, TraceWays::plain());
    leave_out_zeros(few.y);
    if (few.has_findings || std::isnan(few.y.back()) || few.has_wrong_number(settings.precision)) return false;

    const std::vector<std::int64_t> constants =
        simt::constants_of(*kernels::program_of(Operation::spmv, settings.kernel)).whole;
    std::size_t launch = 0;
    bool is_told = true;
    const auto blocks_to_run = [&](std::int64_t blocks, int block_size) -> std::vector<std::int64_t> {
        constexpr std::int64_t most_rows_a_thread = 64;
        is_told = is_told && launch < grids.size() && blocks * block_size * most_rows_a_thread >= rows;
        if (!is_told) return {};
        const std::int64_t each = rows_a_block(grids[launch++], rows_of_few).value_or(0);
        std::vector<std::int64_t> chosen = sampled_blocks(blocks, constants, each);
        if (each > 0) chosen.push_back((rows - 1) / each % blocks);
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        return chosen;
    };
    BoundaryBlocks many = boundary_blocks_of(inputs, diagonal.c_str(), settings, blocks_to_run, progress, ways);
    // A thread may need more iterations than the limit, for example if it searches all rows.
    if (!is_told || launch != grids.size() || many.is_endless) return false;
    leave_out_zeros(many.y);
    return many.has_findings || std::isnan(many.y.back()) || many.has_wrong_number(settings.precision);
}

/// Returns the elements of C = AᵀA that are written by the first and last blocks of each launch.
LeftByBlocks left_by_ends(Inputs& inputs, const char* input, const TraceSettings& wanted, const Progress& progress) {
    const TraceSettings settings = settings_of_blocks(
        wanted, [constants = simt::constants_of(*kernels::program_of(Operation::ata, wanted.kernel)).whole](
                    std::int64_t blocks, int) { return sampled_blocks(blocks, constants); });
    const TraceInput loaded =
        spec_of(Operation::ata).trace_input(inputs, input, settings, progress, TraceWays::plain());
    return left_by_blocks(loaded.subject(progress), settings, progress);
}

/// Returns whether any element of C = AᵀA is wrong. The matrix A must have a single row.
bool has_wrong_number(const std::vector<double>& a, const std::vector<double>& c, Precision precision) {
    // The tolerance allows for the rounding of both factors and of the product.
    const double share = 4 * kernels::unit_roundoff(precision);
    const double* computed = c.data();
    for (const double left : a)
        for (const double right : a) {
            const double number = *computed++, wanted = left * right;
            if (number == number && std::abs(number - wanted) > share * std::abs(wanted)) return true;
        }
    return false;
}

using simt::Class;
using simt::Family;

bool has(const std::vector<std::uint32_t>& operations, Family family, Class of) {
    const auto wanted = static_cast<std::uint32_t>(simt::operation(family, of));
    return std::find(operations.begin(), operations.end(), wanted) != operations.end();
}

bool makes_whole_numbers(const std::vector<std::uint32_t>& operations, Class of) {
    constexpr std::array<Family, 4> whole{Family::to_i32, Family::to_u32, Family::to_i64, Family::to_u64};
    return std::any_of(whole.begin(), whole.end(), [&](Family family) { return has(operations, family, of); });
}

bool makes_floats(const std::vector<std::uint32_t>& operations) {
    constexpr std::array<Class, 4> whole{Class::i32, Class::u32, Class::i64, Class::u64};
    return std::any_of(whole.begin(), whole.end(), [&](Class of) { return has(operations, Family::to_f32, of); });
}

} // namespace

bool counts_in_16_bits(const std::string& text) {
    const auto has = [&text](const char* word) { return text.find(word) != std::string::npos; };
    if (has("short") || has("int16") || has("65535") || has("65536")) return true;
    // Ignore matches that are only the beginning of a longer literal, such as a mask that selects all lanes.
    for (const char* const mask : {"0xffff", "0xFFFF", "0x10000"})
        for (std::size_t at = text.find(mask); at != std::string::npos; at = text.find(mask, at + 1))
            if (std::isxdigit(static_cast<unsigned char>(text[at + std::strlen(mask)])) == 0) return true;
    return false;
}

TraceSettings settings_of_many_rows(const TraceSettings& settings, const simt::Program& program) {
    TraceSettings wanted = settings;
    wanted.blocks_of_launch = [constants = simt::constants_of(program).whole](std::int64_t blocks, int) {
        return sampled_blocks(blocks, constants);
    };
    // If warps fetch rows from a queue, a single warp may process all rows, so the limit would be too low.
    if (!simt::constants_of(program).takes_tickets) wanted.most_turns = most_turns_over_many_rows;
    return wanted;
}

bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress) {
    // If threads wait for each other, all blocks run anyway, so testing a few blocks first saves no time.
    if (simt::constants_of(*kernels::program_of(Operation::spmv, settings.kernel)).waits) return true;
    constexpr std::int64_t quick_threads = 4 * rows_of_many;
    const Launched many = launched_over(many_rows, inputs, settings, progress);
    if (has_wrong_rows(inputs, settings, progress)) return true;
    if (many.threads <= quick_threads) return true;
    if (many.has_findings || counts_in_16_bits(kernels::text_of_kernel(settings.kernel))) return true;
    const Launched few = launched_over("banded:n=2085,lower=1,upper=0", inputs, settings, progress);
    // Maximum total number of threads in the last blocks of all launches. These threads are subtracted because a last
    // block may process fewer rows than other blocks.
    const std::int64_t last_blocks = few.launches * 1024;
    return many.threads * few.rows < (few.threads - last_blocks) * many.rows;
}

bool is_right_in_sampled_blocks(Inputs& inputs, const std::string& matrix, const TraceSettings& settings,
                                const Progress& progress, const TraceWays& ways) {
    const simt::SourceConstants constants = simt::constants_of(*kernels::program_of(Operation::spmv, settings.kernel));
    if (constants.waits || constants.takes_tickets) return false;
    const std::int64_t rows = inputs.matrix(matrix, progress)->csr.rows;
    int launches = 0;
    std::int64_t each = 0; // number of rows per block
    std::vector<std::int64_t> chosen;
    const BoundaryBlocks some = boundary_blocks_of(
        inputs, matrix.c_str(), settings,
        [&](std::int64_t blocks, int block_size) -> std::vector<std::int64_t> {
            each = rows_a_block({blocks, block_size}, rows).value_or(0);
            if (++launches > 1 || each == 0) return {};
            return chosen = sampled_blocks(blocks, constants.whole, each);
        },
        progress, ways);
    if (launches != 1 || each == 0 || some.has_findings || some.has_wrong_number(settings.precision)) return false;
    return std::all_of(chosen.begin(), chosen.end(), [&](std::int64_t block) {
        const auto first = some.y.begin() + block * each, last = some.y.begin() + std::min(rows, (block + 1) * each);
        return std::none_of(first, last, [](double number) { return std::isnan(number); });
    });
}

bool takes_many_rows(const simulated::Card& card) { return simulated::limits_of(card).grid[0] >= rows_of_many; }

std::string large_diagonal(std::int64_t rows) { return "diagonal:n=" + std::to_string(rows); }

bool is_worth_large_diagonal(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings,
                             const Progress& progress, const TraceWays& ways) {
    return !is_in_browser && gives_cause(inputs, diagonal, settings, progress, ways);
}

std::string wide_matrix(std::int64_t cols) { return "dense:rows=1,seed=8,cols=" + std::to_string(cols); }

std::int64_t largest_limit_of_columns(const simt::SourceConstants& constants, int block) {
    constexpr std::int64_t most = 2'100; // maximum number of columns of A, so that C has at most 4.4 million elements
    std::int64_t largest = 0;
    for (const std::int64_t a : constants.whole)
        for (const std::int64_t b : constants.whole)
            for (const std::int64_t limit : {a, a * block, a <= most && b <= most ? a * b : a})
                if (limit <= most) largest = std::max(largest, limit);
    return largest;
}

bool is_worth_many_columns(Inputs& inputs, const std::string& wide, const TraceSettings& settings,
                           const Progress& progress) {
    const LeftByBlocks few = left_by_ends(inputs, "dense:rows=2,cols=260,seed=7", settings, progress);
    if (few.has_findings || std::isnan(few.numbers.back())) return false;
    const LeftByBlocks many = left_by_ends(inputs, wide.c_str(), settings, progress);
    return many.has_findings || std::isnan(many.numbers.back()) ||
           has_wrong_number(inputs.dense(wide, progress)->value, many.numbers, settings.precision);
}

bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel) {
    if (is_in_browser || format == "csc") return false;
    const auto operations = simt::operations_of(*kernels::program_of(operation, kernel));
    return makes_whole_numbers(operations, Class::f32) || makes_whole_numbers(operations, Class::f64);
}

bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways) {
    if (is_in_browser) return false;
    const auto operations = simt::operations_of(*kernels::program_of(Operation::spmv, settings.kernel));
    if (!makes_floats(operations) || !makes_whole_numbers(operations, Class::f32)) return false;
    const BoundaryBlocks ends = boundary_blocks_of(inputs, far_entries, settings, ends_of, progress, ways);
    return ends.has_findings || ends.has_wrong_number(settings.precision);
}

} // namespace warploom::app
