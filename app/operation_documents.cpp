#include "app/operation_documents.h"

#include <cmath>

namespace warploom::app {

using kernels::Operation;
using protocol::Json;
using protocol::number;

namespace {

Json threads_document(const Row& row) { return row.threads ? Json(*row.threads) : Json(nullptr); }

template <class T> Json optional(const std::optional<T>& value) { return value ? Json(*value) : Json(nullptr); }

Json tridiagonal_document(const Row& row) {
    if (!row.tridiagonal) return nullptr;
    const TridiagonalResult& r = *row.tridiagonal;
    return {{"residual", number(r.residual)},
            {"componentwise", number(r.componentwise)},
            {"forward_error", number(r.forward_error)},
            {"zero_pivot", optional(r.zero_pivot)},
            {"threads", threads_document(row)},
            {"steps", number(r.steps)},
            {"operations", number(r.operations)},
            {"bytes", number(r.bytes)},
            {"steps_formula", r.steps_formula},
            {"operations_formula", r.operations_formula},
            {"counted_operations", number(r.counted_operations)},
            {"launches", optional(r.launches)},
            {"with_copies_ns", number(r.with_copies_ns)}};
}

Json ata_document(const Row& row) {
    if (!row.ata) return nullptr;
    const AtaResult& r = *row.ata;
    return {{"symmetric", r.is_symmetric},
            {"error_bound_ratio", number(r.error_bound_ratio)},
            {"checked_entries", r.checked_entries},
            {"threads", threads_document(row)},
            {"switches", r.switches}};
}

Json cg_document(const Row& row) {
    if (!row.cg) return nullptr;
    const CgResult& r = *row.cg;
    Json true_residuals = Json::array();
    for (const auto& [iteration, value] : r.true_residuals)
        true_residuals.push_back(Json::array({iteration, number(value)}));
    return {{"method", r.method},
            {"spmv", r.spmv},
            {"preconditioner", kernels::to_string(r.preconditioner)},
            {"tolerance", number(r.tolerance)},
            {"limit", r.limit},
            {"iterations", r.iterations},
            {"residual", number(r.residual)},
            {"true_residual", number(r.true_residual)},
            {"state", r.state},
            {"sentence", r.sentence},
            {"solve_ns", number(r.solve_ns)},
            {"history", protocol::numbers(r.history)},
            {"history_every", r.history_every},
            {"true_residuals", true_residuals},
            {"parts_ns", parts_document(r.parts)}};
}

Cell threads_cell(const Row& row) { return row.threads ? Cell(std::int64_t{*row.threads}) : Cell(); }

std::vector<Cell> tridiagonal_cells(const Row& row) {
    const TridiagonalResult r = row.tridiagonal.value_or(TridiagonalResult{});
    return {threads_cell(row),
            number_cell(r.residual),
            number_cell(r.componentwise),
            number_cell(r.forward_error),
            r.zero_pivot ? Cell(*r.zero_pivot) : Cell(),
            number_cell(r.steps),
            r.steps_formula,
            number_cell(r.operations),
            r.operations_formula,
            number_cell(r.counted_operations),
            r.launches ? Cell(*r.launches) : Cell(),
            number_cell(r.bytes),
            number_cell(r.with_copies_ns)};
}

std::vector<Cell> ata_cells(const Row& row) {
    if (!row.ata) return std::vector<Cell>(5);
    std::string switches;
    for (const auto& name : row.ata->switches) switches += (switches.empty() ? "" : "+") + name;
    return {threads_cell(row), std::int64_t{row.ata->is_symmetric ? 1 : 0}, number_cell(row.ata->error_bound_ratio),
            row.ata->checked_entries, switches};
}

std::vector<Cell> cg_cells(const Row& row) {
    if (!row.cg) return std::vector<Cell>(16);
    const CgResult& r = *row.cg;
    const kernels::CgParts parts =
        r.parts.value_or(kernels::CgParts{not_known, not_known, not_known, not_known, not_known});
    return {r.method,
            r.spmv,
            std::string(kernels::to_string(r.preconditioner)),
            r.tolerance,
            r.limit,
            r.iterations,
            number_cell(r.residual),
            number_cell(r.true_residual),
            r.state,
            r.sentence,
            number_cell(r.solve_ns),
            number_cell(parts.spmv),
            number_cell(parts.dots),
            number_cell(parts.updates),
            number_cell(parts.preconditioner),
            number_cell(parts.gaps)};
}

} // namespace

Json parts_document(const std::optional<kernels::CgParts>& parts) {
    if (!parts) return nullptr;
    return {{"spmv", number(parts->spmv)},
            {"dots", number(parts->dots)},
            {"updates", number(parts->updates)},
            {"preconditioner", number(parts->preconditioner)},
            {"gaps", number(parts->gaps)}};
}

Json operation_document(Operation operation, const Row& row) {
    switch (operation) {
    case Operation::tridiagonal: return tridiagonal_document(row);
    case Operation::ata: return ata_document(row);
    case Operation::cg: return cg_document(row);
    case Operation::spmv: break;
    }
    return nullptr;
}

std::vector<Column> operation_columns(Operation operation) {
    switch (operation) {
    case Operation::spmv: return {{"y_norm2", ""}, {"y_sum", ""}, {"error_bound_ratio", ""}};
    case Operation::tridiagonal:
        return {{"threads", ""},
                {"residual", ""},
                {"componentwise", ""},
                {"forward_error", ""},
                {"zero_pivot", ""},
                {"steps", ""},
                {"steps_formula", ""},
                {"operations", ""},
                {"operations_formula", ""},
                {"counted_operations", ""},
                {"launches", ""},
                {"least_moved", "bytes"},
                {"with_copies", "ns"}};
    case Operation::ata:
        return {
            {"threads", ""}, {"symmetric", ""}, {"error_bound_ratio", ""}, {"checked_entries", ""}, {"switches", ""}};
    case Operation::cg:
        return {{"method", ""},      {"product", ""},        {"preconditioner", ""},
                {"tolerance", ""},   {"limit", ""},          {"iterations", ""},
                {"residual", ""},    {"true_residual", ""},  {"state", ""},
                {"sentence", ""},    {"solve", "ns"},        {"part_spmv", "ns"},
                {"part_dots", "ns"}, {"part_updates", "ns"}, {"part_preconditioner", "ns"},
                {"part_gaps", "ns"}};
    }
    return {};
}

std::vector<Cell> operation_cells(Operation operation, const Row& row) {
    switch (operation) {
    case Operation::spmv: return {number_cell(row.y_norm2), number_cell(row.y_sum), number_cell(row.error_bound_ratio)};
    case Operation::tridiagonal: return tridiagonal_cells(row);
    case Operation::ata: return ata_cells(row);
    case Operation::cg: return cg_cells(row);
    }
    return {};
}

const char* formula_of(Operation operation) {
    switch (operation) {
    case Operation::spmv: return "y = A x";
    case Operation::tridiagonal: return "tridiagonal A x = d";
    case Operation::ata: return "C = AᵀA";
    case Operation::cg: return "A x = b by conjugate gradients";
    }
    return "";
}

} // namespace warploom::app
