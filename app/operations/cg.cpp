#include "app/operations/cg.h"
#include "app/inputs/inputs.h"

#include "app/operations/cg_checks.h"
#include "app/operations/model_row.h"
#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/generators/generators.h"
#include "engine/measure/reference.h"
#include "engine/measure/rounding.h"
#include "engine/ordering/order.h"
#include "engine/sentence.h"
#include "kernels/cg/methods.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>

namespace warploom::app {

using kernels::BoundCg;

namespace {

constexpr int times_each_part = 10;
/// Returns the number of floating-point operations that one iteration of a method performs.
double operations_of(const std::string& method, std::int64_t nonzeros, std::int64_t rows) {
    // An iteration of CG needs one SpMV, two dot products and three vector updates. An iteration of BiCGSTAB needs two
    // SpMVs, five dot products and six vector updates.
    const bool is_bicgstab = method == "bicgstab";
    return 2.0 * (is_bicgstab ? 2 : 1) * static_cast<double>(nonzeros) +
           (is_bicgstab ? 22.0 : 10.0) * static_cast<double>(rows);
}
constexpr double again_below_ns = 2e9; ///< a solve that takes less time is repeated, so that its time is more accurate

/// Returns the number of iterations between two residual checks. A check costs one SpMV. The interval is short enough
/// that a canceled run ends soon, even if an iteration takes milliseconds.
std::int64_t iterations_between_looks(MachineKind kind, std::int64_t nonzeros) {
    const double ns_a_nonzero = kind == MachineKind::cuda ? 0.02 : kind == MachineKind::cpu ? 2 : 10;
    const double iteration_ns = std::max(1.0, ns_a_nonzero * static_cast<double>(nonzeros));
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(100e6 / iteration_ns), 5, 50);
}

const char* format_of(const Row& row) {
    const auto name = kernels::parse_cg_kernel(row.kernel);
    return name.spmv.empty() ? "" : require_known(Operation::spmv, name.spmv).format;
}

bool is_all_zero(const kernels::CgParts& p) {
    return p.spmv == 0 && p.dots == 0 && p.updates == 0 && p.preconditioner == 0 && p.gaps == 0;
}

} // namespace

std::vector<double> thinned(const std::vector<double>& history, std::int64_t& every) {
    constexpr std::size_t most = 2000;
    const std::size_t step = std::max<std::size_t>(1, (history.size() + most - 1) / most);
    every = static_cast<std::int64_t>(step);
    std::vector<double> kept;
    for (std::size_t i = step; i <= history.size(); i += step) kept.push_back(history[i - 1]);
    return kept;
}

void require_cg_matrix(const Matrix& matrix) {
    require_runnable(matrix);
    if (matrix.rows() != matrix.cols())
        throw Error("matrix.square",
                    sentence("The conjugate gradient method requires a square matrix. This matrix has {rows} "
                             "{rows:row|rows} and {columns} {columns:column|columns}.",
                             {{"rows", matrix.rows()}, {"columns", matrix.cols()}}),
                    sentence("Choose a symmetric positive definite matrix, such as laplace2d:n=64."));
}

std::vector<double> cg_right_side(const CsrMatrix& matrix, const ordering::Order* order) {
    std::vector<double> x = symmetric_numbers(1, matrix.cols);
    if (order != nullptr) x = order->taken(x);
    const auto product = measure::spmv_reference(matrix, x, false).y;
    std::vector<double> b(product.size());
    std::transform(product.begin(), product.end(), b.begin(), [](long double v) { return static_cast<double>(v); });
    return b;
}

std::vector<double> cg_right_side(const Matrix& matrix, const std::string& rhs) {
    if (rhs == "drawn") return cg_right_side(matrix.csr, matrix.order.get());
    if (rhs != "given") {
        if (std::error_code none; !std::filesystem::exists(rhs, none))
            throw Error("cg.settings", sentence("'{rhs}' is not a valid right-hand side.", {{"rhs", rhs}}),
                        sentence("Use drawn, given, or a file."));
        const std::vector<double> b = load_vector(rhs, matrix.rows(), "b");
        return matrix.order == nullptr ? b : matrix.order->taken_by_rows(b);
    }
    if (matrix.right_side.empty())
        throw Error(
            "cg.settings",
            sentence("The matrix {matrix} does not come with a right-hand side.", {{"matrix", matrix.name}}),
            sentence(
                "Water networks, Harwell-Boeing files and archives can contain a right-hand side. Use a random b for "
                "this matrix."));
    return matrix.right_side;
}

double norm2(const std::vector<double>& v) {
    long double sum = 0;
    for (const double value : v) sum += static_cast<long double>(value) * static_cast<long double>(value);
    return static_cast<double>(std::sqrt(sum));
}

kernels::CgInput cg_input(const std::shared_ptr<const Matrix>& matrix, std::string product,
                          std::shared_ptr<const kernels::HostFormat> format, Preconditioner preconditioner,
                          Precision precision) {
    return {std::shared_ptr<const CsrMatrix>(matrix, &matrix->csr), std::move(format), preconditioner, precision,
            std::move(product)};
}

kernels::CgParts parts_of(const Trace& trace) {
    kernels::CgParts parts;
    for (std::size_t i = 0; i < trace.model.launches.size(); ++i) {
        const auto& launch = trace.model.launches[i];
        const std::string& name = trace.launches[i].launch.kernel;
        const bool is_solve = name == "lower_level" || name == "upper_level";
        const bool is_dot =
            name == "cg_dot" || name == "cg_dot_solved" || name == "bicgstab_dot" || name == "bicgstab_stabilise";
        const bool is_method = name.starts_with("cg_") || name.starts_with("bicgstab_");
        const double ns = launch.ns - launch.terms.launch;
        parts.gaps += launch.terms.launch;
        if (is_solve) parts.preconditioner += ns;
        else if (is_dot) parts.dots += ns;
        else if (is_method) parts.updates += ns;
        else parts.spmv += ns;
    }
    parts.gaps += trace.model.terms.transfer; // cg-offload copies vectors between host and device in each iteration
    return parts;
}

namespace {

/// Returns work grids that show all vectors of CG next to each other. The x and y of the product are named p and Ap, as
/// in the CG method.
Boards cg_boards(std::int64_t n) {
    Boards boards;
    boards.list = {{"vectors", n, 0, true}};
    const auto add = [&](const char* array, const char* name) {
        boards.arrays.push_back({array, 0, simulated::Space::global, 1, 1, {name}});
    };
    add("x", "p");
    add("y", "Ap");
    add("solution", "x");
    boards.has_others = true;
    return boards;
}

std::vector<LaunchWords> say_cg_launches(const std::vector<simulated::LaunchInfo>& launches) {
    static const std::map<std::string, std::string> meaning{
        {"cg_dot", sentence("dot product; each block sums its part of p·Ap")},
        {"cg_residual",
         sentence("update; computes alpha from the sums of p·Ap and the next r; each block sums its part of r·r")},
        {"bicgstab_residual",
         sentence(
             "update; computes alpha from the sums of p·Ap and the next x and r; each block sums its part of r·r")},
        {"cg_dot_solved", sentence("dot product; each block sums its part of r·z")},
        {"cg_direction",
         sentence("update; computes the next x, beta from the sums, and the next p from r and the previous p")},
        {"bicgstab_direction",
         sentence("update; computes beta from the sums, and the next p from r and the previous p")},
        {"lower_level", sentence("preconditioner; solves the independent rows of one level of L z = r")},
        {"upper_level", sentence("preconditioner; solves the independent rows of one level of U z = z")},
        {"bicgstab_dot", sentence("dot product; v is A p; each block sums its part of r̂·v")},
        {"bicgstab_half",
         sentence("update; computes alpha from the sums, and x and r after the first half of the iteration")},
        {"bicgstab_stabilise", sentence("dot product; t is A p; each block sums its parts of t·r and t·t")}};
    std::vector<LaunchWords> words;
    for (const simulated::LaunchInfo& launch : launches) {
        // Kernels that differ only in the preconditioner share a description. For example, cg_residual_scaled has the
        // same description as cg_residual.
        std::string kernel = launch.kernel;
        for (const char* const way : {"_scaled", "_solved"})
            if (kernel.ends_with(way) && kernel != "cg_dot_solved") kernel.erase(kernel.size() - std::strlen(way));
        const auto found = meaning.find(kernel);
        words.push_back({sentence("launch {launch} of {launches} of an iteration: {work}",
                                  {{"launch", words.size() + 1},
                                   {"launches", launches.size()},
                                   {"work", found == meaning.end() ? sentence("product Ap") : found->second}}),
                         {}});
    }
    return words;
}

} // namespace

TraceSubject cg_subject(const kernels::CgInput& input, const std::string& method) {
    TraceSubject subject = spmv_subject(input.product, input.format);
    subject.operation = Operation::cg;
    subject.result.clear(); // an iteration writes several vectors, so there is no single result
    subject.ones.clear();   // the input of the SpMV is p, whose elements are not all 1
    subject.values = [](const kernels::Bound& bound) { return static_cast<const kernels::BoundCg&>(bound).x(); };
    subject.boards = cg_boards(input.matrix->rows);
    subject.say_launches = say_cg_launches;
    if (method == "cg-offload") // copies p to the device and the product A p back to the host
        subject.travelling_bytes = 2 * bytes_of_numbers(input.matrix->rows, input.precision);
    subject.bind = [input, method](int block, simulated::Tracer& tracer) -> std::unique_ptr<kernels::Bound> {
        return kernels::bind_simulated_method(
            method, kernels::bind_traced(input.product, kernels::SpmvInput{input.format}, block, tracer), input,
            &tracer);
    };
    subject.run = [n = input.matrix->rows](kernels::Bound& bound) {
        auto& cg = static_cast<kernels::BoundCg&>(bound);
        cg.set_right_side(symmetric_numbers(1, n));
        cg.iterate(1, -1); // performs a full iteration, because a tolerance of -1 is never reached
    };
    return subject;
}

CgProblem::CgProblem(std::shared_ptr<const Matrix> matrix, const std::string& rhs)
    : matrix_(std::move(matrix)), formats_(matrix_->csr) {
    require_cg_matrix(*matrix_);
    definiteness_ = examine_definiteness(matrix_->csr);
    b_ = cg_right_side(*matrix_, rhs);
}

std::string CgProblem::shared_by(const Row& row) const { return format_of(row); }

double CgProblem::bytes_to_hold(const Row& row) const {
    constexpr double vectors = 8;
    const std::string format = format_of(row);
    return vectors * static_cast<double>(matrix_->csr.rows * kernels::bytes_of(row.precision)) +
           formats_.bytes_to_make(format.empty() ? "csr" : format, row.precision);
}

std::unique_ptr<kernels::Bound> CgProblem::bind(Row& row, const RunContext& context) {
    const auto& settings = context.settings.cg;
    const auto name = kernels::parse_cg_kernel(row.kernel);
    const int block = context.block_of(row);
    const bool is_split = context.machine.info().ranks > 1 && !name.spmv.empty();
    std::shared_ptr<const kernels::HostFormat> format;
    if (!name.spmv.empty() && !is_split) format = formats_.give(format_of(row), row, context);
    if (name.spmv.empty()) {
        const auto& a = matrix_->csr; // a method with a built-in SpMV reads the CSR arrays
        row.format_bytes = (a.rows + 1) * 4 + a.nonzeros() * (4 + kernels::bytes_of(row.precision));
        row.value_slots = a.nonzeros();
        row.padding = 0;
        row.conversion_ns = 0;
    }
    auto input = cg_input(matrix_, name.spmv, format, settings.preconditioner, row.precision);
    if (is_split) input.split = formats_.give_split(format_of(row), row, context);
    auto bound = context.machine.bind(name.method, input, block);
    bound->set_right_side(b_);
    if (name.method != "bicgstab" && !definiteness_.remark.empty()) add_remark(bound->detail, definiteness_.remark);
    CgResult result;
    result.method = name.method;
    result.spmv = name.spmv;
    result.preconditioner = settings.preconditioner;
    result.tolerance = settings.tolerance_for(row.precision);
    result.limit = settings.limit_for(matrix_->csr.rows);
    row.result = std::move(result);
    return bound;
}

kernels::CgOutcome CgProblem::solve(Row& row, BoundCg& cg, const RunContext& context) const {
    kernels::CgLimits limits;
    limits.tolerance = row.own<CgResult>()->tolerance;
    limits.max_iterations = row.own<CgResult>()->limit;
    limits.check_every = iterations_between_looks(context.machine.info().kind, matrix_->csr.nonzeros());
    cg.set_right_side(b_);
    kernels::CgOutcome outcome;
    row.own<CgResult>()->solve_ns = elapsed_ns([&] {
        outcome =
            kernels::solve_cg(cg, limits, [&](const kernels::CgProgress&) { return !context.progress.is_cancelled(); });
    });
    return outcome;
}

std::optional<ValidationFailure> CgProblem::check(Row& row, kernels::Bound& bound, bool is_first,
                                                  const RunContext& context) {
    // The timed launches end before the solve is complete, so their result cannot be checked.
    if (!is_first) return std::nullopt;
    auto& cg = static_cast<BoundCg&>(bound); // the cast is safe, because bind() returns this type
    CgResult& result = *row.own<CgResult>();
    if (definiteness_.obstacle == Obstacle::not_finite)
        return ValidationFailure{unsolved_code(definiteness_.obstacle), definiteness_.sentence, definiteness_.hint};
    if (auto complaint = complaint_of_product(matrix_->csr, cg, row.kernel, row.precision)) return complaint;
    const kernels::CgOutcome outcome = solve(row, cg, context);
    if (outcome.end == kernels::CgEnd::cancelled) throw Error("cancelled", sentence("The task was canceled."));
    result.iterations = outcome.iterations;
    result.residual = outcome.history.empty() ? not_known : outcome.history.back();
    result.true_residual = outcome.true_residual;
    result.state = kernels::to_string(outcome.end);
    result.sentence = outcome.sentence;
    if (outcome.breakdown && outcome.end == kernels::CgEnd::breakdown)
        result.sentence =
            breakdown_sentence(matrix_->csr, cg.state().p, row.precision,
                               {*outcome.breakdown, result.method == "bicgstab" ? not_known : outcome.p_ap,
                                outcome.true_residual, outcome.sentence});
    result.history = thinned(outcome.history, result.history_every);
    for (const auto& residual : outcome.true_residuals)
        result.true_residuals.emplace_back(residual.iteration, residual.value);
    if (auto complaint = judge(row, cg)) return complaint;
    return judge_end(row, result.method);
}

/// If the solver did not reach its tolerance, returns a failure with the reason and a suggestion. The time of such a
/// solve is not comparable with other times.
std::optional<ValidationFailure> CgProblem::judge_end(const Row& row, const std::string& method) const {
    const CgResult& result = *row.own<CgResult>();
    const bool is_solved = result.state == "converged";
    const bool needs_definite = method != "bicgstab";
    if (needs_definite && definiteness_.obstacle != Obstacle::none)
        return ValidationFailure{unsolved_code(definiteness_.obstacle),
                                 with_obstacle(definiteness_, is_solved, result.sentence), definiteness_.hint};
    if (is_solved) return std::nullopt;
    if (result.state == "breakdown")
        return ValidationFailure{
            result.sentence.starts_with(not_definite) ? unsolved_code(Obstacle::not_positive_definite) : "cg.breakdown",
            result.sentence,
            needs_definite ? sentence("Use bicgstab, which does not require a positive definite matrix.")
                           : sentence("Try a preconditioner or a direct solver.")};
    std::string hint;
    if (row.precision == Precision::float32)
        hint = sentence("Choose double precision, a larger tolerance or another preconditioner.");
    else if (needs_definite)
        hint = sentence(
            "Choose another preconditioner (jacobi, ic0, ilu0), a larger iteration limit or a larger tolerance.");
    else
        hint =
            sentence("Choose another preconditioner (jacobi, ilu0), a larger iteration limit or a larger tolerance.");
    return ValidationFailure{"cg.not_converged",
                             sentence("{end} The tolerance is {tolerance}.",
                                      {{"end", result.sentence}, {"tolerance", format_number(result.tolerance)}}),
                             hint};
}

/// Checks the solution with a reference SpMV. The solver computes its residual with the kernel under test, so the
/// residual cannot reveal errors of that kernel.
std::optional<ValidationFailure> CgProblem::judge(const Row& row, const BoundCg& cg) const {
    const double claimed = row.own<CgResult>()->true_residual;
    const std::vector<double> x = cg.x();
    const bool is_finite = std::all_of(x.begin(), x.end(), [](double v) { return std::isfinite(v); });
    if (!is_finite || !std::isfinite(claimed)) {
        // If the solve did not converge, the method broke down. In this case, the result row already states the reason.
        if (row.own<CgResult>()->state != "converged") return std::nullopt;
        return ValidationFailure{
            "result.wrong", sentence("The solver reports a solution, but x contains values that are not finite."), ""};
    }
    const bool is_single = row.precision == Precision::float32;
    const auto reference = measure::spmv_reference(matrix_->csr, x, is_single);
    long double squares = 0, allowed = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto b = static_cast<long double>(measure::in_precision(b_[i], is_single));
        const long double rounding =
            reference.bound[i] + 2 * static_cast<long double>(kernels::unit_roundoff(row.precision)) * std::abs(b);
        squares += (b - reference.y[i]) * (b - reference.y[i]);
        allowed += rounding * rounding;
    }
    const double norm = norm2(b_);
    const double scale = norm > 0 ? norm : 1;
    const double found = static_cast<double>(std::sqrt(squares)) / scale;
    const double slack = 2 * static_cast<double>(std::sqrt(allowed)) / scale;
    if (found <= 1.01 * claimed + slack) return std::nullopt;
    return ValidationFailure{
        "result.wrong",
        sentence("The solver reports ‖b - A x‖ / ‖b‖ = {reported}, but the actual value for its x is {found}.",
                 {{"reported", format_number(claimed)}, {"found", format_number(found)}}),
        ""};
}

void CgProblem::model(Row& row, const simulated::Card& card, const RunContext& context) {
    const auto name = kernels::parse_cg_kernel(row.kernel);
    const auto input = cg_input(matrix_, name.spmv, formats_.give(format_of(row), row, context),
                                context.settings.cg.preconditioner, row.precision);
    const Trace trace = model_row(row, card, cg_subject(input, name.method), context);
    row.own<CgResult>()->parts = parts_of(trace);
    row.own<CgResult>()->solve_ns = trace.model.ns * static_cast<double>(row.own<CgResult>()->iterations);
}

int CgProblem::launches_at_once(const kernels::Bound& bound) const {
    return std::max(1, static_cast<const BoundCg&>(bound).iterations_per_launch);
}

void CgProblem::measure_more(Row& row, kernels::Bound& bound, const RunContext& context) {
    auto& cg = static_cast<BoundCg&>(bound);
    const kernels::CgParts parts = cg.parts(times_each_part);
    if (!is_all_zero(parts)) row.own<CgResult>()->parts = parts;
    const double again_ns = context.row_ns > 0 ? std::min(again_below_ns, context.row_ns / 4) : again_below_ns;
    if (row.own<CgResult>()->solve_ns > again_ns || context.progress.is_cancelled()) return;
    // repeat the solve to exclude one-time costs, but keep the first time if the run is canceled
    const double first_ns = row.own<CgResult>()->solve_ns;
    if (solve(row, cg, context).end == kernels::CgEnd::cancelled) row.own<CgResult>()->solve_ns = first_ns;
}

void CgProblem::add_figures(Row& row) const {
    const auto& a = matrix_->csr;
    const double n = static_cast<double>(a.rows);
    const std::string method = kernels::parse_cg_kernel(row.kernel).method;
    const double products = method == "bicgstab" ? 2 : 1;
    const double vectors_moved = method == "bicgstab" ? 22 : 10;
    row.gflops = operations_of(method, a.nonzeros(), a.rows) / row.time.median;
    row.gbytes_per_s = (products * static_cast<double>(row.format_bytes) +
                        vectors_moved * n * static_cast<double>(kernels::bytes_of(row.precision))) /
                       row.time.median;
}

namespace {

class CgSpec final : public MatrixSpec {
public:
    Operation operation() const override { return Operation::cg; }
    OperationWords words() const override {
        return {"A x = b by the conjugate gradient method; times are per iteration",
                "A x = b by conjugate gradients",
                "A square matrix: a matrix file (.mtx, .mat, .npz and others), a water network (.inp), or a generator "
                "such as "
                "laplace2d:n=64.",
                "Methods with their SpMV kernels, separated by commas: cg:csr-vector, cg-fused:ell, cg-persistent. "
                "Default: a small selection.",
                {{"iterations", "iterations"},
                 {"state", "state"},
                 {"true residual", "true_residual"},
                 {"solution", "solve"}}};
    }
    PlannedKernel plan(const std::string& kernel) const override {
        const auto parsed = kernels::parse_cg_kernel(kernel);
        return {kernels::to_string(parsed), &require_known(operation(), parsed.method),
                parsed.spmv.empty() ? nullptr : &require_known(Operation::spmv, parsed.spmv)};
    }
    /// Returns the kernels of a default run: the basic method with several SpMV kernels, followed by the methods that
    /// have a built-in SpMV.
    std::vector<std::string> usual_kernels(const kernels::Machine& machine) const override {
        // Do not select an SpMV kernel for each of the twenty formats, because a few are enough to show how formats
        // affect the time of an iteration.
        const bool is_host = machine.info().kind == MachineKind::cpu;
        const std::vector<std::string> products =
            is_host ? std::vector<std::string>{"cpu-csr", "cpu-csr-parallel"}
                    : std::vector<std::string>{"csr-scalar", "csr-vector", "ell", "sell"};
        std::vector<std::string> list;
        for (const auto& id : OperationSpec::usual_kernels(machine)) {
            // These methods run only on request: BiCGSTAB is intended for matrices that are not symmetric positive
            // definite, and cg-offload is a deliberately bad example.
            if (id == "bicgstab" || id == "cg-offload") continue;
            if (!takes_product(require_known(operation(), id))) {
                list.push_back(id);
                continue;
            }
            for (const auto& product : products)
                if (machine.runs(require_known(Operation::spmv, product).runs_on)) list.push_back(id + ":" + product);
        }
        return list;
    }
    std::vector<std::string> plain_kernels(bool is_host) const override {
        return {"cg-cusparse", is_host ? "cg:cpu-csr" : "cg:csr-scalar"};
    }
    std::string traceable_kernels() const override {
        return "cg, cg-offload and bicgstab with an SpMV kernel of the simulated GPU, such as cg:csr-vector";
    }
    bool is_shared_among_gpus() const override { return true; }

    void require_sense(const RunSettings& settings) const override { settings.cg.require_sense(); }

    std::unique_ptr<Problem> open(Inputs& inputs, const std::string& name, const RunSettings& settings,
                                  const Progress& progress) const override {
        return std::make_unique<CgProblem>(inputs.matrix(name, progress), settings.cg.rhs);
    }
    TraceInput trace_matrix(const std::shared_ptr<const Matrix>& matrix, const TraceSettings& settings,
                            const TraceWays& ways) const override {
        require_cg_matrix(*matrix);
        return {[matrix] { return input_of(*matrix); },
                [matrix, settings, ways](const Progress& progress) {
                    check_trace_settings(Operation::cg, settings);
                    const auto name = kernels::parse_cg_kernel(settings.kernel);
                    const char* const format = require_known(Operation::spmv, name.spmv).format;
                    TraceSubject subject =
                        cg_subject(cg_input(matrix, name.spmv, ways.format(format, *matrix, settings, progress),
                                            settings.preconditioner, settings.precision),
                                   name.method);
                    subject.matrix = {matrix, &matrix->csr};
                    return subject;
                },
                matrix};
    }
    double useful_operations(const std::string& kernel, const InputInfo& input, Precision) const override {
        return operations_of(kernels::parse_cg_kernel(kernel).method, input.nonzeros, input.rows);
    }
    std::string title(const Run& run) const override {
        return sentence(
            "{title}, preconditioner {preconditioner}. Times are per iteration.",
            {{"title", OperationSpec::title(run)}, {"preconditioner", to_string(run.settings.cg.preconditioner)}});
    }
};

} // namespace

const OperationSpec& cg_spec() {
    static const CgSpec spec;
    return spec;
}

} // namespace warploom::app
