#include "app/fit/study_parts.h"

#include "engine/error.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace warploom::app {

using Kind = Quantity::Kind;
using Expected = Comparison::Expected;

double positive_number(const std::string& text, const CsvTable& table) {
    std::size_t used = 0;
    try {
        const double value = std::stod(text, &used);
        if (used == text.size() && value > 0) return value;
    } catch (const std::exception&) { used = 0; }
    throw Error("file.malformed", table.file + ": '" + text + "' stands where a number above 0 is expected.");
}

std::size_t case_number(Study& study, const FitCase& wanted) {
    const auto at = std::find(study.cases.begin(), study.cases.end(), wanted);
    if (at != study.cases.end()) return static_cast<std::size_t>(at - study.cases.begin());
    study.cases.push_back(wanted);
    return study.cases.size() - 1;
}

/// Two cells of a paper; which is less is read from the print.
void compare(Study& study, const std::string& family, const std::string& what, const FitCell& left,
             const FitCell& right) {
    Comparison c;
    c.family = family;
    c.what = what;
    c.left = left.quantity;
    c.right = right.quantity;
    c.published_ratio = left.published / right.published;
    c.is_scatter = std::abs(c.published_ratio - 1) < scatter;
    c.expected = c.published_ratio < 1 ? Expected::left_less : Expected::left_more;
    study.comparisons.push_back(c);
}

namespace {

Study prata2010(const std::string& folder) {
    Study study;
    study.card = "gtx295";
    study.paper = "prata2010, tables 1 to 4";
    study.rule = "Every fourth cell in the order of the file is fitted, beginning with the first.";
    study.assumptions =
        "- The matrices are the program's `random-rows` with `fraction=0.2`: lengths and columns are drawn as the "
        "paper "
        "says, but are not the paper's own. Columns ascend within a row.\n"
        "- The kernels are the paper's plain loops: one entry at a time, nothing read ahead.\n"
        "- Registers are not printed; 16 a thread are assumed, with which a multiprocessor can be full.\n";
    study.figures = {"dram_efficiency", "transaction_ns", "gather_transaction_ns"};

    const CsvTable table = read_csv(folder + "/prata2010-spmv.csv");
    const auto tables = table.column("table"), order = table.column("order"), precision = table.column("precision"),
               kernel = table.column("kernel"), sorted = table.column("rows_sorted"),
               block = table.column("block_size"), quantity = table.column("quantity"), value = table.column("value");
    struct Key {
        std::string order, precision, format, sorted, block;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, std::size_t> cells;
    for (const CsvRow& row : table.rows) {
        const bool is_csr = row[kernel] == "csr-thread-per-row-gpu";
        if (row[quantity] != "time" || (!is_csr && row[kernel] != "ell-thread-per-row-gpu")) continue;
        const bool is_sorted = row[sorted] == "yes";
        FitCase fit_case;
        fit_case.matrix = "random-rows:n=" + row[order] + ",fraction=0.2";
        fit_case.kernel = std::string(is_csr ? "csr-scalar" : "ell") + (is_sorted ? "-sorted" : "");
        fit_case.precision = *kernels::precision_from(row[precision]);
        fit_case.block = static_cast<int>(positive_number(row[block], table));
        FitCell cell;
        cell.where = "table " + row[tables];
        cell.what = fit_case.kernel + ", order " + row[order] + ", " + row[precision] + ", block " + row[block];
        cell.quantity.cases = {case_number(study, fit_case)};
        cell.published = positive_number(row[value], table);
        cell.is_fitted = study.cells.size() % 4 == 0;
        cells[{row[order], row[precision], is_csr ? "csr" : "ell", row[sorted], row[block]}] = study.cells.size();
        study.cells.push_back(cell);
    }
    for (const auto& [key, at] : cells) {
        const FitCell& cell = study.cells[at];
        const auto other = [&](Key changed) -> const FitCell* {
            const auto found = cells.find(changed);
            return found == cells.end() ? nullptr : &study.cells[found->second];
        };
        const std::string rest = "order " + key.order + ", " + key.precision;
        if (key.sorted == "yes")
            if (const FitCell* const unsorted = other({key.order, key.precision, key.format, "no", key.block}))
                compare(study, "sorted against unsorted", key.format + ", " + rest + ", block " + key.block, cell,
                        *unsorted);
        if (key.format == "ell")
            if (const FitCell* const csr = other({key.order, key.precision, "csr", key.sorted, key.block}))
                compare(study, "ELL against CSR",
                        std::string(key.sorted == "yes" ? "sorted" : "unsorted") + ", " + rest + ", block " + key.block,
                        cell, *csr);
        for (const char* larger : {"32", "64", "128"})
            if (std::stoi(key.block) < std::stoi(larger))
                if (const FitCell* const wide = other({key.order, key.precision, key.format, key.sorted, larger}))
                    compare(study, "block sizes",
                            key.format + (key.sorted == "yes" ? " sorted, " : " unsorted, ") + rest + ", block " +
                                key.block + " against " + larger,
                            cell, *wide);
    }
    std::stable_sort(study.comparisons.begin(), study.comparisons.end(),
                     [](const Comparison& a, const Comparison& b) { return a.family > b.family; });
    return study;
}

Study rossignon2013(const std::string& folder) {
    Study study;
    study.card = "c2050";
    study.paper = "rossignon2013, sections 3.3 to 3.5";
    study.rule =
        "One of the five cells is fitted: BCSR on 30_16, because it is the nearest to a plain stream and so tells "
        "what memory gives. The other four are not.";
    study.assumptions =
        "- The matrices are the program's `reservoir` with the paper's grids and blocks. For 20_8 the paper prints 0.8 "
        "million nonzeros; a 7-point grid of 20^3 cells with 8 x 8 blocks has 3.4 million, and that is what is "
        "modelled.\n"
        "- Single precision: in double the printed 45 GFLOP/s of BCSR would need 190 GB/s, more than the card has.\n"
        "- Blocks of 256 threads, with which a multiprocessor can be full; the paper does not print them. The kernels "
        "are "
        "the paper's plain loops.\n"
        "- A range is the least and the greatest rate of the four matrices, 2 x nonzeros / time.\n"
        "- Whether ECC was on is not printed; the fitted efficiency contains it.\n"
        "- The factor 1.5 over cuSPARSE is not modelled: cuSPARSE's kernels cannot be traced.\n";
    study.figures = {"dram_efficiency"};

    const CsvTable matrices = read_csv(folder + "/rossignon2013-matrices.csv");
    const CsvTable table = read_csv(folder + "/rossignon2013-spmv.csv");
    const auto name = matrices.column("name");
    std::vector<std::string> names;
    for (const CsvRow& row : matrices.rows) names.push_back(row[name]);
    const auto case_of = [&](const std::string& matrix, const char* kernel) {
        const auto bar = matrix.find('_');
        if (bar == std::string::npos)
            throw Error("file.malformed", matrices.file + ": '" + matrix + "' is not GRID_BLOCK.");
        FitCase fit_case;
        fit_case.matrix = "reservoir:grid=" + matrix.substr(0, bar) + ",block=" + matrix.substr(bar + 1);
        fit_case.kernel = kernel;
        fit_case.block = 256;
        fit_case.sample_blocks = 1024;
        return case_number(study, fit_case);
    };
    const auto all = [&](const char* kernel) {
        std::vector<std::size_t> cases;
        for (const auto& matrix : names) cases.push_back(case_of(matrix, kernel));
        return cases;
    };
    const auto kernel = table.column("kernel"), hardware = table.column("hardware"), value = table.column("value"),
               unit = table.column("unit"), where = table.column("where");
    for (const CsvRow& row : table.rows) {
        if (row[hardware] != "1 x Tesla C2050" || row[unit] != "GFLOP/s") continue;
        const auto dash = row[value].find(" to ");
        const bool is_bcsr = row[kernel].starts_with("bcsr");
        const char* const id = is_bcsr ? "bcsr" : row[kernel] == "jad" ? "jad" : "csr-vector";
        if (is_bcsr) {
            study.cells.push_back({row[where],
                                   "bcsr, 30_16",
                                   {Kind::most_gflops, {case_of("30_16", id)}},
                                   positive_number(row[value], table),
                                   true});
            continue;
        }
        if (dash == std::string::npos)
            throw Error("file.malformed", table.file + ": '" + row[value] + "' is not a range.");
        study.cells.push_back({row[where],
                               std::string(id) + ", least of four matrices",
                               {Kind::least_gflops, all(id)},
                               positive_number(row[value].substr(0, dash), table),
                               false});
        study.cells.push_back({row[where],
                               std::string(id) + ", greatest of four matrices",
                               {Kind::most_gflops, all(id)},
                               positive_number(row[value].substr(dash + 4), table),
                               false});
    }
    if (study.cells.size() != 5) throw Error("file.malformed", table.file + ": five cells of one C2050 are expected.");
    const auto& cells = study.cells;
    compare(study, "JAD against CSR", "least of four matrices", cells[2], cells[0]);
    compare(study, "JAD against CSR", "greatest of four matrices", cells[3], cells[1]);
    compare(study, "BCSR against CSR", "30_16 against CSR's greatest", cells[4], cells[1]);
    compare(study, "BCSR against JAD", "30_16 against JAD's greatest", cells[4], cells[3]);
    const auto said = [&](const char* family, const char* what, const char* left, const char* right, const char* id,
                          Expected expected) {
        study.comparisons.push_back({family,
                                     what,
                                     {Kind::most_gflops, {case_of(left, id)}},
                                     {Kind::most_gflops, {case_of(right, id)}},
                                     expected,
                                     0,
                                     false});
    };
    said("block sizes", "csr-vector: 20_16 is faster than 20_8 (section 3.3)", "20_16", "20_8", "csr-vector",
         Expected::left_more);
    said("block sizes", "csr-vector: 30_16 is faster than 30_8 (section 3.3)", "30_16", "30_8", "csr-vector",
         Expected::left_more);
    said("block sizes", "jad: 20_16 and 30_8 are alike (section 3.4)", "20_16", "30_8", "jad", Expected::alike);
    return study;
}

} // namespace

const std::vector<std::string>& studied_cards() {
    static const std::vector<std::string> cards{"gtx295", "c2050", "gtx460", "c2075"};
    return cards;
}

Study study_of(const std::string& card, const std::string& folder) {
    if (card == "gtx295") return prata2010(folder);
    if (card == "c2050") return rossignon2013(folder);
    if (card == "gtx460") return study_cerny2011(folder);
    if (card == "c2075") return study_ata_report(folder);
    throw Error("fit.card", "There are no published cells for the card '" + card + "'.",
                "Cards that can be fitted: gtx295, c2050, gtx460, c2075.");
}

} // namespace warploom::app
