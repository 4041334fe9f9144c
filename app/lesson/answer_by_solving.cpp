#include "app/lesson/answer.h"

#include "app/solve/cg_session.h"

namespace warploom::app {

void answer_by_solving(const lesson::Question& question, lesson::Answer& answer, Inputs& inputs,
                       const MachineList& machines, const Progress& progress) {
    CgChoice choice;
    choice.machine = "cpu";
    choice.kernel = question.kernels.front();
    choice.precision = question.precision;
    choice.settings.tolerance = question.tolerance;
    choice.settings.limit = question.limit;
    CgSession session(machines, inputs.matrix(question.matrix, progress), choice, progress);
    const auto& end =
        session.advance(0, [&](std::int64_t, const std::vector<double>&) { return !progress.is_cancelled(); });
    progress.check(0, 0);
    if (question.ask == lesson::Ask::iterations) answer.number = static_cast<double>(end.iteration);
    else answer.word = end.state == "converged" ? "yes" : "no";
    answer.facts.push_back(end.sentence);
}

} // namespace warploom::app
