#include "app/check/check.h"

#include "app/check/branch_inputs.h"
#include "app/check/check_costs.h"
#include "app/check/error_note.h"
#include "app/check/finding_cause.h"
#include "app/check/free_verdict.h"
#include "app/check/header_directive.h"
#include "app/check/input_domain.h"
#include "app/check/large_size_failures.h"
#include "app/check/right_verdict.h"
#include "app/check/size_boundary.h"
#include "app/check/size_limits.h"
#include "app/check/test_inputs.h"
#include "app/check/try_kernel.h"
#include "app/operations/free.h"
#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/operations/tridiagonal.h"
#include "engine/declared/declared_input.h"
#include "engine/declared/declared_source.h"
#include "engine/declared/directives.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/matrix/lower_factor.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/program.h"
#include "kernels/machine/registry.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warploom::app {

namespace {

bool is_endless(const simulated::Finding& finding) { return finding.kind == simulated::Finding::Kind::endless_loop; }

/// Returns the verdict of a check without the name of the input.
std::string bare_verdict_of(const protocol::Check& check, const std::string& which_run) {
    const auto endless = std::find_if(check.findings.begin(), check.findings.end(), is_endless);
    if (endless != check.findings.end()) {
        if (simt::is_header(endless->file))
            return sentence("The loop on line {line} of {file} did not end.",
                            {{"line", endless->line}, {"file", endless->file}});
        return sentence("The loop on line {line} did not end.", {{"line", endless->line}});
    }
    if (check.entry) return in_run(which_run, sentence_of(*check.entry, true));
    return sentence("The result is correct, but the kernel has {n} {n:error|errors}.", {{"n", check.findings.size()}});
}

/// Returns the verdict of a check. `where` names the input that the verdict refers to.
std::string verdict_of(const protocol::Check& check, Operation operation, const std::string& where,
                       const std::string& which_run) {
    if (check.verdict == protocol::CheckVerdict::refused) {
        const protocol::CheckNote& note = check.notes.front();
        if (note.line == 0) return note.sentence;
        return sentence("Line {line}: {message}", {{"line", note.line}, {"message", note.sentence}});
    }
    if (check.failed_on.empty()) return right_verdict_of(check, operation);
    const std::string verdict = bare_verdict_of(check, which_run);
    return check.drawn > 0 ? on_test_input(operation, where, verdict) : verdict;
}

} // namespace

bool is_sanitizer_finding(simulated::Finding::Kind kind) {
    return kind != simulated::Finding::Kind::integer_overflow && kind != simulated::Finding::Kind::failed_assertion;
}

/// State of a kernel check in progress.
class Checker::Attempt {
public:
    Attempt(Checker& checker, const CheckSettings& settings, const Progress& progress)
        : checker_(checker), progress_(progress), text_(kernels::text_of_kernel(settings.kernel)), settings_{settings} {
        settings_.sample = TraceSettings::all_blocks;
        from_ = settings.from;
        chooses_precision_ = settings.chooses_precision;
        is_drawn_ = settings.is_drawn;
        is_sanitizer_ = settings.is_sanitizer;
        is_declared_ = declared::declares_problem(text_);
        if (!is_declared_) matrix_ = header_directive(text_, "matrix");
        is_matrix_noted_ = !matrix_.empty();
        if (matrix_.empty()) matrix_ = settings.matrix;
        requires_matrix_ = settings.requires_matrix && !settings.matrix.empty();
        if (requires_matrix_) own_matrix_ = settings.matrix;
        if (const std::string block = header_directive(text_, "block"); !block.empty())
            settings_.block = std::atoi(block.c_str());
    }

    protocol::Check make() {
        check_.kernel = settings_.kernel;
        check_.card = settings_.card.id;
        check_.block = settings_.block;
        const auto translation = simt::translate(settings_.kernel, text_);
        const Precision asked = settings_.precision;
        if (chooses_precision_ && translation.program != nullptr) settings_.precision = own_precision(translation);
        check_.precision = settings_.precision;
        for (const auto& refusal : translation.refusals)
            check_.notes.push_back({refusal.line, refusal.column, refusal.sentence, refusal.hint});
        if (translation.program != nullptr) operation_ = kernels::operation_of(*translation.program);
        if (is_declared_) {
            operation_ = Operation::free;
            for (const auto& error : declared::declaration_errors(text_))
                check_.notes.push_back({error.line, error.column, error.sentence, error.hint});
        }
        check_.operation = kernels::to_string(operation_);
        name_parameters("csr");
        if (check_.notes.empty()) {
            try {
                run_all();
            } catch (const Error& error) {
                if (error.code() == "cancelled") throw;
                check_.verdict = protocol::CheckVerdict::refused;
                check_.coverage.reset();
                check_.notes = {note_of(error, settings_.kernel)};
                if (!check_.inputs.empty()) check_.failed_on = check_.inputs.back();
                if (check_.drawn > 0 && check_.inputs.size() > 1) // the first input is the user's matrix, not a test
                                                                  // input
                    check_.notes.front().sentence = on_test_input(operation_, where_, check_.notes.front().sentence);
            }
        }
        if (check_.verdict != protocol::CheckVerdict::refused) {
            // If small inputs expose an error, omit warnings about huge inputs, because they would distract from it.
            const auto warnings = is_right_on_inputs_ ? simt::warnings_of : simt::compiler_warnings_of;
            for (const auto& each : warnings(*translation.program, settings_.precision == Precision::float64))
                check_.warnings.push_back({each.line, each.column, each.sentence, each.hint});
        }
        if (is_right_on_inputs_) {
            check_.warnings.insert(check_.warnings.end(), warnings_.begin(), warnings_.end());
            if (launch_refusal_) check_.warnings.push_back(*launch_refusal_);
            for (const auto& each : same_values_) check_.warnings.push_back({each.line, 1, each.sentence, ""});
        }
        check_.sentence = verdict_of(check_, operation_, where_, which_run_);
        add_cause();
        if (check_.entry && !has_launches_) check_.sentence = without_launch(check_.sentence);
        if (!size_limit_.empty()) check_.sentence += " " + size_limit_;
        if (settings_.precision != asked)
            check_.sentence += " " + sentence("Checked in {precision}, the precision of its arrays.",
                                              {{"precision", kernels::to_string(settings_.precision)}});
        return std::move(check_);
    }

private:
    /// Returns the precision to use: the precision from the settings, unless the source supports only the other one.
    Precision own_precision(const simt::Translation& translation) const {
        const bool is_double = settings_.precision == Precision::float64;
        const bool is_other =
            !simt::computes_in(*translation.program, is_double) && simt::computes_in(*translation.program, !is_double);
        return is_double == is_other ? Precision::float32 : Precision::float64;
    }
    /// Appends the likely cause of an error to the verdict. If no cause is known, refers to the first compiler warning.
    void add_cause() {
        const bool is_endless_run = std::any_of(check_.findings.begin(), check_.findings.end(), is_endless);
        if (check_.verdict == protocol::CheckVerdict::right || !check_.notes.empty() || is_endless_run) return;
        if (cause_.empty() && check_.findings.empty() && !check_.warnings.empty())
            cause_ = sentence("See the warning for line {line}.", {{"line", check_.warnings.front().line}});
        if (!cause_.empty())
            check_.sentence = sentence("{verdict} {cause}", {{"verdict", check_.sentence}, {"cause", cause_}});
    }
    void name_parameters(const std::string& format) {
        check_.names.clear();
        if (is_declared_) {
            if (check_.notes.empty()) check_.names = declared_names(settings_.kernel, text_);
            return;
        }
        for (const auto& name : kernels::run_names(operation_, format))
            check_.names.push_back({name.name, name.type, name.about});
    }

    void run_all() {
        if (is_matrix_noted_ && !names_generator(matrix_) && matrix_.rfind("dense:", 0) != 0)
            throw Error(
                "check.matrix",
                sentence("The line `// matrix: {matrix}` must name a generator. Kernel sources cannot open matrix "
                         "files.",
                         {{"matrix", matrix_}}),
                sentence(
                    "Specify a generator such as laplace2d:n=20, or remove the line and open the file in Warploom."));
        const kernels::KernelInfo& info = require_known(operation_, settings_.kernel);
        check_.format = info.format;
        name_parameters(check_.format);
        domain_.emplace(domain_of_kernel(operation_, settings_.kernel));
        const TestInput tiny = tiny_input(operation_, settings_.kernel);
        if (std::optional<Tried> endless = endless_on(tiny)) {
            ++check_.drawn;
            is_right_on(tiny, checker_.drawn_, std::move(endless));
            return;
        }
        if (requires_matrix_ && own_matrix_ != matrix_ && fits(own_matrix_) &&
            !is_right_on({own_matrix_}, checker_.inputs_))
            return;
        const bool takes_matrix = !matrix_.empty() && (is_matrix_noted_ || fits(matrix_));
        if (takes_matrix && !is_right_on({matrix_}, checker_.inputs_)) return;
        const std::vector<TestInput> none;
        for (const TestInput& input :
             is_drawn_ || !takes_matrix ? test_inputs(operation_, check_.format, settings_) : none) {
            if (takes_matrix && input.is_just(matrix_)) continue;
            ++check_.drawn;
            if (!is_right_on(input, checker_.drawn_)) return;
        }
        if ((is_drawn_ || !takes_matrix) && !is_right_in_other_branches()) return;
        check_.verdict = protocol::CheckVerdict::right;
        const auto failure = is_drawn_ ? large_size_failure(operation_, check_.format, settings_) : std::nullopt;
        if (failure && (!is_sanitizer_ || is_sanitizer_finding(failure->finding.kind))) {
            if (failure->is_beyond_memory) {
                warnings_.push_back(
                    {failure->finding.line, 1,
                     sentence("Beyond the memory of this card: {failure}", {{"failure", failure->sentence}}), ""});
            } else {
                check_.verdict = protocol::CheckVerdict::doubtful;
                check_.findings.push_back({failure->finding});
                size_limit_ = failure->sentence;
            }
        }
        if (is_sanitizer_) return;
        if (operation_ == Operation::spmv && !domain_->is_restricted()) warn_of_padding();
        if (is_drawn_) warn_of_sizes();
        if (is_drawn_) check_.twin = twin();
        check_.costs = costs_;
        is_right_on_inputs_ = true;
    }

    /// Returns whether to check the kernel on this input. Returns false if the check would be useless or take too long.
    /// If the user explicitly requested the input, also adds a warning with the reason.
    bool fits(const std::string& input) {
        if (operation_ == Operation::spmv && !domain_->is_restricted()) return true;
        try {
            const std::string reason = is_in_domain(input) ? why_not_tested(input)
                                                           : sentence("It is not in the declared domain: {domain}.",
                                                                      {{"domain", domain_->words()}});
            if (reason.empty()) return true;
            warn_of_untested(input, reason);
        } catch (const Error& error) { // thrown, for example, if the matrix is singular
            if (error.code() == "cancelled" || (requires_matrix_ && error.code().rfind("file.", 0) == 0)) throw;
            warn_of_untested(input, error.what());
        }
        return false;
    }

    /// Returns whether the declared domain contains the user's input. Throws if the operation cannot use the input.
    bool is_in_domain(const std::string& input) {
        if (!domain_->is_restricted() || names_generator(input)) return domain_->contains(input);
        if (domain_->is_limited_to_generators()) return false;
        if (operation_ == Operation::tridiagonal)
            return domain_->contains_sizes(checker_.inputs_.system(input, progress_)->n(), 0);
        if (operation_ == Operation::ata) {
            const auto a = checker_.inputs_.dense(input, progress_);
            return domain_->contains_sizes(a->rows, a->cols);
        }
        const CsrMatrix& a = checker_.inputs_.matrix(input, progress_)->csr;
        return domain_->contains_sizes(a.rows, a.cols);
    }

    /// Returns the reason why an input is useless or too slow to test, or an empty string. Throws an error if the
    /// operation cannot use it.
    std::string why_not_tested(const std::string& input) {
        if (operation_ == Operation::spmv) return {};
        constexpr std::int64_t most_products = 4'000'000;
        if (is_declared_) {
            declared_input(settings_.kernel, input);
            return {};
        }
        if (operation_ == Operation::tridiagonal) {
            const auto system = checker_.inputs_.system(input, progress_);
            if (!system->known_x.empty() && std::isfinite(residual_factor(*system))) return {};
            return sentence("The exact solution of this system is unknown, or the system is nearly singular.");
        }
        if (operation_ == Operation::ata) {
            const auto a = checker_.inputs_.dense(input, progress_);
            if (a->rows * a->cols * a->cols <= most_products) return {};
            return sentence("This matrix is too large for a check.");
        }
        const CsrMatrix& a = checker_.inputs_.matrix(input, progress_)->csr;
        const bool is_empty =
            operation_ == Operation::ilu ? kernels::lu_pattern(a).lower.levels() == 0 : lower_factor(a).rows == 0;
        return is_empty ? sentence("This matrix has no rows.") : std::string();
    }

    void warn_of_untested(const std::string& input, const std::string& reason) {
        if (!requires_matrix_ || input != own_matrix_) return;
        warnings_.push_back(
            {0, 0, sentence("{input} was not tested. {reason}", {{"input", input}, {"reason", reason}}),
             sentence(
                 "To test the kernel on this input, use `warploom-engine run {operation} {input} --kernels {kernel} "
                 "--machine simulated:{card}`.",
                 {{"operation", kernels::to_string(operation_)},
                  {"input", input},
                  {"kernel", settings_.kernel},
                  {"card", settings_.card.id}})});
    }

    /// Runs the kernel on the input that detects infinite loops fastest. Returns the run only if the kernel hangs.
    std::optional<Tried> endless_on(const TestInput& input) {
        try {
            Tried tried = try_test_input(checker_.drawn_, operation_, input, "", settings_, false, progress_);
            if (tried.is_endless()) return tried;
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
        }
        return std::nullopt;
    }

    /// Runs the kernel once under a tracer, records the result, counters and findings, and returns whether it is
    /// correct. `known` is an earlier run on this input, which is reused because infinite loops are slow.
    bool is_right_on(const TestInput& input, Inputs& inputs, std::optional<Tried> known = std::nullopt) {
        check_.inputs.push_back(input.name);
        where_ = told(input, settings_); // Set the name before the call, because the call may throw an error.
        const bool is_first = check_.inputs.size() == 1;
        const std::string x = check_.drawn == 0 ? header_directive(text_, "x") : std::string();
        settings_.counts = is_first;
        Tried tried =
            known ? std::move(*known) : try_test_input(inputs, operation_, input, x, settings_, true, progress_);
        if (!tried.refusal.empty() && !launch_refusal_) {
            launch_refusal_ = note_of(Error("kernel.launch", tried.refusal, tried.refusal_hint), settings_.kernel);
            launch_refusal_->sentence = in_run(tried.refused_where, launch_refusal_->sentence);
        }
        if (tried.rows == 0) { // nothing to record, because the input was skipped
            check_.inputs.pop_back();
            --check_.drawn;
            return true;
        }
        if (is_sanitizer_) {
            tried.wrong.reset();
            std::erase_if(tried.trace.findings, [](const auto& each) { return !is_sanitizer_finding(each.kind); });
        }
        const bool is_right = !tried.wrong && tried.trace.findings.empty();
        if (same_values_.empty()) same_values_ = tried.trace.same_values;
        if (is_first) costs_ = costs_of(tried.trace);
        if (is_first || !is_right) {
            check_.matrix = tried.input;
            check_.printed = tried.trace.printed.text;
            check_.not_printed = tried.trace.printed.lost;
        }
        if (is_right) {
            cover(tried);
            return true;
        }
        check_.coverage.reset();
        check_.block = tried.block;
        check_.precision = tried.precision;
        for (const auto& finding : tried.trace.findings) check_.findings.push_back({finding});
        which_run_ = tried.which_run();
        cause_ = tried.cause.empty() ? cause_of(tried.trace.findings) : tried.cause;
        has_launches_ = tried.trace.grid_blocks > 0;
        check_.verdict = tried.wrong ? protocol::CheckVerdict::wrong : protocol::CheckVerdict::doubtful;
        check_.entry = std::move(tried.wrong);
        check_.failed_on = input.name;
        const std::string changed_x = x.empty() ? input.x : x;
        if (!changed_x.empty() || input.power != 0 || input.row_power != 0 || input.column_power != 0)
            check_.change = protocol::CheckChange{changed_x, input.power, input.row_power, input.column_power};
        where_ = told(input, tried, settings_);
        if (check_.entry && check_.findings.empty() && check_.drawn > 0 && !is_declared_ && !domain_->is_restricted() &&
            tried.later_run.empty())
            size_limit_ = size_boundary(inputs, operation_, input, settings_, progress_);
        return false;
    }

    /// Tests inputs for branches that no other input has taken. Records the lines that were still not executed.
    bool is_right_in_other_branches() {
        if (is_declared_) return true; // the inputs of a declared problem already cover the constants in the source
        BranchInputs more(operation_, check_.format, settings_.kernel);
        while (const auto branch = more.next()) {
            const auto input = domain_->adapted(*branch);
            if (!input) continue;
            ++check_.drawn;
            if (!is_right_on(*input, checker_.drawn_)) return false;
        }
        if (check_.coverage)
            check_.coverage->unexecuted_lines =
                simt::unexecuted_lines(*kernels::program_of(operation_, settings_.kernel));
        return true;
    }

    /// Warns if the kernel multiplies padding by x, which produces NaN where x is infinite. This is only a warning,
    /// because published kernels multiply padding for speed. Compensated sums turn infinity into NaN without padding.
    void warn_of_padding() {
        // Use inputs with rows of different lengths, partial diagonals and partial blocks.
        for (const char* const input :
             {"empty-rows:n=50,every=3,length=4,cols=40,seed=1", "banded:n=102,lower=20,upper=9,cols=98"})
            if (warns_of_padding({input})) return;
    }

    bool warns_of_padding(const TestInput& input) {
        try {
            const Tried tried =
                try_test_input(checker_.drawn_, operation_, input, "infinity in column 0", settings_, true, progress_);
            const bool is_of_infinity = tried.wrong && tried.wrong->expected.find("infinity") != std::string::npos;
            if (!tried.wrong || tried.symptom != "nan" || (is_of_infinity && !has_padding(check_.format))) return false;
            const int line = tried.wrong->writer ? tried.wrong->writer->line : 0;
            warnings_.push_back(
                {line, 1,
                 sentence("Padding is multiplied by x. If x contains infinity, the product 0 * infinity is NaN."),
                 sentence("Skip the padding: compare the index with the row length, or skip values that are 0.")});
            return true;
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            return false;
        }
    }

    /// Warns about launches that become invalid, and scratch arrays that become too large, for inputs that are too
    /// large to test.
    void warn_of_sizes() {
        for (const SizeLimit& limit : size_limits(operation_, check_.format, settings_)) {
            if (!domain_->reaches(limit.size)) continue;
            if (!limit.input.empty()) continue; // a test input of this size already reports the error
            protocol::CheckNote note = note_of(limit.error, settings_.kernel);
            const char* const scratch = text_.data() + std::min(text_.size(), text_.find("// scratch:"));
            if (note.line == 0) note.line = static_cast<int>(1 + std::count(text_.data(), scratch, '\n'));
            note.sentence =
                sentence(limit.pattern,
                         {{"n", protocol::grouped(limit.size)}, {"name", limit.numbers}, {"message", note.sentence}});
            warnings_.push_back(std::move(note));
        }
    }

    void cover(const Tried& tried) {
        if (tried.rows == 0) return;
        if (!check_.coverage) check_.coverage = protocol::CheckCoverage{tried.block, tried.block};
        protocol::CheckCoverage& covered = *check_.coverage;
        covered.least_block = std::min(covered.least_block, tried.block);
        covered.most_block = std::max(covered.most_block, tried.block);
        (tried.precision == Precision::float32 ? covered.float32 : covered.float64) = true;
        covered.most_rows = std::max(covered.most_rows, tried.rows);
        covered.most_columns = std::max(covered.most_columns, tried.columns);
        if (domain_) covered.domain = domain_->words();
        if (is_declared_) cover_numbers(*declared_input(settings_.kernel, check_.inputs.back()), covered);
    }

    /// Returns the costs of the built-in kernel on the same input, if it supports the input. The costs are cached,
    /// because edits of the source do not change them.
    std::optional<protocol::CheckCosts> twin() {
        TraceSettings settings = settings_;
        settings.counts = true;
        settings.kernel = twin_of(operation_, check_.format, from_);
        if (settings.kernel.empty()) return std::nullopt;
        const std::string key = protocol::to_line({settings.kernel, check_.matrix.hash, check_.matrix.rows,
                                                   simulated::card_document(settings.card), settings.block,
                                                   kernels::to_string(settings.precision)});
        try {
            return checker_.twins_.of(key, [&] {
                const bool is_drawn = check_.drawn == static_cast<std::int64_t>(check_.inputs.size());
                const TraceInput input = spec_of(operation_)
                                             .trace_input(is_drawn ? checker_.drawn_ : checker_.inputs_,
                                                          check_.inputs.front(), settings, progress_);
                return costs_of(trace_kernel(input.subject(progress_), settings, progress_));
            });
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            return std::nullopt;
        }
    }

    Checker& checker_;
    const Progress& progress_;
    const std::string text_;
    TraceSettings settings_;
    std::string from_, matrix_;
    std::string own_matrix_; ///< the matrix that the user requested explicitly
    bool requires_matrix_ = false;
    bool is_matrix_noted_ = false, is_drawn_ = true, chooses_precision_ = false, is_sanitizer_ = false;
    bool is_declared_ = false, is_right_on_inputs_ = false;
    bool has_launches_ = true; ///< whether `run` launches kernels on the input that exposes an error
    Operation operation_ = Operation::spmv;
    std::optional<InputDomain> domain_; ///< declared domain of the kernel; set before the first run
    protocol::Check check_;
    std::string where_; ///< name of the input that exposes an error
    std::string cause_; ///< likely cause of the error; empty if it is unknown
    /// Sentence that states the largest size for which the kernel is correct; may be empty.
    std::string size_limit_;
    std::string which_run_;                       ///< name of the later run that exposes an error; may be empty
    std::vector<simulated::Finding> same_values_; ///< findings about threads that wrote the same value to an element
    protocol::CheckCosts costs_;                  ///< costs of the kernel on the first input
    /// The error of a launch that fails because of its block size, although the source does not exclude this size.
    std::optional<protocol::CheckNote> launch_refusal_;
    std::vector<protocol::CheckNote> warnings_; ///< warnings about input sizes that were not tested
};

protocol::Check Checker::check(const CheckSettings& settings, const Progress& progress) {
    return Attempt(*this, settings, progress).make();
}

} // namespace warploom::app
