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
#include "kernels/registry/simulated_machine.h"

#include <cmath>

namespace warploom::app {

namespace {

std::string time_of(const protocol::AdvisedKernel& kernel, double ns) {
    if (!std::isfinite(ns)) return "-";
    return kernel.is_at_least ? "> " + time_cell(ns) : modelled_text(ns);
}

std::string pays_text(const protocol::AdvisedKernel& kernel) {
    if (kernel.conversion_ns == 0) return "at once";
    if (!std::isfinite(kernel.pays_after)) return "-";
    return protocol::grouped(static_cast<std::int64_t>(std::ceil(kernel.pays_after)));
}

} // namespace

std::string advice_text(const protocol::Advice& advice) {
    const bool has_model = !advice.card.empty();
    std::string text = advice.matrix.name + " (" + protocol::grouped(advice.matrix.rows) + " x " +
                       protocol::grouped(advice.matrix.cols) + ", " + protocol::grouped(advice.matrix.nonzeros) +
                       " nonzeros), " + advice.operation + " on " + (has_model ? advice.card_title : advice.machine) +
                       ", " + to_string(advice.precision) + "\n" + advice.sentence + "\n\n";
    std::vector<std::vector<std::string>> lines;
    for (const protocol::AdvisedKernel& kernel : advice.kernels) {
        std::vector<std::string> line{std::to_string(kernel.group), kernel.kernel};
        if (has_model) line.push_back(time_of(kernel, kernel.ns));
        line.push_back(kernel.format_bytes ? bytes_text(static_cast<double>(*kernel.format_bytes)) : "-");
        if (has_model)
            line.insert(line.end(), {kernel.is_at_least || advice.quick ? "-" : time_cell(kernel.conversion_ns),
                                     pays_text(kernel)});
        line.push_back(kernel.reason);
        lines.push_back(std::move(line));
    }
    std::vector<std::string> header{"group", "kernel"};
    if (has_model) header.emplace_back(advice.is_learned ? "guessed" : "modelled");
    header.emplace_back("memory");
    if (has_model) header.insert(header.end(), {"conversion", "pays after"});
    header.emplace_back("why");
    if (!lines.empty()) text += aligned(header, lines);
    if (!advice.others.empty()) {
        text += "\nWithout a place:\n";
        for (const auto& other : advice.others) text += other.kernel + ": " + other.reason + "\n";
    }
    text += "\nKernels of one group cannot be told apart: " + percent(advice.error) + ". " + advice.error_from + "\n";
    const bool was_tried = advice.verdict.has_value();
    for (const protocol::AdvisedKernel& kernel : advice.kernels)
        if (was_tried && std::isfinite(kernel.measured_ns))
            text += "Measured: " + kernel.kernel + " " + time_cell(kernel.measured_ns) + "\n";
    for (const std::string& note : advice.notes) text += note + "\n";
    if (advice.verdict) text += advice.verdict->sentence + "\n";
    return text + "Advice took " + time_cell(advice.took_ns) + ".\n";
}

/// Implements `advise` (recommends a kernel), `order` (compares orderings of a matrix) and `measure-card` (creates the
/// card file of a GPU).
class AdviseCommand {
public:
    explicit AdviseCommand(CommandLine& line) {
        CLI::App* const advise = line.add(line.app, "advise", "Says which kernel to take for a matrix, and why.", this,
                                          &AdviseCommand::advise_or_measure);
        line.add_json(*advise);
        CLI::Option* const matrix = advise->add_option(
            "matrix", matrix_,
            "A .mtx, .mtx.gz or .npz file, a water network (.inp), or a generator such as laplace2d:n=64, or for "
            "tridiagonal tridiagonal:n=1000,kind=1.");
        advise->add_option("--operation", operation_, "spmv, cg, tridiagonal, trsv or ilu.")
            ->check(CLI::IsMember({"spmv", "cg", "tridiagonal", "trsv", "ilu"}))
            ->capture_default_str();
        advise->add_option("--machine", machine_, "simulated:CARD, cuda:N or cpu.")->capture_default_str();
        advise->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        advise->add_option("--block", settings_.block, "Threads a block: a multiple of 32 from 32 to 1024.");
        advise->add_option("--cache", cache_, "cold: caches begin empty; warm: they hold what a call before left.")
            ->check(CLI::IsMember({"cold", "warm"}));
        advise->add_option("--products", settings_.products, "Calls among which a conversion is shared out.")
            ->capture_default_str()
            ->check(CLI::NonNegativeNumber);
        advise->add_flag("--quick", settings_.quick,
                         "From the lengths of the rows alone; it says what was not looked at.");
        advise->add_flag("--try", try_,
                         "Measures the first three kernels on the machine, and says whether the advice was right.");
        CLI::Option* const list = advise->add_option(
            "--measure", list_,
            "Measures all kernels on each matrix of this list, and adds the times to the file of --out.");
        CLI::Option* const times = advise->add_option(
            "--prove", times_,
            "A file that --measure wrote: the advice on each of its matrices, and the regret. Needs no GPU.");
        CLI::Option* const learned_from = advise->add_option("--learn", learned_from_,
                                                             "A file that --measure wrote: learns from its families, "
                                                             "but for those held out, and writes the file of --out.");
        matrix->excludes(list)->excludes(times)->excludes(learned_from);
        list->excludes(times)->excludes(learned_from);
        times->excludes(learned_from);
        advise
            ->add_option("--learned", learned_,
                         "With --prove: a file that --learn wrote, in place of the program's own.")
            ->needs(times);
        advise->add_flag("--by-model", by_model_, "With --prove: as if no times had been learned.")->needs(times);
        advise
            ->add_option("--kernels", kernels_,
                         "With --measure: ids separated by commas; all that run there unless given.")
            ->delimiter(',')
            ->needs(list);
        advise->add_option("--samples", samples_, "With --measure: samples of a kernel on a matrix.")
            ->capture_default_str()
            ->check(CLI::Range(1, 1000))
            ->needs(list);
        advise
            ->add_option("--seconds", seconds_,
                         "With --measure: begins no further matrix after so long; 0: measures all.")
            ->check(CLI::NonNegativeNumber)
            ->needs(list);
        advise->add_option(
            "--out", out_,
            "With --measure: times, a line of JSON for each matrix. With --learn: what was learned. With "
            "--prove: the cases. As JSON.");
        network_.add_to(*advise);
        advise->parse_complete_callback([this] {
            if (matrix_.empty() && list_.empty() && times_.empty() && learned_from_.empty())
                throw CLI::RequiredError("A matrix, a list of them with --measure, or times with --learn or --prove");
            if (!(list_.empty() && learned_from_.empty()) && out_.empty())
                throw CLI::RequiredError("A file to write, --out,");
        });
        CLI::App* const order =
            line.add(line.app, "order", "Says what each order of rows and columns does to a matrix.", this,
                     &AdviseCommand::order);
        line.add_json(*order);
        order->add_option("matrix", matrix_, "A .mtx, .mtx.gz or .npz file, a water network (.inp), or a generator.")
            ->required();
        order->add_option("--card", card_, "The id of a card, whose model says what a product gains.")
            ->capture_default_str();
        order->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        CLI::App* const measure =
            line.add(line.app, "measure-card", "Makes a card file of a GPU: launches, latencies, requests, atomics.",
                     this, &AdviseCommand::measure_card);
        line.add_json(*measure);
        measure->add_option("--machine", gpu_, "cuda:N.")->capture_default_str();
        measure->add_option("--out", out_, "Writes the card file there.");
        measure->add_flag("--save", save_, "Puts it among this user's cards, so that simulated:ID runs it.");
    }

private:
    ExitStatus advise_or_measure(const CommandCall& call) const {
        AdviceSettings settings = settings_;
        settings.operation = *kernels::operation_from(operation_); // validated by CLI11
        settings.precision = *kernels::precision_from(precision_);
        settings.cache = *protocol::named<CacheState>(cache_); // validated by CLI11
        if (!times_.empty()) return prove_times(call);
        if (!learned_from_.empty()) return learn(call);
        static const MachineList none; // simulated cards are not in the list
        const auto machine =
            find_machine(kernels::names_simulated_machine(machine_) ? none : CommandCall::machines(), machine_);
        if (!list_.empty()) return measure_list(*machine, call);
        if (try_ && machine->card() != nullptr)
            throw Error("arguments", "Nothing can be measured on a simulated card.",
                        "Name cuda:N or cpu with --machine.");
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
            throw Error("arguments", "Nothing can be measured on a simulated card.",
                        "Name cuda:N or cpu with --machine.");
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
                         table_text(table) + std::to_string(file.so_far().matrices.size()) + " of " +
                             std::to_string(wanted) + " cases stand in " + out_ + ".\n");
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
        const Table table = regret_table(proof), families = regret_by_family(proof);
        call.answer.give({{"proof", protocol::write(proof)},
                          {"regret", table_document(table)},
                          {"families", table_document(families)}},
                         table_text(table) + "\n" + table_text(families));
        return proof.cases.size() == times.matrices.size() ? exit_fine : exit_failed;
    }

    ExitStatus measure_card(const CommandCall& call) const {
        if (!out_.empty()) require_writable(out_);
        const auto machine = find_machine(CommandCall::machines(), gpu_);
        const RunObserver observer = observer_on_terminal(call.cancelled);
        const kernels::CardMeasurement measured = machine->measure_card([&](const std::string& what) {
            if (call.cancelled) throw Error("cancelled", "The task was cancelled.");
            if (observer.stage) observer.stage("measuring", what);
        });
        const simulated::Card like = *advised_machine(*machine).card;
        const simulated::Card card = measured_card(measured, like, measure::environment().date.substr(0, 10));
        if (!out_.empty()) call.answer.write_files([&] { write_whole_file(out_, simulated::card_to_json(card)); });
        std::string text = table_text(card_comparison(measured, like));
        if (save_) text += "The card stands in " + simulated::save_user_card(card) + ".\n";
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
