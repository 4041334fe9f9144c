#include "app/page/page_engine.h"

#include "app/debug/debug_requests.h"
#include "app/exercise/judge.h"
#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/page/page_request.h"
#include "app/trace_documents/trace_document.h"
#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/exercise/exercise.h"
#include "engine/exercise/hand_in.h"
#include "engine/items.h"
#include "engine/portable.h"
#include "engine/protocol/framing/request.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/simulated/tracer.h"
#include "kernels/sources/built_in_kernels.h"
#include "kernels/sources/text_of_kernel.h"

#include <cstdint>
#include <exception>
#include <new>

namespace warploom::app {

namespace {

Json lists() {
    Json cards = Json::array(), list = Json::array();
    for (const simulated::Card& card : simulated::cards())
        cards.push_back(
            {{"id", card.id}, {"title", card.title}, {"checked", card.model_cells > 0 || card.measured_pairs > 0}});
    for (const kernels::SimulatedEntry& entry : kernels::built_in_texts()) {
        const EmbeddedFile* const file = kernels::built_in_text(entry.operation, entry.info.id);
        list.push_back({{"operation", kernels::to_string(entry.operation)},
                        {"id", entry.info.id},
                        {"format", entry.info.format},
                        {"title", entry.info.title},
                        {"text", file->text}});
    }
    return {{"cards", cards}, {"kernels", list}};
}

/// Returns the bit patterns of floating-point values in hexadecimal notation, which preserves NaN, the sign of -0 and
/// all digits.
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
    TraceSettings settings{request.settings()};
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
    return {{"trace", protocol::write(trace_document(input.info(), trace))}, {"values", bits_of(result)}};
}

Json record(Inputs& inputs, const PageRequest& request) {
    const TraceSettings settings{request.settings()};
    const Progress progress;
    const TraceInput input = spec_of(request.operation).trace_input(inputs, request.matrix, settings, progress);
    const TraceSubject subject = input.subject(progress);
    simulated::SingleThreadTraceSink sink; // this sink discards the recorded steps
    simulated::TraceOptions options;
    options.host_threads = 1;
    simulated::Tracer tracer(options, sink);
    const auto bound = subject.bind(settings.block, tracer);
    const double ns = elapsed_ns([&] { subject.run(*bound); });
    return {{"lane_accesses", tracer.lane_accesses()}, {"ns", ns}};
}

exercise::Exercise exercise_of(const PageRequest& request) {
    exercise::Exercise exercise = exercise::exercise_from_json(request.exercise, "of this page");
    exercise.starter = request.starter;
    return exercise;
}

Json take_texts(const PageRequest& request) {
    take_kernel_texts(transform_to_vector(request.files, [](const PageText& each) {
        return EmbeddedFile{each.name, each.text};
    }));
    return {{"texts", request.files.size()}};
}

Json check(Checker& checker, const PageRequest& request) {
    CheckSettings settings{request.settings(), request.matrix, request.from};
    settings.is_drawn = request.is_drawn;
    settings.kernel = text_name;
    return protocol::write(checker.check(settings, Progress()));
}

} // namespace

/// Grades an answer over several requests, one input at a time.
class PageJudge {
public:
    Json answer(const PageRequest& request) {
        if (request.what == "judge") {
            text_ = request.text;
            judgement_ = std::make_unique<GradualJudgement>(exercise_of(request), text_name,
                                                            static_cast<std::uint64_t>(request.seed));
            return part(judgement_->first_word());
        }
        if (judgement_ == nullptr)
            throw Error("page.request", sentence("Grading has not been started."),
                        sentence("First, send a judge request with \"parts\"."));
        // Restore this source, because another request may have replaced it.
        kernels::set_request_sources({{text_name, text_}});
        return part(judgement_->go_on());
    }

private:
    Json part(const exercise::Grading& judgement) const {
        return {{"judgement", protocol::write(judgement)}, {"left", judgement_->left()}};
    }

    std::string text_;
    std::unique_ptr<GradualJudgement> judgement_;
};

/// Debugs the edited source or a built-in kernel. The requests have the same fields as in the protocol. The field `do`
/// contains the name of the request.
class PageDebugger {
public:
    explicit PageDebugger(Inputs& inputs) : requests_(inputs) {}

    static bool is_for(const std::string& name) {
        return name == protocol::DebugOpenRequest::name || name == protocol::DebugStateRequest::name ||
               name == protocol::DebugStepRequest::name || name == protocol::DebugWhyRequest::name ||
               name == protocol::DebugCloseRequest::name;
    }
    Json answer(const PageSource& request, const Json& json) {
        const bool is_opening = request.what == protocol::DebugOpenRequest::name;
        if (is_opening) text_ = request.text;
        // The debugger may run the kernel again, so restore its source, which another request may have replaced.
        if (!text_.empty()) kernels::set_request_sources({{text_name, text_}});
        if (!is_opening) return requests_.answer(request.what, json);
        Json asked = json;
        asked["kernel"] = text_.empty() ? request.kernel : text_name;
        return requests_.open(asked, simulated::find_card(request.card), Progress());
    }

private:
    std::string text_;
    DebugRequests requests_;
};

namespace {

Json answer_of(Checker& checker, Inputs& inputs, PageWarp& warp, PageJudge& judge_in_parts,
               const PageRequest& request) {
    if (request.what == "texts") return take_texts(request);
    if (request.what == "lists") return lists();
    if (request.what == "seal")
        return {{"text", exercise::seal_text(request.text, exercise_of(request).id, request.name)}};
    if (!request.text.empty()) kernels::set_request_sources({{text_name, request.text}});
    if (request.what == "count") return count(inputs, request);
    if (request.what == "judge-on" || (request.what == "judge" && request.in_parts))
        return judge_in_parts.answer(request);
    if (request.what == "judge")
        return protocol::write(judge(exercise_of(request), text_name, static_cast<std::uint64_t>(request.seed)));
    if (request.what == "check") return check(checker, request);
    if (request.what == "record") return record(inputs, request);
    if (request.what == "warp") return warp.answer(inputs, request);
    if (request.what == "answer") return answer_question(inputs, request);
    if (request.what == "explore") return explore(inputs, request);
    if (request.what == "advise") return quick_advice(inputs, request);
    throw Error("page.request", sentence("Pages do not support the request '{request}'.", {{"request", request.what}}),
                sentence("Available requests: texts, lists, check, count, record, judge, judge-on, seal, warp, answer, "
                         "explore, advise, debug_open, debug_state, debug_step, debug_why and debug_close."));
}

Json error_of(const std::string& code, const std::string& message, const std::string& hint) {
    return {{"error", {{"code", code}, {"sentence", message}, {"hint", hint}}}};
}

} // namespace

PageEngine::PageEngine()
    : warp_(std::make_unique<PageWarp>()), judge_(std::make_unique<PageJudge>()),
      debugger_(std::make_unique<PageDebugger>(inputs_)) {}
PageEngine::~PageEngine() = default;

std::string PageEngine::answer(const std::string& line) {
    Json answer;
    try {
        const Json json = protocol::parse(line, protocol::request_source());
        const auto source = protocol::read_request<PageSource>(json);
        answer = PageDebugger::is_for(source.what)
                     ? debugger_->answer(source, json)
                     : answer_of(checker_, inputs_, *warp_, *judge_, protocol::read_request<PageRequest>(json));
    } catch (const Error& error) {
        answer = error_of(error.code(), error.what(), error.hint());
    } catch (const std::bad_alloc&) {
        answer =
            error_of("memory.limit", sentence("There is not enough memory."), sentence("Choose a smaller matrix."));
    } catch (const std::exception& error) {
        answer = error_of("page.failed", sentence("The engine failed: {reason}.", {{"reason", error.what()}}),
                          sentence("Reload the page."));
    }
    return protocol::to_line(answer);
}

} // namespace warploom::app
