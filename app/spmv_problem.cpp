#include "app/spmv_problem.h"

#include "app/model_row.h"
#include "app/run_plan.h"
#include "app/trace_subjects.h"
#include "engine/error.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

using kernels::Precision;

void require_runnable(const Matrix& matrix) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not, "Look at it with `info`; kernels run on real matrices only.");
}

InputInfo input_of(const Matrix& matrix) {
    return {matrix.name, matrix.rows(), matrix.cols(), matrix.csr.nonzeros(), matrix.hash()};
}

SpmvProblem::SpmvProblem(std::shared_ptr<const Matrix> matrix, const std::string& x)
    : matrix_(std::move(matrix)), formats_(matrix_->csr) {
    require_runnable(*matrix_);
    x_ = make_x(x, matrix_->csr.cols);
}

std::string SpmvProblem::shared_by(const Row& row) const { return kernels::find_spmv_kernel(row.kernel)->format; }

double SpmvProblem::bytes_to_hold(const Row& row) const {
    const auto& a = matrix_->csr;
    return static_cast<double>((a.rows + a.cols) * kernels::bytes_of(row.precision)) +
           formats_.bytes_to_make(shared_by(row), row.precision);
}

std::unique_ptr<kernels::Bound> SpmvProblem::bind(Row& row, const RunContext& context) {
    const int block = row.block == 0 ? context.settings.blocks.front() : row.block;
    auto bound = context.machine.info().ranks > 1
                     ? context.machine.bind_split(row.kernel, formats_.give_split(shared_by(row), row, context), block)
                     : context.machine.bind(row.kernel, formats_.give(shared_by(row), row, context), block);
    bound->set_x(x_);
    row.result = SpmvResult{};
    return bound;
}

const measure::SpmvReference& SpmvProblem::reference_for(Precision precision) {
    auto& reference = references_[precision];
    if (reference == nullptr)
        reference = std::make_unique<measure::SpmvReference>(
            measure::spmv_reference(matrix_->csr, x_, precision == Precision::float32));
    return *reference;
}

std::optional<Complaint> SpmvProblem::check(Row& row, kernels::Bound& bound, bool is_first, const RunContext&) {
    auto& spmv = static_cast<kernels::BoundSpmv&>(bound); // what bind() gave
    spmv.poison_y();
    spmv.enqueue();
    spmv.finish();
    const std::vector<double> y = spmv.y();
    const auto check = measure::check_spmv(reference_for(row.precision), y);
    SpmvResult& result = *row.own<SpmvResult>();
    result.error_bound_ratio = is_first ? check.bound_ratio : std::max(result.error_bound_ratio, check.bound_ratio);
    if (is_first) {
        long double sum = 0, squares = 0;
        for (const double value : y) {
            sum += static_cast<long double>(value);
            squares += static_cast<long double>(value) * static_cast<long double>(value);
        }
        result.y = {static_cast<double>(std::sqrt(squares)), static_cast<double>(sum)};
    }
    if (check.is_right()) return std::nullopt;
    return Complaint{"result.wrong", check.complaint, ""};
}

void SpmvProblem::model(Row& row, const simulated::Card& card, const RunContext& context) {
    model_row(row, card, spmv_subject(row.kernel, formats_.give(shared_by(row), row, context)), context);
}

void SpmvProblem::add_figures(Row& row) const {
    const auto& a = matrix_->csr;
    const auto vectors = static_cast<double>((a.rows + a.cols) * kernels::bytes_of(row.precision));
    row.gflops = 2 * static_cast<double>(a.nonzeros()) / row.time.median;
    row.gbytes_per_s = (static_cast<double>(row.format_bytes) + vectors) / row.time.median;
}

Run run_spmv(kernels::Machine& machine, const Matrix& matrix, const RunSettings& settings,
             const RunObserver& observer) {
    SpmvProblem problem({std::shared_ptr<void>(), &matrix}, settings.x); // the caller owns it
    return run_problem(machine, problem, settings, observer);
}

} // namespace warploom::app
