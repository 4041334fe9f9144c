#include "app/check/check.h"

#include "app/check/try_kernel.h"
#include "app/operations/operation.h"
#include "app/operations/tridiagonal.h"
#include "engine/error.h"
#include "engine/matrix/lower_factor.h"
#include "engine/matrix/matrix_source.h"
#include "engine/simt/program.h"
#include "kernels/machine/registry.h"
#include "kernels/written/names.h"
#include "kernels/written/written_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warploom::app {

namespace {

using kernels::Operation;

/// Small, and each with something that plain kernels forget: empty rows, no square, an order that no block divides.
std::vector<std::string> drawn_inputs(Operation operation, const std::string& format) {
    switch (operation) {
    case Operation::tridiagonal: return {"tridiagonal:n=64,kind=6,seed=1", "tridiagonal:n=256,kind=6,seed=2"};
    case Operation::ata: return {"dense:rows=24,cols=17,seed=1", "dense:rows=64,cols=48,seed=2"};
    case Operation::trsv: return {"laplace2d:n=9", "banded:n=300,lower=4,upper=4"};
    default: break;
    }
    if (format == "dia") return {"banded:n=50,lower=2,upper=3,cols=40", "laplace2d:n=23"}; // it refuses most others
    return {"empty-rows:n=50,every=3,length=4,cols=40,seed=1", "random-rows:n=500,fraction=0.03,seed=2"};
}

/// What stands behind "// NAME: " in a line of the text; empty where there is no such line.
std::string noted(const std::string& text, const std::string& name) {
    const std::string begin = "// " + name + ": ";
    std::size_t at = text.rfind(begin, 0) == 0 ? 0 : text.find("\n" + begin);
    if (at == std::string::npos) return {};
    at = text.find(begin, at) + begin.size();
    std::string found = text.substr(at, text.find('\n', at) - at);
    while (!found.empty() && (found.back() == ' ' || found.back() == '\r')) found.pop_back();
    return found;
}

/// The sentence of a refusal begins with its place: "mine.cu:3:10: ...".
wire::CheckNote note_of(const Error& error, const std::string& kernel) {
    wire::CheckNote note{0, 0, error.what(), error.hint()};
    if (note.sentence.rfind(kernel + ":", 0) != 0) return note;
    const char* at = note.sentence.c_str() + kernel.size();
    for (int* const number : {&note.line, &note.column}) {
        char* end = nullptr;
        const long value = *at == ':' ? std::strtol(at + 1, &end, 10) : 0;
        if (value <= 0 || *end != ':') break;
        *number = static_cast<int>(value);
        at = end;
    }
    note.sentence = note.sentence.substr(static_cast<std::size_t>(at - note.sentence.c_str()) + 2);
    return note;
}

std::string twin_of(Operation operation, const std::string& format) {
    for (const char* const plain : {"csr-scalar", "coo-atomic", "thomas-gpu", "naive", "levels"}) {
        const auto* const entry = kernels::find_entry(kernels::generated_entries(), operation, plain);
        if (entry != nullptr && format == entry->info.format) return plain;
    }
    for (const auto& entry : kernels::generated_entries())
        if (entry.operation == operation && format == entry.info.format) return entry.info.id;
    return {};
}

wire::CheckCosts costs_of(const Trace& trace) {
    wire::CheckCosts costs;
    costs.kernel = trace.settings.kernel;
    for (const auto& launch : trace.launches)
        for (const auto& site : launch.sites) {
            costs.transactions += site.transactions;
            costs.bytes += site.bytes_fetched;
            costs.steps += site.warp_instructions;
            costs.bank_passes += site.bank_passes;
        }
    costs.mean_active_lanes = trace.mean_active_lanes();
    costs.modelled_ns = trace.model.ns;
    return costs;
}

bool is_endless(const simulated::Finding& finding) { return finding.kind == simulated::Finding::Kind::endless_loop; }

std::string verdict_of(const wire::Check& check) {
    if (check.verdict == wire::CheckVerdict::refused) {
        const wire::CheckNote& note = check.notes.front();
        return note.line > 0 ? "Line " + std::to_string(note.line) + ": " + note.sentence : note.sentence;
    }
    const auto endless = std::find_if(check.findings.begin(), check.findings.end(), is_endless);
    if (endless != check.findings.end()) return "The loop in line " + std::to_string(endless->line) + " does not end.";
    if (check.entry) return sentence_of(*check.entry, true);
    if (check.verdict == wire::CheckVerdict::doubtful)
        return check.findings.size() == 1 ? "The numbers are right here, and still there is a mistake."
                                          : "The numbers are right here, and still there are " +
                                                std::to_string(check.findings.size()) + " mistakes.";
    return check.inputs.size() == 1 ? "Right." : "Right on " + std::to_string(check.inputs.size()) + " drawn inputs.";
}

} // namespace

/// One answer on its way.
class Checker::Attempt {
public:
    Attempt(Checker& checker, const CheckSettings& settings, const Progress& progress)
        : checker_(checker), progress_(progress), text_(kernels::text_of_kernel(settings.kernel)) {
        settings_.kernel = settings.kernel;
        settings_.card = settings.card;
        settings_.precision = settings.precision;
        settings_.block = settings.block;
        settings_.sample = TraceSettings::all_blocks;
        matrix_ = noted(text_, "matrix");
        is_matrix_noted_ = !matrix_.empty();
        if (matrix_.empty()) matrix_ = settings.matrix;
        if (const std::string block = noted(text_, "block"); !block.empty()) settings_.block = std::atoi(block.c_str());
    }

    wire::Check make() {
        check_.kernel = settings_.kernel;
        check_.card = settings_.card.id;
        check_.precision = settings_.precision;
        check_.block = settings_.block;
        const auto translation = simt::translate(settings_.kernel, text_);
        for (const auto& refusal : translation.refusals)
            check_.notes.push_back({refusal.line, refusal.column, refusal.sentence, refusal.hint});
        if (translation.program != nullptr) operation_ = kernels::operation_of(*translation.program);
        check_.operation = kernels::to_string(operation_);
        name_parameters("csr");
        if (check_.notes.empty()) {
            try {
                run_all();
            } catch (const Error& error) {
                if (error.code() == "cancelled") throw;
                check_.verdict = wire::CheckVerdict::refused;
                check_.entry.reset();
                check_.costs.reset();
                check_.notes = {note_of(error, settings_.kernel)};
            }
        }
        check_.sentence = verdict_of(check_);
        return std::move(check_);
    }

private:
    void name_parameters(const std::string& format) {
        check_.names.clear();
        for (const auto& name : kernels::run_names(operation_, format))
            check_.names.push_back({name.name, name.type, name.about});
    }

    void run_all() {
        if (is_matrix_noted_ && !names_generator(matrix_) && matrix_.rfind("dense:", 0) != 0)
            throw Error("check.matrix",
                        "The line `// matrix: " + matrix_ + "` names no generator, and a text can open no file.",
                        "Name one such as laplace2d:n=20, or leave the line out and open the file in the window.");
        const kernels::KernelInfo& info = require_known(operation_, settings_.kernel);
        check_.format = info.format;
        name_parameters(check_.format);
        const bool takes_matrix = !matrix_.empty() && (is_matrix_noted_ || fits(matrix_));
        const auto inputs = takes_matrix ? std::vector{matrix_} : drawn_inputs(operation_, check_.format);
        for (const std::string& input : inputs) {
            check_.verdict = verdict_on(input);
            if (check_.verdict != wire::CheckVerdict::right) return;
        }
    }

    /// Whether an answer over this input means something, and comes soon.
    bool fits(const std::string& input) {
        constexpr std::int64_t most_products = 4'000'000;
        if (operation_ == Operation::spmv) return true;
        try {
            if (operation_ == Operation::tridiagonal) {
                const auto system = checker_.inputs_.system(input, progress_);
                return !system->known_x.empty() && std::isfinite(residual_factor(*system));
            }
            if (operation_ == Operation::trsv)
                return lower_factor(checker_.inputs_.matrix(input, progress_)->csr).rows > 0;
            const auto a = checker_.inputs_.dense(input, progress_);
            return a->rows * a->cols * a->cols <= most_products;
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            return false; // it has more than three diagonals, or no inverse
        }
    }

    /// One traced call gives the numbers, the counts and what was found.
    wire::CheckVerdict verdict_on(const std::string& input) {
        check_.inputs.push_back(input);
        Tried tried = try_kernel(checker_.inputs_, operation_, input, noted(text_, "x"), settings_, true, progress_);
        check_.matrix = tried.input;
        check_.costs = costs_of(tried.trace);
        check_.printed = tried.trace.printed.text;
        check_.not_printed = tried.trace.printed.lost;
        check_.findings.clear();
        for (const auto& finding : tried.trace.findings) check_.findings.push_back({finding});
        check_.twin = twin();
        check_.entry = std::move(tried.wrong);
        if (check_.entry) return wire::CheckVerdict::wrong;
        return check_.findings.empty() ? wire::CheckVerdict::right : wire::CheckVerdict::doubtful;
    }

    /// The same input through the built-in kernel, where that takes it; kept, because it does not change while somebody
    /// writes.
    std::optional<wire::CheckCosts> twin() {
        constexpr std::size_t most_kept = 16;
        TraceSettings settings = settings_;
        settings.kernel = twin_of(operation_, check_.format);
        if (settings.kernel.empty()) return std::nullopt;
        const std::string key = wire::to_line({settings.kernel, check_.matrix.hash, check_.matrix.rows,
                                               simulated::card_document(settings.card), settings.block,
                                               kernels::to_string(settings.precision)});
        auto& kept = checker_.twins_;
        for (const auto& [known, costs] : kept)
            if (known == key) return costs;
        try {
            const TraceInput input =
                spec_of(operation_)
                    .trace_input(checker_.inputs_, check_.inputs.back(), settings, progress_, TraceWays::plain());
            kept.emplace_front(key, costs_of(trace_kernel(input.subject(progress_), settings, progress_)));
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            return std::nullopt;
        }
        if (kept.size() > most_kept) kept.pop_back();
        return kept.front().second;
    }

    Checker& checker_;
    const Progress& progress_;
    const std::string text_;
    TraceSettings settings_;
    std::string matrix_;
    bool is_matrix_noted_ = false;
    Operation operation_ = Operation::spmv;
    wire::Check check_;
};

wire::Check Checker::check(const CheckSettings& settings, const Progress& progress) {
    return Attempt(*this, settings, progress).make();
}

} // namespace warploom::app
