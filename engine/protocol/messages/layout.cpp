#include "engine/protocol/messages/layout.h"

#include "engine/sentence.h"

#include <algorithm>
#include <iterator>

namespace warploom::protocol {

WARPLOOM_FIELDS(LayoutNonzero, {"A nonzero in `layout`",
                                {{"row", "", &LayoutNonzero::row, "row index within the window", needed},
                                 {"col", "", &LayoutNonzero::col, "column index within the window", needed},
                                 {"value", "", &LayoutNonzero::value, "value; null if it is not finite"}}})

WARPLOOM_FIELDS(LayoutArray,
                {"An array in `layout`",
                 {{"name", "", &LayoutArray::name, "name of the array in the kernel", needed},
                  {"element", "", &LayoutArray::element, "element type: `int`, `int64`, `float` or `double`"},
                  {"values", "", &LayoutArray::values, "value in each slot; null for padding", needed},
                  Field<LayoutArray>{"nonzero", "", &LayoutArray::nonzero,
                                     "index into `nonzeros` for each slot; -1 for padding", Rule{.least = -1}}
                      .or_left_out(),
                  {"columns", "", &LayoutArray::columns, "number of slots per displayed row; 0 to show as many as fit",
                   count}}})

WARPLOOM_FIELDS(
    FormatLayout,
    {"A format in `layout`",
     {{"format", "", &FormatLayout::format, "format ID", needed},
      {"reason", "", &FormatLayout::reason, "reason that the format cannot store the window; otherwise empty"},
      {"bytes", "bytes", &FormatLayout::bytes, "total size of the arrays", count},
      {"value_slots", "", &FormatLayout::value_slots, "number of stored values, including padding", count},
      {"padding", "", &FormatLayout::padding, "number of value slots that hold no nonzero", count},
      {"arrays", "", &FormatLayout::arrays, "arrays of the format; empty if the format cannot store the window"}}})

WARPLOOM_FIELDS(LayoutOwner, {"A thread in `owner`",
                              {{"nonzero", "", &LayoutOwner::nonzero,
                                "index of the nonzero; this thread is the first one that reads it", needed},
                               {"block", "", &LayoutOwner::block, "block index in the grid", needed},
                               {"thread", "", &LayoutOwner::thread, "thread index in the block", needed},
                               {"warp", "", &LayoutOwner::warp, "warp index in the block", needed},
                               {"lane", "", &LayoutOwner::lane, "lane index in the warp", needed}}})

WARPLOOM_FIELDS(LayoutOwners,
                {"The `owner` object of `layout`",
                 {{"kernel", "", &LayoutOwners::kernel, "kernel specified in the request; can be empty"},
                  {"block", "", &LayoutOwners::block, "threads per block"},
                  {"machine", "", &LayoutOwners::machine, "machine on which the kernel was traced"},
                  {"threads", "", &LayoutOwners::threads, "first thread that reads each nonzero"},
                  {"reason", "", &LayoutOwners::reason,
                   "reason that `threads` is empty: the kernel runs on the host or is a vendor library"}}})

WARPLOOM_FIELDS(Layout, {"The `layout` document",
                         {{"rows", "", &Layout::rows, "number of rows in the window", needed_count},
                          {"cols", "", &Layout::cols, "number of columns in the window", needed_count},
                          {"nonzeros", "", &Layout::nonzeros, "nonzeros in the window, in row order", needed},
                          {"formats", "", &Layout::formats, "arrays that store the window in each format", needed},
                          {"owner", "", &Layout::owner, "first thread that reads each nonzero"}}})

WARPLOOM_FIELDS(Footprint,
                {"A format in `footprints`",
                 {{"format", "", &Footprint::format, "format ID", needed},
                  {"bytes", "bytes", &Footprint::bytes, "total size of the arrays", count},
                  {"value_slots", "", &Footprint::value_slots, "number of stored values, including padding", count},
                  {"padding", "", &Footprint::padding, "number of value slots that hold no nonzero", count},
                  {"conversion_ns", "ns", &Footprint::conversion_ns, "time to convert the matrix from CSR on the host"},
                  {"reason", "", &Footprint::reason,
                   "reason that the format cannot store the matrix; in this case, all sizes and times are null"}}})

WARPLOOM_FIELDS(Footprints,
                {"The `footprints` document",
                 {{"precision", "", &Footprints::precision, "`float` or `double`"},
                  {"csr_bytes", "bytes", &Footprints::csr_bytes, "size of the same matrix in CSR", needed_count},
                  {"formats", "", &Footprints::formats, "size of the matrix in each format", needed}}})

namespace {

/// Returns whether an array has one element per row, based on its name. The size is not sufficient, because the value
/// array may happen to have the same size.
bool counts_rows(const std::string& array) {
    for (const char* part : {"pointer", "length", "offset", "permutation"})
        if (array.find(part) != std::string::npos) return true;
    return false;
}

void share_slots(FormatLayout& format) {
    for (LayoutArray& array : format.arrays) {
        if (array.holds_entries() || array.values.empty() || counts_rows(array.name)) continue;
        const auto same = std::find_if(format.arrays.begin(), format.arrays.end(), [&](const LayoutArray& other) {
            return other.holds_entries() && other.values.size() == array.values.size();
        });
        if (same != format.arrays.end()) array.nonzero = same->nonzero;
    }
}

} // namespace

void Layout::settle(const Reader& in) {
    const Reader all = in.member("formats");
    for (std::size_t f = 0; f < formats.size(); ++f) {
        const Reader format = all.item(f), arrays = format.member("arrays");
        for (std::size_t a = 0; a < formats[f].arrays.size(); ++a) {
            const LayoutArray& array = formats[f].arrays[a];
            const Reader one = arrays.item(a), slots = one.member("nonzero");
            for (const int slot : array.nonzero)
                if (slot >= static_cast<int>(nonzeros.size()))
                    slots.refuse(sentence("a list of nonzero indices, or -1 for padding"));
            if (array.holds_entries() && array.nonzero.size() != array.values.size())
                slots.refuse(sentence("a list of the same length as the values"));
        }
        share_slots(formats[f]);
    }
    const Reader owners = in.member("owner"), threads = owners.member("threads");
    for (std::size_t i = 0; i < owner.threads.size(); ++i) {
        const Reader thread = threads.item(i);
        if (owner.threads[i].nonzero < 0 || owner.threads[i].nonzero >= static_cast<std::int64_t>(nonzeros.size()))
            thread.member("nonzero").refuse(sentence("the index of a nonzero"));
    }
}

namespace {

const DocumentSource layout_source{
    "layout.malformed", "The worker's answer cannot be shown",
    "The app and the worker may be different versions. Restart the worker (Tools menu)."};

} // namespace

Layout read_layout(const Json& json) { return read<Layout>(json, layout_source); }
Footprints read_footprints(const Json& json) { return read<Footprints>(json, layout_source); }

int Layout::nonzero_at(std::int64_t row, std::int64_t col) const {
    for (std::size_t i = 0; i < nonzeros.size(); ++i)
        if (nonzeros[i].row == row && nonzeros[i].col == col) return static_cast<int>(i);
    return -1;
}

std::vector<LayoutOwner> Layout::owners_of(int nonzero) const {
    std::vector<LayoutOwner> some;
    std::copy_if(owner.threads.begin(), owner.threads.end(), std::back_inserter(some),
                 [&](const LayoutOwner& each) { return each.nonzero == nonzero; });
    return some;
}

} // namespace warploom::protocol
