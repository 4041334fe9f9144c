#include "app/page/page_engine.h"

#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "engine/error.h"
#include "engine/portable.h"
#include "engine/protocol/request.h"
#include "engine/simulated/card.h"
#include "kernels/texts/built_in_kernels.h"
#include "kernels/texts/written_kernel.h"

#include <cstdint>
#include <exception>
#include <new>
#include <utility>
#include <vector>

namespace warploom::app {

namespace {

using wire::Json;

/// The name of the text that is being written, in findings and counts.
constexpr const char* written = "kernel.cu";

struct PageRequest {
    std::string what, text, kernel, matrix, card = "h200", from;
    kernels::Operation operation = kernels::Operation::spmv;
    kernels::Precision precision = kernels::Precision::float64;
    int block = 128;
    static const wire::Fields<PageRequest>& fields();
};
WARPLOOM_FIELDS(PageRequest, {"A request of a page",
                              {{"do", "", &Self::what, "", wire::needed},
                               {"text", "", &Self::text, "CUDA C"},
                               {"kernel", "", &Self::kernel, "a built-in one"},
                               {"matrix", "", &Self::matrix, ""},
                               {"card", "", &Self::card, "its id"},
                               {"from", "", &Self::from, "the built-in kernel that the text was made of"},
                               {"operation", "", &Self::operation, ""},
                               {"precision", "", &Self::precision, ""},
                               {"block", "", &Self::block, "threads"}}})

Json lists() {
    Json cards = Json::array(), list = Json::array();
    for (const simulated::Card& card : simulated::cards())
        cards.push_back(
            {{"id", card.id}, {"title", card.title}, {"checked", card.model_cells > 0 || card.measured_pairs > 0}});
    for (const kernels::SimulatedEntry& entry : kernels::built_in_texts()) {
        const BuiltInFile* const file = kernels::built_in_text(entry.operation, entry.info.id);
        list.push_back({{"operation", kernels::to_string(entry.operation)},
                        {"id", entry.info.id},
                        {"format", entry.info.format},
                        {"title", entry.info.title},
                        {"text", file->text}});
    }
    return {{"cards", cards}, {"kernels", list}};
}

/// Bits of the numbers in hexadecimal: -0, NaN and the last digit count, too.
Json bits_of(const std::vector<double>& numbers) {
    constexpr const char* digits = "0123456789abcdef";
    Json list = Json::array();
    for (const double number : numbers) {
        std::string text;
        const auto bits = portable::bit_cast<std::uint64_t>(number);
        for (int shift = 60; shift >= 0; shift -= 4) text += digits[(bits >> shift) & 15];
        list.push_back(text);
    }
    return list;
}

Json count(Inputs& inputs, const PageRequest& request) {
    TraceSettings settings;
    settings.kernel = request.text.empty() ? request.kernel : written;
    settings.card = simulated::find_card(request.card);
    settings.precision = request.precision;
    settings.block = request.block;
    settings.sample = TraceSettings::all_blocks;
    const Progress progress;
    const TraceInput input = spec_of(request.operation).trace_input(inputs, request.matrix, settings, progress);
    TraceSubject subject = input.subject(progress);
    std::vector<double> result;
    const auto run = subject.run;
    subject.run = [&](kernels::Bound& bound) {
        run(bound);
        if (subject.values) result = subject.values(bound);
    };
    const Trace trace = trace_kernel(subject, settings, progress);
    return {{"trace", wire::write(trace_document(input.info(), trace))}, {"values", bits_of(result)}};
}

Json answer_of(Checker& checker, Inputs& inputs, const PageRequest& request) {
    if (request.what == "lists") return lists();
    if (!request.text.empty()) kernels::give_texts({{written, request.text}});
    if (request.what == "count") return count(inputs, request);
    if (request.what != "check")
        throw Error("page.request", "A page cannot ask for \"" + request.what + "\".",
                    "Ask for lists, check or count.");
    CheckSettings settings;
    settings.kernel = written;
    settings.matrix = request.matrix;
    settings.card = simulated::find_card(request.card);
    settings.precision = request.precision;
    settings.block = request.block;
    settings.from = request.from;
    return wire::write(checker.check(settings, Progress()));
}

Json error_of(const std::string& code, const std::string& sentence, const std::string& hint) {
    return {{"error", {{"code", code}, {"sentence", sentence}, {"hint", hint}}}};
}

} // namespace

std::string PageEngine::answer(const std::string& line) {
    Json answer;
    try {
        const auto request = protocol::read_request<PageRequest>(wire::parse(line, protocol::request_source()));
        answer = answer_of(checker_, inputs_, request);
    } catch (const Error& error) {
        answer = error_of(error.code(), error.what(), error.hint());
    } catch (const std::bad_alloc&) {
        answer = error_of("memory.limit", "There is not enough memory for that.", "Choose a smaller matrix.");
    } catch (const std::exception& error) {
        answer =
            error_of("page.failed", std::string("The engine failed: ") + error.what() + ".", "Load the page again.");
    }
    return wire::to_line(answer);
}

} // namespace warploom::app
