#include "app/cli/commands.h"

#include "app/check/check.h"
#include "app/cli/text_output.h"
#include "app/operations/operation.h"
#include "app/page/warp_picture.h"
#include "app/trace_documents/warp_document.h"
#include "engine/figure.h"
#include "engine/terminal_text.h"
#include "engine/whole_file.h"

#include <algorithm>

namespace warploom::app {

namespace {

std::string text_of(const wire::Check& check) {
    std::string text =
        check.notes.empty() ? in_one_line(check.sentence) + "\n" : std::string(); // notes say it with a hint
    for (const wire::CheckNote& note : check.notes) {
        if (note.line > 0) text += "Line " + std::to_string(note.line) + ": ";
        text += in_one_line(note.sentence + (note.hint.empty() ? "" : " " + note.hint)) + "\n";
    }
    for (const wire::CheckNote& warning : check.warnings)
        text += "Warning: line " + std::to_string(warning.line) + ": " +
                in_one_line(warning.sentence + " " + warning.hint) + "\n";
    for (const auto& finding : check.findings) text += in_one_line(finding.sentence) + "\n";
    const auto line = [](const wire::CheckCosts& costs) {
        return in_one_line(costs.kernel) + ": " + std::to_string(costs.transactions) + " transactions, " +
               std::to_string(costs.steps) + " steps of warps, " + figure(costs.mean_active_lanes) + " active lanes, " +
               modelled_text(costs.modelled_ns) + " modelled\n";
    };
    if (check.costs) text += line(*check.costs);
    if (check.twin) text += line(*check.twin);
    return text;
}

} // namespace

/// `check`: a kernel in CUDA C, judged as on the page Write, and the picture of a warp.
class CheckCommand final : public Command {
public:
    CheckCommand(CLI::App& app, bool& json) {
        check_ = app.add_subcommand("check", "Judges a kernel in CUDA C: is it right, and what does it ask of a card?");
        check_->add_flag("--json", json, "One JSON document on standard output, nothing else.");
        check_->add_option("file", settings_.kernel, "The kernel (.cu).")->required();
        check_->add_option("--matrix", settings_.matrix, "An input beside the drawn ones, such as laplace2d:n=20.");
        check_->add_option("--card", card_, "The id of a card (`cards` lists them); h200 unless given.");
        check_->add_option("--precision", precision_, "float or double.")->check(CLI::IsMember({"float", "double"}));
        check_->add_option("--block", settings_.block, "Threads a block: a multiple of 32 from 32 to 1024.");
        check_->add_option("--picture", picture_, "Draws the first warp on the first input: lanes over time (.svg).");
        check_->add_option("--step", step_, "The step that the picture has a frame around, from 1.")
            ->check(CLI::PositiveNumber);
    }

    bool is_asked() const override { return check_->parsed(); }
    ExitStatus run(const CommandCall& call) const override {
        const auto& [words, machines, answer, cancelled] = call;
        if (!picture_.empty()) require_writable(picture_);
        const Progress progress{{}, &cancelled};
        CheckSettings settings = settings_;
        settings.card = simulated::find_card(card_);
        settings.precision = precision_ == "float" ? Precision::float32 : Precision::float64;
        const wire::Check check = Checker().check(settings, progress);
        if (!picture_.empty() && check.verdict != wire::CheckVerdict::refused) write_picture(answer, check, progress);
        answer.give(wire::write(check), text_of(check));
        return check.verdict == wire::CheckVerdict::right ? exit_fine : exit_failed;
    }

private:
    void write_picture(const Answer& answer, const wire::Check& check, const Progress& progress) const {
        WarpSettings warp;
        warp.operation = *kernels::operation_from(check.operation);
        warp.kernel = settings_.kernel;
        warp.card = simulated::find_card(card_);
        warp.precision = check.precision;
        warp.block = check.block;
        Inputs inputs;
        const TraceInput input =
            spec_of(warp.operation)
                .trace_input(inputs, check.failed_on.empty() ? check.inputs.front() : check.failed_on,
                             trace_settings_of(warp), progress);
        const wire::Warp found = warp_document(input, warp, progress);
        const int step = std::clamp(step_ - 1, 0, std::max(0, found.step_count() - 1));
        answer.write_files(
            [&] { write_whole_file(picture_, lanes_picture(found, std::max(0, step - most_steps_drawn / 2), step)); });
    }

    CLI::App* check_ = nullptr;
    CheckSettings settings_;
    std::string card_ = "h200", precision_ = "double", picture_;
    int step_ = 1;
};

std::unique_ptr<Command> check_command(CLI::App& app, bool& json) { return std::make_unique<CheckCommand>(app, json); }

} // namespace warploom::app
