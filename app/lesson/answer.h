#pragma once

#include "app/info/describe.h"
#include "app/inputs/inputs.h"
#include "engine/lesson/question.h"
#include "engine/progress.h"

namespace warploom::app {

/// Computes the answer by performing the work that the question is about: tracing, converting, stepping or solving.
/// `machines` must contain the host (`cpu`) for questions about conjugate gradients. Errors: all errors of the work,
/// "lesson.question" if a question has no answer (such as a format that cannot store the matrix), "cancelled".
lesson::Answer answer_of(const lesson::Question& question, Inputs& inputs, const MachineList& machines,
                         const Progress& progress = {});

/// Answers questions about iterations and convergence by solving on the host, which is not available in a browser.
void answer_by_solving(const lesson::Question& question, lesson::Answer& answer, Inputs& inputs,
                       const MachineList& machines, const Progress& progress);

} // namespace warploom::app
