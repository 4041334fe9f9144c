#include "app/cli/commands.h"
#include "app/operations/trace_kernel.h"

#include "app/cli/text_output.h"
#include "app/trace_documents/profiler_csv.h"
#include "app/trace_documents/run_profiler.h"
#include "app/trace_documents/timeline.h"
#include "app/trace_documents/trace_document.h"
#include "app/trace_documents/warp_document.h"
#include "app/trace_documents/warp_timeline.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/measure/environment.h"
#include "engine/protocol/framing/trace_file.h"
#include "engine/sentence.h"
#include "engine/terminal_text.h"

#include <unistd.h>

#include <charconv>
#include <optional>

namespace warploom::app {

namespace {

/// Parses the number of blocks to sample. If `text` is empty, the number depends on the matrix.
std::int64_t sample_from(const std::string& text) {
    if (text.empty()) return TraceSettings::by_size;
    if (text == "all") return TraceSettings::all_blocks;
    std::int64_t blocks = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), blocks);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || blocks < 1)
        throw Error("trace.sample", sentence("'{text}' is not a valid number of blocks.", {{"text", text}}),
                    sentence("Use --blocks all, or a maximum number of blocks per launch (1 or more)."));
    return blocks;
}

/// Returns the settings for recording the first warp of the first traced block.
std::optional<WarpSettings> first_warp_of(const Trace& trace) {
    for (std::size_t launch = 0; launch < trace.blocks.size(); ++launch)
        if (!trace.blocks[launch].empty())
            return WarpSettings{trace.settings, trace.operation, static_cast<int>(launch),
                                trace.blocks[launch].front().block};
    return std::nullopt;
}

/// Returns the steps of the first traced warp. They are saved with the counters, so that the user can step through the
/// warp later.
Json first_warp(const TraceInput& input, const Trace& trace, const Progress& progress) {
    const std::optional<WarpSettings> settings = first_warp_of(trace);
    return settings ? protocol::write(warp_document(input, *settings, progress)) : Json();
}

/// Returns the steps of all warps of the first traced block.
std::vector<protocol::WarpDocument> first_block(const TraceInput& input, const Trace& trace, const Progress& progress) {
    std::vector<protocol::WarpDocument> warps;
    std::optional<WarpSettings> settings = first_warp_of(trace);
    if (!settings)
        throw Error("trace.empty", sentence("The kernel launched no blocks."), sentence("Choose a larger matrix."));
    OwnerCache owners;
    do {
        settings->warp = static_cast<int>(warps.size());
        warps.push_back(warp_document(input, *settings, progress, &owners));
    } while (settings->warp + 1 < warps.front().launches[static_cast<std::size_t>(settings->launch)].warps_per_block);
    return warps;
}

} // namespace

/// Implements the commands `cards`, `trace OPERATION` and `trace open`, which need only the simulated GPU. Also
/// implements `counters OPERATION`, which compares counts of the simulated GPU with the counters of a real GPU.
class TraceCommands {
public:
    explicit TraceCommands(CommandLine& line) {
        CLI::App* const cards =
            line.add(line.app, "cards", "Lists the cards that can be simulated, with their properties.", this,
                     &TraceCommands::cards);
        CLI::App& trace =
            line.add_group("trace", "Traces a kernel on a simulated card: memory accesses, counters and modeled time.",
                           "An operation to trace (" + protocol::names_of<Operation>() + ") or open", "open");
        CLI::App* const open = line.add(trace, "open", "Shows a saved trace.", this, &TraceCommands::open);
        for (const OperationSpec* const spec : operation_specs()) add_trace_of(*spec, line, trace);
        add_trace_of(free_spec(), line, trace);
        CLI::App& counters = line.add_group(
            "counters", "Runs a kernel under Nsight Compute on a real GPU, and compares its counters with a trace.",
            "An operation");
        for (const OperationSpec* const spec : operation_specs())
            // omit CG, because its number of launches depends on convergence
            if (spec->operation() != Operation::cg) add_counters_of(*spec, line, counters);
        for (CLI::App* const command : {cards, open}) line.add_json(*command);
        open->add_option("file", file_, "A .warploom-trace file.")->required();
    }

private:
    ExitStatus cards(const CommandCall& call) const {
        std::vector<std::string> complaints;
        const auto cards = simulated::cards(&complaints);
        call.answer.give(cards_document(cards, complaints), cards_text(cards));
        CommandOutput::warn(complaints);
        return exit_fine;
    }
    void add_trace_of(const OperationSpec& spec, CommandLine& line, CLI::App& group) {
        const auto action = [this, operation = spec.operation()](const CommandCall& call) {
            return trace(operation, call);
        };
        CLI::App* const app = &line.add(group, kernels::to_string(spec.operation()), spec.words().summary, action);
        line.add_json(*app);
        add_settings(*app, own_, spec.operation(), protocol::on_trace);
        add_traced(*app);
        app->add_option("--blocks", blocks_,
                        "Blocks to trace: all, or the maximum number per launch. Default: all for matrices with up to "
                        "20 million stored values, otherwise a sample.");
        app->add_option("--cache", cache_,
                        "cold: caches are empty before each launch. warm: caches contain data from a previous launch.")
            ->check(CLI::IsMember({"cold", "warm"}));
        app->add_flag("--transfers", transfers_,
                      "Includes the copies of the input and the result in the modeled "
                      "time.");
        app->add_option("--lane-order", lane_order_,
                        "Runs warps and blocks in random order with this seed. Default: ascending order.");
        CLI::Option* const ncu = app->add_flag(
            "--ncu", ncu_, "Prints the counts with the metric names of Nsight Compute, in the form of `ncu --csv`.");
        CLI::Option* const counters =
            app->add_option("--counters", counters_,
                            "Compares the counts with the counters of a real GPU in this file, which `ncu --csv --page "
                            "raw` wrote. All blocks are traced.");
        ncu->excludes(counters);
        app->add_option("--save", save_,
                        "The trace file to write (.warploom-trace). The desktop application and `trace open` can read "
                        "it.");
        app->add_option("--perfetto", timeline_,
                        "The file to write the modeled schedule of the blocks to, as JSON for ui.perfetto.dev or "
                        "chrome://tracing.");
        app->add_option("--perfetto-warps", warp_timeline_,
                        "The file to write the steps of all warps of the first traced block to, as JSON for "
                        "ui.perfetto.dev or chrome://tracing.");
    }

    void add_counters_of(const OperationSpec& spec, CommandLine& line, CLI::App& group) {
        const auto action = [this, operation = spec.operation()](const CommandCall& call) {
            return count(operation, call);
        };
        CLI::App* const app = &line.add(group, kernels::to_string(spec.operation()), spec.words().summary, action);
        line.add_json(*app);
        add_traced(*app);
        app->add_option("--machine", machine_, "The GPU that runs the kernel: cuda:N. Default: cuda:0.");
    }
    void add_traced(CLI::App& app) {
        app.add_option("matrix", matrix_,
                       "A matrix file (.mtx, .mat, .npz and others), a water network (.inp), or a generator such as "
                       "laplace2d:n=64, "
                       "tridiagonal:n=1000,kind=1, dense:rows=96,cols=96. For free, the numbers of the input, such as "
                       "n=1000,seed=1.")
            ->required();
        app.add_option("--kernel", kernel_, "The ID of a kernel that runs on simulated cards (tiled@none, cg:ell).")
            ->required();
        app.add_option("--card", card_, "The ID of a card (`cards` lists them) or the path of a card file.");
        app.add_option("--block", block_, "Threads per block: a multiple of 32 from 32 to 1024.");
        app.add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
    }

    ExitStatus count(Operation operation, const CommandCall& call) const {
        TraceSettings settings{{kernel_, simulated::find_card(card_), *kernels::precision_from(precision_), block_,
                                own_.cg.preconditioner}};
        settings.sample = TraceSettings::all_blocks;
        const Progress progress = call.progress();
        Inputs inputs;
        const TraceInput input = spec_of(operation).trace_input(inputs, matrix_, settings, progress);
        const protocol::Trace document =
            trace_document(input.info(), trace_kernel(input.subject(progress), settings, progress));
        const std::vector<ProfiledLaunch> profiled = run_profiler(
            document,
            {"run", kernels::to_string(operation), matrix_, "--kernels", kernel_, "--machine", machine_, "--precision",
             precision_, "--block", std::to_string(block_), "--cache", "cold", "--quick", "--json"},
            call.cancelled);
        const Table table = counter_table(document, profiled);
        call.answer.give(table_document(table), table_text(table));
        return exit_fine;
    }

    ExitStatus trace(Operation operation, const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        TraceSettings settings{{kernel_, simulated::find_card(card_),
                                *kernels::precision_from(precision_), // CLI11 has already validated the name
                                block_, own_.cg.preconditioner}};
        settings.sample = sample_from(blocks_);
        std::vector<ProfiledLaunch> profiled;
        if (!counters_.empty()) {
            if (!blocks_.empty() && settings.sample != TraceSettings::all_blocks)
                throw Error("trace.sample", sentence("Counters can be compared only if all blocks are traced."),
                            sentence("Use --blocks all."));
            settings.sample = TraceSettings::all_blocks;
            profiled = read_profiler_csv(counters_, call.progress());
        }
        settings.cache = cache_ == "warm" ? CacheState::warm : CacheState::cold;
        settings.with_transfers = transfers_;
        settings.lane_order_seed = lane_order_;
        const Progress progress = call.progress();
        if (isatty(STDERR_FILENO) != 0) tell("loading " + matrix_);
        Inputs inputs;
        const TraceInput input = spec_of(operation).trace_input(inputs, matrix_, settings, progress);
        if (isatty(STDERR_FILENO) != 0) tell("tracing " + kernel_);
        for (const std::string& file : {save_, timeline_, warp_timeline_})
            if (!file.empty()) require_writable(file);
        const Trace trace = trace_kernel(input.subject(progress), settings, progress);
        const protocol::Trace document = trace_document(input.info(), trace);
        bool is_saved = false;
        if (!save_.empty()) {
            const Json warp = first_warp(input, trace, progress);
            is_saved = answer.write_files([&] {
                protocol::write_trace_file(save_, {measure::version(), protocol::write(document), warp});
            });
        }
        if (!timeline_.empty())
            answer.write_files([&] { write_whole_file(timeline_, timeline_document(document).dump() + "\n"); });
        if (!warp_timeline_.empty()) {
            const Json timeline = warp_timeline(first_block(input, trace, progress));
            answer.write_files([&] { write_whole_file(warp_timeline_, timeline.dump() + "\n"); });
        }
        if (!counters_.empty()) {
            const Table table = counter_table(document, profiled);
            answer.give(table_document(table), table_text(table));
            return exit_fine;
        }
        if (ncu_ && !answer.json) {
            if (document.counters.empty())
                CommandOutput::warn({sentence("Nsight Compute does not support the {card}, so there are no counters.",
                                              {{"card", document.card.title}})});
            if (document.is_sampled())
                CommandOutput::warn(
                    {sentence("The counters cover {traced} of {blocks} blocks.",
                              {{"traced", document.sample.traced}, {"blocks", document.sample.blocks}})});
            answer.text(profiler_csv(document));
            return exit_fine;
        }
        if (!answer.json) simt::show(trace.printed);
        answer.give(protocol::write(document),
                    trace_text(document) +
                        (is_saved ? "\n" + sentence("Saved as {file}.", {{"file", save_}}) + "\n" : ""));
        return exit_fine;
    }

    ExitStatus open(const CommandCall& call) const {
        const CommandOutput& answer = call.answer;
        const protocol::TraceFile file = protocol::read_trace_file(file_);
        if (answer.json) {
            answer.document({{"program", file.program}, {"trace", file.trace}, {"warp", file.warp}});
            return exit_fine;
        }
        if (file.trace.is_null()) {
            answer.text(
                sentence("The file contains the steps of one warp but no counters. To show the steps, use --json.") +
                "\n");
            return exit_fine;
        }
        try {
            answer.text(sentence("Saved by Warploom {version}", {{"version", file.program}}) + "\n" +
                        trace_text(protocol::read_trace(file.trace)));
        } catch (const Error& error) {
            throw Error("trace.format",
                        sentence("'{file}' is not a valid trace because data is missing. {error}",
                                 {{"file", file_}, {"error", error.what()}}),
                        sentence("Repeat the trace and save it again."));
        }
        return exit_fine;
    }

    std::string matrix_, file_, kernel_, card_ = "h200", precision_ = "double", blocks_, cache_ = "cold", save_,
                                         timeline_, warp_timeline_, machine_ = "cuda:0";
    RunSettings own_; ///< settings that are specific to certain operations
    int block_ = 128;
    std::string counters_;
    bool transfers_ = false, ncu_ = false;
    std::uint64_t lane_order_ = 0;
};

void add_trace_commands(CommandLine& line) { line.keep<TraceCommands>(); }

} // namespace warploom::app
