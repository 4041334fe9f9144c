#include "kernels/sources/names.h"

#include "engine/sentence.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warploom::kernels {

namespace {

/// Descriptions of the arrays and sizes of the formats; the headers in kernels/formats give the details.
struct About {
    std::string_view name, what;
};
constexpr std::array abouts{
    About{"row_pointer",
          mark_sentence("row i has the entries row_pointer[i] to row_pointer[i + 1] - 1 of column and value")},
    About{"column_pointer",
          mark_sentence("column j has the entries column_pointer[j] to column_pointer[j + 1] - 1 of row and value")},
    About{"diagonal_pointer", mark_sentence("jagged diagonal k starts at diagonal_pointer[k] in column and value")},
    About{
        "slice_pointer",
        mark_sentence("slice s starts at slice_pointer[s] in column and value; its entries are in column-major order")},
    About{"pointer", mark_sentence("block row i has the blocks pointer[i] to pointer[i + 1] - 1")},
    About{"column", mark_sentence("column index of each stored entry")},
    About{"value", mark_sentence("value of each stored entry")},
    About{"row", mark_sentence("row index of each stored entry; for sorted formats, the row of A at each position")},
    About{"length", mark_sentence("number of entries of each row")},
    About{"permutation", mark_sentence("the row of A at each position")},
    About{"offset", mark_sentence("offset of each diagonal from the main diagonal: column - row")},
    About{"ell_length", mark_sentence("number of entries of each row in the ELL part")},
    About{"ell_column", mark_sentence("column index of each slot in the ELL part")},
    About{"ell_value", mark_sentence("value of each slot in the ELL part")},
    About{"coo_row", mark_sentence("row index of each entry in the COO part")},
    About{"coo_column", mark_sentence("column index of each entry in the COO part")},
    About{"coo_value", mark_sentence("value of each entry in the COO part")},
    About{"rows", mark_sentence("number of rows of A")},
    About{"cols", mark_sentence("number of columns of A")},
    About{"nonzeros", mark_sentence("number of stored entries of A")},
    About{"width", mark_sentence("slots per row: the length of the longest row")},
    About{"leading_dimension", mark_sentence("the k-th slot of row i is at k * leading_dimension + i")},
    About{"diagonals", mark_sentence("number of stored diagonals")},
    About{"coo_nonzeros", mark_sentence("number of entries in the COO part")},
    About{"block_size", mark_sentence("rows and columns of a block; each block is in row-major order")},
    About{"block_rows", mark_sentence("number of block rows")},
    About{"stored_columns", mark_sentence("number of columns of A, rounded up to whole blocks")},
    About{"slice_height", mark_sentence("rows per slice")},
    About{"slices", mark_sentence("number of slices")},
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
    names.push_back({"x", "const T*", mark_sentence("the vector that A is multiplied by, with cols elements")});
    names.push_back({"y", "T*", mark_sentence("the result; the kernel must write all rows")});
    for (const auto& [name, number] : made->numbers())
        names.push_back({name, name == "leading_dimension" ? "long long" : "int", about(name)});
    return names;
}

} // namespace

std::vector<RunName> run_names(Operation operation, const std::string& format) {
    const RunName zero_pivot{
        "zero_pivot", "int*",
        mark_sentence("one element: the smallest row with a zero pivot; update it with atomicMin")};
    std::vector<RunName> names;
    if (operation == Operation::tridiagonal)
        names = {{"a", "const T*", mark_sentence("the subdiagonal; a[0] is 0")},
                 {"b", "const T*", mark_sentence("the main diagonal")},
                 {"c", "const T*", mark_sentence("the superdiagonal; c[n - 1] is 0")},
                 {"d", "const T*", mark_sentence("the right-hand side")},
                 {"x", "T*", mark_sentence("the result; the kernel must write all n elements")},
                 zero_pivot,
                 {"n", "int", mark_sentence("number of unknowns")},
                 {"systems", "int",
                  mark_sentence("number of independent systems with n / systems unknowns each, usually 1")}};
    else if (operation == Operation::ata)
        names = {
            {"A", "const T*", mark_sentence("m x n, in row-major order")},
            {"A_by_columns", "const T*", mark_sentence("A in column-major order: a(i, j) is at j * m + i")},
            {"C", "T*", mark_sentence("the result, n x n, in row-major order; the kernel must write all elements")},
            {"m", "int", mark_sentence("number of rows of A")},
            {"n", "int", mark_sentence("number of columns of A")},
            {"registers", "int",
             mark_sentence("option of tiled: 1 if each thread computes 3 x 3 results, otherwise 0")},
            {"prefetch", "int", mark_sentence("option of tiled: 1 if the next slice is prefetched, otherwise 0")},
            {"padding", "int", mark_sentence("option of tiled: padding elements after each row of the tile")},
            {"unroll", "int", mark_sentence("option of tiled: 1 if the loop over the tile is unrolled, otherwise 0")},
            {"symmetric", "int",
             mark_sentence("option of tiled: 1 if half of the blocks also write their mirror image, otherwise 0")}};
    else names = product_names(format);
    const auto add = [&](std::vector<RunName> more) { names.insert(names.end(), more.begin(), more.end()); };
    if (operation == Operation::trsv || operation == Operation::ilu) {
        std::erase_if(
            names, [](const RunName& known) { return known.name == "x" || known.name == "y" || known.name == "cols"; });
        if (operation == Operation::trsv)
            add({{"b", "const T*", mark_sentence("the right-hand side")},
                 {"x", "T*", mark_sentence("the result; the kernel must write all rows")}});
        else
            add({{"diagonal", "const int*",
                  mark_sentence("position of the diagonal entry of each row in column and value")},
                 {"lu", "T*",
                  mark_sentence("the result; the kernel must write all nonzeros: L below the diagonal (its unit "
                                "diagonal is not stored), and U on and above it")},
                 zero_pivot});
        add({{"first", "const int*",
              mark_sentence("level l has the entries first[l] to first[l + 1] - 1 of order; run may read it")},
             {"order", "const int*", mark_sentence("the rows, sorted by level")},
             {"levels", "int", mark_sentence("number of levels")},
             {"most_rows", "int", mark_sentence("number of rows of the largest level")}});
    }
    names.push_back({"block", "int", mark_sentence("the requested number of threads per block")});
    return names;
}

Operation operation_of(const simt::Program& program) {
    const auto parameters = simt::parameters_of(program);
    const auto has = [&](const char* name) {
        return std::find(parameters.begin(), parameters.end(), name) != parameters.end();
    };
    if (has("A") || has("A_by_columns") || has("C")) return Operation::ata;
    if (has("lu")) return Operation::ilu;
    if (has("levels") || has("most_rows") || has("first") || has("order")) return Operation::trsv;
    if (has("row_pointer") && has("b")) return Operation::trsv; // tridiagonal systems have no pointers
    return has("a") || has("b") || has("c") || has("d") ? Operation::tridiagonal : Operation::spmv;
}

} // namespace warploom::kernels
