#include "app/info/describe.h"

#include "app/problem/planned_kernel.h"
#include "engine/items.h"
#include "engine/matrix/matrix_market.h"
#include "engine/network/water_network.h"
#include "engine/sentence.h"
#include "kernels/machine/registry.h"

#include <algorithm>
#include <new>

namespace warploom::app {

using protocol::number;

namespace {

Json row_length_document(const RowLengths& r) {
    Json percentiles = Json::object();
    for (std::size_t i = 0; i < r.percentiles.size(); ++i)
        percentiles[std::to_string(row_length_percentiles[i])] = r.percentiles[i];
    return {{"min", r.min},     {"mean", number(r.mean)},
            {"max", r.max},     {"standard_deviation", number(r.standard_deviation)},
            {"empty", r.empty}, {"percentiles", percentiles}};
}

Json network_document(const network::WaterNetwork& network) {
    const network::NetworkCounts c = count(network);
    Json remarks = Json::array();
    // Maximum number of remarks. It keeps the response below the size limit for messages.
    constexpr std::size_t most = 500;
    const std::size_t shown = std::min(network.remarks.size(), most);
    for (std::size_t i = 0; i < shown; ++i)
        remarks.push_back(
            {{"line", network.remarks[i].line}, {"text", protocol::shortened(network.remarks[i].text, 1000)}});
    if (const std::size_t more = network.remarks.size() - shown; more > 0)
        remarks.push_back(
            {{"line", 0}, {"text", sentence("{n} more {n:remark is|remarks are} not shown.", {{"n", more}})}});
    return {{"junctions", c.junctions},
            {"tanks", c.tanks},
            {"reservoirs", c.reservoirs},
            {"pipes", c.pipes},
            {"pumps", c.pumps},
            {"valves", c.valves},
            {"parallel_links_merged", c.parallel_links_merged},
            {"links_to_fixed_grade", c.links_to_fixed_grade},
            {"units", network::to_string(network.options.units)},
            {"head_loss", network::to_string(network.options.head_loss)},
            {"remarks", remarks}};
}

} // namespace

Json info_document(const Matrix& matrix, const Progress& progress) {
    const std::string why_not = matrix.why_not_runnable();
    Json info{{"name", matrix.name},
              {"rows", matrix.rows()},
              {"cols", matrix.cols()},
              {"stored", matrix.stored},
              {"nonzeros", matrix.is_oversize() ? static_cast<std::int64_t>(matrix.oversize_entries.size())
                                                : matrix.csr.nonzeros()},
              {"explicit_zeros", matrix.explicit_zeros},
              {"repeats", matrix.repeats},
              {"field", to_string(matrix.field)},
              {"symmetry", to_string(matrix.symmetry)}};
    if (const std::string note = note_on_values(matrix); !note.empty()) info["note"] = note;
    const MatrixStatistics s = matrix_statistics(matrix, progress);
    info["row_length"] = row_length_document(s.row_length);
    Json histogram = Json::array();
    for (const auto& bar : s.histogram)
        histogram.push_back({{"first", bar.first}, {"last", bar.last}, {"rows", bar.rows}});
    info["histogram"] = histogram;
    info["bandwidth"] = {{"lower", s.bandwidth_lower}, {"upper", s.bandwidth_upper}};
    info["diagonals"] = s.diagonals;
    Json fills = Json::array();
    for (const auto& fill : s.block_fill)
        fills.push_back({{"block_size", fill.block_size}, {"blocks", fill.blocks}, {"fill", number(fill.fill)}});
    info["block_fill"] = fills;
    info["pattern_symmetric"] = s.pattern_symmetric;
    info["values_symmetric"] = s.values_symmetric;
    info["symmetry_defect"] = number(s.symmetry_defect);
    // CG may fail even if no obstacle is found, because only a factorization could prove that a matrix is positive
    // definite.
    const DefinitenessReport& d = s.definiteness;
    info["cg"] = {
        {"obstacle", to_string(d.obstacle)}, {"sentence", d.sentence}, {"hint", d.hint}, {"remark", d.remark}};
    info["trsv"] = s.lower_factor_note; // triangular solves (trsv) use the lower triangle of any square matrix
    info["runnable"] = why_not.empty();
    if (matrix.network != nullptr) info["network"] = network_document(*matrix.network);
    info["why_not_runnable"] = why_not;
    info["hash"] = protocol::hash_text(matrix.hash());
    return info;
}

std::vector<protocol::KernelEntry> known_kernels() {
    std::vector<protocol::KernelEntry> list;
    for (const auto operation : kernels::operations)
        for (const auto& info : kernels::kernels_of(operation))
            list.push_back({info.id, kernels::to_string(operation), info.format, info.title, info.summary, info.source,
                            info.runs_on, info.takes_block, takes_product(info)});
    return list;
}

std::vector<protocol::Format> known_formats() {
    return transform_to_vector(kernels::formats(), [](const auto& info) {
        return protocol::Format{info.id, info.title, info.summary, info.source};
    });
}

protocol::Footprints footprints_of(const Matrix& matrix, Precision precision, const Progress& progress,
                                   const std::string& only, const kernels::FormatOptions& options) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not,
                    sentence("Only real-valued matrices can be converted. `info` shows the properties of a matrix."));
    if (!only.empty())
        kernels::format_bytes_needed(only, matrix.csr, precision, options); // throws if the format is unknown
    protocol::Footprints all;
    all.precision = kernels::to_string(precision);
    all.csr_bytes.value = (matrix.csr.rows + 1) * 4 + matrix.csr.nonzeros() * (4 + kernels::bytes_of(precision));
    std::int64_t done = 0;
    const auto total = static_cast<std::int64_t>(kernels::formats().size());
    for (const auto& info : kernels::formats()) {
        progress.check(done++, total);
        if (!only.empty() && only != info.id) continue;
        protocol::Footprint footprint;
        footprint.format = info.id;
        try {
            Progress quiet; // conversions do not report progress; the loop over the formats does
            quiet.cancelled = progress.cancelled;
            const auto f = kernels::make_format(info.id, matrix.csr, precision, options, quiet)->footprint;
            footprint.bytes = protocol::Wide{f.bytes};
            footprint.value_slots = f.value_slots;
            footprint.padding = f.padding;
            footprint.conversion_ns = f.conversion_ns;
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            footprint.reason = error.what();
        } catch (const std::bad_alloc&) { footprint.reason = sentence("There is not enough memory."); }
        all.formats.push_back(std::move(footprint));
    }
    return all;
}

} // namespace warploom::app
