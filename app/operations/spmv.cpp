#include "app/operations/spmv.h"

#include "app/operations/model_row.h"
#include "app/operations/trace_kernel.h"
#include "engine/error.h"
#include "engine/generators/generators.h"
#include "engine/ordering/order.h"
#include "engine/sentence.h"
#include "kernels/formats/dia.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/formats/hyb.h"
#include "kernels/machine/registry.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace warploom::app {

using kernels::HostFormat;

namespace {

template <template <class> class Format> std::int64_t leading_dimension_in(const HostFormat& format) {
    if (format.precision == Precision::float32)
        return static_cast<const Format<float>*>(format.object())->leading_dimension;
    return static_cast<const Format<double>*>(format.object())->leading_dimension;
}

std::optional<std::int64_t> leading_dimension_of(const HostFormat& format) {
    const std::string& id = format.footprint.format;
    if (id == "ell") return leading_dimension_in<kernels::Ell>(format);
    if (id == "ell-sorted") return leading_dimension_in<kernels::EllSorted>(format);
    if (id == "hyb") return leading_dimension_in<kernels::Hyb>(format);
    if (id == "dia") return leading_dimension_in<kernels::Dia>(format);
    return std::nullopt;
}

/// For matrices with more nonzeros, the check after the measurements uses the same x as the first check, because
/// computing another reference result would take seconds.
constexpr std::int64_t most_checked_twice = 20'000'000;

} // namespace

void require_runnable(const Matrix& matrix) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not,
                    sentence("Kernels can run only on real-valued matrices. `info` shows the properties of a matrix."));
}

InputInfo input_of(const Matrix& matrix) {
    return {matrix.name, matrix.rows(), matrix.cols(), matrix.csr.nonzeros(), matrix.hash()};
}

SpmvProblem::SpmvProblem(std::shared_ptr<const Matrix> matrix, const std::string& x)
    : matrix_(std::move(matrix)), formats_(matrix_->csr) {
    require_runnable(*matrix_);
    x_ = make_x(x, matrix_->csr.cols);
    // x is specified in the original row order, so reorder it in the same way as the matrix.
    if (matrix_->order != nullptr) x_ = matrix_->order->taken(x_);
    last_x_ = half_replaced(x_);
}

std::string SpmvProblem::shared_by(const Row& row) const { return require_known(Operation::spmv, row.kernel).format; }

double SpmvProblem::bytes_to_hold(const Row& row) const {
    const auto& a = matrix_->csr;
    return static_cast<double>((a.rows + a.cols) * kernels::bytes_of(row.precision)) +
           formats_.bytes_to_make(shared_by(row), row.precision);
}

std::unique_ptr<kernels::Bound> SpmvProblem::bind(Row& row, const RunContext& context) {
    const int block = context.block_of(row);
    kernels::SpmvInput input;
    if (context.machine.info().ranks > 1) input.split = formats_.give_split(shared_by(row), row, context);
    else input.format = formats_.give(shared_by(row), row, context);
    auto bound = context.machine.bind(row.kernel, input, block);
    bound->set_x(x_);
    row.result = SpmvResult{};
    return bound;
}

const measure::SpmvReference& SpmvProblem::reference_for(Precision precision, bool is_last) {
    auto& reference = references_[{precision, is_last}];
    if (reference == nullptr)
        reference = std::make_unique<measure::SpmvReference>(
            measure::spmv_reference(matrix_->csr, is_last ? last_x_ : x_, precision == Precision::float32));
    return *reference;
}

std::optional<ValidationFailure> SpmvProblem::check(Row& row, kernels::Bound& bound, bool is_first, const RunContext&) {
    auto& spmv = static_cast<kernels::BoundSpmv&>(bound); // the cast is safe, because bind() returns this type
    const bool is_last = !is_first && matrix_->csr.nonzeros() <= most_checked_twice;
    if (is_last) spmv.set_x(last_x_);
    spmv.run_afresh();
    const std::vector<double> y = spmv.y();
    if (is_last) spmv.set_x(x_);
    const auto check = measure::check_spmv(reference_for(row.precision, is_last), y);
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
    return ValidationFailure{"result.wrong", check.complaint, ""};
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

std::vector<double> half_replaced(std::vector<double> numbers) {
    for (std::size_t i = numbers.size() == 1 ? 0 : 1; i < numbers.size(); i += 2)
        numbers[i] = numbers[i] == 0 ? 1 : -0.5 * numbers[i];
    return numbers;
}

std::vector<double> make_x(const std::string& x, std::int64_t n) {
    const auto size = static_cast<std::size_t>(n);
    if (x == "ones") return std::vector<double>(size, 1.0);
    if (x == "reciprocal") {
        std::vector<double> values(size);
        for (std::size_t j = 0; j < values.size(); ++j) values[j] = 1.0 / (1.0 + static_cast<double>(j));
        return values;
    }
    const std::string prefix = "random:";
    std::uint64_t seed = 0;
    if (x.rfind(prefix, 0) == 0) {
        const char* const end = x.data() + x.size();
        const auto parsed = std::from_chars(x.data() + prefix.size(), end, seed);
        if (parsed.ec == std::errc() && parsed.ptr == end) return symmetric_numbers(seed, n);
    }
    if (std::error_code none; std::filesystem::exists(x, none))
        return n == 0 ? std::vector<double>() : load_vector(x, n, "x");
    throw Error("run.x", sentence("'{x}' is not a valid x.", {{"x", x}}),
                sentence("Use ones, reciprocal, random:SEED, where SEED is a nonnegative integer, or a file."));
}

TraceSubject spmv_subject(const std::string& kernel, std::shared_ptr<const HostFormat> format) {
    TraceSubject subject;
    subject.operation = Operation::spmv;
    subject.format = format->footprint.format;
    subject.leading_dimension = leading_dimension_of(*format);
    subject.result = "y";
    subject.value_slots = format->footprint.value_slots;
    subject.transfer_bytes =
        static_cast<double>(format->footprint.bytes) + bytes_of_numbers(format->rows + format->cols, format->precision);
    subject.bind = [kernel, format](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        auto spmv = kernels::bind_traced(kernel, kernels::SpmvInput{format}, block, tracer);
        spmv->set_x(std::vector<double>(static_cast<std::size_t>(format->cols), 1.0));
        return spmv;
    };
    subject.ones = "x";
    subject.entries = format;
    subject.values = [](const kernels::Bound& bound) { return static_cast<const kernels::BoundSpmv&>(bound).y(); };
    return subject;
}

namespace {

class SpmvSpec final : public MatrixSpec {
public:
    Operation operation() const override { return Operation::spmv; }
    OperationWords words() const override {
        return {"y = A x",
                "y = A x",
                "A matrix file (.mtx, .mat, .npz and others), a water network (.inp), or a generator such as "
                "random-rows:n=4096,fraction=0.2,seed=7.",
                "Kernel IDs, separated by commas. Default: all kernels that run on the machine.",
                {{"error/bound", "error_bound_ratio"}}};
    }
    std::vector<std::string> plain_kernels(bool is_host) const override { return {is_host ? "cpu-csr" : "csr-scalar"}; }
    bool is_shared_among_gpus() const override { return true; }
    void require_sense(const RunSettings& settings) const override { make_x(settings.x, 0); }

    std::unique_ptr<Problem> open(Inputs& inputs, const std::string& name, const RunSettings& settings,
                                  const Progress& progress) const override {
        return std::make_unique<SpmvProblem>(inputs.matrix(name, progress), settings.x);
    }
    TraceInput trace_matrix(const std::shared_ptr<const Matrix>& matrix, const TraceSettings& settings,
                            const TraceWays& ways) const override {
        require_runnable(*matrix);
        return {[matrix] { return input_of(*matrix); },
                [matrix, settings, ways](const Progress& progress) {
                    check_trace_settings(Operation::spmv, settings);
                    const char* const format = require_known(Operation::spmv, settings.kernel).format;
                    TraceSubject subject =
                        spmv_subject(settings.kernel, ways.format(format, *matrix, settings, progress));
                    subject.matrix = {matrix, &matrix->csr};
                    return subject;
                },
                matrix};
    }
    double useful_operations(const std::string&, const InputInfo& input, Precision) const override {
        return 2 * static_cast<double>(input.nonzeros);
    }
    std::string title(const Run& run) const override {
        return sentence("{title}, x = {x}", {{"title", OperationSpec::title(run)}, {"x", run.settings.x}});
    }
};

} // namespace

const OperationSpec& spmv_spec() {
    static const SpmvSpec spec;
    return spec;
}

} // namespace warploom::app
