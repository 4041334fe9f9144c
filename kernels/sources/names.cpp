#include "kernels/sources/names.h"

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
    About{"row_pointer", "row i owns the places row_pointer[i] to row_pointer[i + 1] - 1 of column and value"},
    About{"column_pointer", "column j owns the places column_pointer[j] to column_pointer[j + 1] - 1 of row and value"},
    About{"diagonal_pointer", "jagged diagonal k begins at diagonal_pointer[k] of column and value"},
    About{"slice_pointer", "slice s begins at slice_pointer[s] of column and value; its entries lie column by column"},
    About{"pointer", "block row i owns the blocks pointer[i] to pointer[i + 1] - 1"},
    About{"column", "of each stored entry, its column"},
    About{"value", "of each stored entry, its number"},
    About{"row", "of each stored entry, its row; of sorted formats, the row of A that stands in this place"},
    About{"length", "how many entries each row has"},
    About{"permutation", "the row of A that stands in this place"},
    About{"offset", "the distance of each diagonal from the main one: column - row"},
    About{"ell_length", "how many entries of each row lie in the ELL part"},
    About{"ell_column", "of each slot of the ELL part, its column"},
    About{"ell_value", "of each slot of the ELL part, its number"},
    About{"coo_row", "of each entry of the COO part, its row"},
    About{"coo_column", "of each entry of the COO part, its column"},
    About{"coo_value", "of each entry of the COO part, its number"},
    About{"rows", "rows of A"},
    About{"cols", "columns of A"},
    About{"nonzeros", "stored entries of A"},
    About{"width", "slots of a row: entries of the longest one"},
    About{"leading_dimension", "the k-th slot of row i lies at k * leading_dimension + i"},
    About{"diagonals", "how many diagonals are stored"},
    About{"coo_nonzeros", "entries of the COO part"},
    About{"block_size", "a block has block_size x block_size numbers, row by row"},
    About{"block_rows", "rows of blocks"},
    About{"stored_columns", "columns of A, rounded up to whole blocks"},
    About{"slice_height", "rows of a slice"},
    About{"slices", "how many slices there are"},
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
    names.push_back({"x", "const T*", "the vector that A is multiplied with: cols numbers"});
    names.push_back({"y", "T*", "the result: write all rows of it"});
    for (const auto& [name, number] : made->numbers())
        names.push_back({name, name == "leading_dimension" ? "long long" : "int", about(name)});
    return names;
}

} // namespace

std::vector<RunName> run_names(Operation operation, const std::string& format) {
    const RunName zero_pivot{"zero_pivot", "int*",
                             "one element: the smallest row whose pivot was 0; lower it by atomicMin"};
    std::vector<RunName> names;
    if (operation == Operation::tridiagonal)
        names = {{"a", "const T*", "below the diagonal; a[0] is 0"},
                 {"b", "const T*", "the diagonal"},
                 {"c", "const T*", "above the diagonal; c[n - 1] is 0"},
                 {"d", "const T*", "the right side"},
                 {"x", "T*", "the result: write all n of it"},
                 zero_pivot,
                 {"n", "int", "unknowns"},
                 {"systems", "int", "so many systems of n / systems unknowns stand behind each other; mostly 1"}};
    else if (operation == Operation::ata)
        names = {{"A", "const T*", "m x n, row by row"},
                 {"A_by_columns", "const T*", "the same, column by column: a(i, j) stands at j * m + i"},
                 {"C", "T*", "the result, n x n, row by row: write all of it"},
                 {"m", "int", "rows of A"},
                 {"n", "int", "columns of A"},
                 {"registers", "int", "switch of tiled: 1 where a thread computes 3 x 3 results, else 0"},
                 {"prefetch", "int", "switch of tiled: 1 where the next slice is read ahead, else 0"},
                 {"padding", "int", "switch of tiled: places left free behind each row of the tile"},
                 {"unroll", "int", "switch of tiled: 1 where the loop over the tile is laid out flat, else 0"},
                 {"symmetric", "int", "switch of tiled: 1 where half of the blocks write their mirror too, else 0"}};
    else names = product_names(format);
    const auto add = [&](std::vector<RunName> more) { names.insert(names.end(), more.begin(), more.end()); };
    if (operation == Operation::trsv || operation == Operation::ilu) {
        std::erase_if(
            names, [](const RunName& known) { return known.name == "x" || known.name == "y" || known.name == "cols"; });
        if (operation == Operation::trsv)
            add({{"b", "const T*", "the right side"}, {"x", "T*", "the result: write all rows of it"}});
        else
            add({{"diagonal", "const int*", "of each row the place of its diagonal in column and value"},
                 {"lu", "T*",
                  "the result: write all nonzeros of it, L below the diagonal (its own is 1, and not stored), U from "
                  "there on"},
                 zero_pivot});
        add({{"first", "const int*", "level l owns the places first[l] to first[l + 1] - 1 of order; run may read it"},
             {"order", "const int*", "the rows, level by level"},
             {"levels", "int", "how many levels there are"},
             {"most_rows", "int", "rows of the largest level"}});
    }
    names.push_back({"block", "int", "threads a block, as they were asked for"});
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
    if (has("row_pointer") && has("b")) return Operation::trsv; // tridiagonal systems have no row pointers
    return has("a") || has("b") || has("c") || has("d") ? Operation::tridiagonal : Operation::spmv;
}

} // namespace warploom::kernels
