#include "app/exercise/grade.h"
#include "app/exercise/judge.h"
#include "app/lesson/answer.h"
#include "app/page/page_file.h"
#include "app/worker/request_call.h"
#include "engine/sentence.h"

#include <sstream>

namespace warploom::app {

Json RequestHandler::answer(const Call& call) {
    static const protocol::DocumentSource source{"protocol.field", sentence("The question is invalid"),
                                                 sentence("The fields of a question are described in "
                                                          "docs/lessons.md.")};
    const auto request = protocol::read_request<protocol::AnswerRequest>(call.request);
    const auto question = protocol::read<lesson::Question>(request.question, source);
    return protocol::write(answer_of(question, inputs_, machines_, call.progress("answering", question.matrix)));
}

Json RequestHandler::judge(const Call& call) {
    const auto request = protocol::read_request<protocol::JudgeRequest>(call.request);
    const auto exercise = exercise::find_exercise(request.exercise);
    return protocol::write(app::judge(exercise, request.kernel, request.seed, &call.cancelled));
}

Json RequestHandler::grade(const Call& call) {
    const auto request = protocol::read_request<protocol::GradeRequest>(call.request);
    GradeSettings settings;
    settings.exercise = request.exercise;
    settings.seed = request.seed;
    std::ostringstream csv;
    write_csv(csv, grade_table(request.exercise,
                               grade_class(request.folder, settings, call.progress("grading", request.folder))));
    return {{"csv", csv.str()}};
}

Json RequestHandler::page(const Call& call) {
    const auto request = protocol::read_request<protocol::PageExportRequest>(call.request);
    const EngineFiles engine = find_engine_files();
    if (!request.exercise.empty())
        return {{"html", exercise_page(engine, {{exercise::find_exercise(request.exercise)}, 1, false})}};
    return {{"html", write_page(engine, request.text.empty() ? usual_begin() : BeginText{request.text, request.from})}};
}

} // namespace warploom::app
