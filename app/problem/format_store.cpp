#include "app/problem/format_store.h"

#include "app/problem/exchange_plan.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/multi_gpu/split_matrix.h"

namespace warploom::app {

namespace {

void tell(Row& row, const kernels::FormatSize& footprint) {
    row.format_bytes = footprint.bytes;
    row.value_slots = footprint.value_slots;
    row.padding = footprint.padding;
    row.conversion_ns = footprint.conversion_ns;
}

} // namespace

double FormatStore::bytes_to_make(const std::string& format, Precision precision) const {
    if (formats_.count({format, precision}) != 0) return 0;
    for (const auto& [key, split] : splits_)
        if (std::get<0>(key) == format && std::get<1>(key) == precision) return 0;
    try {
        return static_cast<double>(
            kernels::format_bytes_needed(format, matrix_, precision, run_format_options(matrix_, precision)));
    } catch (const Error&) { return 0; }
}

std::shared_ptr<const kernels::HostFormat> FormatStore::give(const std::string& format, Row& row,
                                                             const RunContext& context) {
    auto& made = formats_[{format, row.precision}];
    ConversionTimes& times = times_[{format, row.precision}];
    if (made == nullptr) {
        context.enter_stage("converting", format);
        const auto convert = [&] {
            return kernels::make_format(format, matrix_, row.precision, run_format_options(matrix_, row.precision),
                                        context.progress);
        };
        made = convert();
        times = repeat_conversion(made->footprint.conversion_ns, [&] { return convert()->footprint.conversion_ns; });
    }
    tell(row, made->footprint);
    row.conversion_ns = times.median_ns;
    row.conversion_low_ns = times.low_ns;
    row.conversion_high_ns = times.high_ns;
    return made;
}

std::shared_ptr<const kernels::SplitMatrix> FormatStore::give_split(const std::string& format, Row& row,
                                                                    const RunContext& context) {
    const int ranks = context.machine.info().ranks;
    auto& made = splits_[{format, row.precision, ranks}];
    if (made == nullptr) {
        context.enter_stage("converting",
                            sentence("{format} for {ranks} ranks", {{"format", format}, {"ranks", ranks}}));
        made = kernels::split_matrix(format, matrix_, row.precision, ranks, {}, context.progress);
    }
    tell(row, made->footprint);
    row.exchange = exchange_of(*made, context.machine.link_bandwidth());
    return made;
}

} // namespace warploom::app
