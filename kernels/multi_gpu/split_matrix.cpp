#include "kernels/multi_gpu/split_matrix.h"

#include "kernels/formats/bcsr.h"

namespace warploom::kernels {

namespace {

bool is_cut_by_blocks(const std::string& format) { return format == "bcsr" || format == "bcsr-blocks"; }

/// What keeps a format what it is: blocks whole, diagonals straight.
RowSplitOptions cuts_for(const std::string& format, const FormatOptions& options) {
    RowSplitOptions cuts;
    if (is_cut_by_blocks(format)) cuts.row_granule = cuts.col_granule = options.block_size;
    cuts.whole_range = format == "dia";
    return cuts;
}

void add(Footprint& sum, const Footprint& part) {
    sum.bytes += part.bytes;
    sum.value_slots += part.value_slots;
    sum.padding += part.padding;
    sum.csr_bytes += part.csr_bytes;
    sum.conversion_ns += part.conversion_ns;
}

} // namespace

std::shared_ptr<const SplitMatrix> split_matrix(const std::string& format, const CsrMatrix& matrix, Precision precision,
                                                int ranks, const FormatOptions& options, const Progress& progress) {
    FormatOptions chosen = options;
    // One block size for all ranks, found on the whole matrix.
    if (is_cut_by_blocks(format)) chosen.block_size = Bcsr<double>::block_size_for(matrix, options);
    auto made = std::make_shared<SplitMatrix>();
    made->format = format;
    made->precision = precision;
    made->footprint.format = format;
    made->split = split_rows(matrix, ranks, cuts_for(format, chosen));
    for (const RankRows& rank : made->split.ranks) {
        auto& segments = made->segments.emplace_back();
        const auto convert = [&](std::int64_t first, std::int64_t last, bool needs_halo) {
            if (first == last) return;
            RankSegment segment;
            segment.first_row = first - rank.first_row;
            segment.needs_halo = needs_halo;
            segment.format = make_format(format, local_rows(matrix, rank, first, last), precision, chosen, progress);
            add(made->footprint, segment.format->footprint);
            segments.push_back(std::move(segment));
        };
        convert(rank.inner_first, rank.inner_last, false);
        if (rank.inner_first == rank.inner_last) convert(rank.first_row, rank.last_row, true);
        else {
            convert(rank.first_row, rank.inner_first, true);
            convert(rank.inner_last, rank.last_row, true);
        }
    }
    return made;
}

} // namespace warploom::kernels
