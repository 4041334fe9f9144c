#include "app/exercise/grade.h"
#include "app/exercise/judge.h"
#include "app/lesson/answer.h"
#include "app/worker/request_call.h"
#include "engine/error.h"

#include <sstream>

namespace warploom::app {

using protocol::Json;

namespace {

std::uint64_t seed_of(const Json& request) {
    const std::int64_t seed = protocol::integer_field(request, "seed", 1);
    if (seed < 0) throw Error("protocol.field", "The field 'seed' must not be negative.");
    return static_cast<std::uint64_t>(seed);
}

} // namespace

Json RequestHandler::answer(const Call& call) {
    static const wire::Source source{"protocol.field", "The question cannot be asked",
                                     "docs/lessons.md says what a question has."};
    const auto field = call.request.find("question");
    const auto question = wire::read<lesson::Question>(field == call.request.end() ? Json() : *field, source);
    return wire::write(answer_of(question, inputs_, machines_, call.progress("answering", question.matrix)));
}

Json RequestHandler::judge(const Call& call) {
    const auto exercise = exercise::find_exercise(protocol::text_field(call.request, "exercise"));
    const std::string kernel = protocol::text_field(call.request, "kernel");
    return wire::write(app::judge(exercise, kernel, seed_of(call.request), &call.cancelled));
}

Json RequestHandler::grade(const Call& call) {
    GradeSettings settings;
    settings.exercise = protocol::text_field(call.request, "exercise");
    settings.seed = seed_of(call.request);
    const std::string folder = protocol::text_field(call.request, "folder");
    std::ostringstream csv;
    write_csv(csv, grade_table(settings.exercise, grade_class(folder, settings, call.progress("grading", folder))));
    return {{"csv", csv.str()}};
}

} // namespace warploom::app
