#include "engine/protocol/messages/results.h"

#include <algorithm>

namespace warploom::protocol {

void CgParts::settle(const Reader&) {
    for (double CgParts::*part :
         {&CgParts::spmv, &CgParts::dots, &CgParts::updates, &CgParts::preconditioner, &CgParts::gaps})
        this->*part = std::max(0.0, this->*part);
}

WARPLOOM_FIELDS(CgParts, {"The parts of a `cg` iteration",
                          {{"spmv", "ns", &CgParts::spmv, "matrix-vector product"},
                           {"dots", "ns", &CgParts::dots, "dot products"},
                           {"updates", "ns", &CgParts::updates, "updates of x, r and p"},
                           {"preconditioner", "ns", &CgParts::preconditioner, "application of the preconditioner"},
                           {"gaps", "ns", &CgParts::gaps, "remaining time of the iteration (launch overhead)"}}})

WARPLOOM_FIELDS(SpmvResult::Y, {"The `y` object of `spmv`",
                                {{"norm2", "", &Y::norm2, "‖y‖"}, {"sum", "", &Y::sum, "sum of the elements"}}})

WARPLOOM_FIELDS(SpmvResult, {"A row of `spmv`",
                             {Field<SpmvResult>{"y", "", &SpmvResult::y, "checksums of the result"}.column("y_"),
                              {"error_bound_ratio", "", &SpmvResult::error_bound_ratio,
                               "largest ratio of an error in y to its error bound"}}})

WARPLOOM_FIELDS(
    TridiagonalResult,
    {"The `tridiagonal` object of a row",
     {{"residual", "", &Self::residual, "relative residual ‖d - A x‖ / ‖d‖"},
      {"componentwise", "", &Self::componentwise,
       "componentwise residual: largest abs(d - A x)_i / (abs(A) abs(x) + abs(d))_i"},
      {"forward_error", "", &Self::forward_error,
       "relative error ‖x - known x‖ / ‖known x‖; null if the solution is not known"},
      {"zero_pivot", "", &Self::zero_pivot, "matrix row in which a method without pivoting encountered a zero pivot"},
      {"threads", "", &Self::threads, "requested number of host threads (0 for all cores); null for GPU kernels"},
      {"steps", "", &Self::steps, "number of steps, computed from `steps_formula`"},
      {"operations", "", &Self::operations, "number of operations, computed from `operations_formula`"},
      Field<Self>{"bytes", "bytes", &Self::bytes,
                  "minimum number of bytes that the method must move, computed from a formula"}
          .column("least_moved"),
      {"steps_formula", "", &Self::steps_formula, "formula for the number of steps"},
      {"operations_formula", "", &Self::operations_formula, "formula for the number of operations"},
      {"counted_operations", "", &Self::counted_operations, "number of operations, counted on a simulated card"},
      {"launches", "", &Self::launches, "number of launches, counted on a simulated card"},
      {"with_copies_ns", "ns", &Self::with_copies_ns,
       "median host time to copy a, b, c and d to the device, solve, and copy x back (modeled on a simulated card); "
       "null if nothing is copied"}}})

WARPLOOM_FIELDS(
    AtaResult,
    {"The `ata` object of a row",
     {{"symmetric", "", &Self::is_symmetric, "whether the result is bitwise symmetric; all entries are compared"},
      {"error_bound_ratio", "", &Self::error_bound_ratio,
       "largest ratio of an error to its bound among the checked entries"},
      {"checked_entries", "", &Self::checked_entries, "number of entries that were checked", count},
      {"threads", "", &Self::threads, "requested number of host threads (0 for all cores); null for GPU kernels"},
      {"switches", "", &Self::switches, "enabled optimizations; empty for kernels without switches"}}})

WARPLOOM_FIELDS(
    CgResult,
    {"The `cg` object of a row",
     {{"method", "", &Self::method, "ID of the method"},
      Field<Self>{"spmv", "", &Self::spmv, "ID of the SpMV kernel; empty for a method with a built-in product"}.column(
          "product"),
      {"preconditioner", "", &Self::preconditioner, "type of preconditioner"},
      {"tolerance", "", &Self::tolerance, "tolerance for the relative residual ‖r‖ / ‖b‖"},
      {"limit", "", &Self::limit, "maximum number of iterations", count},
      {"iterations", "", &Self::iterations, "number of iterations", count},
      {"residual", "", &Self::residual, "final relative residual ‖r‖ / ‖b‖ from the recurrence"},
      {"true_residual", "", &Self::true_residual, "true relative residual ‖b - A x‖ / ‖b‖, recomputed from x"},
      {"state", "", &Self::state, "`converged`, `limit`, `breakdown` or `stagnated`"},
      {"sentence", "", &Self::sentence, "one-sentence description of the state"},
      {"solve_ns", "ns", &Self::solve_ns,
       "host time of the complete solve, including recomputed residuals; on a simulated machine, the number of "
       "iterations times the modeled time per iteration"},
      {"history", "", &Self::history,
       "relative residual ‖r‖ / ‖b‖ after every `history_every`-th iteration, at most 2000 values"},
      {"history_every", "", &Self::history_every, "number of iterations between consecutive values in `history`",
       Rule{.least = 1}},
      {"true_residuals", "", &Self::true_residuals,
       "pairs [iteration, ‖b - A x‖ / ‖b‖], where the residual is recomputed from x"},
      Field<Self>{"parts_ns", "ns", &Self::parts,
                  "time of each part of an iteration; null if the parts cannot be timed separately"}
          .column("part_")}})

WARPLOOM_FIELDS(
    TrsvResult,
    {"The `trsv` object of a row",
     {{"error_bound_ratio", "", &Self::error_bound_ratio, "largest ratio of abs(b - L x)_i to its error bound"},
      {"levels", "", &Self::levels, "number of levels; the rows of a level can be solved in parallel", count},
      {"most_rows", "", &Self::most_rows, "number of rows in the largest level", count},
      {"launches", "", &Self::launches, "number of launches, counted on a simulated card"}}})

WARPLOOM_FIELDS(IluResult, {"The `ilu` object of a row",
                            {{"error_bound_ratio", "", &Self::error_bound_ratio,
                              "largest ratio of abs(A - L U)_ij to its error bound among the entries of A"},
                             {"zero_pivot", "", &Self::zero_pivot, "first row with a pivot that is 0 or not finite"},
                             {"levels", "", &Self::levels,
                              "number of levels; the rows of a level can be factorized in parallel", count},
                             {"most_rows", "", &Self::most_rows, "number of rows in the largest level", count},
                             {"launches", "", &Self::launches, "number of launches, counted on a simulated card"}}})

namespace {

/// Calls `f` with a default-constructed result of the operation.
template <class F, std::size_t I = 1> void with_operation(const std::string& operation, const F& f) {
    if constexpr (I < std::variant_size_v<OperationResult>) {
        using R = std::variant_alternative_t<I, OperationResult>;
        if (operation == R::operation) f(R{});
        else with_operation<F, I + 1>(operation, f);
    }
}

template <std::size_t I = 1> OperationResult read_any(const Reader& row) {
    if constexpr (I < std::variant_size_v<OperationResult>) {
        using R = std::variant_alternative_t<I, OperationResult>;
        const Reader own = row.member(R::operation);
        if (!own.is_nothing()) return read_value<R>(own);
        return read_any<I + 1>(row);
    }
    return {};
}

} // namespace

std::vector<Column> result_columns(const std::string& operation) {
    std::vector<Column> columns;
    with_operation(operation, [&](const auto& result) { columns = result.fields().columns(); });
    return columns;
}

void add_result_cells(const std::string& operation, const OperationResult& result, std::vector<Cell>& row) {
    with_operation(operation, [&]<class R>(const R&) {
        if (const R* own = std::get_if<R>(&result)) R::fields().add_cells(*own, row);
        else row.resize(row.size() + R::fields().columns().size());
    });
}

void write_result(Json& row, const std::string& operation, const OperationResult& result) {
    with_operation(operation, [&]<class R>(const R& none) {
        const R* own = std::get_if<R>(&result);
        if constexpr (std::is_same_v<R, SpmvResult>) R::fields().write_into(row, own != nullptr ? *own : none);
        else row[R::operation] = own != nullptr ? write(*own) : Json(nullptr);
    });
}

OperationResult read_result(const Reader& row) {
    if (!row.member("y").is_nothing()) return read_value<SpmvResult>(row);
    return read_any(row);
}

std::optional<int> threads_of(const OperationResult& result) {
    return std::visit(
        [](const auto& own) -> std::optional<int> {
            if constexpr (requires { own.threads; }) return own.threads;
            else return std::nullopt;
        },
        result);
}

} // namespace warploom::protocol
