#include "app/run_document.h"

#include "app/operation_documents.h"
#include "app/trace_document.h"

#include <cmath>

namespace warploom::app {

namespace {

using protocol::Json;
using protocol::number;

const char* cache_text(kernels::CacheState cache) { return cache == kernels::CacheState::cold ? "cold" : "warm"; }

Json time_document(const Row& row) {
    if (row.status != RowStatus::ok) return nullptr;
    return {{"median", number(row.time.median)},
            {"q1", number(row.time.q1)},
            {"q3", number(row.time.q3)},
            {"min", number(row.time.min)},
            {"samples", row.time.count},
            {"discarded", row.time.discarded},
            {"noise", number(row.time.noise)},
            {"kind", measure::to_string(row.kind)},
            {"cache", cache_text(row.cache)},
            {"batch", row.batch},
            {"stopped_by", measure::to_string(row.stopped_by)}};
}

Json speedup_document(const Row& row, const std::string& baseline) {
    if (!row.speedup) return nullptr;
    const auto& s = *row.speedup;
    return {{"ratio", number(s.ratio)},        {"low", number(s.low)}, {"high", number(s.high)},
            {"verdict", to_string(s.verdict)}, {"reason", s.reason},   {"baseline", baseline}};
}

/// Null for a measured time.
Json model_document(const Row& row) {
    if (!row.model) return nullptr;
    const RowModel& m = *row.model;
    return {{"binding", m.binding},
            {"terms", terms_document(m.terms)},
            {"traced_share", number(m.traced_share)},
            {"halves_differ", m.halves_differ ? number(*m.halves_differ) : Json(nullptr)},
            {"error", number(m.error)}};
}

Json row_with_baseline(kernels::Operation operation, const Row& row, const std::string& baseline) {
    Json samples = Json::array();
    Json clocks = Json::array();
    Json discarded = Json::array();
    for (std::size_t i = 0; i < row.samples.size(); ++i) {
        samples.push_back(number(row.samples[i].time_ns));
        clocks.push_back(number(std::round(row.samples[i].clock_mhz)));
        if (row.samples[i].discarded) discarded.push_back(i);
    }
    const bool has_format = row.format_bytes > 0;
    const bool has_slots = row.value_slots > 0 || (has_format && operation == kernels::Operation::spmv);
    Json document{{"kernel", row.kernel},
                  {"machine", row.machine},
                  {"precision", kernels::to_string(row.precision)},
                  {"block", row.block},
                  {"status", to_string(row.status)},
                  {"reason", row.reason},
                  {"hint", row.hint},
                  {"code", row.code},
                  {"detail", row.detail},
                  {"time_ns", time_document(row)},
                  {"model", model_document(row)},
                  {"samples_ns", samples},
                  {"clock_mhz", clocks},
                  {"discarded_at", discarded},
                  {"gflops", number(row.gflops)},
                  {"gbytes_per_s", number(row.gbytes_per_s)},
                  {"format_bytes", has_format ? Json(row.format_bytes) : Json(nullptr)},
                  {"value_slots", has_slots ? Json(row.value_slots) : Json(nullptr)},
                  {"padding", has_slots ? Json(row.padding) : Json(nullptr)},
                  {"conversion_ns", number(row.conversion_ns)},
                  {"preprocess_ns", number(row.preprocess_ns)},
                  {"transfer_ns", number(row.transfer_ns)},
                  {"launch_ns", number(row.launch_ns)},
                  {"break_even", number(row.break_even)},
                  {"speedup", speedup_document(row, baseline)}};
    if (operation == kernels::Operation::spmv) {
        document["y"] = {{"norm2", number(row.y_norm2)}, {"sum", number(row.y_sum)}};
        document["error_bound_ratio"] = number(row.error_bound_ratio);
    } else {
        document[kernels::to_string(operation)] = operation_document(operation, row);
    }
    return document;
}

Json environment_document(const Run& run) {
    const auto& e = run.environment;
    Json machine_facts = Json::object();
    for (const auto& [key, value] : run.machine.facts) machine_facts[key] = value;
    return {{"version", e.version},
            {"commit", e.commit},
            {"date", e.date},
            {"os", e.os},
            {"cpu", e.cpu},
            {"cores", e.cores},
            {"memory_gib", number(e.memory_gib)},
            {"compiler", e.compiler},
            {"flags", e.flags},
            {"machine",
             {{"id", run.machine.id},
              {"title", run.machine.title},
              {"kind", kernels::to_string(run.machine.kind)},
              {"facts", machine_facts}}}};
}

Json precision_list(const RunSettings& settings) {
    Json list = Json::array();
    for (const auto precision : settings.precisions) list.push_back(kernels::to_string(precision));
    return list;
}

/// What only this operation is asked.
Json operation_settings(const Run& run) {
    using kernels::Operation;
    const RunSettings& s = run.settings;
    const auto optional = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
    switch (run.operation) {
    case Operation::spmv: return {{"x", s.x}};
    case Operation::tridiagonal:
    case Operation::ata: return {{"threads", s.threads}};
    case Operation::cg:
        return {{"tolerance", optional(s.cg.tolerance)},
                {"limit", optional(s.cg.limit)},
                {"preconditioner", kernels::to_string(s.cg.preconditioner)},
                {"rhs", to_string(s.cg.rhs)}};
    }
    return Json::object();
}

std::vector<std::pair<std::string, std::string>> run_facts(const Run& run) {
    auto list = measure::facts(run.environment);
    list.emplace_back("machine", run.machine.id + " (" + run.machine.title + ")");
    for (const auto& [key, value] : run.machine.facts) list.emplace_back("machine " + key, value);
    list.emplace_back("matrix", run.input.name);
    list.emplace_back("matrix hash", protocol::hash_text(run.input.hash).get<std::string>());
    const Json own = operation_settings(run);
    for (const auto& [key, value] : own.items())
        list.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
    list.emplace_back("cache", cache_text(run.settings.cache));
    list.emplace_back("preset", run.settings.quick ? "quick" : "standard");
    list.emplace_back("baseline", run.settings.baseline);
    return list;
}

} // namespace

Json row_document(kernels::Operation operation, const Row& row) { return row_with_baseline(operation, row, ""); }

Json run_document(const Run& run) {
    Json results = Json::array();
    for (const Row& row : run.results) results.push_back(row_with_baseline(run.operation, row, run.settings.baseline));
    Json settings = operation_settings(run);
    settings.update({{"cache", cache_text(run.settings.cache)},
                     {"quick", run.settings.quick},
                     {"baseline", run.settings.baseline},
                     {"precision", precision_list(run.settings)},
                     {"blocks", run.settings.blocks}});
    return {{"operation", kernels::to_string(run.operation)},
            {"matrix", input_document(run.input)},
            {"environment", environment_document(run)},
            {"settings", settings},
            {"copy_gbytes_per_s", number(run.copy_bytes_per_s / 1e9)},
            {"cancelled", run.was_cancelled},
            {"results", results}};
}

Table result_table(const Run& run) {
    Table table;
    table.title = std::string(formula_of(run.operation)) + ", " + run.input.name + ", " + run.machine.title;
    table.facts = run_facts(run);
    table.columns = {{"kernel", ""},
                     {"machine", ""},
                     {"precision", ""},
                     {"block", ""},
                     {"status", ""},
                     {"reason", ""},
                     {"kind", ""},
                     {"cache", ""},
                     {"median", "ns"},
                     {"q1", "ns"},
                     {"q3", "ns"},
                     {"min", "ns"},
                     {"samples", ""},
                     {"discarded", ""},
                     {"noise", ""},
                     {"batch", ""},
                     {"stopped_by", ""},
                     {"gflops", ""},
                     {"bandwidth", "gbytes_per_s"},
                     {"format", "bytes"},
                     {"value_slots", ""},
                     {"padding", ""},
                     {"conversion", "ns"},
                     {"preprocess", "ns"},
                     {"transfer", "ns"},
                     {"launch", "ns"},
                     {"break_even", ""},
                     {"speedup", ""},
                     {"speedup_low", ""},
                     {"speedup_high", ""},
                     {"verdict", ""},
                     {"baseline", ""}};
    const auto own = operation_columns(run.operation);
    table.columns.insert(table.columns.end(), own.begin(), own.end());
    for (const char* name : {"model_binding", "model_error", "traced_share", "detail"})
        table.columns.push_back({name, ""});
    for (const Row& row : run.results) {
        const bool is_ok = row.status == RowStatus::ok;
        const bool has_format = row.format_bytes > 0;
        const bool has_slots = row.value_slots > 0 || (has_format && run.operation == kernels::Operation::spmv);
        const auto count = [](bool known, std::int64_t n) { return known ? Cell(n) : Cell(); };
        const auto timed = [&](double value) { return is_ok ? number_cell(value) : Cell(); };
        const measure::Comparison none{not_known, not_known, not_known, {}, {}};
        const measure::Comparison& s = row.speedup ? *row.speedup : none;
        std::vector<Cell> cells{row.kernel,
                                row.machine,
                                std::string(kernels::to_string(row.precision)),
                                std::int64_t{row.block},
                                std::string(to_string(row.status)),
                                row.reason,
                                std::string(measure::to_string(row.kind)),
                                std::string(cache_text(row.cache)),
                                timed(row.time.median),
                                timed(row.time.q1),
                                timed(row.time.q3),
                                timed(row.time.min),
                                static_cast<std::int64_t>(row.time.count),
                                static_cast<std::int64_t>(row.time.discarded),
                                timed(row.time.noise),
                                std::int64_t{row.batch},
                                std::string(is_ok ? measure::to_string(row.stopped_by) : ""),
                                number_cell(row.gflops),
                                number_cell(row.gbytes_per_s),
                                count(has_format, row.format_bytes),
                                count(has_slots, row.value_slots),
                                count(has_slots, row.padding),
                                number_cell(row.conversion_ns),
                                number_cell(row.preprocess_ns),
                                number_cell(row.transfer_ns),
                                number_cell(row.launch_ns),
                                number_cell(row.break_even),
                                number_cell(s.ratio),
                                number_cell(s.low),
                                number_cell(s.high),
                                std::string(row.speedup ? to_string(s.verdict) : ""),
                                run.settings.baseline};
        for (Cell& each : operation_cells(run.operation, row)) cells.push_back(std::move(each));
        cells.emplace_back(row.model ? row.model->binding : std::string());
        cells.push_back(row.model && row.model->error > 0 ? Cell(row.model->error) : Cell());
        cells.push_back(row.model ? Cell(row.model->traced_share) : Cell());
        cells.emplace_back(row.detail);
        table.add_row(std::move(cells));
    }
    return table;
}

Table sample_table(const Run& run) {
    Table table;
    table.title = "Samples of " + run.input.name + ", " + run.machine.title;
    table.facts = run_facts(run);
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""}, {"kind", ""},     {"cache", ""},
                     {"sample", ""}, {"time", "ns"},  {"clock", "mhz"},  {"batch", ""}, {"discarded", ""}};
    for (const Row& row : run.results)
        for (std::size_t i = 0; i < row.samples.size(); ++i) {
            const auto& sample = row.samples[i];
            table.add_row({row.kernel, row.machine, std::string(kernels::to_string(row.precision)),
                           std::int64_t{row.block}, std::string(measure::to_string(row.kind)),
                           std::string(cache_text(row.cache)), static_cast<std::int64_t>(i),
                           number_cell(sample.time_ns), sample.clock_mhz > 0 ? Cell(sample.clock_mhz) : Cell(),
                           std::int64_t{sample.batch}, std::int64_t{sample.discarded ? 1 : 0}});
        }
    return table;
}

} // namespace warploom::app
