#include "app/problem/exchange_plan.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/multi_gpu/split_matrix.h"

namespace warploom::app {

namespace {

/// Returns the data that the GPUs of a row partition exchange. `inner` is the number of matrix entries that can be
/// processed without data from other GPUs, and `all` is the total number of entries.
protocol::Exchange exchange_of_split(const kernels::RowSplit& split, Precision precision, std::int64_t inner,
                                     std::int64_t all) {
    protocol::Exchange exchange;
    const std::size_t gpus = split.ranks.size();
    exchange.gpus = static_cast<int>(gpus);
    exchange.bytes.assign(gpus * gpus, 0);
    for (const kernels::HaloMessage& message : split.messages)
        exchange.bytes[static_cast<std::size_t>(message.from) * gpus + static_cast<std::size_t>(message.to)] +=
            static_cast<double>(message.count * kernels::bytes_of(precision));
    exchange.overlapped = all > 0 ? static_cast<double>(inner) / static_cast<double>(all) : 0;
    return exchange;
}

} // namespace

protocol::Exchange exchange_of(const kernels::SplitMatrix& matrix, double link_bytes_per_s) {
    std::int64_t all = 0, inner = 0;
    for (const auto& segments : matrix.segments)
        for (const kernels::RankSegment& segment : segments) {
            all += segment.nonzeros;
            if (!segment.needs_halo) inner += segment.nonzeros;
        }
    protocol::Exchange exchange = exchange_of_split(matrix.split, matrix.precision, inner, all);
    if (link_bytes_per_s > 0) exchange.link_gbytes_per_s = link_bytes_per_s * 1e-9;
    return exchange;
}

protocol::ExchangePlan plan_exchange(const CsrMatrix& matrix, const std::string& format, Precision precision,
                                     const std::vector<int>& gpus) {
    constexpr int most = 16; // maximum number of GPUs, which must match kernels::parse_multi_gpu
    protocol::ExchangePlan plan;
    plan.format = format;
    for (const int count : gpus) {
        if (count < 1 || count > most)
            throw Error("exchange.gpus",
                        sentence("The matrix cannot be divided among {n} {n:GPU|GPUs}.", {{"n", count}}),
                        sentence("Use a number from 1 to {most}.", {{"most", most}}));
        const kernels::RowSplit split = kernels::split_for_format(format, matrix, count);
        std::int64_t inner = 0;
        for (const kernels::RankRows& rank : split.ranks)
            for (const kernels::PlannedSegment& segment : kernels::plan_segments(format, rank))
                if (!segment.needs_halo) inner += kernels::entries_of(matrix, rank, segment);
        plan.exchanges.push_back(exchange_of_split(split, precision, inner, matrix.nonzeros()));
    }
    return plan;
}

} // namespace warploom::app
