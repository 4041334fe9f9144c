#include "app/check/try_kernel.h"

#include "app/check/first_wrong.h"
#include "app/check/judged_input.h"
#include "app/check/large_inputs.h"
#include "app/check/later_runs.h"
#include "app/check/noted.h"
#include "app/check/writer.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/kept.h"
#include "engine/measure/reference.h"
#include "engine/simulated/card.h"
#include "kernels/texts/text_of_kernel.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>

namespace warploom::app {

namespace {

std::vector<double> x_of(const std::string& wish, std::int64_t cols) {
    const std::string infinite = "infinity in column ";
    if (wish.rfind(infinite, 0) != 0) return make_x(wish.empty() ? "random:1" : wish, cols);
    std::vector<double> x = make_x("random:1", cols);
    const auto column = static_cast<std::size_t>(std::max(0L, std::atol(wish.c_str() + infinite.size())));
    if (column < x.size()) x[column] = std::numeric_limits<double>::infinity();
    return x;
}

const char* result_of(Operation operation) {
    switch (operation) {
    case Operation::spmv: return "y";
    case Operation::ata: return "C";
    case Operation::ilu: return "lu";
    default: return "x";
    }
}

using Reference = std::shared_ptr<const measure::SpmvReference>;
/// The right result of a product. Those over generated matrices are kept: a text that is being written is judged on the
/// same ones again and again, and sums in long double take their time in a browser.
Reference reference_of(const DrawnInput& input, const std::string& x, const CsrMatrix& a,
                       const std::vector<double>& vector, bool single) {
    const auto make = [&] {
        return std::make_shared<const measure::SpmvReference>(measure::spmv_reference(a, vector, single));
    };
    if (!names_generator(input.name) || input.name == very_many_rows) return make(); // which is large
    static Kept<Reference> kept(16);
    return kept.of(input.name + "\n" + std::to_string(input.power) + "\n" + x + (single ? "\nfloat" : ""), make);
}

/// For one matrix in one format and precision, which is converted once for all looks at it.
TraceWays converted_once() {
    return {
        [plain = TraceWays::plain().format, kept = std::make_shared<std::shared_ptr<const kernels::HostFormat>>()](
            const std::string& format, const Matrix& matrix, const TraceSettings& settings, const Progress& progress) {
            if (*kept == nullptr) *kept = plain(format, matrix, settings, progress);
            return *kept;
        }};
}

std::string where_text(const wire::CheckEntry& entry) {
    return "Row " + std::to_string(entry.row) +
           (entry.column ? ", column " + std::to_string(*entry.column) : std::string());
}

Tried try_with(Inputs& inputs, Operation operation, const DrawnInput& input, const std::string& x,
               const TraceSettings& settings, bool asks_who, const Progress& progress,
               const TraceWays& ways = TraceWays::plain()) {
    const JudgedInput judged = judged_input(inputs, operation, input.name, input.power, settings, ways, progress);
    const TraceInput& loaded = judged.traced;
    Tried tried;
    tried.block = settings.block;
    // Their hash takes long, and is asked for where something is wrong.
    const bool is_kept = input.name == many_rows || input.name == very_many_rows || input.name == far_entries;
    if (!is_kept) tried.input = loaded.info();
    TraceSubject subject = loaded.subject(progress);
    const std::vector<double> vector = x_of(x, is_kept ? loaded.matrix->csr.cols : tried.input.cols);
    std::vector<double> result;
    subject.bind = [operation, bind = subject.bind, &vector](int block, simulated::Tracer& tracer) {
        auto bound = bind(block, tracer);
        give_vector(operation, *bound, vector);
        return bound;
    };
    TraceSubject watched = subject;
    watched.run = [&](kernels::Bound& bound) {
        subject.run(bound);
        result = subject.values(bound);
    };
    tried.trace = trace_kernel(watched, settings, progress);
    const bool is_single = settings.precision == Precision::float32;
    Reference reference; // of a product
    if (operation == Operation::spmv) reference = reference_of(input, x, judged.matrix->csr, vector, is_single);
    const auto wrong_in = [&](const std::vector<double>& computed) {
        return reference != nullptr ? first_wrong(*reference, computed)
                                    : first_wrong_of(judged, operation, vector, computed, is_single);
    };
    auto wrong = wrong_in(result);
    if (!wrong && tried.trace.findings.empty() && !needs_cause(input) && keeps_state(settings.kernel)) {
        LaterRuns later = try_later_runs(operation, judged, vector, subject, settings, progress);
        tried.trace.findings = std::move(later.findings);
        tried.later_run = std::move(later.name);
        wrong = std::move(later.wrong);
    }
    if (is_kept && (wrong || !tried.trace.findings.empty())) tried.input = loaded.info();
    if (!wrong) return tried;
    // One wait for an endless loop is enough.
    if (asks_who && !tried.is_endless() && tried.later_run.empty())
        wrong->entry.writer =
            find_writer(subject, result_of(operation), wrong->index, settings.block, progress.cancelled);
    tried.wrong = std::move(wrong->entry);
    tried.symptom = tried.wrong->computed == "NaN" && asks_who && tried.later_run.empty()
                        ? (tried.wrong->writer ? "nan" : "unwritten")
                    : reference != nullptr && tried.later_run.empty()
                        ? symptom_of(judged.matrix->csr, *reference, result)
                        : "right";
    return tried;
}

} // namespace

bool Tried::is_endless() const {
    return std::any_of(trace.findings.begin(), trace.findings.end(), [](const simulated::Finding& finding) {
        return finding.kind == simulated::Finding::Kind::endless_loop;
    });
}

Tried try_kernel(Inputs& inputs, Operation operation, const DrawnInput& input, const std::string& x,
                 const TraceSettings& settings, bool asks_who, const Progress& progress) {
    Inputs large; // which are not kept
    const TraceWays ways = converted_once();
    const std::string& name = input.name;
    Inputs& own = name == far_entries || name == very_many_rows ? large : inputs;
    const auto is_worth_it = [&] {
        if (name == many_rows) return takes_many_rows(settings.card) && is_worth_many_rows(inputs, settings, progress);
        if (name == very_many_rows) return is_worth_very_many_rows(large, settings, progress, ways);
        if (name == many_columns) return is_worth_many_columns(inputs, settings, progress);
        if (name == long_column) return counts_in_16_bits(kernels::text_of_kernel(settings.kernel));
        if (name == far_entries) return is_worth_far_entries(large, settings, progress, ways);
        return is_worth_far_columns(operation, require_known(operation, settings.kernel).format, settings.kernel);
    };
    if (!needs_cause(input)) return try_with(inputs, operation, input, x, settings, asks_who, progress);
    // What takes its time: a run and an exercise ask for the same soon after.
    static Kept<Tried> kept(8);
    const std::string key = std::string(kernels::to_string(operation)) + name + "\n" + x + "\n" + settings.kernel +
                            "\n" + kernels::text_of_kernel(settings.kernel) + "\n" +
                            simulated::card_document(settings.card).dump() + kernels::to_string(settings.precision) +
                            std::to_string(settings.block) + (settings.counts ? "counted" : ""),
                      with_writer = key + "\nwriter";
    auto known = kept.find(with_writer);
    if (!known && !asks_who) known = kept.find(key);
    if (known && known->wrong && !asks_who) known->wrong->writer.reset();
    if (known) return std::move(*known);
    Tried tried;
    tried.block = settings.block;
    if (is_worth_it())
        tried = try_with(own, operation, input, x, settings_of_many_rows(settings), asks_who, progress, ways);
    kept.keep(asks_who || !tried.wrong ? with_writer : key, tried);
    return tried;
}

namespace {

bool leaves_block_to_run(Operation operation, const std::string& kernel) {
    kernels::find_kernel(operation, kernel); // reads it
    return simt::head_of(*kernels::program_of(operation, kernel)).takes_block &&
           noted(kernels::text_of_kernel(kernel), "block").empty();
}

} // namespace

Tried try_drawn(Inputs& inputs, Operation operation, const DrawnInput& input, const std::string& x,
                const TraceSettings& settings, bool asks_who, const Progress& progress) {
    TraceSettings wanted = settings;
    wanted.block = input.block_beside(settings.block);
    if (wanted.block != settings.block && leaves_block_to_run(operation, settings.kernel)) try {
            return try_kernel(inputs, operation, input, x, wanted, asks_who, progress);
        } catch (const Error& error) { // too large for the card, or for what the text allows: it says so itself
            if (error.code() != "kernel.launch") throw;
        }
    return try_kernel(inputs, operation, input, x, settings, asks_who, progress);
}

std::string sentence_of(const wire::CheckEntry& entry, bool asked_who) {
    const std::string wanted = where_text(entry) + " should be " + entry.expected;
    if (!entry.writer && (entry.computed != "NaN" || !asked_who)) return wanted + " and is " + entry.computed + ".";
    if (!entry.writer) return wanted + ", and no thread wrote it.";
    return wanted + " and is " + entry.computed + ". Thread " + std::to_string(entry.writer->thread()) + " of block " +
           std::to_string(entry.writer->block) + " wrote it" +
           (entry.writer->line > 0 ? " in line " + std::to_string(entry.writer->line) : std::string()) +
           (entry.writer->writes > 1 ? ", the last of " + std::to_string(entry.writer->writes) + " writes."
                                     : std::string("."));
}

} // namespace warploom::app
