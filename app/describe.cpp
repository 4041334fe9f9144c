#include "app/describe.h"

#include "app/planned_kernel.h"
#include "engine/measure/environment.h"
#include "engine/network/water_network.h"
#include "kernels/several_machine.h"
#include "kernels/simulated_machine.h"

#include <unistd.h>

#include <new>

namespace warploom::app {

using protocol::Json;
using protocol::number;

namespace {

Json row_length_document(const RowLengths& r) {
    return {{"min", r.min},
            {"mean", number(r.mean)},
            {"max", r.max},
            {"standard_deviation", number(r.standard_deviation)},
            {"empty", r.empty}};
}

/// What a water network consists of.
Json network_document(const network::WaterNetwork& network) {
    const network::NetworkCounts c = count(network);
    Json remarks = Json::array();
    for (const auto& remark : network.remarks) remarks.push_back({{"line", remark.line}, {"text", remark.text}});
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
    info["runnable"] = why_not.empty();
    if (matrix.network != nullptr) info["network"] = network_document(*matrix.network);
    info["why_not_runnable"] = why_not;
    info["hash"] = protocol::hash_text(matrix.hash());
    return info;
}

const char* to_string(kernels::RunsOn where) {
    switch (where) {
    case kernels::RunsOn::host: return "host";
    case kernels::RunsOn::gpu: return "gpu";
    case kernels::RunsOn::cuda: return "cuda";
    case kernels::RunsOn::anywhere: return "anywhere";
    }
    return "";
}

Json machine_document(const kernels::MachineInfo& machine) {
    Json facts = Json::object();
    for (const auto& [key, value] : machine.facts) facts[key] = value;
    return {{"id", machine.id}, {"title", machine.title}, {"kind", kernels::to_string(machine.kind)}, {"facts", facts}};
}

Json machines_document(const MachineList& machines) {
    Json list = Json::array();
    for (const auto& machine : machines) list.push_back(machine_document(machine->info()));
    return list;
}

Json kernels_document() {
    using kernels::Operation;
    Json list = Json::array();
    for (const auto operation : {Operation::spmv, Operation::cg, Operation::tridiagonal, Operation::ata})
        for (const auto& info : kernels::kernels_of(operation)) {
            list.push_back({{"id", info.id},
                            {"operation", kernels::to_string(operation)},
                            {"format", info.format},
                            {"title", info.title},
                            {"summary", info.summary},
                            {"source", info.source},
                            {"runs_on", to_string(info.runs_on)},
                            {"takes_block", info.takes_block}});
            if (operation == Operation::cg) list.back()["takes_product"] = takes_product(info);
        }
    return list;
}

Json formats_document() {
    Json list = Json::array();
    for (const auto& info : kernels::formats())
        list.push_back({{"id", info.id}, {"title", info.title}, {"summary", info.summary}, {"source", info.source}});
    return list;
}

Json handshake(const MachineList& machines) {
    return {{"warploom", "worker"},
            {"protocol", protocol::version},
            {"version", measure::version()},
            {"pid", static_cast<std::int64_t>(getpid())},
            {"machines", machines_document(machines)},
            {"no_cuda", kernels::why_no_cuda()},
            {"kernels", kernels_document()},
            {"formats", formats_document()}};
}

std::shared_ptr<kernels::Machine> find_machine(const MachineList& machines, const std::string& id) {
    if (kernels::names_simulated_machine(id)) {
        try {
            return kernels::find_simulated_machine(id);
        } catch (const Error& error) {
            if (error.code() != "card.unknown") throw;
        }
    }
    std::string known;
    for (const auto& machine : machines) {
        if (machine->info().id == id) return {std::shared_ptr<void>(), machine.get()}; // the list owns it
        known += (known.empty() ? "" : ", ") + machine->info().id;
    }
    if (kernels::names_several_gpus(id)) return kernels::open_several_gpus(id);
    std::string sentence = "There is no machine '" + id + "'.";
    if (id.rfind("cuda", 0) == 0 && !kernels::why_no_cuda().empty()) sentence += " " + kernels::why_no_cuda();
    throw Error("machine.unknown", sentence, "Known are: " + known + ".");
}

Json footprints_document(const Matrix& matrix, kernels::Precision precision, const Progress& progress,
                         const std::string& only, const kernels::FormatOptions& options) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not, "Look at it with `info`; only real matrices are converted.");
    if (!only.empty()) kernels::format_bytes_needed(only, matrix.csr, precision, options); // refuses an unknown format
    Json list = Json::array();
    std::int64_t done = 0;
    const auto total = static_cast<std::int64_t>(kernels::formats().size());
    for (const auto& info : kernels::formats()) {
        progress.check(done++, total);
        if (!only.empty() && only != info.id) continue;
        const auto refused = [&](const std::string& reason) {
            list.push_back({{"format", info.id},
                            {"bytes", nullptr},
                            {"value_slots", nullptr},
                            {"padding", nullptr},
                            {"conversion_ns", nullptr},
                            {"reason", reason}});
        };
        try {
            Progress quiet; // the formats are counted, not their parts
            quiet.cancelled = progress.cancelled;
            const auto f = kernels::make_format(info.id, matrix.csr, precision, options, quiet)->footprint;
            list.push_back({{"format", info.id},
                            {"bytes", protocol::wide(f.bytes)},
                            {"value_slots", f.value_slots},
                            {"padding", f.padding},
                            {"conversion_ns", number(f.conversion_ns)},
                            {"reason", ""}});
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            refused(error.what());
        } catch (const std::bad_alloc&) { refused("There was not enough memory."); }
    }
    const std::int64_t csr_bytes =
        (matrix.csr.rows + 1) * 4 + matrix.csr.nonzeros() * (4 + kernels::bytes_of(precision));
    return {{"precision", kernels::to_string(precision)}, {"csr_bytes", protocol::wide(csr_bytes)}, {"formats", list}};
}

} // namespace warploom::app
