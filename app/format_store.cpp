#include "app/format_store.h"

#include "engine/error.h"

namespace warploom::app {

double FormatStore::bytes_to_make(const std::string& format, kernels::Precision precision) const {
    if (formats_.count({format, precision}) != 0) return 0;
    try {
        return static_cast<double>(kernels::format_bytes_needed(format, matrix_, precision, {}));
    } catch (const Error&) { return 0; }
}

std::shared_ptr<const kernels::HostFormat> FormatStore::give(const std::string& format, Row& row,
                                                             const RunContext& context) {
    auto& made = formats_[{format, row.precision}];
    if (made == nullptr) {
        context.enter_stage("converting", format);
        made = kernels::make_format(format, matrix_, row.precision, {}, context.progress);
    }
    row.format_bytes = made->footprint.bytes;
    row.value_slots = made->footprint.value_slots;
    row.padding = made->footprint.padding;
    row.conversion_ns = made->footprint.conversion_ns;
    return made;
}

} // namespace warploom::app
