#include "app/lesson/answer.h"

#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/time_text.h"
#include "engine/walkthrough/tridiagonal_steps.h"
#include "kernels/sources/text_of_kernel.h"

#include <bit>
#include <map>

namespace warploom::app {

using lesson::Ask;
using lesson::Question;

namespace {

protocol::Trace trace_of(const Question& question, const std::string& kernel, Inputs& inputs,
                         const Progress& progress) {
    const TraceSettings settings{{kernel, simulated::find_card(question.card), question.precision, question.block}};
    const TraceInput input = spec_of(question.operation).trace_input(inputs, question.matrix, settings, progress);
    return trace_document(input.info(), trace_kernel(input.subject(progress), settings, progress));
}

/// Returns the first error that the simulated GPU detects in the question's kernel. The kernel can be a built-in source
/// such as "wrong/coo_race.cu". Errors: "lesson.question" if no error is detected.
simulated::Finding finding_of(const Question& question, Inputs& inputs, const Progress& progress) {
    const std::string& kernel = question.kernels.front();
    std::map<std::string, std::string> sources;
    if (const EmbeddedFile* const file = find_embedded_file(shipped_texts(), kernel)) sources[kernel] = file->text;
    const kernels::ScopedKernelSources scoped(sources);
    TraceSettings settings{{kernel, simulated::find_card(question.card), question.precision, question.block}};
    settings.sample = TraceSettings::all_blocks;
    const TraceInput input = spec_of(question.operation).trace_input(inputs, question.matrix, settings, progress);
    const Trace trace = trace_kernel(input.subject(progress), settings, progress);
    if (trace.findings.empty())
        throw Error("lesson.question", sentence("No error was detected in {kernel} on {matrix}.",
                                                {{"kernel", kernel}, {"matrix", question.matrix}}));
    return trace.findings.front();
}

void answer_by_finding(const Question& question, lesson::Answer& answer, Inputs& inputs, const Progress& progress) {
    const simulated::Finding finding = finding_of(question, inputs, progress);
    answer.number = question.ask == Ask::finding_line ? finding.line : std::popcount(finding.lanes);
    answer.facts.push_back(finding.sentence);
}

/// Determines the requested quantity for each kernel of a question. Returns these values, and adds one sentence per
/// kernel to the explanation of the answer.
std::vector<double> numbers_of(const Question& question, lesson::Answer& answer, Inputs& inputs,
                               const Progress& progress) {
    std::vector<double> numbers;
    const bool counts = question.ask == Ask::count || question.ask == Ask::fewer;
    for (const std::string& kernel : question.kernels) {
        const protocol::Trace trace = trace_of(question, kernel, inputs, progress);
        numbers.push_back(counts ? question.of(trace) : trace.modelled_ns);
        answer.facts.push_back(
            counts ? sentence("{kernel}: {number} {unit} on {card}.", {{"kernel", kernel},
                                                                       {"number", lesson::number_text(numbers.back())},
                                                                       {"unit", question.words(numbers.back())},
                                                                       {"card", question.card}})
                   : sentence("{kernel}: ≈ {time} on {card}, modeled.",
                              {{"kernel", kernel}, {"time", time_text(numbers.back())}, {"card", question.card}}));
    }
    return numbers;
}

void compare(const Question& question, const std::vector<double>& numbers, lesson::Answer& answer) {
    if (question.ask == Ask::times_faster) {
        answer.number = numbers[1] / numbers[0];
        return;
    }
    std::size_t least = 0;
    for (std::size_t i = 1; i < numbers.size(); ++i)
        if (numbers[i] < numbers[least]) least = i;
    answer.word = question.kernels[least];
}

void count_padding(const Question& question, lesson::Answer& answer, Inputs& inputs, const Progress& progress) {
    const auto matrix = inputs.matrix(question.matrix, progress);
    // The size limit for formats does not apply, because the question asks for the size.
    kernels::FormatOptions any_size;
    any_size.limit_factor = 1e9;
    const auto all = footprints_of(*matrix, question.precision, progress, question.format, any_size);
    if (all.formats.empty() || !all.formats.front().padding)
        throw Error("lesson.question",
                    sentence("The {format} format cannot store {matrix}.",
                             {{"format", question.format}, {"matrix", question.matrix}}),
                    all.formats.empty() ? std::string() : all.formats.front().reason);
    const protocol::Footprint& found = all.formats.front();
    answer.number = static_cast<double>(*found.padding);
    answer.facts.push_back(sentence("{slots} value slots hold {nonzeros} nonzeros.",
                                    {{"slots", lesson::number_text(static_cast<double>(found.value_slots.value_or(0)))},
                                     {"nonzeros", lesson::number_text(static_cast<double>(matrix->csr.nonzeros()))}}));
}

walkthrough::Method method_of(const Question& question) {
    if (question.method == "thomas") return walkthrough::Method::thomas;
    if (question.method == "cr") return walkthrough::Method::cr;
    if (question.method == "pcr") return walkthrough::Method::pcr;
    throw Error("lesson.question", sentence("There is no method named '{method}'.", {{"method", question.method}}),
                sentence("Use thomas, cr or pcr."));
}

void count_steps(const Question& question, lesson::Answer& answer) {
    const walkthrough::Method method = method_of(question);
    const int all = walkthrough::steps_of(method, question.n);
    if (question.ask == Ask::steps) {
        answer.number = all;
        return;
    }
    if (question.step > all)
        throw Error("lesson.question", sentence("There is no step {step}; this method has {n} {n:step|steps}.",
                                                {{"step", question.step}, {"n", all}}));
    answer.number = static_cast<double>(walkthrough::rows_of_step(method, question.n, question.step - 1).size());
    answer.facts.push_back(sentence("This is step {step} of {n}.", {{"step", question.step}, {"n", all}}));
}

} // namespace

lesson::Answer answer_of(const Question& question, Inputs& inputs, const MachineList& machines,
                         const Progress& progress) {
    lesson::Answer answer;
    switch (question.ask) {
    case Ask::count: answer.number = numbers_of(question, answer, inputs, progress).front(); break;
    case Ask::fewer:
    case Ask::faster:
    case Ask::times_faster: compare(question, numbers_of(question, answer, inputs, progress), answer); break;
    case Ask::padding: count_padding(question, answer, inputs, progress); break;
    case Ask::rows_changed:
    case Ask::steps: count_steps(question, answer); break;
    case Ask::iterations:
    case Ask::converges: answer_by_solving(question, answer, inputs, machines, progress); break;
    case Ask::finding_line:
    case Ask::finding_lanes: answer_by_finding(question, answer, inputs, progress); break;
    }
    return answer;
}

} // namespace warploom::app
