#include "app/exercise/grade.h"
#include "app/exercise/judge.h"
#include "app/lesson/answer.h"
#include "app/page/page_file.h"
#include "app/worker/request_call.h"
#include "engine/sentence.h"

#include <sstream>

namespace warploom::app {

namespace {

struct JudgeRequest {
    std::string exercise, kernel;
    std::uint64_t seed = 1;
    static const protocol::Fields<JudgeRequest>& fields();
};
WARPLOOM_FIELDS(JudgeRequest, {"The request `judge`",
                               {{"exercise", "", &Self::exercise, "", protocol::needed},
                                {"kernel", "", &Self::kernel, "a CUDA C file", protocol::needed},
                                {"seed", "", &Self::seed, "seed of the hidden inputs", protocol::not_negative}}})

struct GradeRequest : GradeSettings {
    std::string folder;
    static const protocol::Fields<GradeRequest>& fields();
};
WARPLOOM_FIELDS(GradeRequest, {"The request `grade`",
                               {{"exercise", "", &Self::exercise, "", protocol::needed},
                                {"folder", "", &Self::folder, "folder on the worker's machine", protocol::needed},
                                {"seed", "", &Self::seed, "seed of the hidden inputs", protocol::not_negative}}})

struct RunningPageRequest {
    std::string exercise, text, from;
    static const protocol::Fields<RunningPageRequest>& fields();
};
WARPLOOM_FIELDS(RunningPageRequest, {"The request `page`",
                                     {{"exercise", "", &Self::exercise, "ID of the exercise; empty for the Write page"},
                                      {"text", "", &Self::text, "initial source of the Write page"},
                                      {"from", "", &Self::from, "built-in kernel that the source was derived from"}}})

} // namespace

Json RequestHandler::answer(const Call& call) {
    static const protocol::DocumentSource source{"protocol.field", sentence("The question is invalid"),
                                                 sentence("The fields of a question are described in "
                                                          "docs/lessons.md.")};
    const auto field = call.request.find("question");
    const auto question = protocol::read<lesson::Question>(field == call.request.end() ? Json() : *field, source);
    return protocol::write(answer_of(question, inputs_, machines_, call.progress("answering", question.matrix)));
}

Json RequestHandler::judge(const Call& call) {
    const auto request = protocol::read_request<JudgeRequest>(call.request);
    const auto exercise = exercise::find_exercise(request.exercise);
    return protocol::write(app::judge(exercise, request.kernel, request.seed, &call.cancelled));
}

Json RequestHandler::grade(const Call& call) {
    const auto request = protocol::read_request<GradeRequest>(call.request);
    std::ostringstream csv;
    write_csv(csv, grade_table(request.exercise,
                               grade_class(request.folder, request, call.progress("grading", request.folder))));
    return {{"csv", csv.str()}};
}

Json RequestHandler::page(const Call& call) {
    const auto request = protocol::read_request<RunningPageRequest>(call.request);
    const EngineFiles engine = find_engine_files();
    if (!request.exercise.empty())
        return {{"html", exercise_page(engine, {{exercise::find_exercise(request.exercise)}, 1, false})}};
    return {{"html", write_page(engine, request.text.empty() ? usual_begin() : BeginText{request.text, request.from})}};
}

} // namespace warploom::app
