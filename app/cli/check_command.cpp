#include "app/cli/commands.h"

#include "app/check/check.h"
#include "app/cli/text_output.h"
#include "app/operations/operation.h"
#include "app/page/warp_picture.h"
#include "app/trace_documents/warp_document.h"
#include "engine/atomic_file.h"
#include "engine/format_number.h"
#include "engine/terminal_text.h"

#include <algorithm>

namespace warploom::app {

namespace {

std::string text_of(const protocol::Check& check) {
    std::string text =
        check.notes.empty() ? in_one_line(check.sentence) + "\n" : std::string(); // notes contain it with a hint
    for (const protocol::CheckNote& note : check.notes) {
        if (note.line > 0) text += "Line " + std::to_string(note.line) + ": ";
        text += in_one_line(note.sentence + (note.hint.empty() ? "" : " " + note.hint)) + "\n";
    }
    for (const protocol::CheckNote& warning : check.warnings)
        text += "Warning: line " + std::to_string(warning.line) + ": " +
                in_one_line(warning.sentence + " " + warning.hint) + "\n";
    for (const auto& finding : check.findings) text += in_one_line(finding.sentence) + "\n";
    const auto line = [](const protocol::CheckCosts& costs) {
        std::string banks;
        if (costs.bank_passes > 0) {
            banks = std::to_string(costs.bank_passes) + " bank passes";
            if (costs.bank_conflicts > 0)
                banks += " (" + std::to_string(costs.bank_conflicts) + " by bank conflicts, most in line " +
                         std::to_string(costs.bank_line) + ")";
            banks += ", ";
        }
        return in_one_line(costs.kernel) + ": " + std::to_string(costs.transactions) + " transactions, " + banks +
               std::to_string(costs.steps) + " steps of warps, " + format_number(costs.mean_active_lanes) +
               " active lanes, " + modelled_text(costs.modelled_ns) + " modelled\n" + preparation_text(costs.prepare);
    };
    if (check.costs) text += line(*check.costs);
    if (check.twin) text += line(*check.twin);
    return text;
}

} // namespace

/// Implements `check`, which tests a CUDA C kernel like the Write page, and draws a warp.
class CheckCommand {
public:
    explicit CheckCommand(CommandLine& line) {
        CLI::App* const check =
            line.add(line.app, "check", "Judges a kernel in CUDA C: is it right, and what does it ask of a card?", this,
                     &CheckCommand::judge);
        line.add_json(*check);
        check->add_option("file", settings_.kernel, "The kernel (.cu).")->required();
        check->add_option("--matrix", settings_.matrix, "An input beside the drawn ones, such as laplace2d:n=20.");
        check->add_option("--card", card_, "The id of a card (`cards` lists them); h200 unless given.");
        check->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        check->add_option("--block", settings_.block, "Threads a block: a multiple of 32 from 32 to 1024.");
        check->add_option("--picture", picture_, "Draws the first warp on the first input: lanes over time (.svg).");
        check->add_option("--step", step_, "The step that the picture has a frame around, from 1.")
            ->check(CLI::PositiveNumber);
    }

private:
    ExitStatus judge(const CommandCall& call) const {
        if (!picture_.empty()) require_writable(picture_);
        CheckSettings settings = settings_;
        settings.card = simulated::find_card(card_);
        settings.precision = precision_ == "float" ? Precision::float32 : Precision::float64;
        const protocol::Check check = Checker().check(settings, call.progress());
        if (!picture_.empty() && check.verdict != protocol::CheckVerdict::refused) write_picture(call, check);
        const bool is_of_asked = !settings.matrix.empty() && check.matrix.name == settings.matrix;
        const std::string note = is_of_asked && !check.matrix.note.empty()
                                     ? check.matrix.name + ": " + check.matrix.note + "\n"
                                     : std::string();
        call.answer.give(protocol::write(check), text_of(check) + note);
        return check.verdict == protocol::CheckVerdict::right ? exit_fine : exit_failed;
    }
    void write_picture(const CommandCall& call, const protocol::Check& check) const {
        const WarpSettings warp{{settings_.kernel, simulated::find_card(card_), check.precision, check.block},
                                *kernels::operation_from(check.operation)};
        Inputs inputs;
        const TraceInput input =
            spec_of(warp.operation)
                .trace_input(inputs, check.failed_on.empty() ? check.inputs.front() : check.failed_on,
                             TraceSettings{warp}, call.progress());
        const protocol::WarpDocument found = warp_document(input, warp, call.progress());
        const int step = std::clamp(step_ - 1, 0, std::max(0, found.step_count() - 1));
        call.answer.write_files(
            [&] { write_whole_file(picture_, lanes_picture(found, std::max(0, step - most_steps_drawn / 2), step)); });
    }

    CheckSettings settings_;
    std::string card_ = "h200", precision_ = "double", picture_;
    int step_ = 1;
};

void add_check_command(CommandLine& line) { line.keep<CheckCommand>(); }

} // namespace warploom::app
