#include "app/check/many_columns.h"

#include "app/check/ends_of_launches.h"
#include "app/operations/trace_kernel.h"
#include "kernels/operations/operation.h"

#include <cmath>
#include <vector>

namespace warploom::app {

namespace {

/// What the first and the last block of each launch leave of C.
struct Ends {
    std::vector<double> c; ///< NaN where no thread wrote
    bool has_findings = false;
};

Ends ends_over(Inputs& inputs, const char* input, TraceSettings settings, const Progress& progress) {
    settings.runs_untraced = settings.counts = false;
    settings.blocks_of_launch = [](std::int64_t blocks, int) { return ends_of(blocks); };
    settings.most_turns = most_turns_over_many_rows;
    TraceSubject subject =
        spec_of(Operation::ata).trace_input(inputs, input, settings, progress, TraceWays::plain()).subject(progress);
    Ends ends;
    subject.run = [run = subject.run, values = subject.values, &ends](kernels::Bound& bound) {
        run(bound);
        ends.c = values(bound);
    };
    ends.has_findings = !trace_kernel(subject, settings, progress).findings.empty();
    return ends;
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
    const Ends few = ends_over(inputs, "dense:rows=2,cols=260,seed=7", settings, progress);
    if (few.has_findings || std::isnan(few.c.back())) return false;
    const Ends many = ends_over(inputs, many_columns, settings, progress);
    return many.has_findings || std::isnan(many.c.back()) ||
           has_wrong_number(inputs.dense(many_columns, progress)->value, many.c, settings.precision);
}

} // namespace warploom::app
