#include "app/cli/commands.h"

#include "app/advice/measure_times.h"
#include "app/advice/measured_card.h"
#include "app/advice/prove.h"
#include "app/advice/reordering.h"
#include "app/cli/text_output.h"
#include "app/worker/request_call.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/generators/matrix_source.h"
#include "engine/measure/environment.h"
#include "engine/memory.h"
#include "engine/sentence.h"
#include "kernels/registry/simulated_machine.h"

#include <cmath>

namespace warploom::app {

namespace {

/// Returns the time of a kernel as text. If it is known, the interval that contains 90 % of the times is included.
std::string time_of(const protocol::AdvisedKernel& kernel) {
    if (!std::isfinite(kernel.ns)) return "-";
    if (kernel.is_at_least) return "> " + time_cell(kernel.ns);
    if (!std::isfinite(kernel.low_ns)) return modelled_text(kernel.ns);
    return sentence(
        "{time} ({low} to {high})",
        {{"time", modelled_text(kernel.ns)}, {"low", time_cell(kernel.low_ns)}, {"high", time_cell(kernel.high_ns)}});
}

/// Returns the range of the break-even point. If the range is beyond the number of products of the advice, returns a
/// statement to that effect.
std::string pays_text(const protocol::Advice& advice, const protocol::AdvisedKernel& kernel) {
    if (kernel.conversion_ns == 0) return sentence("immediately");
    if (!std::isfinite(kernel.pays_after)) return "-";
    if (kernel.pays_after_low > advice.products)
        return sentence("not within {n}", {{"n", protocol::grouped(static_cast<std::int64_t>(advice.products))}});
    const std::string low = protocol::grouped(protocol::rounded_calls(kernel.pays_after_low));
    if (!std::isfinite(kernel.pays_after_high)) return sentence("{low} or more", {{"low", low}});
    const std::string high = protocol::grouped(protocol::rounded_calls(kernel.pays_after_high));
    return low == high ? low : sentence("{low} to {high}", {{"low", low}, {"high", high}});
}

} // namespace

std::string advice_text(const protocol::Advice& advice) {
    const bool has_model = !advice.card.empty();
    std::string text =
        sentence("{matrix} ({rows} x {columns}, {nonzeros} nonzeros), {operation} on {machine}, {precision}",
                 {{"matrix", advice.matrix.name},
                  {"rows", protocol::grouped(advice.matrix.rows)},
                  {"columns", protocol::grouped(advice.matrix.cols)},
                  {"nonzeros", protocol::grouped(advice.matrix.nonzeros)},
                  {"operation", advice.operation},
                  {"machine", has_model ? advice.card_title : advice.machine},
                  {"precision", to_string(advice.precision)}}) +
        "\n" + advice.sentence + "\n\n";
    std::vector<std::vector<std::string>> lines;
    for (const protocol::AdvisedKernel& kernel : advice.kernels) {
        std::vector<std::string> line{std::to_string(kernel.group), kernel.kernel};
        if (has_model) line.push_back(time_of(kernel));
        line.push_back(kernel.format_bytes ? bytes_text(static_cast<double>(*kernel.format_bytes)) : "-");
        if (has_model)
            line.insert(line.end(), {kernel.is_at_least || advice.quick ? "-" : time_cell(kernel.conversion_ns),
                                     pays_text(advice, kernel)});
        line.push_back(kernel.reason);
        lines.push_back(std::move(line));
    }
    std::vector<std::string> header{"group", "kernel"};
    if (has_model) header.emplace_back(advice.is_learned ? "estimated" : "modeled");
    header.emplace_back("memory");
    if (has_model) header.insert(header.end(), {"conversion", "pays after"});
    header.emplace_back("why");
    if (!lines.empty()) text += aligned(header, lines);
    if (!advice.others.empty()) {
        text += "\n" + sentence("Not ranked:") + "\n";
        for (const auto& other : advice.others) text += other.kernel + ": " + other.reason + "\n";
    }
    text += "\n" +
            sentence("Kernels in the same group differ by less than the error of {error}. {source}",
                     {{"error", percent(advice.error)}, {"source", advice.error_from}}) +
            "\n";
    const bool was_tried = advice.verdict.has_value();
    for (const protocol::AdvisedKernel& kernel : advice.kernels)
        if (was_tried && std::isfinite(kernel.measured_ns))
            text += sentence("Measured: {kernel} {time}",
                             {{"kernel", kernel.kernel}, {"time", time_cell(kernel.measured_ns)}}) +
                    "\n";
    for (const std::string& note : advice.notes) text += note + "\n";
    if (advice.verdict) text += advice.verdict->sentence + "\n";
    return text + sentence("Computing the advice took {time}.", {{"time", time_cell(advice.took_ns)}}) + "\n";
}

/// Implements the commands `advise` (recommends a kernel), `order` (compares orderings of a matrix) and `measure-card`
/// (measures a GPU and writes its card file).
class AdviseCommand {
public:
    explicit AdviseCommand(CommandLine& line) {
        CLI::App* const advise = line.add(line.app, "advise", "Recommends a kernel for a matrix and explains why.",
                                          this, &AdviseCommand::advise_or_measure);
        line.add_json(*advise);
        CLI::Option* const matrix = advise->add_option("matrix", matrix_,
                                                       "A matrix file (.mtx, .mat, .npz and others), a water network "
                                                       "(.inp), or a generator such as laplace2d:n=64 or, for "
                                                       "tridiagonal systems, tridiagonal:n=1000,kind=1.");
        advise->add_option("--operation", operation_, "spmv, cg, tridiagonal, trsv or ilu.")
            ->check(CLI::IsMember({"spmv", "cg", "tridiagonal", "trsv", "ilu"}))
            ->capture_default_str();
        advise->add_option("--machine", machine_, "simulated:CARD, cuda:N or cpu.")->capture_default_str();
        advise->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        advise->add_option("--block", settings_.block, "Threads per block: a multiple of 32 from 32 to 1024.");
        advise
            ->add_option("--cache", cache_,
                         "cold: caches are empty before each call. warm: caches contain data from a previous call.")
            ->check(CLI::IsMember({"cold", "warm"}));
        advise
            ->add_option("--products", settings_.products,
                         "Number of calls over which the cost of the conversion is "
                         "amortized.")
            ->capture_default_str()
            ->check(CLI::NonNegativeNumber);
        advise->add_flag("--quick", settings_.quick, "Uses only the row lengths, and lists what was not examined.");
        advise->add_flag("--try", try_, "Measures the top three kernels on the machine to verify the advice.");
        CLI::Option* const list = advise->add_option(
            "--measure", list_,
            "Measures all kernels on each matrix of this list and appends the times to the --out file.");
        CLI::Option* const times = advise->add_option("--prove", times_,
                                                      "A file written by --measure. Compares the advice for each of "
                                                      "its matrices with the measured times (regret). Does not require "
                                                      "a GPU.");
        CLI::Option* const learned_from = advise->add_option(
            "--learn", learned_from_,
            "A file written by --measure. Learns from all matrix families that are not held out, and writes the --out "
            "file.");
        matrix->excludes(list)->excludes(times)->excludes(learned_from);
        list->excludes(times)->excludes(learned_from);
        times->excludes(learned_from);
        advise
            ->add_option("--learned", learned_,
                         "With --prove: a file written by --learn, to be used instead of the built-in data.")
            ->needs(times);
        advise->add_flag("--by-model", by_model_, "With --prove: uses the performance model instead of learned times.")
            ->needs(times);
        advise
            ->add_option("--kernels", kernels_,
                         "With --measure: kernel IDs, separated by commas. Default: all kernels that run on the "
                         "machine.")
            ->delimiter(',')
            ->needs(list);
        advise->add_option("--samples", samples_, "With --measure: number of samples per kernel and matrix.")
            ->capture_default_str()
            ->check(CLI::Range(1, 1000))
            ->needs(list);
        advise
            ->add_option("--seconds", seconds_,
                         "With --measure: time in seconds after which no new matrix is started. 0 means no limit.")
            ->check(CLI::NonNegativeNumber)
            ->needs(list);
        advise->add_option(
            "--out", out_,
            "The output file (JSON). --measure writes one line per matrix, --learn the learned times, and --prove the "
            "cases.");
        network_.add_to(*advise);
        advise->parse_complete_callback([this] {
            if (matrix_.empty() && list_.empty() && times_.empty() && learned_from_.empty())
                throw CLI::RequiredError("A matrix, a list with --measure, or times with --learn or --prove");
            if (!(list_.empty() && learned_from_.empty()) && out_.empty())
                throw CLI::RequiredError("An output file, --out,");
        });
        CLI::App* const order = line.add(line.app, "order", "Compares orderings of the rows and columns of a matrix.",
                                         this, &AdviseCommand::order);
        line.add_json(*order);
        order
            ->add_option("matrix", matrix_,
                         "A matrix file (.mtx, .mat, .npz and others), a water network (.inp), or a generator.")
            ->required();
        order->add_option("--card", card_, "The ID of the card for which the speedup of SpMV is modeled.")
            ->capture_default_str();
        order->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        CLI::App* const measure =
            line.add(line.app, "measure-card",
                     "Measures a GPU (launch overhead, latencies, requests, atomics) and creates its card file.", this,
                     &AdviseCommand::measure_card);
        line.add_json(*measure);
        measure->add_option("--machine", gpu_, "cuda:N.")->capture_default_str();
        measure->add_option("--out", out_, "The card file to write.");
        measure->add_flag("--save", save_, "Saves the card in your user folder, which makes simulated:ID available.");
    }

private:
    ExitStatus advise_or_measure(const CommandCall& call) const {
        AdviceSettings settings = settings_;
        settings.operation = *kernels::operation_from(operation_); // CLI11 has already validated the name
        settings.precision = *kernels::precision_from(precision_);
        settings.cache = *protocol::named<CacheState>(cache_); // CLI11 has already validated the name
        if (!times_.empty()) return prove_times(call);
        if (!learned_from_.empty()) return learn(call);
        // No machines need to be detected, because simulated cards are found by their IDs.
        static const MachineList none;
        const auto machine =
            find_machine(kernels::names_simulated_machine(machine_) ? none : CommandCall::machines(), machine_);
        if (!list_.empty()) return measure_list(*machine, call);
        if (try_ && machine->card() != nullptr)
            throw Error("arguments", sentence("Simulated cards cannot be measured."),
                        sentence("Use --machine cuda:N or --machine cpu."));
        Inputs inputs;
        const std::string name = network_.name_of(matrix_);
        protocol::Advice advice = advise(inputs, name, advised_machine(*machine), settings, call.progress());
        if (try_) {
            const Run run = measure_kernels(inputs, name, *machine, settings, first_kernels(advice),
                                            observer_on_terminal(call.cancelled));
            protocol::give_verdict(advice, run.results, machine->info().id);
        }
        call.answer.give(protocol::write(advice), advice_text(advice));
        return advice.take.empty() ? exit_failed : exit_fine;
    }
    ExitStatus measure_list(kernels::Machine& machine, const CommandCall& call) const {
        if (machine.card() != nullptr)
            throw Error("arguments", sentence("Simulated cards cannot be measured."),
                        sentence("Use --machine cuda:N or --machine cpu."));
        MeasuringSettings settings;
        settings.matrices = read_matrix_list(list_);
        settings.kernels = kernels_;
        settings.samples = samples_;
        settings.seconds = seconds_;
        TimesFile file(out_, measured_machine(machine, settings));
        const Measured measured = measure_times(machine, settings, file, observer_on_terminal(call.cancelled));
        const Table table = cost_table(measured.costs, measured.waited_s);
        const std::size_t wanted = settings.matrices.size() * settings.precisions.size();
        call.answer.give({{"is_whole", measured.is_whole}, {"cost", table_document(table)}},
                         table_text(table) +
                             sentence("{out} contains {n} of {wanted} cases.",
                                      {{"out", out_}, {"n", file.so_far().matrices.size()}, {"wanted", wanted}}) +
                             "\n");
        return measured.is_whole ? exit_fine : exit_failed;
    }

    ExitStatus learn(const CommandCall& call) const {
        require_writable(out_);
        const Learning learning = learn_times(read_times(learned_from_), call.progress());
        call.answer.write_files(
            [&] { write_whole_file(out_, protocol::to_line(protocol::write(learning.times)) + "\n"); });
        call.answer.give({{"kernels", table_document(learning.kernels)}, {"regret", table_document(learning.regret)}},
                         table_text(learning.kernels) + "\n" + table_text(learning.regret));
        return exit_fine;
    }

    ExitStatus prove_times(const CommandCall& call) const {
        const MeasuredTimes times = read_times(times_);
        if (!out_.empty()) require_writable(out_);
        ProofSettings settings;
        settings.quick = settings_.quick;
        settings.by_model = by_model_;
        if (!learned_.empty()) settings.learned = std::make_shared<const LearnedTimes>(read_learned(learned_));
        const Proof proof = prove(times, settings, observer_on_terminal(call.cancelled));
        if (!out_.empty())
            call.answer.write_files([&] { write_whole_file(out_, protocol::write(proof).dump(1) + "\n"); });
        const Table table = regret_table(proof), families = regret_by_family(proof), inside = interval_table(proof);
        call.answer.give({{"proof", protocol::write(proof)},
                          {"regret", table_document(table)},
                          {"families", table_document(families)},
                          {"intervals", table_document(inside)}},
                         table_text(table) + "\n" + table_text(families) + "\n" + table_text(inside));
        return proof.cases.size() == times.matrices.size() ? exit_fine : exit_failed;
    }

    ExitStatus measure_card(const CommandCall& call) const {
        if (!out_.empty()) require_writable(out_);
        const auto machine = find_machine(CommandCall::machines(), gpu_);
        const RunObserver observer = observer_on_terminal(call.cancelled);
        const kernels::CardMeasurement measured = machine->measure_card([&](const std::string& what) {
            if (call.cancelled) throw Error("cancelled", sentence("The task was canceled."));
            if (observer.stage) observer.stage("measuring", what);
        });
        const simulated::Card like = *advised_machine(*machine).card;
        const simulated::Card card = measured_card(measured, like, measure::environment().date.substr(0, 10));
        if (!out_.empty()) call.answer.write_files([&] { write_whole_file(out_, simulated::card_to_json(card)); });
        std::string text = table_text(card_comparison(measured, like));
        if (save_) text += sentence("Saved the card as {file}.", {{"file", simulated::save_user_card(card)}}) + "\n";
        call.answer.give(
            {{"card", simulated::card_document(card)}, {"comparison", table_document(card_comparison(measured, like))}},
            text);
        return exit_fine;
    }

    ExitStatus order(const CommandCall& call) const {
        const Progress progress = call.progress();
        const Table table = order_table(load_matrix(matrix_, progress), simulated::find_card(card_),
                                        *kernels::precision_from(precision_), progress);
        call.answer.give(table_document(table), table_text(table));
        return exit_fine;
    }

    std::string list_, times_, learned_from_, learned_, out_, card_ = "h200";
    std::vector<std::string> kernels_;
    double seconds_ = 0;
    int samples_ = 9;
    std::string gpu_ = "cuda:0";
    bool try_ = false, by_model_ = false, save_ = false;
    NetworkOptions network_;
    std::string matrix_, machine_ = "simulated:h200", operation_ = "spmv", precision_ = "double", cache_ = "cold";
    AdviceSettings settings_;
};

void add_advise_commands(CommandLine& line) { line.keep<AdviseCommand>(); }

} // namespace warploom::app
