#include "kernels/sources/names.h"

#include "engine/sentence.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warploom::kernels {

namespace {

/// Descriptions of arrays and sizes. For details, see the headers in kernels/formats.
struct About {
    std::string_view name, what;
};
constexpr std::array abouts{
    About{"row_pointer",
          sentence_pattern("row i has the entries row_pointer[i] to row_pointer[i + 1] - 1 of column and value")},
    About{"column_pointer",
          sentence_pattern("column j has the entries column_pointer[j] to column_pointer[j + 1] - 1 of row and value")},
    About{"diagonal_pointer", sentence_pattern("jagged diagonal k starts at diagonal_pointer[k] in column and value")},
    About{"slice_pointer",
          sentence_pattern(
              "slice s starts at slice_pointer[s] in column and value; its entries are in column-major order")},
    About{"pointer", sentence_pattern("block row i has the blocks pointer[i] to pointer[i + 1] - 1")},
    About{"column", sentence_pattern("column index of each stored entry")},
    About{"value", sentence_pattern("value of each stored entry")},
    About{"row", sentence_pattern("row index of each stored entry; for sorted formats, the row of A at each position")},
    About{"length", sentence_pattern("number of entries in each row")},
    About{"permutation", sentence_pattern("the row of A at each position")},
    About{"offset", sentence_pattern("offset of each diagonal from the main diagonal: column - row")},
    About{"ell_length", sentence_pattern("number of entries in each row of the ELL part")},
    About{"ell_column", sentence_pattern("column index of each slot in the ELL part")},
    About{"ell_value", sentence_pattern("value of each slot in the ELL part")},
    About{"coo_row", sentence_pattern("row index of each entry in the COO part")},
    About{"coo_column", sentence_pattern("column index of each entry in the COO part")},
    About{"coo_value", sentence_pattern("value of each entry in the COO part")},
    About{"rows", sentence_pattern("number of rows of A")},
    About{"cols", sentence_pattern("number of columns of A")},
    About{"nonzeros", sentence_pattern("number of stored entries of A")},
    About{"width", sentence_pattern("slots per row: the length of the longest row")},
    About{"leading_dimension", sentence_pattern("the k-th slot of row i is at k * leading_dimension + i")},
    About{"diagonals", sentence_pattern("number of stored diagonals")},
    About{"coo_nonzeros", sentence_pattern("number of entries in the COO part")},
    About{"block_size", sentence_pattern("rows and columns per block; each block is in row-major order")},
    About{"block_rows", sentence_pattern("number of block rows")},
    About{"stored_columns", sentence_pattern("number of columns of A, rounded up to whole blocks")},
    About{"slice_height", sentence_pattern("rows per slice")},
    About{"slices", sentence_pattern("number of slices")},
};

std::string about(const std::string& name) {
    const auto* const found =
        std::find_if(abouts.begin(), abouts.end(), [&](const About& a) { return a.name == name; });
    return found == abouts.end() ? std::string() : std::string(found->what);
}

const char* type_of(FormatArray::Element element) {
    switch (element) {
    case FormatArray::Element::int32: return "const int*";
    case FormatArray::Element::int64: return "const long long*";
    case FormatArray::Element::uint8: return "const unsigned char*";
    case FormatArray::Element::float32:
    case FormatArray::Element::float64: break;
    }
    return "const T*";
}

std::vector<RunName> product_names(const std::string& format) {
    CsrMatrix one;
    one.rows = one.cols = 1;
    one.row_pointer = {0, 1};
    one.column = {0};
    one.value = {1};
    const auto made = make_format(format, one, Precision::float64, {.limit_factor = 1e9});
    std::vector<RunName> names;
    for (const FormatArray& array : made->arrays())
        names.push_back({array.name, type_of(array.element), about(array.name)});
    names.push_back({"x", "const T*", sentence_pattern("the vector that A is multiplied by, with cols elements")});
    names.push_back({"y", "T*", sentence_pattern("the result; the kernel must write all rows")});
    for (const auto& [name, number] : made->numbers())
        names.push_back({name, name == "leading_dimension" ? "long long" : "int", about(name)});
    return names;
}

} // namespace

std::vector<RunName> run_names(Operation operation, const std::string& format) {
    const RunName zero_pivot{
        "zero_pivot", "int*",
        sentence_pattern("one element: the smallest row with a zero pivot; update it with atomicMin")};
    std::vector<RunName> names;
    if (operation == Operation::free) return names; // no predefined names: each source declares its own
    if (operation == Operation::tridiagonal)
        names = {{"a", "const T*", sentence_pattern("the subdiagonal; a[0] is 0")},
                 {"b", "const T*", sentence_pattern("the main diagonal")},
                 {"c", "const T*", sentence_pattern("the superdiagonal; c[n - 1] is 0")},
                 {"d", "const T*", sentence_pattern("the right-hand side")},
                 {"x", "T*", sentence_pattern("the result; the kernel must write all n elements")},
                 zero_pivot,
                 {"n", "int", sentence_pattern("number of unknowns")},
                 {"systems", "int",
                  sentence_pattern("number of independent systems with n / systems unknowns each, usually 1")}};
    else if (operation == Operation::ata)
        names = {
            {"A", "const T*", sentence_pattern("m x n, in row-major order")},
            {"A_by_columns", "const T*", sentence_pattern("A in column-major order: a(i, j) is at j * m + i")},
            {"C", "T*", sentence_pattern("the result, n x n, in row-major order; the kernel must write all elements")},
            {"m", "int", sentence_pattern("number of rows of A")},
            {"n", "int", sentence_pattern("number of columns of A")},
            {"registers", "int",
             sentence_pattern("option of tiled: 1 if each thread computes 3 x 3 results, otherwise 0")},
            {"prefetch", "int", sentence_pattern("option of tiled: 1 if the next slice is prefetched, otherwise 0")},
            {"padding", "int", sentence_pattern("option of tiled: padding elements after each row of the tile")},
            {"unroll", "int",
             sentence_pattern("option of tiled: 1 if the loop over the tile is unrolled, otherwise 0")},
            {"symmetric", "int",
             sentence_pattern("option of tiled: 1 if half of the blocks also write their mirror image, otherwise 0")}};
    else names = product_names(format);
    const auto add = [&](std::vector<RunName> more) { names.insert(names.end(), more.begin(), more.end()); };
    if (operation == Operation::trsv || operation == Operation::ilu) {
        std::erase_if(
            names, [](const RunName& known) { return known.name == "x" || known.name == "y" || known.name == "cols"; });
        if (operation == Operation::trsv)
            add({{"b", "const T*", sentence_pattern("the right-hand side")},
                 {"x", "T*", sentence_pattern("the result; the kernel must write all rows")}});
        else
            add({{"diagonal", "const int*",
                  sentence_pattern("position of the diagonal entry of each row in column and value")},
                 {"lu", "T*",
                  sentence_pattern("the result; the kernel must write all nonzeros: L below the diagonal (its unit "
                                   "diagonal is not stored), and U on and above it")},
                 zero_pivot});
        add({{"first", "const int*",
              sentence_pattern("level l has the entries first[l] to first[l + 1] - 1 of order; run may read it")},
             {"order", "const int*", sentence_pattern("the rows, sorted by level")},
             {"levels", "int", sentence_pattern("number of levels")},
             {"most_rows", "int", sentence_pattern("number of rows in the largest level")}});
    }
    names.push_back({"block", "int", sentence_pattern("the requested number of threads per block")});
    return names;
}

Operation operation_of(const simt::Program& program) {
    if (simt::head_of(program).declares_problem) return Operation::free;
    return operation_with(simt::parameters_of(program));
}

Operation operation_with(const std::vector<std::string>& parameters) {
    const auto has = [&](const char* name) {
        return std::find(parameters.begin(), parameters.end(), name) != parameters.end();
    };
    if (has("A") || has("A_by_columns") || has("C")) return Operation::ata;
    if (has("lu")) return Operation::ilu;
    if (has("levels") || has("most_rows") || has("first") || has("order")) return Operation::trsv;
    if (has("row_pointer") && has("b")) return Operation::trsv; // tridiagonal systems do not have row pointers
    return has("a") || has("b") || has("c") || has("d") ? Operation::tridiagonal : Operation::spmv;
}

} // namespace warploom::kernels
