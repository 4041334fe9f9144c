#include "app/fit/study_parts.h"

#include "engine/error.h"

#include <array>
#include <cmath>
#include <map>

namespace warploom::app {

namespace {

struct Column {
    const char* method;
    const char* quantity;
    const char* kernel;
    const char* what;
    Quantity::Timed timed;
};
constexpr std::array<Column, 4> columns{{
    {"cr", "time, compute only", "cr-records", "computing only", Quantity::Timed::launches},
    {"pcr", "time, compute only", "pcr-records", "computing only", Quantity::Timed::launches},
    {"cr", "time, compute and copies", "cr-records", "computing and copies", Quantity::Timed::copies},
    {"pcr", "time, compute and copies", "pcr-records", "computing and copies", Quantity::Timed::copies},
}};

} // namespace

/// The table of the GPU ("Výsledky", the second one) and the sequential column that it is compared with.
Study study_cerny2011(const std::string& folder) {
    Study study;
    study.card = "gtx460";
    study.paper = "cerny2011, the table of the GPU";
    study.rule =
        "Of each of the four columns every fourth size is fitted, each column beginning one size later than the "
        "one before: chosen by place, not by value.";
    study.assumptions =
        "- The kernels are the program's `cr-records` and `pcr-records`: rows are records of eight doubles, as the "
        "source "
        "says of its rows; one launch for each step. The source's own text is not printed.\n"
        "- Blocks of 128 threads; the source does not print them.\n"
        "- What is copied: the records (64 bytes an unknown) to the card and x (8 bytes) back. The source's separate "
        "times "
        "for 100 000 unknowns, 1.24 and 0.62 ms, say that the way back costs more than 8 bytes would.\n"
        "- The figures fitted are the launch, the memory, and the start of a copy, in which stands whatever else the "
        "source's program does for each copy.\n"
        "- Launches of more than 1600 blocks are traced in a run of 640 neighbours from the middle of the grid, with "
        "all "
        "of L2: that is what runs at a time. All smaller ones are traced whole.\n";
    study.figures = {"launch_us", "dram_efficiency", "transfer_latency_us"};

    const CsvTable table = read_csv(folder + "/cerny2011-tridiagonal.csv");
    const auto tables = table.column("table"), unknowns = table.column("unknowns"), method = table.column("method"),
               quantity = table.column("quantity"), value = table.column("value");
    struct Size {
        std::map<std::size_t, double> ms; ///< by column
        double sequential_ms = 0;
    };
    std::vector<std::string> order;
    std::map<std::string, Size> sizes;
    for (const CsvRow& row : table.rows) {
        if (row[tables] != "gpu") continue;
        const std::string& n = row[unknowns];
        if (!sizes.contains(n)) order.push_back(n);
        Size& size = sizes[n];
        if (row[method] == "thomas" && row[quantity] == "time") size.sequential_ms = positive_number(row[value], table);
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (row[method] == columns[c].method && row[quantity] == columns[c].quantity)
                size.ms[c] = positive_number(row[value], table);
    }
    std::vector<std::array<std::size_t, 4>> cells;
    for (std::size_t s = 0; s < order.size(); ++s) {
        const Size& size = sizes[order[s]];
        if (size.ms.size() != columns.size() || size.sequential_ms == 0)
            throw Error("file.malformed",
                        table.file + ": of " + order[s] + " unknowns a time of the GPU's table is missing.");
        cells.emplace_back();
        for (std::size_t c = 0; c < columns.size(); ++c) {
            FitCase fit_case;
            fit_case.operation = kernels::Operation::tridiagonal;
            fit_case.matrix = "tridiagonal:n=" + order[s] + ",kind=0";
            fit_case.kernel = columns[c].kernel;
            fit_case.precision = kernels::Precision::float64;
            FitCell cell;
            cell.where = "table of the GPU";
            cell.what = std::string(columns[c].kernel) + ", " + order[s] + " unknowns, " + columns[c].what;
            cell.quantity.cases = {case_number(study, fit_case)};
            cell.quantity.timed = columns[c].timed;
            cell.published = size.ms.at(c);
            cell.is_fitted = (s + columns.size() - c) % 4 == 0;
            cells.back()[c] = study.cells.size();
            study.cells.push_back(cell);
        }
    }
    if (study.cells.empty()) throw Error("file.malformed", table.file + ": the table of the GPU is not there.");
    for (const std::size_t pair : {std::size_t{0}, std::size_t{2}})
        for (std::size_t s = 0; s < cells.size(); ++s)
            compare(study, std::string("CR against PCR, ") + columns[pair].what, order[s] + " unknowns",
                    study.cells[cells[s][pair]], study.cells[cells[s][pair + 1]]);
    // Speed-ups: the sequential times are the source's, of its CPU, and stay as they were printed.
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (std::size_t s = 0; s < cells.size(); ++s) {
            FitCell sequential;
            sequential.quantity.printed = sequential.published = sizes[order[s]].sequential_ms;
            compare(study,
                    std::string(columns[c].method) + " against one thread of the source's CPU, " + columns[c].what,
                    order[s] + " unknowns", study.cells[cells[s][c]], sequential);
        }
    return study;
}

} // namespace warploom::app
