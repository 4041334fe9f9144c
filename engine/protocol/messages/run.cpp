#include "engine/protocol/messages/run.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::protocol {

namespace {

const DocumentSource& run_source() {
    static const DocumentSource source{
        "run.malformed", "The worker's answer to a run is damaged",
        "Window and worker may be of different versions; restart the worker (Tools menu)."};
    return source;
}

/// Parallel lists for the parts of a sample.
template <class M>
Field<Samples> each_sample(const char* name, const char* unit, M measure::Sample::*part, const char* about,
                           bool is_rounded = false) {
    return {name,
            unit,
            about,
            false,
            [part, is_rounded](const Samples& of) {
                Json list = Json::array();
                for (const measure::Sample& sample : of.samples)
                    list.push_back(number(is_rounded ? std::round(sample.*part) : sample.*part));
                return list;
            },
            [part](Samples& of, const Reader& in) {
                const auto values = read_value<std::vector<M>>(in);
                if (of.samples.size() < values.size()) of.samples.resize(values.size());
                for (std::size_t i = 0; i < values.size(); ++i) of.samples[i].*part = values[i];
            }};
}

Json discarded_at(const Samples& of) {
    Json list = Json::array();
    for (std::size_t i = 0; i < of.samples.size(); ++i)
        if (of.samples[i].discarded) list.push_back(i);
    return list;
}

void read_discarded(Samples& of, const Reader& in) {
    for (const auto at : read_value<std::vector<std::size_t>>(in)) {
        if (at >= of.samples.size()) in.refuse(sentence("a list of numbers of samples"));
        of.samples[at].discarded = true;
    }
}

bool has_format(const Row& row) { return row.format_bytes > 0; }

} // namespace

WARPLOOM_FIELDS(Time, {"`time_ns` of a row",
                       {{"median", "ns", &Time::median, "of the samples that count"},
                        {"q1", "ns", &Time::q1, "a quarter of them took no longer"},
                        {"q3", "ns", &Time::q3, "three quarters"},
                        {"min", "ns", &Time::min, ""},
                        {"samples", "", &Time::count, "that count", protocol::count},
                        {"discarded", "", &Time::discarded, "that do not", protocol::count},
                        {"noise", "", &Time::noise, "standard deviation / mean"},
                        {"kind", "", &Time::kind, "", needed},
                        {"cache", "", &Time::cache, ""},
                        {"batch", "", &Time::batch, "launches that make one sample", Rule{.least = 1}},
                        {"stopped_by", "", &Time::stopped_by, "why there are no more samples"}}})

WARPLOOM_FIELDS(RowModel,
                {"`model` of a row",
                 {Field<RowModel>{"binding", "", &RowModel::binding, "the term that decides"}.column("model_binding"),
                  Field<RowModel>{"terms", "", &RowModel::terms, ""}.no_column(),
                  {"traced_share", "", &RowModel::traced_share, "blocks that were counted / blocks of the grid",
                   Rule{.least = 0, .greatest = 1}},
                  Field<RowModel>{"halves_differ", "", &RowModel::halves_differ,
                                  "of a sample; null where every block was counted", not_negative}
                      .no_column(),
                  Field<RowModel>{"error", "", &RowModel::error,
                                  "the median of abs(modelled / published - 1) on this card, or of measured times "
                                  "where none were published; null where neither was compared",
                                  not_negative}
                      .column("model_error")}})

WARPLOOM_FIELDS(
    Speedup,
    {"`speedup` of a row",
     {Field<Speedup>{"ratio", "", &Speedup::ratio, "above 1: faster than the baseline"}.column("speedup"),
      Field<Speedup>{"low", "", &Speedup::low, "by the quartiles"}.column("speedup_low"),
      Field<Speedup>{"high", "", &Speedup::high, ""}.column("speedup_high"),
      {"verdict", "", &Speedup::verdict, ""},
      Field<Speedup>{"reason", "", &Speedup::reason, "why it cannot be told, or what the verdict rests on"}.no_column(),
      {"baseline", "", &Speedup::baseline, ""}}})

const Fields<Samples>& Samples::fields(const char* times) {
    static const auto make = [](const char* name) {
        return Fields<Samples>{
            "Samples",
            {each_sample(name, "ns", &measure::Sample::time_ns, "a launch"),
             each_sample("clock_mhz", "MHz", &measure::Sample::clock_mhz, "while it ran; 0 where unknown", true),
             Field<Samples>{"discarded_at", "", "the numbers of those that do not count, from 0", false, discarded_at,
                            read_discarded}}};
    };
    static const Fields<Samples> of_rows = make("samples_ns"), of_events = make("time_ns");
    return std::string(times) == "time_ns" ? of_events : of_rows;
}

WARPLOOM_FIELDS(
    Row,
    Fields<Row>{
        "A row of `run`",
        {{"kernel", "", &Row::kernel, "with its switches or its product", needed},
         {"machine", "", &Row::machine, ""},
         {"precision", "", &Row::precision, ""},
         {"block", "", &Row::block, "threads a block; 0 for kernels that take no block size", count},
         {"status", "", &Row::status, "", needed},
         {"reason", "", &Row::reason, "a sentence unless ok"},
         Field<Row>{"hint", "", &Row::hint, "what to try"}.no_column(),
         Field<Row>{"code", "", &Row::code, "of the error behind the reason"}.no_column(),
         {"detail", "", &Row::detail, "what the kernel chose, and remarks on the measurement"},
         Field<Row>{"time_ns", "ns", &Row::time, "null unless ok"}.only_if([](const Row& row) {
             return row.status == RowStatus::ok;
         }),
         {"model", "", &Row::model, "where a modelled time comes from; null for a measured one"},
         {"gflops", "", &Row::gflops, "useful operations a launch, by the operation's formula"},
         Field<Row>{"gbytes_per_s", "gbytes_per_s", &Row::gbytes_per_s, "the least bytes that a launch must move"}
             .column("bandwidth"),
         {"floor_ns", "ns", &Row::floor_ns,
          "the least time for those bytes at the bandwidth of a copy, or for those operations at the measured "
          "peak; "
          "null where none was measured"},
         {"floor_of", "", &Row::floor_of, "which of the two takes longer: `bytes` or `operations`"},
         Field<Row>{"format_bytes", "bytes", &Row::format_bytes, "what the kernel reads; null where it was not made",
                    count}
             .only_if(has_format),
         {"value_slots", "", &Row::value_slots, "stored values, padding included; null where there is no format",
          count},
         {"padding", "", &Row::padding, "value slots that hold no nonzero", count},
         {"conversion_ns", "ns", &Row::conversion_ns,
          "from CSR to the format, on the host; of a modelled row with the modelled time of `prepare`"},
         {"preprocess_ns", "ns", &Row::preprocess_ns, "what the kernel does once, when it is bound"},
         {"transfer_ns", "ns", &Row::transfer_ns, "of the format to the device"},
         {"launch_ns", "ns", &Row::launch_ns, "from the call to the result; null for a modelled row"},
         Field<Row>{"exchange", "", &Row::exchange, "what several GPUs send each other; absent on one"}
             .no_column()
             .or_left_out(),
         {"break_even", "", &Row::break_even,
          "calls after which the extra one-time cost over the baseline is earned back; null where nothing is "
          "saved"},
         {"speedup", "", &Row::speedup, "null where there is no time or no baseline"}}}
        .with(Samples::fields("samples_ns")))
WARPLOOM_FIELDS(RowSummary, {"A row at the end of the request `run`",
                             {{"kernel", "", &Self::kernel, "", needed},
                              {"machine", "", &Self::machine, ""},
                              {"precision", "", &Self::precision, ""},
                              {"block", "", &Self::block, "", count},
                              Field<Self>{"threads", "", &Self::threads, "of host kernels"}.or_left_out(),
                              {"floor_ns", "ns", &Self::floor_ns, "as in a row of the document"},
                              {"floor_of", "", &Self::floor_of, "as there"},
                              {"break_even", "", &Self::break_even, "as there"},
                              {"speedup", "", &Self::speedup, "as there"}}})

Json write_row(const std::string& operation, const Row& row) {
    Json json = write(row);
    write_result(json, operation, row.result);
    return json;
}

namespace {

Row row_from(const Reader& in) {
    Row row = read_value<Row>(in);
    row.result = read_result(in);
    row.threads = threads_of(row.result);
    return row;
}

} // namespace

Row read_row(const Json& json) { return read_row(json, run_source()); }
Row read_row(const Json& json, const DocumentSource& source) { return row_from(Reader(json, source)); }

WARPLOOM_FIELDS(RunEnvironment, {"`environment` of `run`",
                                 {{"version", "", &Self::version, "of Warploom"},
                                  {"commit", "", &Self::commit, "the source it was configured from"},
                                  {"date", "", &Self::date, "UTC, ISO 8601"},
                                  {"os", "", &Self::os, ""},
                                  {"cpu", "", &Self::cpu, ""},
                                  {"cores", "", &Self::cores, "that the worker may use"},
                                  {"memory_gib", "", &Self::memory_gib, ""},
                                  {"compiler", "", &Self::compiler, "with its version"},
                                  {"flags", "", &Self::flags, ""},
                                  {"machine", "", &Self::machine, "as in the handshake"}}})

WARPLOOM_FIELDS(Run,
                {"The document of `run`",
                 {{"operation", "", &Run::operation_name, ""},
                  {"matrix", "", &Run::input, ""},
                  {"environment", "", &Run::environment, ""},
                  {"settings", "", "the request; see below", false,
                   [](const Run& run) {
                       return write_settings(operation_named(run.operation_name), run.settings, in_document);
                   },
                   [](Run& run, const Reader& in) {
                       in.expect_object();
                       RunSettings::fields().read_from(in, run.settings);
                   }},
                  {"copy_gbytes_per_s", "gbytes_per_s", &Run::copy_gbytes_per_s, "a large copy, read plus written"},
                  {"cancelled", "", &Run::was_cancelled, "then it has what was finished"},
                  {"results", "", "a row for each kernel, precision, block and number of threads", true,
                   [](const Run& run) {
                       Json rows = Json::array();
                       for (const Row& row : run.results) rows.push_back(write_row(run.operation_name, row));
                       return rows;
                   },
                   [](Run& run, const Reader& in) {
                       const std::size_t size = in.list_size();
                       for (std::size_t i = 0; i < size; ++i) run.results.push_back(row_from(in.item(i)));
                   }}}})

bool Run::is_fine() const {
    return std::none_of(results.begin(), results.end(), [](const Row& row) {
        return row.status == RowStatus::wrong || row.status == RowStatus::error;
    });
}

Operation operation_named(const std::string& word) {
    if (const auto known = named<Operation>(word)) return *known;
    throw Error("run.operation", sentence("There is no operation '{operation}'.", {{"operation", word}}),
                sentence("Available: {list}.", {{"list", names_of<Operation>()}}) + " " +
                    sentence("The run may have been saved by another version of Warploom."));
}

Json write_run(const Run& run) { return write(run); }
Run read_run(const Json& json) {
    Run run = read<Run>(json, run_source());
    operation_named(run.operation_name);
    return run;
}

Json write_run_end(const Run& run) {
    Run without = run;
    without.results.clear();
    Json document = write_run(without);
    for (const RowSummary& row : run.results) document["results"].push_back(write(row));
    return document;
}

std::pair<Run, std::vector<RowSummary>> read_run_end(const Json& json) {
    const Reader whole(json, run_source());
    auto ends = read_value<std::vector<RowSummary>>(whole.member("results"));
    Json without = json;
    without["results"] = Json::array();
    return {read_run(without), std::move(ends)};
}

WARPLOOM_FIELDS(SamplesEvent,
                Fields<Self>{"The event `samples`",
                             {{"kernel", "", &Self::kernel, "", needed},
                              {"machine", "", &Self::machine, ""},
                              {"precision", "", &Self::precision, ""},
                              {"block", "", &Self::block, "", count},
                              Field<Self>{"threads", "", &Self::threads, "of host kernels"}.or_left_out()}}
                    .with(Samples::fields("time_ns")))
SamplesEvent read_samples(const Json& json) { return read<SamplesEvent>(json, run_source()); }

namespace {

Facts facts_of(const Run& run) {
    Facts list = measure::facts(run.environment);
    const MachineEntry& machine = run.environment.machine;
    list.emplace_back("machine", machine.id + " (" + machine.title + ")");
    for (const auto& [key, value] : machine.facts) list.emplace_back("machine " + key, value);
    list.emplace_back("matrix", run.input.name);
    list.emplace_back("matrix hash", write(run.input)["hash"].get<std::string>());
    const Json asked = write_settings(operation_named(run.operation_name), run.settings, in_document);
    for (const auto& [key, value] : asked.items()) {
        if (key == "precision" || key == "blocks") continue; // every row has its own
        if (key == "quick") list.emplace_back("preset", run.settings.quick ? "quick" : "standard");
        else list.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return list;
}

} // namespace

Table result_table(const Run& run, const std::string& title) {
    Table table;
    table.title = title;
    table.facts = facts_of(run);
    table.columns = Row::fields().columns();
    for (Column& own : result_columns(run.operation_name)) table.columns.push_back(std::move(own));
    for (const Row& row : run.results) {
        std::vector<Cell> cells;
        Row::fields().add_cells(row, cells);
        add_result_cells(run.operation_name, row.result, cells);
        table.add_row(std::move(cells));
    }
    return table;
}

Table sample_table(const Run& run) {
    Table table;
    table.title = "Samples of " + run.input.name + ", " + run.environment.machine.title;
    table.facts = facts_of(run);
    table.columns = {{"kernel", ""}, {"machine", ""}, {"precision", ""}, {"block", ""}, {"kind", ""},     {"cache", ""},
                     {"sample", ""}, {"time", "ns"},  {"clock", "mhz"},  {"batch", ""}, {"discarded", ""}};
    for (const Row& row : run.results)
        for (std::size_t i = 0; i < row.samples.size(); ++i) {
            const measure::Sample& sample = row.samples[i];
            table.add_row({row.kernel, row.machine, std::string(to_string(row.precision)), std::int64_t{row.block},
                           std::string(to_string(row.time.kind)), std::string(to_string(row.time.cache)),
                           static_cast<std::int64_t>(i), sample.time_ns,
                           sample.clock_mhz > 0 ? Cell(sample.clock_mhz) : Cell(), std::int64_t{sample.batch},
                           std::int64_t{sample.discarded ? 1 : 0}});
        }
    return table;
}

} // namespace warploom::protocol
