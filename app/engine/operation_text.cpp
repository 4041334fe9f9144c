#include "app/engine/operation_text.h"

#include "app/engine/text_output.h"

namespace warploom::app {

using kernels::Operation;

namespace {

std::string size_of(const InputInfo& input) { return std::to_string(input.rows) + " x " + std::to_string(input.cols); }

std::string threads_text(const Row& row) {
    if (!row.threads) return "-";
    return *row.threads == 0 ? "all" : std::to_string(*row.threads);
}

std::vector<std::string> tridiagonal_words(const Row& row) {
    const TridiagonalResult* own = row.own<TridiagonalResult>();
    const TridiagonalResult r = own != nullptr ? *own : TridiagonalResult{};
    return {threads_text(row),    figure_text(r.residual),   figure_text(r.forward_error),
            figure_text(r.steps), figure_text(r.operations), time_text(r.with_copies_ns)};
}

std::vector<std::string> ata_words(const Row& row) {
    if (!row.own<AtaResult>()) return {threads_text(row), "-", "-", "-"};
    return {threads_text(row), row.own<AtaResult>()->is_symmetric ? "yes" : "no",
            figure_text(row.own<AtaResult>()->error_bound_ratio),
            std::to_string(row.own<AtaResult>()->checked_entries)};
}

std::vector<std::string> cg_words(const Row& row) {
    if (!row.own<CgResult>()) return {"-", "-", "-", "-"};
    return {std::to_string(row.own<CgResult>()->iterations), row.own<CgResult>()->state,
            figure_text(row.own<CgResult>()->true_residual), time_text(row.own<CgResult>()->solve_ns)};
}

} // namespace

std::string operation_title(const Run& run) {
    const InputInfo& input = run.input;
    const std::string formula = formula_of(run.operation);
    switch (run.operation) {
    case Operation::spmv:
        return formula + ", A = " + input.name + " (" + size_of(input) + ", " + std::to_string(input.nonzeros) +
               " nonzeros), x = " + run.settings.x;
    case Operation::cg:
        return formula + ", A = " + input.name + " (" + size_of(input) + ", " + std::to_string(input.nonzeros) +
               " nonzeros), preconditioner " + kernels::to_string(run.settings.cg.preconditioner) +
               "; times are per iteration";
    case Operation::tridiagonal: return formula + ", " + input.name + " (" + std::to_string(input.rows) + " unknowns)";
    case Operation::ata: return formula + ", A = " + input.name + " (" + size_of(input) + ")";
    }
    return formula;
}

std::vector<std::string> operation_header(Operation operation) {
    switch (operation) {
    case Operation::spmv: return {"error/bound"};
    case Operation::tridiagonal: return {"threads", "residual", "error", "steps", "operations", "with copies"};
    case Operation::ata: return {"threads", "symmetric", "error/bound", "checked"};
    case Operation::cg: return {"iterations", "state", "true residual", "solution"};
    }
    return {};
}

std::vector<std::string> operation_words(Operation operation, const Row& row) {
    switch (operation) {
    case Operation::spmv:
        return {figure_text(row.own<SpmvResult>() ? row.own<SpmvResult>()->error_bound_ratio : not_known)};
    case Operation::tridiagonal: return tridiagonal_words(row);
    case Operation::ata: return ata_words(row);
    case Operation::cg: return cg_words(row);
    }
    return {};
}

} // namespace warploom::app
