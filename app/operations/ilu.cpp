#include "kernels/operations/ilu.h"
#include "engine/sentence.h"

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
#include "engine/measure/factor_check.h"
#include "engine/measure/zero_pivot.h"
#include "kernels/machine/registry.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>

namespace warploom::app {

using kernels::BoundIlu;

namespace {

/// Computes the sparsity pattern of the factors L and U. Throws if the matrix cannot be factorized.
std::shared_ptr<const kernels::LuPattern> pattern_of(const Matrix& matrix) {
    require_runnable(matrix);
    return std::make_shared<kernels::LuPattern>(kernels::lu_pattern(matrix.csr));
}

/// Returns the trace input for one factorization. The kernel must exist and support tracing.
TraceSubject ilu_subject(const std::string& kernel, const kernels::IluInput& input) {
    const auto& a = *input.format;
    TraceSubject subject;
    subject.operation = Operation::ilu;
    subject.format = a.footprint.format;
    subject.value_slots = a.footprint.value_slots;
    subject.transfer_bytes =
        static_cast<double>(a.footprint.bytes) + bytes_of_numbers(a.footprint.value_slots, a.precision);
    subject.bind = [kernel, input](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return kernels::bind_traced(kernel, input, block, tracer);
    };
    subject.entries = input.format;
    subject.say_launches = [pattern = input.pattern](const std::vector<simulated::LaunchInfo>& launches) {
        return say_levels(launches, pattern->lower.levels());
    };
    subject.values = [](const kernels::Bound& bound) { return static_cast<const BoundIlu&>(bound).factors(); };
    return subject;
}

/// The problem A ≈ L U, where the factors L and U have the same sparsity pattern as A. This is an ILU(0) factorization.
class IluProblem final : public Problem {
public:
    /// Creates the problem. Errors: "matrix.unsupported"; any error from kernels::lu_pattern.
    explicit IluProblem(std::shared_ptr<const Matrix> matrix)
        : matrix_(std::move(matrix)), info_(input_of(*matrix_)), formats_(matrix_->csr) {
        pattern_ns_ = elapsed_ns([&] { pattern_ = pattern_of(*matrix_); });
    }

    Operation operation() const override { return Operation::ilu; }
    InputInfo input() const override { return info_; }
    std::string shared_by(const Row&) const override { return "csr"; }
    double bytes_to_hold(const Row& row) const override {
        const auto factors = static_cast<double>(matrix_->csr.nonzeros() * kernels::bytes_of(row.precision));
        return factors + formats_.bytes_to_make("csr", row.precision);
    }

    std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) override {
        const kernels::IluInput input{formats_.give("csr", row, context), pattern_};
        auto bound = context.machine.bind(row.kernel, input, context.block_of(row));
        // The time for the pattern counts as preprocessing, because all kernels need the pattern.
        bound->preprocess_ns += pattern_ns_;
        IluResult result;
        result.levels = pattern_->lower.levels();
        result.most_rows = pattern_->lower.most_rows();
        row.result = result;
        return bound;
    }

    std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first, const RunContext&) override {
        auto& factorization = static_cast<BoundIlu&>(bound); // the cast is safe, because bind() returns this type
        factorization.run_afresh();
        IluResult& result = *row.own<IluResult>();
        result.zero_pivot = factorization.zero_pivot();
        if (result.zero_pivot && kernels::is_kernel_file(row.kernel) &&
            !measure::is_first_zero_pivot(matrix_->csr, factorization.factors(), *result.zero_pivot))
            return ValidationFailure{"result.wrong",
                                     sentence("Kernel {kernel} reports a pivot that is 0 or not finite in row {row} "
                                              "(counted from 0), but the first such pivot in its factors is in another "
                                              "row.",
                                              {{"kernel", row.kernel}, {"row", *result.zero_pivot}}),
                                     sentence("Set `zero_pivot` to the first row with such a pivot. Rows are counted "
                                              "from 0.")};
        if (result.zero_pivot)
            return ValidationFailure{
                "numeric.pivot",
                sentence("Kernel {kernel} found a pivot that is 0 or not finite in row {row} (counted from 0). ILU(0) "
                         "does not exchange rows.",
                         {{"kernel", row.kernel}, {"row", *result.zero_pivot}}),
                sentence("Reorder the rows, or choose a diagonally dominant matrix.")};
        const auto check =
            measure::check_incomplete_lu(matrix_->csr, factorization.factors(), row.precision == Precision::float32);
        result.error_bound_ratio = is_first ? check.bound_ratio : std::max(result.error_bound_ratio, check.bound_ratio);
        if (check.is_right()) return std::nullopt;
        return ValidationFailure{
            "result.wrong",
            sentence("L U differs from A. The error in row {row} (counted from 0) is {ratio} times the bound on "
                     "rounding errors.",
                     {{"row", check.worst_row}, {"ratio", format_number(check.bound_ratio)}}),
            ""};
    }

    void model(Row& row, const simulated::Card& card, const RunContext& context) override {
        const TraceSubject subject = ilu_subject(row.kernel, {formats_.give("csr", row, context), pattern_});
        const Trace trace = model_row(row, card, subject, context);
        row.own<IluResult>()->launches = static_cast<std::int64_t>(trace.model.launches.size());
        add_waiting(row, card, trace, pattern_->lower.levels());
    }

    void add_figures(Row& row) const override {
        const auto factors = static_cast<double>(matrix_->csr.nonzeros() * kernels::bytes_of(row.precision));
        row.gflops = static_cast<double>(pattern_->operations) / row.time.median;
        row.gbytes_per_s = (static_cast<double>(row.format_bytes) + factors) / row.time.median;
    }

    void release() override { formats_.release(); }

private:
    std::shared_ptr<const Matrix> matrix_;
    InputInfo info_;
    std::shared_ptr<const kernels::LuPattern> pattern_;
    double pattern_ns_ = 0; ///< time to compute the sparsity pattern, in nanoseconds
    FormatStore formats_;
};

class IluSpec final : public MatrixSpec {
public:
    Operation operation() const override { return Operation::ilu; }
    OperationWords words() const override {
        return {"A ≈ L U with the pattern of A, ILU(0)",
                "A ≈ L U, ILU(0)",
                "A square matrix that stores its entire diagonal: a matrix file (.mtx, .mat, .npz and others), a water "
                "network "
                "(.inp), or a generator such as laplace2d:n=100.",
                "Kernel IDs, separated by commas. Default: all kernels that run on the machine.",
                {{"levels", "levels"}, {"most rows", "most_rows"}, {"error/bound", "error_bound_ratio"}}};
    }
    std::vector<std::string> plain_kernels(bool) const override { return {"cpu-ilu", "levels"}; }

    std::unique_ptr<Problem> open(Inputs& inputs, const std::string& name, const RunSettings&,
                                  const Progress& progress) const override {
        return std::make_unique<IluProblem>(inputs.matrix(name, progress));
    }
    TraceInput trace_matrix(const std::shared_ptr<const Matrix>& matrix, const TraceSettings& settings,
                            const TraceWays& ways) const override {
        const auto pattern = pattern_of(*matrix);
        return {[matrix] { return input_of(*matrix); },
                [matrix, pattern, settings, ways](const Progress& progress) {
                    check_trace_settings(Operation::ilu, settings);
                    TraceSubject subject =
                        ilu_subject(settings.kernel, {ways.format("csr", *matrix, settings, progress), pattern});
                    subject.matrix = {matrix, &matrix->csr};
                    return subject;
                },
                matrix};
    }
    /// Returns not_known, because the number of operations depends on the sparsity pattern. The operations are counted
    /// during a run.
    double useful_operations(const std::string&, const InputInfo&, Precision) const override { return not_known; }
};

} // namespace

const OperationSpec& ilu_spec() {
    static const IluSpec spec;
    return spec;
}

} // namespace warploom::app
