#include "app/cli/commands.h"

#include "app/check/check.h"
#include "app/check/pasted_source.h"
#include "app/check/sanitize.h"
#include "app/cli/text_output.h"
#include "app/operations/operation.h"
#include "app/page/warp_picture.h"
#include "app/trace_documents/warp_document.h"
#include "engine/atomic_file.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/proposal/proposal.h"
#include "engine/sentence.h"
#include "engine/simt/program.h"
#include "engine/terminal_text.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cctype>

namespace warploom::app {

namespace {

/// Returns the source line that a compiler note refers to, followed by a line that marks the token or expression:
///         4 |     y[0] = sum % 2.0;
///             |            ~~~~^~~~~
std::string source_line(const std::string& source, int line, int column, const simt::Diagnostic* range = nullptr) {
    std::size_t begin = 0;
    for (int n = 1; n < line && begin != std::string::npos; ++n) {
        begin = source.find('\n', begin);
        if (begin != std::string::npos) ++begin;
    }
    if (line < 1 || begin == std::string::npos) return {};
    const std::string text = source.substr(begin, source.find_first_of("\r\n", begin) - begin);
    const auto at = static_cast<std::size_t>(std::max(1, column)) - 1;
    if (at > text.size() || text.find_first_not_of(" \t") == std::string::npos) return {};
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    std::size_t end = at + 1;
    while (end < text.size() && at < text.size() && is_word(text[at]) && is_word(text[end])) ++end;
    std::size_t from = at;
    if (range != nullptr && range->end_column > 0) {
        from = std::min(at, static_cast<std::size_t>(range->begin_column) - 1);
        end = std::max(end, std::min(text.size(), static_cast<std::size_t>(range->end_column) - 1));
    }
    std::string blanks = text.substr(0, from); // preserve tabs so that the marker is aligned with its token
    std::replace_if(
        blanks.begin(), blanks.end(), [](char c) { return c != '\t'; }, ' ');
    std::string number = std::to_string(line);
    number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
    return number + " | " + in_one_line(text) + "\n" + std::string(number.size(), ' ') + " | " + blanks +
           std::string(at - from, '~') + "^" + std::string(end - at - 1, '~') + "\n";
}

std::string warning_text(const protocol::CheckNote& warning) {
    const std::string message = in_one_line(warning.sentence + " " + warning.hint);
    return warning.line > 0
               ? sentence("Warning: line {line}: {message}", {{"line", warning.line}, {"message", message}})
               : sentence("Warning: {message}", {{"message", message}});
}

/// Returns the first lines that the kernel printed, followed by the number of remaining lines.
std::string output_text(const protocol::Check& check) {
    constexpr std::size_t most_lines = 10, most_bytes = 200;
    if (check.printed.empty()) return {};
    std::string text = sentence("Output of printf on {input}:", {{"input", in_one_line(check.matrix.name)}}) + "\n";
    std::size_t begin = 0;
    for (std::size_t n = 0; n < most_lines && begin < check.printed.size(); ++n) {
        const std::size_t end = std::min(check.printed.find('\n', begin), check.printed.size());
        const std::size_t length = end - begin;
        text += "    " + in_one_line(check.printed.substr(begin, std::min(length, most_bytes))) +
                (length > most_bytes ? "..." : "") + "\n";
        begin = end + 1;
    }
    const auto others =
        begin < check.printed.size()
            ? std::count(check.printed.begin() + static_cast<std::ptrdiff_t>(begin), check.printed.end(), '\n') +
                  (check.printed.back() == '\n' ? 0 : 1)
            : 0;
    if (others > 0 || check.not_printed > 0)
        text += sentence("{n} more {n:line|lines} of output. To see all recorded lines, use --json.",
                         {{"n", others + check.not_printed}}) +
                "\n";
    return text;
}

std::string text_of(const protocol::Check& check, const std::string& source) {
    std::string text =
        // Omit this sentence if there are notes, because they repeat it and add a hint.
        check.notes.empty() ? in_one_line(check.sentence) + "\n" : std::string();
    const auto refusals =
        check.notes.empty() ? std::vector<simt::Diagnostic>() : simt::translate(check.kernel, source).refusals;
    for (const protocol::CheckNote& note : check.notes) {
        const auto range = std::find_if(refusals.begin(), refusals.end(), [&](const simt::Diagnostic& each) {
            return each.line == note.line && each.column == note.column;
        });
        const std::string message = in_one_line(note.sentence + (note.hint.empty() ? "" : " " + note.hint));
        text += (note.line > 0 ? sentence("Line {line}: {message}", {{"line", note.line}, {"message", message}})
                               : message) +
                "\n" + source_line(source, note.line, note.column, range == refusals.end() ? nullptr : &*range);
    }
    for (const auto& finding : check.findings) text += in_one_line(finding.sentence) + "\n";
    for (const protocol::CheckNote& warning : check.warnings)
        text += warning_text(warning) + "\n" + source_line(source, warning.line, warning.column);
    text += output_text(check);
    const auto line = [](const protocol::CheckCosts& costs) {
        std::string banks;
        if (costs.bank_conflicts > 0)
            banks =
                " " +
                sentence(
                    "{passes} {passes:bank pass|bank passes}, {conflicts} due to bank conflicts, most of them on line "
                    "{line}.",
                    {{"passes", costs.bank_passes}, {"conflicts", costs.bank_conflicts}, {"line", costs.bank_line}});
        else if (costs.bank_passes > 0)
            banks = " " + sentence("{passes} {passes:bank pass|bank passes}, no bank conflicts.",
                                   {{"passes", costs.bank_passes}});
        return sentence("{kernel}: {transactions} transactions, {steps} warp instructions, {lanes} active lanes on "
                        "average, modeled time {time}.",
                        {{"kernel", in_one_line(costs.kernel)},
                         {"transactions", costs.transactions},
                         {"steps", costs.steps},
                         {"lanes", format_number(costs.mean_active_lanes)},
                         {"time", modelled_text(costs.modelled_ns)}}) +
               banks + "\n" + preparation_text(costs.prepare);
    };
    if (check.costs) text += line(*check.costs);
    if (check.twin) text += line(*check.twin);
    return text;
}

} // namespace

/// Implements the command `check`, which tests a CUDA C kernel in the same way as the Write page. It can also print the
/// trace of a warp.
class CheckCommand {
public:
    explicit CheckCommand(CommandLine& line) {
        CLI::App* const check =
            line.add(line.app, "check", "Checks the results, errors and costs of a CUDA C kernel on a card.", this,
                     &CheckCommand::judge);
        line.add_json(*check);
        check
            ->add_option("file", files_, "The kernel to check (.cu). With --sanitize, any number of files and folders.")
            ->required();
        check->add_option("--matrix", settings_.matrix,
                          "An input to use in addition to the test inputs, such as laplace2d:n=20.");
        check->add_option("--card", card_, "The ID of a card (`cards` lists them). Default: h200.");
        check
            ->add_option("--precision", precision_,
                         "float or double. Default: the precision of the arrays of run, or double.")
            ->check(CLI::IsMember({"float", "double"}));
        check->add_option("--block", settings_.block, "Threads per block: a multiple of 32 from 32 to 1024.");
        check->add_flag("--code", with_code_,
                        "Also prints the source, with the instructions of the simulated GPU below each line.");
        check->add_flag("--propose", proposes_,
                        "Instead of checking a file without a function run, prints the file with proposed lines.");
        CLI::Option* const sanitize =
            check->add_flag("--sanitize", sanitizes_,
                            "Looks only for invalid memory accesses and missing synchronization, in all specified "
                            "files and in all .cu files in the specified folders.");
        check
            ->add_option("--format", format_,
                         "With --sanitize, the format of the report: text, github or junit. Default: text.")
            ->check(CLI::IsMember(sanitizer_formats()))
            ->needs(sanitize);
        check->add_option("--out", out_, "With --sanitize, the file for the report. Default: standard output.")
            ->needs(sanitize);
        check
            ->add_flag("--allow-unchecked", allows_unchecked_,
                       "With --sanitize, files that could not be checked do not cause a failure.")
            ->needs(sanitize);
        check->add_option("--picture", picture_,
                          "The image file (.svg) to write. It shows the lanes of the first warp over time, on the "
                          "first input.");
        check->add_option("--step", step_, "The step to highlight in the image, counted from 1.")
            ->check(CLI::PositiveNumber);
    }

private:
    ExitStatus judge(const CommandCall& call) const {
        if (sanitizes_) return sanitize(call);
        if (files_.size() != 1)
            throw Error("check.files", sentence("Specify a single file, or use --sanitize to check several files."));
        if (proposes_) return propose(call);
        if (!picture_.empty()) require_writable(picture_);
        const PastedSource pasted(files_.front());
        CheckSettings settings = settings_;
        settings.kernel = files_.front();
        settings.requires_matrix = true;
        settings.card = simulated::find_card(card_);
        settings.precision = precision_ == "float" ? Precision::float32 : Precision::float64;
        settings.chooses_precision = precision_.empty();
        protocol::Check check = Checker().check(settings, call.progress());
        pasted.explain(check);
        if (!picture_.empty() && check.verdict != protocol::CheckVerdict::refused) write_picture(call, check);
        const bool is_of_asked = !settings.matrix.empty() && check.matrix.name == settings.matrix;
        const std::string note = is_of_asked && !check.matrix.note.empty()
                                     ? check.matrix.name + ": " + check.matrix.note + "\n"
                                     : std::string();
        const std::string source = kernels::text_of_kernel(settings.kernel);
        std::string code;
        if (with_code_) {
            const auto compiled = simt::translate(settings.kernel, source).program;
            if (compiled != nullptr)
                code = "\n" + simt::disassembly_of(*compiled, check.precision == Precision::float64);
        }
        Json document = protocol::write(check);
        if (with_code_) document["code"] = code;
        call.answer.give(document, text_of(check, source) + note + code);
        return check.verdict == protocol::CheckVerdict::right ? exit_fine : exit_failed;
    }
    ExitStatus sanitize(const CommandCall& call) const {
        if (!out_.empty()) require_writable(out_);
        CheckSettings settings = settings_;
        settings.card = simulated::find_card(card_);
        settings.precision = precision_ == "float" ? Precision::float32 : Precision::float64;
        std::vector<SanitizedFile> files;
        Json documents = Json::array();
        for (const std::string& path : cuda_sources(files_)) {
            const SanitizedFile& file = files.emplace_back(sanitize_file(path, settings, call.progress()));
            Json notes = Json::array();
            for (const SanitizedFile::Note& note : file.notes)
                notes.push_back({{"line", note.line}, {"kind", note.kind}, {"sentence", note.sentence}});
            documents.push_back({{"file", path}, {"state", to_string(file.state)}, {"notes", notes}});
        }
        const std::string report = sanitizer_report(format_, files, allows_unchecked_);
        if (!out_.empty()) call.answer.write_files([&] { write_whole_file(out_, report); });
        const std::string shown = out_.empty() ? report : sanitizer_report("text", files, allows_unchecked_);
        call.answer.give({{"files", documents}}, shown);
        return all_pass(files, allows_unchecked_) ? exit_fine : exit_failed;
    }
    ExitStatus propose(const CommandCall& call) const {
        const std::string source = kernels::text_of_kernel(files_.front());
        if (!proposal::needs_proposal(source))
            throw Error("proposal.none", sentence("{file} needs no proposed lines.", {{"file", files_.front()}}),
                        sentence("It has a function `run`, declares a problem, or contains no kernel."));
        const proposal::Proposal made = proposal::propose(source);
        call.answer.give(
            {{"source", made.source}, {"guesses", made.guesses}, {"complete", made.is_complete}, {"added", made.added}},
            made.source);
        return exit_fine;
    }
    void write_picture(const CommandCall& call, const protocol::Check& check) const {
        const WarpSettings warp{{files_.front(), simulated::find_card(card_), check.precision, check.block},
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
    std::vector<std::string> files_;
    std::string card_ = "h200", precision_, picture_, format_ = "text", out_;
    int step_ = 1;
    bool with_code_ = false, proposes_ = false, sanitizes_ = false, allows_unchecked_ = false;
};

void add_check_command(CommandLine& line) { line.keep<CheckCommand>(); }

} // namespace warploom::app
