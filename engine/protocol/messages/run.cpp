#include "engine/protocol/messages/run.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::protocol {

namespace {

const DocumentSource& run_source() {
    static const DocumentSource source{
        "run.malformed", "The worker sent invalid results",
        "The app and the worker may be different versions. Restart the worker (Tools menu)."};
    return source;
}

/// Returns a field that contains one member of all timing samples. Samples are serialized as parallel lists.
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
        if (at >= of.samples.size()) in.refuse(sentence("a list of valid sample indices"));
        of.samples[at].discarded = true;
    }
}

bool has_format(const Row& row) { return row.format_bytes > 0; }

} // namespace

WARPLOOM_FIELDS(Time, {"The `time_ns` object of a row",
                       {{"median", "ns", &Time::median, "median of all samples except discarded ones"},
                        {"q1", "ns", &Time::q1, "lower quartile of the samples"},
                        {"q3", "ns", &Time::q3, "upper quartile of the samples"},
                        {"min", "ns", &Time::min, "smallest sample"},
                        {"samples", "", &Time::count, "number of samples, excluding discarded ones", protocol::count},
                        {"discarded", "", &Time::discarded, "number of discarded samples", protocol::count},
                        {"noise", "", &Time::noise, "standard deviation of the samples divided by their mean"},
                        {"kind", "", &Time::kind, "whether the time is measured or modeled", needed},
                        {"cache", "", &Time::cache, "state of the caches"},
                        {"batch", "", &Time::batch, "number of launches per sample", Rule{.least = 1}},
                        {"stopped_by", "", &Time::stopped_by, "reason that sampling stopped"}}})

WARPLOOM_FIELDS(
    RowModel,
    {"The `model` object of a row",
     {Field<RowModel>{"binding", "", &RowModel::binding, "largest model term, which dominates the modeled time"}.column(
          "model_binding"),
      Field<RowModel>{"terms", "", &RowModel::terms, "modeled time for each resource"}.no_column(),
      {"traced_share", "", &RowModel::traced_share, "fraction of the blocks of the grid that were traced",
       Rule{.least = 0, .greatest = 1}},
      Field<RowModel>{"halves_differ", "", &RowModel::halves_differ,
                      "relative difference between two halves of the traced blocks; null if every block was traced",
                      not_negative}
          .no_column(),
      Field<RowModel>{"error", "", &RowModel::error,
                      "median of abs(modeled / published - 1) on this card, or relative to measured times if no times "
                      "were published; null if the model has not been compared with any times",
                      not_negative}
          .column("model_error")}})

WARPLOOM_FIELDS(Speedup,
                {"The `speedup` object of a row",
                 {Field<Speedup>{"ratio", "", &Speedup::ratio,
                                 "speedup relative to the baseline; greater than 1 if the kernel is faster"}
                      .column("speedup"),
                  Field<Speedup>{"low", "", &Speedup::low, "lower bound of `ratio`, derived from the quartiles"}.column(
                      "speedup_low"),
                  Field<Speedup>{"high", "", &Speedup::high, "upper bound of `ratio`, derived from the quartiles"}
                      .column("speedup_high"),
                  {"verdict", "", &Speedup::verdict, "whether the kernel is faster or slower than the baseline"},
                  Field<Speedup>{"reason", "", &Speedup::reason, "explanation of the verdict"}.no_column(),
                  {"baseline", "", &Speedup::baseline, "ID of the baseline kernel"}}})

const Fields<Samples>& Samples::fields(const char* times) {
    static const auto make = [](const char* name) {
        return Fields<Samples>{
            "Samples",
            {each_sample(name, "ns", &measure::Sample::time_ns, "time per launch, with one value per sample"),
             each_sample("clock_mhz", "MHz", &measure::Sample::clock_mhz, "clock rate during each sample; 0 if unknown",
                         true),
             Field<Samples>{"discarded_at", "", "zero-based indices of the discarded samples", false, discarded_at,
                            read_discarded}}};
    };
    static const Fields<Samples> of_rows = make("samples_ns"), of_events = make("time_ns");
    return std::string(times) == "time_ns" ? of_events : of_rows;
}

WARPLOOM_FIELDS(
    Row,
    Fields<Row>{
        "A row of `run`",
        {{"kernel", "", &Row::kernel, "kernel ID, including optimization switches or the SpMV kernel, as in `cg:ell`",
          needed},
         {"machine", "", &Row::machine, "machine ID"},
         {"precision", "", &Row::precision, "precision of the values"},
         {"block", "", &Row::block, "threads per block; 0 for kernels without a block size", count},
         {"status", "", &Row::status, "status of the row", needed},
         {"reason", "", &Row::reason, "explanation if the status is not `ok`"},
         Field<Row>{"hint", "", &Row::hint, "suggested solution"}.no_column(),
         Field<Row>{"code", "", &Row::code, "machine-readable error code for `reason`"}.no_column(),
         {"detail", "", &Row::detail, "parameters selected by the kernel, and remarks about the measurement"},
         Field<Row>{"time_ns", "ns", &Row::time, "measured or modeled time; null unless the status is `ok`"}.only_if(
             [](const Row& row) { return row.status == RowStatus::ok; }),
         {"model", "", &Row::model, "how the modeled time was computed; null for measured times"},
         {"gflops", "", &Row::gflops,
          "useful floating-point operations per launch, computed from a formula for each operation, divided by the "
          "launch time"},
         Field<Row>{"gbytes_per_s", "gbytes_per_s", &Row::gbytes_per_s,
                    "minimum number of bytes that a launch must move, divided by the launch time"}
             .column("bandwidth"),
         {"floor_ns", "ns", &Row::floor_ns,
          "lower bound for the time: moving the minimum bytes at copy bandwidth or performing the operations at "
          "measured peak performance, whichever takes longer; null if these rates were not measured"},
         {"floor_of", "", &Row::floor_of, "quantity that determines `floor_ns`: `bytes` or `operations`"},
         Field<Row>{"format_bytes", "bytes", &Row::format_bytes,
                    "size of the input in the kernel's format; null if the input was not converted", count}
             .only_if(has_format),
         {"value_slots", "", &Row::value_slots, "number of stored values, including padding; null if not applicable",
          count},
         {"padding", "", &Row::padding, "number of value slots that hold no nonzero", count},
         {"conversion_ns", "ns", &Row::conversion_ns,
          "median time to convert the matrix from CSR on the host; for a modeled row, includes the modeled time of "
          "`prepare`"},
         {"conversion_low_ns", "ns", &Row::conversion_low_ns, "shortest measured conversion time"},
         {"conversion_high_ns", "ns", &Row::conversion_high_ns, "longest measured conversion time"},
         {"preprocess_ns", "ns", &Row::preprocess_ns,
          "time for one-time preprocessing when the kernel is bound to the matrix"},
         {"transfer_ns", "ns", &Row::transfer_ns, "time to copy the converted matrix to the device"},
         {"launch_ns", "ns", &Row::launch_ns,
          "time from the call until the result is available; null for modeled rows"},
         Field<Row>{"exchange", "", &Row::exchange, "data exchanged between GPUs; absent if only one GPU is used"}
             .no_column()
             .or_left_out(),
         {"break_even", "", &Row::break_even,
          "number of calls after which the extra one-time cost relative to the baseline is amortized; null if the "
          "kernel saves no time"},
         {"break_even_low", "", &Row::break_even_low,
          "lower end of the range of `break_even`, from the range of the conversion time and the interval of the "
          "speedup"},
         {"break_even_high", "", &Row::break_even_high, "upper end of this range; null if the kernel may save no time"},
         {"speedup", "", &Row::speedup,
          "comparison with the baseline; null if the row has no time or there is no baseline"}}}
        .with(Samples::fields("samples_ns")))
WARPLOOM_FIELDS(RowSummary, {"A row at the end of a `run` request",
                             {{"kernel", "", &Self::kernel, "kernel ID", needed},
                              {"machine", "", &Self::machine, "machine ID"},
                              {"precision", "", &Self::precision, "precision of the values"},
                              {"block", "", &Self::block, "threads per block", count},
                              Field<Self>{"threads", "", &Self::threads, "number of host threads"}.or_left_out(),
                              {"floor_ns", "ns", &Self::floor_ns, "see \"A row of `run`\""},
                              {"floor_of", "", &Self::floor_of, "see \"A row of `run`\""},
                              {"break_even", "", &Self::break_even, "see \"A row of `run`\""},
                              {"break_even_low", "", &Self::break_even_low, "see \"A row of `run`\""},
                              {"break_even_high", "", &Self::break_even_high, "see \"A row of `run`\""},
                              {"speedup", "", &Self::speedup, "see \"A row of `run`\""}}})

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

WARPLOOM_FIELDS(RunEnvironment, {"The `environment` object of `run`",
                                 {{"version", "", &Self::version, "Warploom version"},
                                  {"commit", "", &Self::commit, "source revision that Warploom was built from"},
                                  {"date", "", &Self::date, "date and time of the run (UTC, ISO 8601)"},
                                  {"os", "", &Self::os, "operating system"},
                                  {"cpu", "", &Self::cpu, "processor name"},
                                  {"cores", "", &Self::cores, "number of cores available to the worker"},
                                  {"memory_gib", "", &Self::memory_gib, "size of main memory in GiB"},
                                  {"compiler", "", &Self::compiler, "compiler name and version"},
                                  {"flags", "", &Self::flags, "compiler flags"},
                                  {"machine", "", &Self::machine, "machine that ran the kernels; see \"A machine\""}}})

WARPLOOM_FIELDS(
    Run,
    {"The `run` document",
     {{"operation", "", &Run::operation_name, "operation that was performed"},
      {"matrix", "", &Run::input, "input matrix"},
      {"environment", "", &Run::environment, "software and hardware used for the run"},
      {"settings", "", "settings of the request; see \"The settings of a run\"", false,
       [](const Run& run) { return write_settings(operation_named(run.operation_name), run.settings, in_document); },
       [](Run& run, const Reader& in) {
           in.expect_object();
           RunSettings::fields().read_from(in, run.settings);
       }},
      {"copy_gbytes_per_s", "gbytes_per_s", &Run::copy_gbytes_per_s,
       "measured bandwidth of a large copy; counts both reads and writes"},
      {"cancelled", "", &Run::was_cancelled, "true if the run was canceled, so the results are incomplete"},
      {"results", "", "one row per combination of kernel, precision, block size and number of threads", true,
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
    throw Error("run.operation", sentence("There is no operation named '{operation}'.", {{"operation", word}}),
                sentence("Available: {list}.", {{"list", names_of<Operation>()}}) + " " +
                    sentence("The run may have been saved by a different version of Warploom."));
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
                Fields<Self>{"The `samples` event",
                             {{"kernel", "", &Self::kernel, "kernel ID", needed},
                              {"machine", "", &Self::machine, "machine ID"},
                              {"precision", "", &Self::precision, "precision of the values"},
                              {"block", "", &Self::block, "threads per block", count},
                              Field<Self>{"threads", "", &Self::threads, "number of host threads"}.or_left_out()}}
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
        if (key == "precision" || key == "blocks")
            continue; // skip settings that differ between rows, because they have columns of their own
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
