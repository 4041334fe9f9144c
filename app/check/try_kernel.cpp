#include "app/check/try_kernel.h"

#include "app/check/first_wrong.h"
#include "app/check/judged_input.h"
#include "app/check/large_inputs.h"
#include "app/check/later_runs.h"
#include "app/check/row_cause.h"
#include "app/check/schedules.h"
#include "app/check/writer.h"
#include "app/operations/free.h"
#include "app/operations/operation.h"
#include "app/operations/spmv.h"
#include "app/operations/trace_kernel.h"
#include "engine/declared/declared_input.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/measure/reference.h"
#include "engine/measure/zero_pivot.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "kernels/operations/ilu.h"
#include "kernels/operations/tridiagonal.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <utility>

namespace warploom::app {

namespace {

const char* result_of(Operation operation) {
    switch (operation) {
    case Operation::spmv: return "y";
    case Operation::ata: return "C";
    case Operation::ilu: return "lu";
    default: return "x";
    }
}

using Reference = std::shared_ptr<const measure::SpmvReference>;
/// Returns the reference result of a product. The references for generated matrices are cached, because these matrices
/// are tested after each edit, and long double arithmetic is slow in a web browser.
Reference reference_of(const TestInput& input, const std::string& x, const CsrMatrix& a,
                       const std::vector<double>& vector, bool single) {
    const auto make = [&] {
        return std::make_shared<const measure::SpmvReference>(measure::spmv_reference(a, vector, single));
    };
    if (!names_generator(input.name) || input.is_large) return make();
    static RecentCache<Reference> kept(16);
    return kept.of(input.name + "\n" + input.powers() + "\n" + x + (single ? "\nfloat" : ""), make);
}

/// Returns a copy of `y` in which each NaN is replaced with the expected value, so that the comparison accepts NaN.
std::vector<double> with_expected_for_nan(std::vector<double> y, const measure::SpmvReference& reference) {
    for (std::size_t row = 0; row < y.size(); ++row)
        if (std::isnan(y[row])) y[row] = static_cast<double>(reference.y[row]);
    return y;
}

/// Returns conversion functions that cache each converted matrix by format and precision.
TraceWays converted_once() {
    return {
        [plain = TraceWays::plain().format, kept = std::make_shared<std::shared_ptr<const kernels::HostFormat>>()](
            const std::string& format, const Matrix& matrix, const TraceSettings& settings, const Progress& progress) {
            if (*kept == nullptr) *kept = plain(format, matrix, settings, progress);
            return *kept;
        }};
}

/// Returns whether no thread wrote the element, or whether a thread wrote NaN.
bool is_unwritten(const protocol::CheckEntry& entry) { return entry.computed == "NaN" || entry.computed == unwritten; }

std::optional<std::int64_t> reported_zero_pivot(Operation operation, const kernels::Bound& bound) {
    return operation == Operation::ilu ? static_cast<const kernels::BoundIlu&>(bound).zero_pivot()
                                       : static_cast<const kernels::BoundTridiagonal&>(bound).zero_pivot();
}

bool is_zero_pivot(const JudgedInput& input, const std::vector<double>& result, std::int64_t row, bool single) {
    return input.system != nullptr ? measure::may_be_zero_pivot(*input.system, row, single)
                                   : measure::is_first_zero_pivot(input.matrix->csr, result, row);
}

/// Returns whether to explain a wrong element by the entries that the kernel reads. Returns true if there are no
/// findings, or if the findings and the wrong element may have the same cause.
bool explains_by_entries(const std::vector<simulated::Finding>& findings) {
    return std::all_of(findings.begin(), findings.end(), [](const simulated::Finding& finding) {
        return finding.kind == simulated::Finding::Kind::out_of_bounds;
    });
}

[[noreturn]] void throw_zero_pivot(const std::string& message) {
    throw Error("kernel.zero-pivot", message,
                sentence("Set `zero_pivot` to the first row with a pivot of 0. Rows are counted from 0."));
}

/// Limits the work and memory of one kernel run. No reasonable kernel comes close to these limits.
void bound_work(TraceSettings& settings, const JudgedInput& input, bool is_large) {
    constexpr std::int64_t least_threads = std::int64_t{1} << 22, threads_for_each = 2048;
    constexpr std::int64_t least_turns = std::int64_t{1} << 16, turns_for_each = 32;
    // Enough for a single thread that reads the whole input or searches all rows.
    std::int64_t numbers = 0, products = 0;
    if (input.matrix != nullptr) {
        const CsrMatrix& a = input.matrix->csr;
        numbers = a.rows + a.cols + a.nonzeros();
        products = a.rows * a.rows + 4 * a.nonzeros() * (a.nonzeros() / std::max<std::int64_t>(1, a.rows));
    } else if (input.system != nullptr) {
        numbers = input.system->n();
        products = numbers * numbers;
    } else if (input.values != nullptr) {
        numbers = declared::elements_of(*input.values);
        products = numbers * numbers;
        // A number such as a count of steps may limit a loop, although no array is as large.
        for (const auto& [name, number] : input.values->numbers) numbers += std::max<std::int64_t>(0, number);
    } else {
        numbers = input.dense->cols * (input.dense->rows + input.dense->cols);
        products = input.dense->cols * numbers;
    }
    settings.most_threads = least_threads + threads_for_each * numbers;
    // Limit scratch arrays only for test inputs, not for the user's own input.
    if (!settings.counts) settings.most_scratch_bytes = std::int64_t{1} << 30;
    if (!is_large) settings.turns_for_input = least_turns + turns_for_each * numbers + 4 * products;
}

Tried try_with(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
               const TraceSettings& asked, bool asks_who, const Progress& progress,
               const TraceWays& ways = TraceWays::plain()) {
    JudgedInput judged;
    try {
        judged = judged_input(inputs, operation, input, asked, ways, progress);
    } catch (const simt::EndlessLoopError&) { // the function `expected` takes too long
        constexpr std::int64_t most_of_small = 64;
        const auto values = declared_input(asked.kernel, input.name);
        std::int64_t size = declared::elements_of(*values);
        for (const auto& [name, number] : values->numbers) size += std::abs(number);
        if (values->values == declared::ElementValues::random && size <= most_of_small) throw;
        return {};
    }
    TraceSettings settings = asked;
    bound_work(settings, judged, input.is_large);
    const TraceInput& loaded = judged.traced;
    Tried tried;
    tried.block = settings.block;
    tried.precision = settings.precision;
    tried.rows = judged.matrix != nullptr   ? judged.matrix->csr.rows
                 : judged.system != nullptr ? judged.system->n()
                 : judged.values != nullptr ? std::max<std::int64_t>(1, declared::elements_of(*judged.values))
                                            : judged.dense->rows;
    if (judged.dense != nullptr) tried.columns = judged.dense->cols;
    // Postpone hashing a large input. Hashing is slow, and the hash is needed only if the result is wrong.
    const bool is_kept = input.is_large && loaded.matrix != nullptr && input.name != far_columns;
    if (!is_kept) tried.input = loaded.info();
    TraceSubject subject = loaded.subject(progress);
    const std::vector<double> vector = vector_of(x, is_kept ? loaded.matrix->csr.cols : tried.input.cols);
    std::vector<double> result;
    std::optional<std::int64_t> zero_pivot; // row with a zero pivot, as reported by the kernel
    subject.bind = [operation, bind = subject.bind, &vector](int block, simulated::Tracer& tracer) {
        auto bound = bind(block, tracer);
        give_vector(operation, *bound, vector);
        return bound;
    };
    TraceSubject watched = subject;
    std::optional<WrongNumber> wrong_of_declared;
    watched.run = [&](kernels::Bound& bound) {
        subject.run(bound);
        if (judged.values != nullptr)
            wrong_of_declared =
                first_wrong(*judged.values, *judged.expected, static_cast<const kernels::BoundFree&>(bound));
        else result = subject.values(bound);
        if (operation == Operation::tridiagonal || operation == Operation::ilu)
            zero_pivot = reported_zero_pivot(operation, bound);
    };
    tried.trace = trace_kernel(watched, settings, progress);
    const bool is_single = settings.precision == Precision::float32;
    if (zero_pivot && !is_zero_pivot(judged, result, *zero_pivot, is_single))
        throw_zero_pivot(sentence("`zero_pivot` is {row}, but row {row} is not the first row with a pivot of "
                                  "0.",
                                  {{"row", *zero_pivot}}));
    if (zero_pivot) return tried;
    Reference reference; // reference result; set only if the operation is a product
    if (operation == Operation::spmv) reference = reference_of(input, x, judged.matrix->csr, vector, is_single);
    const auto wrong_in = [&](const std::vector<double>& computed) {
        if (judged.values != nullptr) return wrong_of_declared;
        if (x == with_an_infinity) return first_wrong(*reference, with_expected_for_nan(computed, *reference));
        return reference != nullptr ? first_wrong(*reference, computed)
                                    : first_wrong_of(judged, operation, vector, computed, is_single);
    };
    auto wrong = wrong_in(result);
    if (input.is_singular && (wrong || operation == Operation::ilu))
        throw_zero_pivot(sentence("Elimination reaches a pivot of 0, but `zero_pivot` is not set."));
    if (input.is_singular) return tried;
    const bool runs_again = input.is_run_again && !input.is_large && tried.trace.findings.empty();
    const bool keeps_data = keeps_state(operation, settings.kernel);
    const auto run_later = [&](simulated::BlockSchedule schedule) {
        TraceSettings other = settings;
        other.schedule = schedule;
        LaterRuns later = try_later_runs(operation, judged, vector, subject, other, progress);
        if (schedule != simulated::BlockSchedule::ascending) drop_block_races(later.findings);
        tried.trace.findings = std::move(later.findings);
        tried.later_run = std::move(later.name);
        wrong = std::move(later.wrong);
    };
    const auto is_right = [&] { return !wrong && tried.trace.findings.empty(); };
    if (!wrong && runs_again && (input.is_always_run_again || keeps_data))
        run_later(simulated::BlockSchedule::ascending);
    if (runs_again && is_right() && is_worth_reordering(subject, settings, tried.trace)) {
        ScheduleRuns runs = try_schedules(
            watched, settings, [&] { return wrong_in(result); }, progress);
        if (runs.fault) {
            tried.schedule = runs.fault->schedule;
            tried.trace.findings = std::move(runs.fault->trace.findings);
            wrong = std::move(runs.fault->wrong);
        }
        // If blocks run in descending order, a block may read a value that remains from an earlier run, because the
        // block that replaces it has not run yet.
        if (keeps_data && is_right() && runs.is_descending_fast) run_later(simulated::BlockSchedule::descending);
    }
    if (is_kept && (wrong || !tried.trace.findings.empty())) tried.input = loaded.info();
    if (!wrong) return tried;
    // Repeat only the first run in ascending order, so that the user has to wait for at most one infinite loop.
    const std::string array = judged.values != nullptr ? wrong->entry.array : result_of(operation);
    const bool is_first_run = tried.later_run.empty() && tried.schedule == simulated::BlockSchedule::ascending;
    if (asks_who && !tried.is_endless() && is_first_run) {
        wrong->entry.writer = find_writer(subject, array, wrong->index, settings.block, progress.cancelled);
        if (reference != nullptr && wrong->entry.writer && explains_by_entries(tried.trace.findings))
            tried.cause = cause_of(subject,
                                   {.matrix = judged.matrix->csr,
                                    .x = vector,
                                    .row = wrong->index,
                                    .computed = result[static_cast<std::size_t>(wrong->index)],
                                    .is_single = is_single,
                                    .may_lose_lanes = tried.trace.findings.empty()},
                                   settings.block, progress.cancelled);
    }
    if (wrong->is_unwritten && !wrong->entry.writer) wrong->entry.computed = unwritten;
    tried.wrong = std::move(wrong->entry);
    tried.wrong->array = array;
    tried.wrong->element = wrong->index;
    tried.symptom = is_unwritten(*tried.wrong) && asks_who && is_first_run ? (tried.wrong->writer ? "nan" : "unwritten")
                    : reference != nullptr && is_first_run ? symptom_of(judged.matrix->csr, *reference, result)
                                                           : "right";
    return tried;
}

} // namespace

std::string Tried::which_run() const {
    if (!later_run.empty()) return later_run;
    if (schedule == simulated::BlockSchedule::ascending) return {};
    return label_of(schedule);
}

bool Tried::is_endless() const {
    return std::any_of(trace.findings.begin(), trace.findings.end(), [](const simulated::Finding& finding) {
        return finding.kind == simulated::Finding::Kind::endless_loop;
    });
}

Tried try_kernel(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                 const TraceSettings& settings, bool asks_who, const Progress& progress) {
    Inputs large; // a local object that is destroyed after the run, so that large inputs are not cached
    const TraceWays ways = converted_once();
    const std::string& name = input.name;
    const bool is_kept = !input.is_large || name == many_rows || name == far_columns || operation != Operation::spmv;
    Inputs& own = is_kept ? inputs : large;
    const auto is_worth_it = [&] {
        if (name == many_rows) return takes_many_rows(settings.card) && is_worth_many_rows(inputs, settings, progress);
        if (name == long_column || name == long_row) return counts_in_16_bits(kernels::text_of_kernel(settings.kernel));
        if (operation == Operation::ata) return is_worth_many_columns(inputs, name, settings, progress);
        if (name == far_entries) return is_worth_far_entries(large, settings, progress, ways);
        if (name == far_columns)
            return is_worth_far_columns(operation, require_known(operation, settings.kernel).format, settings.kernel);
        return is_worth_large_diagonal(large, name, settings, progress, ways);
    };
    const auto is_right_in_samples = [&] {
        return x.empty() && !settings.counts && is_right_in_sampled_blocks(own, name, settings, progress, ways);
    };
    const auto right_in_samples = [&] {
        Tried tried;
        tried.block = settings.block;
        tried.precision = settings.precision;
        tried.rows = own.matrix(name, progress)->csr.rows;
        return tried;
    };
    if (!input.is_large && input.has_many_rows && is_right_in_samples()) return right_in_samples();
    if (!input.is_large) return try_with(inputs, operation, input, x, settings, asks_who, progress);
    // Results for large inputs are expensive to compute. A benchmark run and an exercise often request the same result
    // in succession.
    static RecentCache<Tried> kept(8);
    const std::string key = std::string(kernels::to_string(operation)) + name + "\n" + x + "\n" + settings.kernel +
                            "\n" + kernels::text_of_kernel(settings.kernel) + "\n" +
                            simulated::card_document(settings.card).dump() + kernels::to_string(settings.precision) +
                            std::to_string(settings.block) + (settings.counts ? "counted" : ""),
                      with_writer = key + "\nwriter";
    const auto program = kernels::program_of(operation, settings.kernel);
    auto known = kept.find(with_writer);
    if (!known && !asks_who) known = kept.find(key);
    if (known && known->program.lock() != program) known.reset();
    if (known && known->wrong && !asks_who) known->wrong->writer.reset();
    if (known) return std::move(*known);
    Tried tried;
    tried.block = settings.block;
    if (is_worth_it())
        tried = name == many_rows && is_right_in_samples()
                    ? right_in_samples()
                    : try_with(own, operation, input, x, settings_of_many_rows(settings, *program), asks_who, progress,
                               ways);
    tried.program = program;
    kept.keep(asks_who || !tried.wrong ? with_writer : key, tried);
    return tried;
}

std::string told(const TestInput& input, const Tried& tried, const KernelSettings& asked) {
    std::string name = input.name;
    if (input.power != 0) name = sentence("{input} times 2^{power}", {{"input", name}, {"power", input.power}});
    if (input.row_power != 0)
        name =
            sentence("{input} with every seventh row times 2^{power}", {{"input", name}, {"power", input.row_power}});
    if (input.column_power != 0)
        name = sentence("{input} with every seventh column times 2^{power}",
                        {{"input", name}, {"power", input.column_power}});
    if (!input.x.empty()) name = sentence("{input}, vector {x}", {{"input", name}, {"x", input.x}});
    if (tried.block != asked.block)
        name = sentence("{input} with {block} threads per block", {{"input", name}, {"block", tried.block}});
    if (tried.precision != asked.precision)
        name =
            sentence("{input} in {precision}", {{"input", name}, {"precision", kernels::to_string(tried.precision)}});
    return name;
}

std::string told(const TestInput& input, const KernelSettings& asked) {
    Tried tried;
    tried.block = asked.block;
    tried.precision = input.precision.value_or(asked.precision);
    return told(input, tried, asked);
}

std::string without_launch(const std::string& message) {
    return sentence("{message} The function run does not launch any kernel.", {{"message", message}});
}

std::string in_run(const std::string& which, const std::string& message) {
    return which.empty() ? message : sentence("{context}: {message}", {{"context", which}, {"message", message}});
}

namespace {

std::string writer_text(const protocol::CheckWriter& writer) {
    const int thread = writer.thread();
    if (writer.line > 0 && writer.writes > 1)
        return sentence(
            "Thread {thread} of block {block} wrote it on line {line}; this was the last of {writes} writes.",
            {{"thread", thread}, {"block", writer.block}, {"line", writer.line}, {"writes", writer.writes}});
    if (writer.line > 0)
        return sentence("Thread {thread} of block {block} wrote it on line {line}.",
                        {{"thread", thread}, {"block", writer.block}, {"line", writer.line}});
    if (writer.writes > 1)
        return sentence("Thread {thread} of block {block} wrote it; this was the last of {writes} writes.",
                        {{"thread", thread}, {"block", writer.block}, {"writes", writer.writes}});
    return sentence("Thread {thread} of block {block} wrote it.", {{"thread", thread}, {"block", writer.block}});
}

} // namespace

std::string sentence_of(const protocol::CheckEntry& entry, bool asked_who) {
    const std::string wanted =
        !entry.place.empty()
            ? sentence("`{place}` should be {expected} but is {computed}.",
                       {{"place", entry.place}, {"expected", entry.expected}, {"computed", entry.computed}})
        : entry.column ? sentence("Row {row}, column {column} should be {expected} but is {computed}.",
                                  {{"row", entry.row},
                                   {"column", *entry.column},
                                   {"expected", entry.expected},
                                   {"computed", entry.computed}})
                       : sentence("Row {row} should be {expected} but is {computed}.",
                                  {{"row", entry.row}, {"expected", entry.expected}, {"computed", entry.computed}});
    if (!entry.writer && (!is_unwritten(entry) || !asked_who)) return wanted;
    if (!entry.writer && !entry.place.empty())
        return sentence("`{place}` should be {expected}, but no thread wrote it.",
                        {{"place", entry.place}, {"expected", entry.expected}});
    if (!entry.writer && entry.column)
        return sentence("Row {row}, column {column} should be {expected}, but no thread wrote it.",
                        {{"row", entry.row}, {"column", *entry.column}, {"expected", entry.expected}});
    if (!entry.writer)
        return sentence("Row {row} should be {expected}, but no thread wrote it.",
                        {{"row", entry.row}, {"expected", entry.expected}});
    return sentence("{difference} {writer}", {{"difference", wanted}, {"writer", writer_text(*entry.writer)}});
}

} // namespace warploom::app
