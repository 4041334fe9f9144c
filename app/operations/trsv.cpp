#include "kernels/operations/trsv.h"
#include "engine/sentence.h"

#include "app/operations/cg.h"
#include "app/operations/model_row.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "app/operations/waiting_rows.h"
#include "app/problem/format_store.h"
#include "app/problem/problem.h"
#include "engine/elapsed.h"
#include "engine/format_number.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/lower_factor.h"
#include "engine/measure/reference.h"
#include "engine/measure/rounding.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_gpu.h"
#include "kernels/trsv/level_sets.h"

#include <algorithm>

namespace warploom::app {

using kernels::BoundTrsv;

namespace {

/// Returns the lower triangle L of a matrix. Throws if L x = b cannot be solved.
CsrMatrix lower_of(const Matrix& matrix) {
    require_runnable(matrix);
    return lower_factor(matrix.csr);
}

InputInfo input_of_lower(const Matrix& matrix, const CsrMatrix& lower) {
    InputInfo info = input_of(matrix);
    info.nonzeros = lower.nonzeros();
    info.note = lower_factor_note(matrix.csr);
    return info;
}

/// Returns the lower triangle of a matrix as a Matrix object, which can be converted to formats.
std::shared_ptr<const Matrix> what_is_solved(const Matrix& matrix) {
    auto solved = std::make_shared<Matrix>();
    solved->name = matrix.name;
    solved->csr = lower_of(matrix);
    return solved;
}

/// Returns the number of floating-point operations of a triangular solve: a multiplication and a subtraction per entry
/// below the diagonal, and a division per row.
double operations_of(std::int64_t rows, std::int64_t nonzeros) { return static_cast<double>(2 * nonzeros - rows); }

/// Returns the trace input for one solve of L x = b, where all elements of b are 1. The kernel must exist and support
/// tracing.
TraceSubject trsv_subject(const std::string& kernel, const kernels::TrsvInput& input) {
    const auto& lower = *input.format;
    TraceSubject subject;
    subject.operation = Operation::trsv;
    subject.format = lower.footprint.format;
    subject.result = "x";
    subject.value_slots = lower.footprint.value_slots;
    subject.transfer_bytes =
        static_cast<double>(lower.footprint.bytes) + bytes_of_numbers(2 * lower.rows, lower.precision);
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        auto solver = kernels::bind_traced(kernel, input, block, tracer);
        solver->set_right_side(std::vector<double>(static_cast<std::size_t>(input.format->rows), 1.0));
        return solver;
    };
    subject.ones = "b";
    subject.entries = input.format;
    subject.say_launches = [levels = input.levels](const std::vector<simulated::LaunchInfo>& launches) {
        return say_levels(launches, levels->levels());
    };
    subject.values = [](const kernels::Bound& bound) { return static_cast<const BoundTrsv&>(bound).x(); };
    return subject;
}

/// The problem L x = b. L is the lower triangle of a matrix, including the diagonal. By default, b is L times a random
/// vector, so that the solution is not 0.
class TrsvProblem final : public Problem {
public:
    /// Creates the problem. Errors: "matrix.unsupported"; any error from lower_factor.
    explicit TrsvProblem(const Matrix& matrix, const std::string& rhs = "drawn")
        : lower_(lower_of(matrix)),
          b_(rhs == "drawn" ? cg_right_side(lower_, matrix.order.get()) : cg_right_side(matrix, rhs)),
          formats_(lower_) {
        info_ = input_of_lower(matrix, lower_);
        levels_ns_ = elapsed_ns([&] { levels_ = std::make_shared<kernels::LevelSets>(kernels::level_sets(lower_)); });
    }

    Operation operation() const override { return Operation::trsv; }
    InputInfo input() const override { return info_; }
    std::string shared_by(const Row&) const override { return "csr"; }
    double bytes_to_hold(const Row& row) const override {
        constexpr double vectors = 2; // number of vectors with one element per row: b and x
        return vectors * static_cast<double>(lower_.rows * kernels::bytes_of(row.precision)) +
               formats_.bytes_to_make("csr", row.precision);
    }

    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override {
        const kernels::TrsvInput input{formats_.give("csr", row, context), levels_};
        auto bound = context.machine.bind(row.kernel, input, context.block_of(row));
        if (row.kernel == "levels" || row.kernel == "counters" ||
            kernels::is_kernel_file(row.kernel)) // only these kernels use the dependency levels
            bound->preprocess_ns += levels_ns_;
        bound->set_right_side(b_);
        if (!info_.note.empty()) add_remark(bound->detail, info_.note);
        TrsvResult result;
        result.levels = levels_->levels();
        result.most_rows = levels_->most_rows();
        row.result = result;
        return bound;
    }

    /// For any order of summation, forward substitution satisfies |b - L x|_i <= n_i u (|L||x|)_i, where n_i is the
    /// number of entries in row i (Higham 2002, theorem 8.5). The same bound holds for the product L x, so the solution
    /// is checked in the same way as a product.
    std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first, const RunContext&) override {
        auto& solver = static_cast<BoundTrsv&>(bound); // the cast is safe, because bind() returns this type
        std::vector<double> b = is_first ? b_ : half_replaced(b_);
        if (!is_first) solver.set_right_side(b);
        solver.run_afresh();
        const bool is_single = row.precision == Precision::float32;
        for (double& number : b) number = measure::in_precision(number, is_single);
        const auto check = measure::check_spmv(measure::spmv_reference(lower_, solver.x(), is_single), b);
        TrsvResult& result = *row.own<TrsvResult>();
        result.error_bound_ratio = is_first ? check.bound_ratio : std::max(result.error_bound_ratio, check.bound_ratio);
        if (check.is_right()) return std::nullopt;
        return ValidationFailure{
            "result.wrong",
            sentence("L x differs from b. The error in row {row} (counted from 0) is {ratio} times the bound on "
                     "rounding errors.",
                     {{"row", check.worst_row}, {"ratio", format_number(check.bound_ratio)}}),
            ""};
    }

    void model(Row& row, const simulated::Card& card, const RunContext& context) override {
        const TraceSubject subject = trsv_subject(row.kernel, {formats_.give("csr", row, context), levels_});
        const Trace trace = model_row(row, card, subject, context);
        row.own<TrsvResult>()->launches = static_cast<std::int64_t>(trace.model.launches.size());
        add_waiting(row, card, trace, levels_->levels());
    }

    void add_figures(Row& row) const override {
        const auto vectors = static_cast<double>(2 * lower_.rows * kernels::bytes_of(row.precision));
        row.gflops = operations_of(lower_.rows, lower_.nonzeros()) / row.time.median;
        row.gbytes_per_s = (static_cast<double>(row.format_bytes) + vectors) / row.time.median;
    }

    void release() override { formats_.release(); }

private:
    InputInfo info_; ///< name and hash of the matrix, and size of its lower triangle L
    CsrMatrix lower_;
    std::shared_ptr<const kernels::LevelSets> levels_;
    double levels_ns_ = 0; ///< time to compute the dependency levels, in nanoseconds
    std::vector<double> b_;
    FormatStore formats_;
};

class TrsvSpec final : public MatrixSpec {
public:
    Operation operation() const override { return Operation::trsv; }
    OperationWords words() const override {
        return {"L x = b, L the lower triangle of a matrix",
                "L x = b",
                "A square matrix without zeros on the diagonal: a matrix file (.mtx, .mat, .npz and others), a water "
                "network (.inp), "
                "or a generator such as laplace2d:n=100.",
                "Kernel IDs, separated by commas. Default: all kernels that run on the machine.",
                {{"levels", "levels"}, {"most rows", "most_rows"}, {"error/bound", "error_bound_ratio"}}};
    }
    std::vector<std::string> plain_kernels(bool) const override { return {"cpu-trsv", "levels"}; }

    std::unique_ptr<Problem> open(Inputs& inputs, const std::string& name, const RunSettings& settings,
                                  const Progress& progress) const override {
        return std::make_unique<TrsvProblem>(*inputs.matrix(name, progress), settings.cg.rhs);
    }
    TraceInput trace_matrix(const std::shared_ptr<const Matrix>& matrix, const TraceSettings& settings,
                            const TraceWays& ways) const override {
        const auto solved = what_is_solved(*matrix);
        return {[matrix, solved] { return input_of_lower(*matrix, solved->csr); },
                [solved, settings, ways](const Progress& progress) {
                    check_trace_settings(Operation::trsv, settings);
                    TraceSubject subject = trsv_subject(
                        settings.kernel, {ways.format("csr", *solved, settings, progress),
                                          std::make_shared<kernels::LevelSets>(kernels::level_sets(solved->csr))});
                    subject.matrix = {solved, &solved->csr};
                    return subject;
                },
                matrix};
    }
    double useful_operations(const std::string&, const InputInfo& input, Precision) const override {
        return operations_of(input.rows, input.nonzeros);
    }
    std::string title(const Run& run) const override {
        const std::string title =
            sentence("{formula}, L = lower triangle of {matrix} ({size})",
                     {{"formula", words().formula}, {"matrix", run.input.name}, {"size", size_text(run.input, true)}});
        if (run.input.note.empty()) return title;
        return sentence("{title}. {note}", {{"title", title}, {"note", run.input.note}});
    }
};

} // namespace

const OperationSpec& trsv_spec() {
    static const TrsvSpec spec;
    return spec;
}

} // namespace warploom::app
