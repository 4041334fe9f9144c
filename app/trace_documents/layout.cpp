#include "app/trace_documents/layout.h"
#include "app/operations/spmv.h"
#include "app/trace/owners.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/trace.h"

#include <algorithm>
#include <new>

namespace warploom::app {

using kernels::FormatArray;

namespace {

void require_window(const Matrix& matrix, const MatrixWindow& w) {
    const bool is_inside = 0 <= w.row_begin && w.row_begin <= w.row_end && w.row_end <= matrix.rows() &&
                           0 <= w.col_begin && w.col_begin <= w.col_end && w.col_end <= matrix.cols();
    const bool is_small =
        w.row_end - w.row_begin <= largest_layout_window && w.col_end - w.col_begin <= largest_layout_window;
    if (is_inside && is_small) return;
    throw Error(
        "layout.window",
        sentence(
            "The window [{row_begin}, {row_end}, {col_begin}, {col_end}] is outside the matrix or larger "
            "than 16 x 16.",
            {{"row_begin", w.row_begin}, {"row_end", w.row_end}, {"col_begin", w.col_begin}, {"col_end", w.col_end}}),
        sentence("Use [row_begin, row_end, col_begin, col_end]. The end indices are exclusive."));
}

double element(const FormatArray& array, std::int64_t i) {
    switch (array.element) {
    case FormatArray::Element::int32: return static_cast<const std::int32_t*>(array.data)[i];
    case FormatArray::Element::int64: return static_cast<double>(static_cast<const std::int64_t*>(array.data)[i]);
    case FormatArray::Element::uint8: return static_cast<const unsigned char*>(array.data)[i];
    case FormatArray::Element::float32: return double{static_cast<const float*>(array.data)[i]};
    case FormatArray::Element::float64: return static_cast<const double*>(array.data)[i];
    }
    return 0;
}

const char* element_text(FormatArray::Element e) {
    switch (e) {
    case FormatArray::Element::int32: return "int";
    case FormatArray::Element::int64: return "int64";
    case FormatArray::Element::uint8: return "unsigned char";
    case FormatArray::Element::float32: return "float";
    case FormatArray::Element::float64: return "double";
    }
    return "";
}

/// Returns the index of the nonzero at position `slot` of a value array, or -1 for padding.
std::int64_t nonzero_in(const FormatArray& array, std::int64_t slot) {
    return static_cast<std::int64_t>(element(array, slot)) - 1;
}

/// Returns the number of array elements per displayed row. ELL, DIA and SELL store a matrix or slice column by column,
/// so a displayed row shows one of these columns. Returns 0 for other formats. Their displayed rows contain as many
/// elements as fit.
std::int64_t slots_side_by_side(const std::string& format, const CsrMatrix& part,
                                const std::vector<FormatArray>& arrays, const FormatArray& array) {
    const auto values = std::find_if(arrays.begin(), arrays.end(), [](const FormatArray& a) { return a.is_value(); });
    if (values == arrays.end() || array.size != values->size || array.size == 0) return 0;
    if (format.rfind("sell", 0) == 0) return kernels::FormatOptions{}.slice_height;
    std::int64_t columns = 0;
    if (format.rfind("ell", 0) == 0) {
        for (std::int64_t row = 0; row < part.rows; ++row) columns = std::max(columns, part.row_length(row));
        // In the ELL part of HYB, the number of rows is padded to a multiple of the warp size.
    } else if (format == "hyb") {
        columns = array.size / ((part.rows + 31) / 32 * 32);
    } else if (format == "dia") {
        for (const FormatArray& other : arrays)
            // A DIA array contains one offset per diagonal.
            if (!other.is_value()) columns = std::max(columns, other.size);
    }
    return columns == 0 || array.size % columns != 0 ? 0 : array.size / columns;
}

protocol::LayoutArray array_of(const FormatArray& array, const CsrMatrix& part, std::int64_t columns) {
    protocol::LayoutArray made{array.name, element_text(array.element), {}, {}, columns};
    for (std::int64_t slot = 0; slot < array.size; ++slot) {
        const std::int64_t k = array.is_value() ? nonzero_in(array, slot) : -1;
        if (!array.is_value()) made.values.emplace_back(element(array, slot));
        else made.values.push_back(k < 0 ? std::nullopt : std::optional(part.value[k]));
        if (array.is_value()) made.nonzero.push_back(static_cast<int>(k));
    }
    return made;
}

protocol::LayoutOwners owners_of(const CsrMatrix& part, Precision precision, const std::string& kernel, int block) {
    protocol::LayoutOwners document;
    document.kernel = kernel;
    document.block = block;
    if (kernel.empty()) return document;
    const kernels::KernelInfo* info = kernels::find_spmv_kernel(kernel);
    if (info == nullptr)
        throw Error("kernel.unknown", sentence("There is no kernel named '{kernel}'.", {{"kernel", kernel}}),
                    sentence("To list all kernels, use `warploom-engine kernels`."));
    kernels::require_block(block);
    if (info->runs_on != RunsOn::gpu) {
        document.reason = sentence("Only kernels that run on the simulated GPU can be traced.");
        return document;
    }
    try {
        const EntryTags tags(kernels::make_format(info->format, tagged(part), precision));
        const auto owners = find_owners(tags, part.nonzeros(), spmv_subject(kernel, tags.format()), block, -1, nullptr);
        for (std::size_t k = 0; k < owners.size(); ++k) {
            const Owner& owner = owners[k];
            if (owner.block < 0) continue;
            document.threads.push_back({static_cast<std::int64_t>(k), owner.block,
                                        owner.warp * simulated::warp_size + owner.lane, owner.warp, owner.lane});
        }
    } catch (const Error& error) { document.reason = error.what(); }
    return document;
}

} // namespace

CsrMatrix cut_out(const CsrMatrix& a, const MatrixWindow& w) {
    CsrMatrix part;
    part.rows = w.row_end - w.row_begin;
    part.cols = w.col_end - w.col_begin;
    for (std::int64_t row = w.row_begin; row < w.row_end; ++row) {
        const auto first = a.column.begin() + a.row_pointer[row];
        const auto last = a.column.begin() + a.row_pointer[row + 1];
        for (auto at = std::lower_bound(first, last, w.col_begin); at != last && *at < w.col_end; ++at) {
            part.column.push_back(static_cast<std::int32_t>(*at - w.col_begin));
            part.value.push_back(a.value[at - a.column.begin()]);
        }
        part.row_pointer.push_back(part.nonzeros());
    }
    return part;
}

protocol::Layout layout_of(const Matrix& matrix, Precision precision, const MatrixWindow& window,
                           const std::string& kernel, int block) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not,
                    sentence("Only real-valued matrices can be converted. `info` shows the properties of a matrix."));
    require_window(matrix, window);
    const CsrMatrix part = cut_out(matrix.csr, window);
    const CsrMatrix tags = tagged(part);
    protocol::Layout layout;
    layout.rows = part.rows;
    layout.cols = part.cols;
    for (std::int64_t row = 0; row < part.rows; ++row)
        for (auto k = part.row_pointer[row]; k < part.row_pointer[row + 1]; ++k)
            layout.nonzeros.push_back({row, part.column[k], part.value[k]});
    for (const auto& info : kernels::formats()) {
        protocol::FormatLayout& made = layout.formats.emplace_back();
        made.format = info.id;
        try {
            const auto format = kernels::make_format(info.id, tags, precision);
            const auto arrays = format->arrays();
            made.bytes = protocol::Wide{format->footprint.bytes};
            made.value_slots = format->footprint.value_slots;
            made.padding = format->footprint.padding;
            for (const FormatArray& array : arrays)
                made.arrays.push_back(array_of(array, part, slots_side_by_side(info.id, part, arrays, array)));
        } catch (const Error& error) { made.reason = error.what(); } catch (const std::bad_alloc&) {
            made.reason = sentence("There is not enough memory.");
        }
    }
    layout.owner = owners_of(part, precision, kernel, block);
    return layout;
}

} // namespace warploom::app
