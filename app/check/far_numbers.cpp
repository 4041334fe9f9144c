#include "app/check/far_numbers.h"

#include "app/check/many_rows.h"
#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "engine/measure/reference.h"
#include "engine/simt/code/code.h"
#include "engine/simt/program.h"
#include "kernels/operations/spmv.h"
#include "kernels/texts/text_of_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

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

/// The rows that a result has a number for: no others need to be summed again.
CsrMatrix written_rows(const CsrMatrix& a, const std::vector<double>& y) {
    CsrMatrix written;
    written.cols = a.cols;
    for (std::size_t row = 0; row < y.size(); ++row) {
        if (std::isnan(y[row])) continue;
        const std::int64_t first = a.row_pointer[row], last = a.row_pointer[row + 1];
        written.column.insert(written.column.end(), a.column.begin() + first, a.column.begin() + last);
        written.value.insert(written.value.end(), a.value.begin() + first, a.value.begin() + last);
        written.row_pointer.push_back(written.nonzeros());
        ++written.rows;
    }
    return written;
}

constexpr bool is_in_browser = sizeof(void*) < 8;

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
    TraceSettings ends = settings_of_many_rows(settings);
    ends.runs_untraced = ends.counts = false;
    const TraceInput loaded = spec_of(Operation::spmv).trace_input(inputs, far_entries, ends, progress, ways);
    TraceSubject subject = loaded.subject(progress);
    const std::vector<double> x = make_x("random:1", loaded.matrix->csr.cols);
    subject.bind = [bind = subject.bind, &x](int block, simulated::Tracer& tracer) {
        auto bound = bind(block, tracer);
        static_cast<kernels::BoundSpmv&>(*bound).set_x(x);
        return bound;
    };
    std::vector<double> y;
    subject.run = [&y, run = subject.run, values = subject.values](kernels::Bound& bound) {
        run(bound);
        y = values(bound);
    };
    if (!trace_kernel(subject, ends, progress).findings.empty()) return true;
    const bool is_single = settings.precision == Precision::float32;
    const auto reference = measure::spmv_reference(written_rows(loaded.matrix->csr, y), x, is_single);
    y.erase(std::remove_if(y.begin(), y.end(), [](double value) { return std::isnan(value); }), y.end());
    return !measure::check_spmv(reference, y).is_right();
}

} // namespace warploom::app
