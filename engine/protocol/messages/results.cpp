#include "engine/protocol/messages/results.h"

#include <algorithm>

namespace warploom::protocol {

void CgParts::settle(const Reader&) {
    for (double CgParts::*part :
         {&CgParts::spmv, &CgParts::dots, &CgParts::updates, &CgParts::preconditioner, &CgParts::gaps})
        this->*part = std::max(0.0, this->*part);
}

WARPLOOM_FIELDS(CgParts, {"The parts of an iteration of `cg`",
                          {{"spmv", "ns", &CgParts::spmv, "the product"},
                           {"dots", "ns", &CgParts::dots, "dot products"},
                           {"updates", "ns", &CgParts::updates, "of x, r and p"},
                           {"preconditioner", "ns", &CgParts::preconditioner, ""},
                           {"gaps", "ns", &CgParts::gaps, "the whole less its parts: launches"}}})

WARPLOOM_FIELDS(SpmvResult::Y, {"`y` of `spmv`", {{"norm2", "", &Y::norm2, "‖y‖"}, {"sum", "", &Y::sum, ""}}})

WARPLOOM_FIELDS(SpmvResult, {"A row of `spmv`",
                             {Field<SpmvResult>{"y", "", &SpmvResult::y, ""}.column("y_"),
                              {"error_bound_ratio", "", &SpmvResult::error_bound_ratio, "largest error / its bound"}}})

WARPLOOM_FIELDS(
    TridiagonalResult,
    {"`tridiagonal` of a row",
     {{"residual", "", &Self::residual, "‖d - A x‖ / ‖d‖"},
      {"componentwise", "", &Self::componentwise, "the largest abs(d - A x)_i / (abs(A) abs(x) + abs(d))_i"},
      {"forward_error", "", &Self::forward_error, "‖x - known x‖ / ‖known x‖; null where it is not known"},
      {"zero_pivot", "", &Self::zero_pivot, "the row in which a method without pivoting met a pivot that is 0"},
      {"threads", "", &Self::threads, "the requested number (0: all cores); null for kernels that are no host kernels"},
      {"steps", "", &Self::steps, "by the formula"},
      {"operations", "", &Self::operations, "by the formula"},
      Field<Self>{"bytes", "bytes", &Self::bytes, "that the method must move at least, by formula"}.column(
          "least_moved"),
      {"steps_formula", "", &Self::steps_formula, ""},
      {"operations_formula", "", &Self::operations_formula, ""},
      {"counted_operations", "", &Self::counted_operations, "that a simulated card counted"},
      {"launches", "", &Self::launches, "that a simulated card counted"},
      {"with_copies_ns", "ns", &Self::with_copies_ns,
       "the median, by the clock of the host, of a, b, c, d to the device, solving and x back (modelled on a "
       "simulated card); null where nothing is copied"}}})

WARPLOOM_FIELDS(AtaResult, {"`ata` of a row",
                            {{"symmetric", "", &Self::is_symmetric, "over all entries: bit for bit"},
                             {"error_bound_ratio", "", &Self::error_bound_ratio, "over `checked_entries` entries"},
                             {"checked_entries", "", &Self::checked_entries, "", count},
                             {"threads", "", &Self::threads, "as with `tridiagonal`"},
                             {"switches", "", &Self::switches, "those that are on; empty for kernels that have none"}}})

WARPLOOM_FIELDS(
    CgResult,
    {"`cg` of a row",
     {{"method", "", &Self::method, ""},
      Field<Self>{"spmv", "", &Self::spmv, "the product; empty for a method with its own"}.column("product"),
      {"preconditioner", "", &Self::preconditioner, ""},
      {"tolerance", "", &Self::tolerance, "of ‖r‖ / ‖b‖"},
      {"limit", "", &Self::limit, "iterations", count},
      {"iterations", "", &Self::iterations, "", count},
      {"residual", "", &Self::residual, "‖r‖ / ‖b‖ of the recurrence, the last one"},
      {"true_residual", "", &Self::true_residual, "‖b - A x‖ / ‖b‖, recomputed"},
      {"state", "", &Self::state, "`converged`, `limit`, `breakdown` or `stagnated`"},
      {"sentence", "", &Self::sentence, "how it ended"},
      {"solve_ns", "ns", &Self::solve_ns,
       "the whole solution by the clock of the host, recomputed residuals included (on a simulated machine "
       "iterations x modelled time)"},
      {"history", "", &Self::history, "‖r‖ / ‖b‖ after every `history_every`-th iteration, at most 2000"},
      {"history_every", "", &Self::history_every, "", Rule{.least = 1}},
      {"true_residuals", "", &Self::true_residuals, "[iteration, ‖b - A x‖ / ‖b‖], recomputed"},
      Field<Self>{"parts_ns", "ns", &Self::parts, "what one iteration costs; null where nothing can be timed apart"}
          .column("part_")}})

WARPLOOM_FIELDS(TrsvResult,
                {"`trsv` of a row",
                 {{"error_bound_ratio", "", &Self::error_bound_ratio, "the largest abs(b - L x)_i / its bound"},
                  {"levels", "", &Self::levels, "of rows that can be solved at once", count},
                  {"most_rows", "", &Self::most_rows, "in a level", count},
                  {"launches", "", &Self::launches, "that a simulated card counted"}}})

WARPLOOM_FIELDS(IluResult, {"`ilu` of a row",
                            {{"error_bound_ratio", "", &Self::error_bound_ratio,
                              "the largest abs(A - L U)_ij / its bound, over the entries of A"},
                             {"zero_pivot", "", &Self::zero_pivot, "the first row whose pivot is 0 or not finite"},
                             {"levels", "", &Self::levels, "of rows that can be factorized at once", count},
                             {"most_rows", "", &Self::most_rows, "in a level", count},
                             {"launches", "", &Self::launches, "that a simulated card counted"}}})

namespace {

/// Calls `f` with an empty result of the operation.
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
