#include "app/check/far_numbers.h"

#include "app/check/ends_of_launches.h"
#include "engine/simt/code/code.h"
#include "engine/simt/program.h"
#include "kernels/texts/text_of_kernel.h"

#include <algorithm>
#include <array>

namespace warploom::app {

namespace {

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
    const EndsOfLaunches ends = ends_of_launches(
        inputs, far_entries, settings, [](std::int64_t blocks, int) { return ends_of(blocks); }, progress, ways);
    return ends.has_findings || ends.has_wrong_number(settings.precision);
}

} // namespace warploom::app
