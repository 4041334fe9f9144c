#include "kernels/multi_gpu/split_matrix.h"

#include "kernels/formats/bcsr.h"

namespace warploom::kernels {

namespace {

bool is_cut_by_blocks(const std::string& format) { return format == "bcsr" || format == "bcsr-blocks"; }

/// Returns how rows may be split in a storage format: blocks are not divided, and diagonals remain diagonals.
RowSplitOptions cuts_for(const std::string& format, const FormatOptions& options) {
    RowSplitOptions cuts;
    if (is_cut_by_blocks(format)) cuts.row_granule = cuts.col_granule = options.block_size;
    cuts.whole_range = format == "dia";
    return cuts;
}

/// Returns whether to multiply with the rank's own elements of x while the other elements are being transferred.
bool has_columns_apart(const std::string& format, const RankRows& rank, std::int64_t worth_hiding) {
    const auto halo = static_cast<std::int64_t>(rank.halo.size());
    return !is_cut_by_blocks(format) && format != "dia" && halo > 0 && halo >= worth_hiding && 2 * halo >= rank.rows();
}

void add(FormatSize& sum, const FormatSize& part) {
    sum.bytes += part.bytes;
    sum.value_slots += part.value_slots;
    sum.padding += part.padding;
    sum.csr_bytes += part.csr_bytes;
    sum.conversion_ns += part.conversion_ns;
}

} // namespace

RowSplit split_for_format(const std::string& format, const CsrMatrix& matrix, int ranks, const FormatOptions& options) {
    FormatOptions chosen = options;
    // All ranks use the block size detected from the whole matrix.
    if (is_cut_by_blocks(format)) chosen.block_size = Bcsr<double>::block_size_for(matrix, options);
    return split_rows(matrix, ranks, cuts_for(format, chosen));
}

std::vector<PlannedSegment> plan_segments(const std::string& format, const RankRows& rank, std::int64_t worth_hiding) {
    std::vector<PlannedSegment> segments;
    const auto add = [&](std::int64_t first, std::int64_t last, bool needs_halo,
                         LocalColumns columns = LocalColumns::all) {
        if (first < last) segments.push_back({first, last, needs_halo, columns});
    };
    add(rank.inner_first, rank.inner_last, false);
    if (!segments.empty()) {
        add(rank.first_row, rank.inner_first, true);
        add(rank.inner_last, rank.last_row, true);
    } else if (has_columns_apart(format, rank, worth_hiding)) {
        add(rank.first_row, rank.last_row, false, LocalColumns::own);
        add(rank.first_row, rank.last_row, true, LocalColumns::halo);
    } else add(rank.first_row, rank.last_row, true);
    return segments;
}

std::int64_t entries_of(const CsrMatrix& matrix, const RankRows& rank, const PlannedSegment& segment) {
    const std::int64_t all = matrix.row_pointer[segment.last] - matrix.row_pointer[segment.first];
    if (segment.columns == LocalColumns::all) return all;
    std::int64_t own = 0;
    for (std::int64_t k = matrix.row_pointer[segment.first]; k < matrix.row_pointer[segment.last]; ++k)
        own += matrix.column[k] >= rank.first_col && matrix.column[k] < rank.last_col ? 1 : 0;
    return segment.columns == LocalColumns::own ? own : all - own;
}

std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options, const Progress& progress,
                                                std::int64_t worth_hiding) {
    FormatOptions chosen = options;
    if (is_cut_by_blocks(format)) chosen.block_size = Bcsr<double>::block_size_for(matrix, options);
    auto made = std::make_shared<SplitMatrix>();
    made->format = format;
    made->precision = precision;
    made->footprint.format = format;
    made->split = split_for_format(format, matrix, ranks, chosen);
    for (const RankRows& rank : made->split.ranks) {
        auto& segments = made->segments.emplace_back();
        for (const PlannedSegment& planned : plan_segments(format, rank, worth_hiding)) {
            const CsrMatrix rows = local_rows(matrix, rank, planned.first, planned.last, planned.columns);
            RankSegment segment;
            segment.first_row = planned.first - rank.first_row;
            segment.needs_halo = planned.needs_halo;
            segment.is_added = planned.columns == LocalColumns::halo;
            segment.nonzeros = rows.nonzeros();
            segment.format = make_format(format, rows, precision, chosen, progress);
            add(made->footprint, segment.format->footprint);
            segments.push_back(std::move(segment));
        }
    }
    return made;
}

} // namespace warploom::kernels
