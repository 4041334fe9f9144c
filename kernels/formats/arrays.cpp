#include "kernels/formats/arrays.h"

#include "engine/comma_list.h"
#include "engine/elapsed.h"
#include "engine/memory.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"

namespace warploom::kernels {

namespace {

std::string size_text(std::int64_t bytes) { return bytes_text(static_cast<double>(bytes)); }

const FormatEntry& format_entry_of(const std::string& id) {
    std::string known;
    for (const auto& entry : format_entries()) {
        if (id == entry.info.id) return entry;
        add_item(known, std::string(entry.info.id));
    }
    throw Error("format.unknown", sentence("There is no format named '{format}'.", {{"format", id}}),
                sentence("Available formats: {formats}.", {{"formats", known}}));
}

} // namespace

const std::vector<FormatInfo>& formats() {
    static const std::vector<FormatInfo> infos = [] {
        std::vector<FormatInfo> list;
        for (const auto& entry : format_entries()) list.push_back(entry.info);
        return list;
    }();
    return infos;
}

std::int64_t format_bytes_needed(const std::string& format, const CsrMatrix& a, Precision p,
                                 const FormatOptions& options) {
    return format_entry_of(format).bytes_needed(a, p, options);
}

std::shared_ptr<const HostFormat> make_format(const std::string& format, const CsrMatrix& a, Precision p,
                                              const FormatOptions& options, const Progress& progress) {
    const FormatEntry& entry = format_entry_of(format);
    const std::int64_t csr_bytes = (a.rows + 1) * 4 + a.nonzeros() * (4 + bytes_of(p));
    const std::int64_t needed = entry.bytes_needed(a, p, options);
    const double limit = options.limit_factor * static_cast<double>(csr_bytes);
    // Matrices up to this size in bytes are always converted, because they need little memory and show the effect of
    // padding.
    constexpr std::int64_t always_fine = 1 << 20;
    if (needed > always_fine && static_cast<double>(needed) > limit)
        throw Error(
            "memory.limit",
            sentence("{format} would need {bytes}, which is more than the limit of {limit} ({factor} times the size in "
                     "CSR).",
                     {{"format", entry.info.title},
                      {"bytes", size_text(needed)},
                      {"limit", size_text(static_cast<std::int64_t>(limit))},
                      {"factor", static_cast<int>(options.limit_factor)}}),
            sentence("Choose a format with less padding, such as CSR, HYB or SELL."));
    if (needed > always_fine &&
        needed > available_memory()) // tested last, because available_memory() reads several system files
        throw Error("memory.limit",
                    sentence("{format} would need {bytes}, but only {available} of memory is available.",
                             {{"format", entry.info.title},
                              {"bytes", size_text(needed)},
                              {"available", size_text(available_memory())}}),
                    sentence("Close other programs, or choose a smaller matrix."));
    progress.check(0, 1);
    std::shared_ptr<HostFormat> made;
    const double conversion_ns = elapsed_ns([&] { made = entry.make(a, p, options); });
    made->rows = a.rows;
    made->cols = a.cols;
    made->precision = p;
    made->footprint.format = entry.info.id;
    made->footprint.csr_bytes = csr_bytes;
    made->footprint.conversion_ns = conversion_ns;
    for (const auto& array : made->arrays()) {
        made->footprint.bytes += array.bytes();
        if (array.is_value()) made->footprint.value_slots += array.size;
    }
    made->footprint.padding = made->footprint.value_slots - a.nonzeros();
    return made;
}

} // namespace warploom::kernels
