#include "kernels/formats/bcsr.h"
#include "kernels/formats/bcsr_blocks.h"
#include "kernels/formats/coo.h"
#include "kernels/formats/csc.h"
#include "kernels/formats/csr.h"
#include "kernels/formats/csr_sorted.h"
#include "kernels/formats/dia.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/formats/hyb.h"
#include "kernels/formats/jad.h"
#include "kernels/formats/sell.h"
#include "kernels/written/written_kernel.h"

namespace warploom::kernels {

namespace {

/// The figures that a format has are the members of these names.
template <template <class, template <class> class> class Format, class T>
bool add_numbers(const HostFormat& host, std::vector<std::pair<std::string, std::int64_t>>& list) {
    using Struct = Format<T, HostArray>;
    if (host.footprint.format != Struct::info.id) return false;
    const auto& f = *static_cast<const Struct*>(host.object());
    if constexpr (requires { f.nonzeros; }) list.emplace_back("nonzeros", f.nonzeros);
    if constexpr (requires { f.width; }) list.emplace_back("width", f.width);
    if constexpr (requires { f.leading_dimension; }) list.emplace_back("leading_dimension", f.leading_dimension);
    if constexpr (requires { f.diagonals; }) list.emplace_back("diagonals", f.diagonals);
    if constexpr (requires { f.coo_nonzeros; }) list.emplace_back("coo_nonzeros", f.coo_nonzeros);
    if constexpr (requires { f.block_size; }) list.emplace_back("block_size", f.block_size);
    if constexpr (requires { f.block_rows; }) list.emplace_back("block_rows", f.block_rows);
    if constexpr (requires { f.blocks; }) list.emplace_back("blocks", f.blocks);
    if constexpr (requires { f.stored_columns; }) list.emplace_back("stored_columns", f.stored_columns);
    if constexpr (requires { f.slice_height; }) list.emplace_back("slice_height", f.slice_height);
    if constexpr (requires { f.slices; }) list.emplace_back("slices", f.slices);
    return true;
}
template <template <class, template <class> class> class... Formats>
void add_numbers_of(const HostFormat& host, std::vector<std::pair<std::string, std::int64_t>>& list) {
    if (host.precision == Precision::float32) static_cast<void>((add_numbers<Formats, float>(host, list) || ...));
    else static_cast<void>((add_numbers<Formats, double>(host, list) || ...));
}

} // namespace

std::vector<std::pair<std::string, std::int64_t>> numbers_of(const HostFormat& format) {
    std::vector<std::pair<std::string, std::int64_t>> list{{"rows", format.rows}, {"cols", format.cols}};
    add_numbers_of<Bcsr, BcsrBlocks, Coo, Csc, Csr, CsrSorted, Dia, Ell, EllSorted, Hyb, Jad, Sell>(format, list);
    return list;
}

} // namespace warploom::kernels
