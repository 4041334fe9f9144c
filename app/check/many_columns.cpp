#include "app/check/many_columns.h"

#include "app/check/ends_of_launches.h"
#include "kernels/operations/operation.h"

#include <cmath>
#include <vector>

namespace warploom::app {

namespace {

/// What the first and the last block of each launch leave of C.
LeftByBlocks left_by_ends(Inputs& inputs, const char* input, const TraceSettings& wanted, const Progress& progress) {
    const TraceSettings settings = settings_of_blocks(wanted, [](std::int64_t blocks, int) { return ends_of(blocks); });
    const TraceInput loaded =
        spec_of(Operation::ata).trace_input(inputs, input, settings, progress, TraceWays::plain());
    return left_by_blocks(loaded.subject(progress), settings, progress);
}

/// Of a matrix of one row.
bool has_wrong_number(const std::vector<double>& a, const std::vector<double>& c, Precision precision) {
    const double share = 4 * kernels::unit_roundoff(precision); // both factors and their product are rounded
    const double* computed = c.data();
    for (const double left : a)
        for (const double right : a) {
            const double number = *computed++, wanted = left * right;
            if (number == number && std::abs(number - wanted) > share * std::abs(wanted)) return true;
        }
    return false;
}

} // namespace

bool is_worth_many_columns(Inputs& inputs, const TraceSettings& settings, const Progress& progress) {
    const LeftByBlocks few = left_by_ends(inputs, "dense:rows=2,cols=260,seed=7", settings, progress);
    if (few.has_findings || std::isnan(few.numbers.back())) return false;
    const LeftByBlocks many = left_by_ends(inputs, many_columns, settings, progress);
    return many.has_findings || std::isnan(many.numbers.back()) ||
           has_wrong_number(inputs.dense(many_columns, progress)->value, many.numbers, settings.precision);
}

} // namespace warploom::app
