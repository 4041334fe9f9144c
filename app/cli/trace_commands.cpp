#include "app/cli/commands.h"
#include "app/operations/trace_kernel.h"

#include "app/cli/text_output.h"
#include "app/trace_documents/trace_document.h"
#include "app/trace_documents/warp_document.h"
#include "engine/error.h"
#include "engine/measure/environment.h"
#include "engine/protocol/trace_file.h"
#include "engine/terminal_text.h"
#include "engine/whole_file.h"

#include <unistd.h>

#include <charconv>

namespace warploom::app {

namespace {

/// Empty: chosen by the size of the matrix.
std::int64_t sample_from(const std::string& text) {
    if (text.empty()) return TraceSettings::by_size;
    if (text == "all") return TraceSettings::all_blocks;
    std::int64_t blocks = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), blocks);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || blocks < 1)
        throw Error("trace.sample", "'" + text + "' blocks cannot be traced.",
                    "Write --blocks all, or how many blocks of each launch at most, from 1.");
    return blocks;
}

/// What the file holds beside the counts: the steps of the first traced warp, so that there is something to step
/// through.
Json first_warp(const TraceInput& input, const Trace& trace, const Progress& progress) {
    for (std::size_t launch = 0; launch < trace.blocks.size(); ++launch) {
        if (trace.blocks[launch].empty()) continue;
        WarpSettings warp;
        warp.operation = trace.operation;
        warp.kernel = trace.settings.kernel;
        warp.card = trace.settings.card;
        warp.precision = trace.settings.precision;
        warp.block = trace.settings.block;
        warp.preconditioner = trace.settings.preconditioner;
        warp.launch = static_cast<int>(launch);
        warp.block_index = trace.blocks[launch].front().block;
        return wire::write(warp_document(input, warp, progress));
    }
    return nullptr;
}

} // namespace

/// The subcommands that need no machine but the simulated one: `cards`, `trace OPERATION`, `trace open`.
class TraceCommands final : public Command {
public:
    TraceCommands(CLI::App& app, bool& json) {
        cards_ = app.add_subcommand("cards", "Lists the cards that can be simulated, with their figures.");
        trace_ =
            app.add_subcommand("trace", "Watches a kernel on a simulated card: accesses, counts and modelled time.");
        trace_->require_subcommand(0, 1);
        open_ = trace_->add_subcommand("open", "Shows a trace that was saved.");
        for (const OperationSpec* const spec : operation_specs()) add_trace_of(*spec, json);
        for (CLI::App* command : {cards_, open_}) add_json(*command, json);
        open_->add_option("file", file_, "A .warploom-trace file.")->required();
    }

    bool is_asked() const override { return *cards_ || *trace_; }
    void require_all() const override {
        if (*trace_ && asked() == nullptr && !*open_)
            throw CLI::RequiredError("What to trace (" + wire::names_of<Operation>() + ") or to open (open)");
    }

    ExitStatus run(const CommandCall& call) const override {
        const auto& [words, machines, answer, cancelled] = call;
        if (const Subcommand* const operation = asked()) return trace(operation->operation, answer, cancelled);
        if (*open_) return open(answer);
        std::vector<std::string> complaints;
        const auto cards = simulated::cards(&complaints);
        answer.give(cards_document(cards, complaints), cards_text(cards));
        Answer::warn(complaints);
        return exit_fine;
    }

private:
    struct Subcommand {
        Operation operation;
        CLI::App* app;
    };
    void add_trace_of(const OperationSpec& spec, bool& json) {
        CLI::App* const app = trace_->add_subcommand(kernels::to_string(spec.operation()), spec.words().summary);
        operations_.push_back({spec.operation(), app});
        add_json(*app, json);
        add_settings(*app, own_, spec.operation(), wire::on_trace);
        app->add_option(
               "matrix", matrix_,
               "A .mtx, .mtx.gz or .npz file, or a generator such as laplace2d:n=64, tridiagonal:n=1000,kind=1, "
               "dense:rows=96,cols=96.")
            ->required();
        app->add_option("--kernel", kernel_, "The id of a kernel that runs on simulated cards (tiled@none, cg:ell).")
            ->required();
        app->add_option("--card", card_, "The id of a card (`cards` lists them) or the path of a card file.");
        app->add_option("--block", block_, "Threads a block: a multiple of 32 from 32 to 1024.");
        app->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        app->add_option("--blocks", blocks_,
                        "Blocks to trace: all, or at most so many of each launch. Else all of a matrix of up to 20 "
                        "million stored values, and a sample of a larger one.");
        app->add_option("--cache", cache_, "cold: caches begin empty; warm: they hold what a launch before left.")
            ->check(CLI::IsMember({"cold", "warm"}));
        app->add_flag("--transfers", transfers_,
                      "Adds the input to the card and the result back to the modelled time.");
        app->add_option("--lane-order", lane_order_,
                        "A seed: warps and blocks run in a random order instead of ascending.");
        app->add_option("--save", save_, "Writes a file (.warploom-trace) that the window and `trace open` read.");
    }

    const Subcommand* asked() const {
        for (const auto& operation : operations_)
            if (*operation.app) return &operation;
        return nullptr;
    } ///< null: no operation

    ExitStatus trace(Operation operation, const Answer& answer, const std::atomic<bool>& cancelled) const {
        TraceSettings settings;
        settings.kernel = kernel_;
        settings.card = simulated::find_card(card_);
        settings.precision = *kernels::precision_from(precision_); // CLI11 has checked the name
        settings.block = block_;
        settings.sample = sample_from(blocks_);
        settings.cache = cache_ == "warm" ? CacheState::warm : CacheState::cold;
        settings.with_transfers = transfers_;
        settings.lane_order_seed = lane_order_;
        settings.preconditioner = own_.cg.preconditioner;

        const Progress progress{{}, &cancelled};
        if (isatty(STDERR_FILENO) != 0) tell("loading " + matrix_);
        Inputs inputs;
        const TraceInput input = spec_of(operation).trace_input(inputs, matrix_, settings, progress);
        if (isatty(STDERR_FILENO) != 0) tell("tracing " + kernel_);
        if (!save_.empty()) require_writable(save_);
        const Trace trace = trace_kernel(input.subject(progress), settings, progress);
        const wire::Trace document = trace_document(input.info(), trace);
        bool is_saved = false;
        if (!save_.empty()) {
            const Json warp = first_warp(input, trace, progress);
            is_saved = answer.write_files([&] {
                protocol::write_trace_file(save_, {measure::version(), wire::write(document), warp});
            });
        }
        if (!answer.json) simt::show(trace.printed);
        answer.give(wire::write(document), trace_text(document) + (is_saved ? "\nSaved as " + save_ + ".\n" : ""));
        return exit_fine;
    }

    ExitStatus open(const Answer& answer) const {
        const protocol::TraceFile file = protocol::read_trace_file(file_);
        if (answer.json) {
            answer.document({{"program", file.program}, {"trace", file.trace}, {"warp", file.warp}});
            return exit_fine;
        }
        if (file.trace.is_null()) {
            answer.text("The file holds the steps of one warp, and no counts. --json shows them.\n");
            return exit_fine;
        }
        try {
            answer.text("Saved by Warploom " + file.program + "\n" + trace_text(wire::read_trace(file.trace)));
        } catch (const Error& error) {
            throw Error("trace.format",
                        "'" + file_ + "' is not a trace of Warploom: figures are missing. " + error.what(),
                        "Trace again, and save it anew.");
        }
        return exit_fine;
    }

    CLI::App *cards_ = nullptr, *trace_ = nullptr, *open_ = nullptr;
    std::string matrix_, file_, kernel_, card_ = "h200", precision_ = "double", blocks_, cache_ = "cold", save_;
    std::vector<Subcommand> operations_;
    RunSettings own_; ///< what only one operation is asked
    int block_ = 128;
    bool transfers_ = false;
    std::uint64_t lane_order_ = 0;
};

std::unique_ptr<Command> trace_commands(CLI::App& app, bool& json) {
    return std::make_unique<TraceCommands>(app, json);
}

} // namespace warploom::app
