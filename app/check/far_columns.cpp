#include "app/check/far_columns.h"

#include "engine/simt/code/code.h"
#include "engine/simt/program.h"
#include "kernels/texts/text_of_kernel.h"

#include <algorithm>
#include <array>

namespace warploom::app {

namespace {

bool makes_whole_numbers(std::uint32_t operation) {
    using simt::Class;
    using simt::Family;
    constexpr std::array<Family, 4> whole{Family::to_i32, Family::to_u32, Family::to_i64, Family::to_u64};
    return std::any_of(whole.begin(), whole.end(), [&](Family family) {
        return operation == static_cast<std::uint32_t>(simt::operation(family, Class::f32)) ||
               operation == static_cast<std::uint32_t>(simt::operation(family, Class::f64));
    });
}

} // namespace

bool is_worth_far_columns(kernels::Operation operation, const std::string& format, const std::string& kernel) {
    if (sizeof(void*) < 8 || format == "csc") return false;
    const auto operations = simt::operations_of(*kernels::program_of(operation, kernel));
    return std::any_of(operations.begin(), operations.end(), makes_whole_numbers);
}

} // namespace warploom::app
