#include "app/check/very_many_rows.h"

#include "app/check/ends_of_launches.h"
#include "kernels/texts/text_of_kernel.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace warploom::app {

namespace {

constexpr std::int64_t rows_of_few = 2085;
constexpr const char* few_rows = "diagonal:n=2085";
constexpr std::int64_t rows_of_very_many = 1'100'003;

struct Grid {
    std::int64_t blocks = 0;
    int block_size = 0;
};

/// How many rows a block takes of a grid that was made for `rows_of_few`: a part of its threads, or a multiple of them.
std::optional<std::int64_t> rows_a_block(const Grid& grid) {
    const auto fits = [&](std::int64_t rows) { return (rows_of_few + rows - 1) / rows == grid.blocks; };
    for (std::int64_t each = 1; each <= 16; ++each)
        if (fits(each * grid.block_size)) return each * grid.block_size;
    for (std::int64_t share = 2; share <= grid.block_size; ++share)
        if (grid.block_size % share == 0 && fits(grid.block_size / share)) return grid.block_size / share;
    return std::nullopt;
}

/// A row of a diagonal is never 0: such a row was only cleared.
void leave_out_zeros(std::vector<double>& y) {
    std::replace(y.data(), y.data() + y.size(), 0.0, std::numeric_limits<double>::quiet_NaN());
}

bool gives_cause(Inputs& inputs, const TraceSettings& settings, const Progress& progress, const TraceWays& ways) {
    std::vector<Grid> grids; // over few rows
    EndsOfLaunches few = ends_of_launches(
        inputs, few_rows, settings,
        [&grids](std::int64_t blocks, int block_size) {
            grids.push_back({blocks, block_size});
            return ends_of(blocks);
        },
        progress, TraceWays::plain());
    leave_out_zeros(few.y);
    if (few.has_findings || std::isnan(few.y.back()) || few.has_wrong_number(settings.precision)) return false;

    std::size_t launch = 0;
    bool is_told = true;
    const auto blocks_to_run = [&](std::int64_t blocks, int block_size) -> std::vector<std::int64_t> {
        constexpr std::int64_t most_rows_a_thread = 64;
        is_told = is_told && launch < grids.size() && blocks * block_size * most_rows_a_thread >= rows_of_very_many;
        if (!is_told) return {};
        std::vector<std::int64_t> chosen = ends_of(blocks);
        if (const auto rows = rows_a_block(grids[launch++])) chosen.push_back((rows_of_very_many - 1) / *rows % blocks);
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        return chosen;
    };
    EndsOfLaunches many = ends_of_launches(inputs, very_many_rows, settings, blocks_to_run, progress, ways);
    if (!is_told || launch != grids.size()) return false;
    leave_out_zeros(many.y);
    return many.has_findings || std::isnan(many.y.back()) || many.has_wrong_number(settings.precision);
}

} // namespace

bool may_cut_off(const std::string& text, int block) {
    for (const std::string_view word : {"short", "char", "int8_t", "int16_t"})
        if (text.find(word) != std::string::npos) return true;
    constexpr unsigned long long rows_of_many = 70'001, most_bits = 9, all_lanes = 0xffffffff;
    unsigned long long before = 0; // the number that a sign of multiplication follows
    auto largest = static_cast<unsigned long long>(block);
    char sign = 0; // the last that is no blank
    for (std::size_t at = 0; at < text.size();) {
        const auto letter = static_cast<unsigned char>(text[at]);
        if (std::isdigit(letter) == 0) {
            if (std::isalpha(letter) != 0 || letter == '_')
                while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_'))
                    ++at;
            else ++at;
            if (letter == '/' && at < text.size() && text[at] == '/') at = std::min(text.find('\n', at), text.size());
            if (std::isspace(letter) == 0) {
                if (letter != '*') before = 0;
                sign = static_cast<char>(letter);
            }
            continue;
        }
        char* end = nullptr;
        unsigned long long number = std::strtoull(text.c_str() + at, &end, 0);
        at = static_cast<std::size_t>(end - text.c_str());
        if (number == all_lanes) number = 0;
        if ((sign == '<' || sign == '>') && number > most_bits && number < 64) return true;
        if (sign == '*' && before > 0) number *= before;
        if (number * largest > rows_of_many) return true;
        largest = std::max(largest, number);
        before = number;
        sign = '0';
    }
    return false;
}

bool is_worth_very_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                             const TraceWays& ways) {
    if (is_in_browser || !may_cut_off(kernels::text_of_kernel(settings.kernel), settings.block)) return false;
    return gives_cause(inputs, settings, progress, ways);
}

} // namespace warploom::app
