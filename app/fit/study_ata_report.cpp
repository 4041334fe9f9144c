#include "app/fit/study_parts.h"

#include "engine/error.h"

#include <map>
#include <tuple>

namespace warploom::app {

/// Tables 1 and 2 of the AᵀA report: naive and optimized. The third column is cuBLAS, whose kernels cannot be traced.
Study study_ata_report(const std::string& folder) {
    Study study;
    study.card = "c2075";
    study.paper = "the AᵀA report, tables 1 and 2";
    study.rule = "Of each kernel every fourth size in the order of the file is fitted: of `naive` beginning with the "
                 "first, of `tiled` with the third. Chosen by place, not by value.";
    study.assumptions =
        "- Double precision: the report compares with cublasDgemm.\n"
        "- The kernels are the program's `naive` (32 x 32 threads) and `tiled` with all its switches, which follow the "
        "report's description; its own text is not printed.\n"
        "- Registers are not printed; so many are assumed that a multiprocessor can be full.\n"
        "- All blocks that compute do the same work, and each slice of A costs a block the same. So as many neighbours "
        "as "
        "run at a time are traced over 128 and over 256 rows of A, with all of L2, and what the second 128 rows "
        "cost is taken for all further rows. Blocks below the diagonal leave at once.\n"
        "- cuBLAS is compiled code and is not modelled.\n"
        "- Whether ECC was on is not printed; the fitted figures contain it.\n";
    study.figures = {"dram_latency_ns", "warp_instructions_per_clock"};

    const CsvTable table = read_csv(folder + "/ata-tesla-c2075.csv");
    const auto tables = table.column("table"), rows = table.column("rows_of_A"), cols = table.column("columns_of_A"),
               kernel = table.column("kernel"), quantity = table.column("quantity"), value = table.column("value");
    std::map<std::string, std::size_t> seen; // cells of a kernel
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> cells;
    for (const CsvRow& row : table.rows) {
        const bool is_naive = row[kernel] == "naive";
        if (row[quantity] != "time" || (!is_naive && row[kernel] != "tiled-symmetric")) continue;
        FitCase fit_case;
        fit_case.operation = kernels::Operation::ata;
        positive_number(row[rows], table);
        positive_number(row[cols], table);
        fit_case.matrix = "dense:rows=" + row[rows] + ",cols=" + row[cols];
        fit_case.kernel = is_naive ? "naive" : "tiled";
        fit_case.precision = kernels::Precision::float64;
        fit_case.block = is_naive ? 1024 : 256;
        FitCell cell;
        cell.where = "table " + row[tables];
        cell.what = fit_case.kernel + ", A " + row[rows] + " x " + row[cols];
        cell.quantity.cases = {case_number(study, fit_case)};
        cell.quantity.timed = Quantity::Timed::launches;
        cell.published = positive_number(row[value], table);
        cell.is_fitted = seen[fit_case.kernel]++ % 4 == (is_naive ? 0 : 2);
        cells[{row[tables], row[cols], fit_case.kernel}] = study.cells.size();
        study.cells.push_back(cell);
    }
    if (study.cells.empty()) throw Error("file.malformed", table.file + ": there are no times of naive and tiled.");
    for (const FitCell& cell : std::vector<FitCell>(study.cells)) {
        const FitCase& fit_case = study.cases[cell.quantity.cases[0]];
        const std::string columns = fit_case.matrix.substr(fit_case.matrix.rfind('=') + 1);
        const auto other = [&](const char* of_table, const std::string& of_kernel) {
            const auto at = cells.find({of_table, columns, of_kernel});
            return at == cells.end() ? nullptr : &study.cells[at->second];
        };
        if (fit_case.kernel == "tiled")
            if (const FitCell* const naive = other(cell.where == "table 1" ? "1" : "2", "naive"))
                compare(study, "tiled against naive", cell.where + ", " + columns + " columns", cell, *naive);
        if (cell.where == "table 2")
            if (const FitCell* const square = other("1", fit_case.kernel))
                compare(study, "half the rows against all", fit_case.kernel + ", " + columns + " columns", cell,
                        *square);
    }
    return study;
}

} // namespace warploom::app
